// A workspace on a real disk, and what surrounds it.

import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { defineTools, type WorkspaceConfig, type WorkspaceTool } from "../../src/index.ts";

export type Answer = Record<string, unknown> & { status: string; errorDetails: string | null };

/** A folder of its own, removed after the test. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-files-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface Files {
  folder: string;
  tool: WorkspaceTool;
  lines: string[];
  call(action: string, filePath: string, more?: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** The tool over a folder. */
export function filesIn(folder: string, filesystem: WorkspaceConfig["filesystem"] = {}): Files {
  const lines: string[] = [];
  const workspace = defineTools({ folder, config: { filesystem }, log: ({ text }) => lines.push(text) });
  onTestFinished(() => workspace.close());
  const tool = workspace.tools.find(({ name }) => name === "fileSystemAccessTool");
  if (tool === undefined) throw new Error("the tool is missing");
  return {
    folder,
    tool,
    lines,
    call: async (action, filePath, more = {}, signal) => {
      const answer = await tool.call({ action, filePath, ...more }, signal === undefined ? {} : { signal });
      return tool.outputSchema.strict().parse(answer) as Answer;
    },
    close: () => workspace.close(),
  };
}

/** Whether this process is bound by the permissions of files. */
export const isBound = process.getuid?.() !== 0;
