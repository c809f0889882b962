// What a tool is made from, and what making it gives.

import type * as z from "zod";
import type { PageReader } from "./browser.js";
import type { workspaceConfig } from "./config.js";
import type { WorkspaceTool } from "./define.js";
import type { FileSpace } from "./files/space.js";
import type { Withheld } from "./files/withheld.js";
import type { Log } from "./log.js";

/** What each tool is made from. */
export interface ToolParts {
  config: z.output<typeof workspaceConfig>;
  folder: string;
  /** The files in the allowed folders. */
  files: FileSpace;
  browser: PageReader | undefined;
  log: Log;
  environment: Readonly<Record<string, string | undefined>>;
  /** Files that no tool reads or changes. */
  withheld: Withheld;
}

/** A tool, and how to end what it holds open. */
export interface MadeTool {
  tool: WorkspaceTool;
  close?: () => Promise<void>;
}
