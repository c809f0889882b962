// Runs the tool on a text.

import type { FileSpace } from "../../src/files/space.ts";
import { makeMarkdownTool } from "../../src/markdown/tool.ts";

const noFiles = { as: () => noFiles } as unknown as FileSpace;

/** The tool without files. */
export const { tool } = makeMarkdownTool({ files: noFiles });

export type Arguments = Record<string, unknown>;

/** The answer to a call. */
export interface Answer {
  modifiedMarkdownContent: string | null;
  status: string;
  errorDetails: string | null;
  errorCode?: string;
  sectionContent?: string;
  sections?: { path: string; anchor: string; level: number; line: number }[];
}

/** Calls the tool, and checks the answer's shape. */
export async function edit(markdownContent: string, action: string, more: Arguments = {}): Promise<Answer> {
  const answer = await tool.call({ markdownContent, action, ...more });
  tool.outputSchema.parse(answer);
  return answer as unknown as Answer;
}

/** The text that a successful edit gives. */
export async function edited(text: string, action: string, more: Arguments = {}): Promise<string> {
  const answer = await edit(text, action, more);
  if (answer.status !== "SUCCESS" || answer.modifiedMarkdownContent === null) throw new Error(JSON.stringify(answer));
  return answer.modifiedMarkdownContent;
}
