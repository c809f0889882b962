// A workspace on a real disk, and what surrounds it.

import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished, vi } from "vitest";
import type * as z from "zod";
import { filesConfig } from "../../src/files/config.ts";
import type { OpenBase } from "../../src/files/folder.ts";
import { LocalStore } from "../../src/files/local.ts";
import { FileSpace } from "../../src/files/space.ts";
import { makeFileTool } from "../../src/files/tool.ts";
import { Withheld } from "../../src/files/withheld.ts";
import type { WorkspaceTool } from "../../src/index.ts";
import type { ToolParts } from "../../src/parts.ts";

// Disks and new processes are slow on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

export type FilesConfigInput = z.input<typeof filesConfig>;

export interface Answer {
  actionPerformed: string;
  filePathTargeted: string;
  status: string;
  fileExists?: boolean;
  fileContent?: string | null;
  directoryContents?: { name: string; type: string }[];
  errorDetails: string | null;
  contentHash?: string;
  truncated?: boolean;
  omittedEntries?: number;
}

/** A folder of its own, removed after the test. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-files-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface Files {
  folder: string;
  tool: WorkspaceTool;
  /** What was logged. */
  lines: string[];
  space: FileSpace;
  call(action: string, filePath: string, more?: Record<string, unknown>, signal?: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}

/** The tool over a folder. */
export function filesIn(folder: string, filesystem: FilesConfigInput = {}): Files {
  return make(folder, filesystem);
}

/** The tool over a folder on the local disk, with a given way of opening. */
export function openedBy(open: OpenBase, folder: string, filesystem: FilesConfigInput = {}): Files {
  return make(folder, filesystem, open);
}

/** The tool over a folder, with a given way of opening and files that no tool uses. */
export function withholding(
  withheld: readonly string[],
  folder: string,
  filesystem: FilesConfigInput,
  open?: OpenBase,
) {
  return make(folder, filesystem, open, new Withheld(withheld));
}

function make(folder: string, filesystem: FilesConfigInput, open?: OpenBase, withheld = new Withheld([])): Files {
  const lines: string[] = [];
  const config = filesConfig.parse(filesystem);
  const parts = {
    config,
    folder,
    log: ({ text }: { text: string }) => lines.push(text),
    environment: process.env,
    withheld,
  };
  const store =
    open === undefined ? undefined : new LocalStore(path.resolve(folder, config.base), config, withheld, open);
  const space = new FileSpace(parts, store);
  onTestFinished(() => space.close());
  const { tool } = makeFileTool({ files: space } as ToolParts);
  return {
    folder,
    tool,
    lines,
    space,
    call: async (action, filePath, more = {}, signal) => {
      const answer = await tool.call({ action, filePath, ...more }, signal === undefined ? {} : { signal });
      return tool.outputSchema.strict().parse(answer) as unknown as Answer;
    },
    close: () => space.close(),
  };
}
