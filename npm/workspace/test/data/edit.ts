// Runs the tool on a text.

import { makeDataTool } from "../../src/data/tool.ts";
import type { FileSpace } from "../../src/files/space.ts";

const noFiles = { as: () => noFiles } as unknown as FileSpace;

/** The tool without files. */
export const { tool } = makeDataTool({ files: noFiles });

export type Arguments = Record<string, unknown>;

/** The answer to a call. */
export interface Answer {
  modifiedTextContent: string | null;
  status: string;
  errorDetails: string | null;
  errorCode?: string;
  value?: unknown;
  valueText?: string;
  numbersAsText?: string[];
  valid?: boolean;
  validationErrors?: {
    path: string;
    line: number;
    column: number;
    message: string;
    keyword: string;
    documentIndex: number;
  }[];
  notes?: string[];
}

/** Calls the tool, and checks the answer's shape. */
export async function edit(format: string, textContent: string, action: string, more: Arguments = {}): Promise<Answer> {
  const answer = await tool.call({ textContent, format, action, ...more });
  tool.outputSchema.parse(answer);
  return answer as unknown as Answer;
}

/** The text that a successful edit gives. */
export async function edited(format: string, text: string, action: string, more: Arguments = {}): Promise<string> {
  const answer = await edit(format, text, action, more);
  if (answer.status !== "SUCCESS" || answer.modifiedTextContent === null) throw new Error(JSON.stringify(answer));
  return answer.modifiedTextContent;
}
