// The workspace tools, loaded only by a server that offers them: they bring parsers that others need not wait for.

import path from "node:path";
import type { SessionOptions } from "@uipilot/core";
import type * as Package from "@uipilot/workspace";
import type * as z from "zod/v4";
import { type ConfigFile, readConfigFile } from "./config/file.ts";
import type { Log } from "./log.ts";
import { BrowserPageReader } from "./page-reader.ts";
import { brief } from "./quote.ts";
import type { Tool } from "./tools/index.ts";
import { workspaceTools } from "./tools/workspace.ts";
import { UsageError } from "./usage-error.ts";

/** The tools, and what they hold open. */
export interface Workspace {
  tools: readonly Tool[];
  close(): Promise<void>;
}

/** What the tools are made from. */
export interface WorkspaceParts {
  /** The configuration file, absolute. */
  config: string | undefined;
  /** The folder that the tools work in without a configuration file; with one, it is the file's. */
  folder: string;
  /** Its withheld files are kept from the tools, too. */
  session: SessionOptions;
  log: Log;
}

/**
 * Loads the tools.
 *
 * @throws {@link UsageError} if the package is not installed, or the configuration is wrong
 */
export async function openWorkspace({ config, folder, session, log }: WorkspaceParts): Promise<Workspace> {
  const file = config === undefined ? undefined : readConfigFile(config);
  const { defineTools } = await load();
  try {
    const { tools, close } = defineTools({
      config: (file?.workspace ?? {}) as Package.WorkspaceConfig,
      folder: config === undefined ? folder : path.dirname(config),
      browser: new BrowserPageReader(session),
      withheld: session.withheldFiles ?? [],
      log: ({ tool, text }) => log.write("info", tool, text),
    });
    return { tools: workspaceTools(tools), close };
  } catch (error) {
    throw file === undefined ? error : placed(error, file);
  }
}

/**
 * Checks the section of the tools for a server that does not offer them. Without their package nothing reads it.
 *
 * @throws {@link UsageError} if it is wrong
 */
export async function checkWorkspace(config: string): Promise<void> {
  const file = readConfigFile(config);
  const found = await load().catch(() => undefined);
  try {
    found?.workspaceConfig.parse(file.workspace ?? {});
  } catch (error) {
    throw placed(error, file);
  }
}

/** The error with the places of what is wrong in the file, if it is about that. */
function placed(error: unknown, file: ConfigFile): unknown {
  if (!isZodError(error)) return error;
  const wrong = problems(error.issues, file).join("; ");
  return new UsageError(`the configuration file ${brief(file.file, 1_000)} is wrong: ${wrong}`);
}

async function load(): Promise<typeof Package> {
  try {
    return await import("@uipilot/workspace");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError("--tools workspace needs the package @uipilot/workspace: install it beside uipilot-mcp");
  }
}

/** The package has its own copy of Zod, so that its errors are of another class. */
function isZodError(error: unknown): error is z.ZodError {
  return error instanceof Error && "issues" in error && Array.isArray(error.issues);
}

/** Each problem with the field that it is in, and its place. */
function problems(issues: readonly z.core.$ZodIssue[], file: ConfigFile): string[] {
  return issues.flatMap((issue) => {
    const path = ["workspace", ...issue.path];
    const field = path.map(String).join(".");
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => `${field} has no field ${brief(key, 60)} (${file.place([...path, key])})`);
    }
    // Of a union, the alternative that comes nearest has the fewest problems.
    if (issue.code === "invalid_union") {
      const nearest = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
      const inner = nearest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
      if (inner.length > 0) return problems(inner, file);
    }
    return [`${field}: ${issue.message} (${file.place(path)})`];
  });
}
