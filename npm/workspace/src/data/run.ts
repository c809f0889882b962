// What `yamlJsonParserEditorTool` does with a call.

import { quoted } from "../files/quote.js";
import type { FileSpace } from "../files/space.js";
import { OutOfTime, withinTime } from "../time-limit.js";
import { type DataRequest, type DataResult, editData, SchemaViolation } from "./edit.js";
import { DataFault } from "./fault.js";
import { FileEditFault, type FileReport, readSource, type SourceFile, writeResult } from "./file-edit.js";
import type { Format } from "./formats.js";
import type { DataInput, DataOutput } from "./schema.js";

/** Milliseconds for reading, editing and checking a text. */
const TIME = 60_000;

/** Reads, edits or validates a text or a file. Failures are in the answer. */
export async function run(files: FileSpace, input: DataInput, signal: AbortSignal): Promise<DataOutput> {
  try {
    const { filePath } = input;
    const source = filePath === undefined ? undefined : await readSource(files, filePath, input, signal);
    const text = source?.text ?? input.textContent ?? "";
    const request: DataRequest = { ...input, keyPath: input.keyPath ?? "", text, format: formatOf(input) };
    const result = withinTime(TIME, () => editData(request));
    signal.throwIfAborted();
    const report = await finish(files, input, source, result, signal);
    return answer(result, report);
  } catch (error) {
    return failure(error);
  }
}

async function finish(
  files: FileSpace,
  { filePath, dryRun = false }: DataInput,
  source: SourceFile | undefined,
  { text }: DataResult,
  signal: AbortSignal,
): Promise<FileReport | undefined> {
  if (filePath === undefined || !source) return undefined;
  if (text === undefined) return { hash: source.hash };
  return writeResult(files, { path: filePath, source, text, dryRun }, signal);
}

function formatOf({ format, filePath = "" }: DataInput): Format {
  if (format) return format;
  const extension = /\.(ya?ml|json5|jsonc?|geojson|webmanifest|code-workspace)$/i.exec(filePath)?.[1]?.toLowerCase();
  if (extension === undefined) {
    throw new DataFault(
      "SYNTAX",
      `The name ${quoted(filePath)} does not tell the format. Give format: yaml, json or json5`,
    );
  }
  if (extension === "json5") return "json5";
  return extension.startsWith("y") ? "yaml" : "json";
}

function answer(
  { text, errors, notes, value, valueText, numbersAsText }: DataResult,
  report: FileReport | undefined,
): DataOutput {
  return {
    modifiedTextContent: report ? null : (text ?? null),
    status: "SUCCESS",
    errorDetails: null,
    ...(valueText !== undefined && { value, valueText }),
    ...(numbersAsText && { numbersAsText }),
    ...(errors && { valid: errors.length === 0, validationErrors: errors }),
    ...(notes.length > 0 && { notes }),
    ...report,
  };
}

function failure(error: unknown): DataOutput {
  const fault = faultOf(error);
  if (!fault) throw error;
  return {
    modifiedTextContent: null,
    status: fault.status,
    errorDetails: fault.message,
    errorCode: fault.code,
    ...(fault instanceof SchemaViolation && { valid: false, validationErrors: fault.errors }),
  };
}

function faultOf(error: unknown): DataFault | undefined {
  if (error instanceof DataFault) return error;
  if (error instanceof FileEditFault) return new DataFault(error.code, error.message);
  if (error instanceof OutOfTime) {
    return new DataFault(
      "TIMEOUT",
      `The work took more than ${error.milliseconds / 1000} s and was ended; nothing is changed. Edit a smaller text, or use a ` +
        "schema with simpler patterns",
    );
  }
  return undefined;
}
