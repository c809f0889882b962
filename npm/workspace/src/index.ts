// Workspace and research tools, as plain handlers with Zod schemas.

import path from "node:path";
import type { PageReader } from "./browser.js";
import { type WorkspaceConfig, workspaceConfig } from "./config.js";
import { makeContext7Tool } from "./context7/tool.js";
import { makeDataTool } from "./data/tool.js";
import type { WorkspaceTool } from "./define.js";
import { makeFetchTool } from "./fetch/tool.js";
import { FileSpace } from "./files/space.js";
import { makeFileTool } from "./files/tool.js";
import { Withheld } from "./files/withheld.js";
import type { Log } from "./log.js";
import { makeManualTool } from "./manual/tool.js";
import { makeMarkdownTool } from "./markdown/tool.js";
import type { MadeTool, ToolParts } from "./parts.js";
import { makeSearchTool } from "./search/tool.js";

export type { PageReader, ReadOptions, ShownPage } from "./browser.js";
export { type WorkspaceConfig, workspaceConfig } from "./config.js";
export type { CallContext, Effect, WorkspaceTool } from "./define.js";
export type { Log, LogEvent } from "./log.js";

/** How the tools are made. */
export interface WorkspaceOptions {
  config?: WorkspaceConfig;
  /** Folders in `config` are relative to this one. The working directory, if it is absent. */
  folder?: string;
  /** A browser, for pages that are empty without scripts, and for the search that needs no key. */
  browser?: PageReader;
  /** Takes a line for each access to a file and each request. */
  log?: Log;
  /** Files that no tool reads or changes, wherever they are and under whatever name: passwords, and rules of the operator's. */
  withheld?: readonly string[];
  /** Where keys come from. `process.env`, if it is absent. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/** The tools, and what they hold open. */
export interface Workspace {
  readonly tools: readonly WorkspaceTool[];
  /** Ends watchers, indexes and the MCP servers that tools have started. */
  close(): Promise<void>;
}

/**
 * Makes the tools. Nothing is opened, started or indexed before the first call.
 *
 * @throws `ZodError` if the configuration is wrong
 */
export function defineTools(options: WorkspaceOptions = {}): Workspace {
  const config = workspaceConfig.parse(options.config ?? {});
  const folder = options.folder ?? process.cwd();
  const log = options.log ?? (() => undefined);
  const environment = options.environment ?? process.env;
  const withheld = new Withheld((options.withheld ?? []).map((file) => path.resolve(folder, file)));
  const files = new FileSpace({ config: config.filesystem, folder, log, environment, withheld });
  const parts: ToolParts = { config, folder, files, browser: options.browser, log, environment, withheld };
  const made: MadeTool[] = MAKERS.map((make) => make(parts));
  return {
    tools: made.map(({ tool }) => tool),
    close: async () => {
      await Promise.allSettled([...made.map(({ close }) => close?.()), files.close()]);
    },
  };
}

const MAKERS: readonly ((parts: ToolParts) => MadeTool)[] = [
  makeFileTool,
  makeFetchTool,
  makeSearchTool,
  makeContext7Tool,
  makeManualTool,
  makeMarkdownTool,
  makeDataTool,
];
