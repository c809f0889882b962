// udmQueryTool.

import * as z from "zod";
import { defineTool } from "../define.js";
import type { MadeTool, ToolParts } from "../parts.js";
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

const NAME = "udmQueryTool";

const place = z.object({
  path: z.string().describe("Its file and anchor: a query for it leads there."),
  line: z.int(),
  title: z.string().optional(),
  kind: z.string().optional(),
});

const inputSchema = z.strictObject({
  query_type: z
    .enum([
      "get_section_content",
      "get_task_definition",
      "get_mode_definition",
      "get_tool_definition",
      "get_config_value",
      "find_by_id",
    ])
    .describe("The type of query to perform on the UDM."),
  udm_path_or_id: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      "The UDM file path and optionally a section header/anchor (e.g., '/docs/udm/05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001') or a unique ID (e.g., 'TASK-P0-M0.1-T001', 'RM-001', 'COMP-002'). For get_config_value, a key such as 'server.port', or FILE#KEY.",
    ),
  specific_keys: z
    .array(z.string())
    .optional()
    .describe("For structured data (like task defs), specific keys to retrieve."),
});

const outputSchema = z.object({
  queryPerformed: z.string().describe("A confirmation of the query path or ID used."),
  status: z
    .enum([
      "SUCCESS",
      "ERROR_PATH_NOT_FOUND",
      "ERROR_ID_NOT_FOUND",
      "ERROR_PARSING_UDM_SECTION",
      "ERROR_AMBIGUOUS_QUERY",
    ])
    .describe("Status of the UDM query operation."),
  retrievedContent: z
    .any()
    .nullable()
    .describe("The content retrieved from the UDM. Structure depends on query_type. Null if not found or error."),
  source: place.optional().describe("Where the content stands."),
  matchedBy: z.enum(["path", "id", "key", "heading", "text"]).optional().describe("How the content was found."),
  candidates: z.array(place).optional().describe("Places that the query may mean."),
  errorDetails: z.string().nullable().describe("Details if the status indicates an error. Null if no error."),
});

type Query = z.output<typeof inputSchema>;

const ROLES: Partial<Record<Query["query_type"], Role>> = {
  get_task_definition: "task",
  get_mode_definition: "mode",
  get_tool_definition: "tool",
};

/** Makes the tool. The first query by id builds the index. */
export function makeManualTool({
  config: { manual },
  folder,
  log,
}: Pick<ToolParts, "config" | "folder" | "log">): MadeTool {
  const library = new Library(manual, folder);

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
      await library.sweep();
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

  const tool = defineTool({
    name: NAME,
    title: "Query the manual",
    description:
      "Queries the Unified Development Manual (UDM) for specific information. Can fetch content from sections, specific task definitions, tool definitions, configuration parameters, etc., based on UDM paths or unique IDs.",
    effect: "reads",
    inputSchema,
    outputSchema,
    example: {
      query_type: "get_section_content",
      udm_path_or_id: "/docs/udm/05-Roadmap-Lifecycle.md#TASK-P0-M0.1-T001",
    },
    handler: async (query, { signal }) => {
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
        if (error instanceof TimeoutError) {
          return failed(
            "ERROR_PARSING_UDM_SECTION",
            `The query took longer than ${manual.timeoutMs} ms (manual.timeoutMs); the index goes on being built: ask again`,
          );
        }
        throw error;
      }
    },
  });
  return { tool, close: () => library.close() };
}

class TimeoutError extends Error {}

/** Runs a call until its time is over or it is cancelled. */
async function within<T>(
  timeoutMs: number,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TimeoutError()), timeoutMs);
  const until = AbortSignal.any([signal, late.signal]);
  try {
    return await new Promise<T>((resolve, reject) => {
      until.addEventListener("abort", () => reject(until.reason), { once: true });
      call(until).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}

function oneLine(text: string): string {
  return JSON.stringify(text).slice(0, 300);
}
