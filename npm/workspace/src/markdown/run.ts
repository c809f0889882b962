// What `markdownParserEditorTool` does with a call.

import { FileEditFault, type FileReport, readSource, writeResult } from "../data/file-edit.js";
import type { FileSpace } from "../files/space.js";
import { OutOfTime, withinTime } from "../time-limit.js";
import { editMarkdown } from "./edit.js";
import { MarkdownFault } from "./fault.js";
import type { MarkdownInput, MarkdownOutput } from "./schema.js";

/** Milliseconds for parsing, editing and checking a text. */
const TIME = 60_000;

/** Edits a text or a file. Failures are in the answer. */
export async function run(files: FileSpace, input: MarkdownInput, signal: AbortSignal): Promise<MarkdownOutput> {
  try {
    const { filePath, dryRun = false } = input;
    const source = filePath === undefined ? undefined : await readSource(files, filePath, input, signal);
    const result = withinTime(TIME, () => editMarkdown(source?.text ?? input.markdownContent ?? "", input));
    signal.throwIfAborted();
    let report: FileReport | undefined;
    if (filePath !== undefined && source) {
      const { text } = result;
      if (text === undefined) report = { hash: source.hash };
      else report = await writeResult(files, { path: filePath, source, text, dryRun }, signal);
    }
    const { text, ...read } = result;
    return {
      modifiedMarkdownContent: report ? null : (text ?? null),
      status: "SUCCESS",
      errorDetails: null,
      ...read,
      ...report,
    };
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    return { modifiedMarkdownContent: null, status: fault.status, errorDetails: fault.message, errorCode: fault.code };
  }
}

function faultOf(error: unknown): MarkdownFault | undefined {
  if (error instanceof MarkdownFault) return error;
  if (error instanceof FileEditFault) return new MarkdownFault(error.code, error.message);
  if (error instanceof OutOfTime) {
    return new MarkdownFault(
      "TIMEOUT",
      `The work took more than ${error.milliseconds / 1000} s and was ended; nothing is changed. Edit a smaller text; for lists and tables, ` +
        "give the sectionHeader that they are in",
    );
  }
  return undefined;
}
