// What `udmQueryTool` does with a call.

import { Deadline, DeadlinePassed, unlessAborted } from "../deadline.js";
import type { Worker } from "../lazily.js";
import type { ToolParts } from "../parts.js";
import type { Role } from "./definitions.js";
import { ManualFileError } from "./files.js";
import { Library, TooManyFiles } from "./library.js";
import { type Place, pick, UnreadableError } from "./places.js";
import {
  byId,
  byKey,
  byText,
  definitionAtPath,
  type Hit,
  isPath,
  keyAtPath,
  QueryError,
  type Status,
  section,
  similar,
  target,
} from "./query.js";
import type { ManualAnswer, ManualQuery as Query } from "./schema.js";

const NAME = "udmQueryTool";

const ROLES: Partial<Record<Query["query_type"], Role>> = {
  get_task_definition: "task",
  get_mode_definition: "mode",
  get_tool_definition: "tool",
};

/** Makes what answers. The first query by id builds the index. */
export function makeManual({
  config: { manual },
  folder,
  log,
  withheld,
}: Pick<ToolParts, "config" | "folder" | "log" | "withheld">): Worker<Query, ManualAnswer> {
  const library = new Library(manual, folder, withheld);

  async function find(query: Query, signal: AbortSignal): Promise<Hit> {
    const { query_type: type, udm_path_or_id: text } = query;
    const role = ROLES[type];
    if (isPath(text, manual.extensions) && !text.startsWith("#")) {
      const at = await target(library, folder, text);
      if (type === "get_config_value") return keyAtPath(library, at);
      return role === undefined ? section(library, at) : definitionAtPath(library, at, role);
    }
    await library.ready();
    if (library.size === 0) await library.sweep();
    if (library.size === 0) {
      const missing = (await library.missingRoots()).join(", ");
      const why = missing === "" ? "its folders have no Markdown file" : `there is no folder ${missing}`;
      throw new QueryError(
        "ERROR_PATH_NOT_FOUND",
        `The manual is empty: ${why}. Correct manual.folders in the configuration`,
      );
    }
    const id = text.replace(/^#/, "");
    const now = async (): Promise<Hit | undefined> => {
      const found = type === "get_config_value" ? await byKey(library, id) : await byId(library, id, role);
      return found;
    };
    let found = await now();
    if (found === undefined) {
      // What was written just now may not have been reported yet.
      await library.catchUp();
      found =
        (await now()) ??
        (role === undefined && type !== "get_config_value" ? await byText(library, id, signal) : undefined);
    }
    if (found !== undefined) return found;
    const near = await similar(library, id);
    const what =
      type === "get_config_value"
        ? "no such key"
        : `no ${role ?? "such id"}${role === undefined ? "" : " with this id"}`;
    const hint = near.length === 0 ? "" : "; the candidates have names like it";
    throw new QueryError("ERROR_ID_NOT_FOUND", `The manual (${library.size} files) has ${what}${hint}`, near);
  }

  const run = async (query: Query, signal: AbortSignal): Promise<ManualAnswer> => {
    const queryPerformed = `${query.query_type} ${query.udm_path_or_id}`;
    const failed = (status: Status, why: string, candidates: readonly Place[] = []) => {
      log({ tool: NAME, text: `${oneLine(queryPerformed)}: ${status}` });
      return {
        queryPerformed,
        status,
        retrievedContent: null,
        ...(candidates.length === 0 ? {} : { candidates: [...candidates] }),
        errorDetails: `${why}.`,
      };
    };
    try {
      const { content, source, matchedBy } = await within(manual.timeoutMs, signal, (until) => find(query, until));
      const picked = pick(content, query.specific_keys);
      const length = typeof picked === "string" ? picked.length : (JSON.stringify(picked)?.length ?? 0);
      if (length > manual.maxContentLength) {
        const much = `The content has ${length} characters, and manual.maxContentLength is ${manual.maxContentLength}`;
        return failed("ERROR_PARSING_UDM_SECTION", `${much}: ask for a part of it`, [source]);
      }
      log({ tool: NAME, text: `${oneLine(queryPerformed)}: ${source.path}:${source.line}` });
      return {
        queryPerformed,
        status: "SUCCESS" as const,
        retrievedContent: picked,
        source,
        matchedBy,
        errorDetails: null,
      };
    } catch (error) {
      if (error instanceof QueryError) return failed(error.status, error.message, error.candidates);
      if (error instanceof UnreadableError) return failed("ERROR_PARSING_UDM_SECTION", error.message);
      if (error instanceof TooManyFiles)
        return failed("ERROR_PARSING_UDM_SECTION", `There is no index: ${error.message}`);
      if (error instanceof ManualFileError)
        return failed("ERROR_PATH_NOT_FOUND", `A file was not read: ${error.message}`);
      if (error instanceof DeadlinePassed) {
        return failed(
          "ERROR_PARSING_UDM_SECTION",
          `The query took longer than ${manual.timeoutMs} ms (manual.timeoutMs); the index goes on being built: ask again`,
        );
      }
      throw error;
    }
  };
  return { run, close: () => library.close() };
}

/** Runs a call until its time is over or it is cancelled. The index that it waits for goes on being built. */
async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const deadline = new Deadline(timeoutMs, signal);
  try {
    return await unlessAborted(call(deadline.signal), deadline.signal);
  } finally {
    deadline.end();
  }
}

function oneLine(text: string): string {
  return JSON.stringify(text).slice(0, 300);
}
