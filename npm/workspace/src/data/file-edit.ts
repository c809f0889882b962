// Edits of a file: read, edit, write in one step, with a diff of what changes.

import { createTwoFilesPatch } from "diff";
import { quoted } from "../files/quote.js";
import { FileFault, type FileSpace } from "../files/space.js";

/** How long a diff may be, in characters. */
const MAX_DIFF = 60_000;

/** Milliseconds for finding the differences. */
const DIFF_TIME = 3000;

/** The arguments that name a file. */
export interface FileArguments {
  filePath?: string | undefined;
  expectedHash?: string | undefined;
  dryRun?: boolean | undefined;
}

/** A file that could not be edited. */
export class FileEditFault extends Error {
  constructor(
    readonly code: "FILE_NOT_READ" | "FILE_NOT_WRITTEN" | "FILE_CHANGED",
    message: string,
  ) {
    super(message);
    this.name = "FileEditFault";
  }
}

/** What an answer says about a file. */
export interface FileReport {
  /** SHA-256 of the file as it is now. */
  hash: string;
  /** Unified diff of the change. */
  diff?: string;
  /** Whether the file was written. */
  written?: boolean;
}

/** The file that an edit is about. */
export interface SourceFile {
  text: string;
  hash: string;
}

/**
 * Reads the file of an edit.
 *
 * @throws {FileEditFault}
 */
export async function readSource(
  files: FileSpace,
  path: string,
  { expectedHash }: FileArguments,
  signal: AbortSignal,
): Promise<SourceFile> {
  const { text, hash } = await files.read(path, signal).catch((error: unknown) => {
    throw error instanceof FileFault ? new FileEditFault("FILE_NOT_READ", `${error.message} (${error.status})`) : error;
  });
  if (expectedHash === undefined || expectedHash.toLowerCase() === hash) return { text, hash };
  throw new FileEditFault(
    "FILE_CHANGED",
    `${quoted(path)} is not the file with the expected hash: its hash is ${hash}. Nothing is changed. Read it again, and edit with ` +
      "the new hash",
  );
}

/**
 * Writes an edited file, unless nothing changed or `dryRun` is set. A file that changed since it was read is not overwritten.
 *
 * @throws {FileEditFault}
 */
export async function writeResult(
  files: FileSpace,
  { path, source, text, dryRun }: { path: string; source: SourceFile; text: string; dryRun: boolean },
  signal: AbortSignal,
): Promise<FileReport> {
  if (text === source.text) return { hash: source.hash, diff: "", written: false };
  const diff = diffOf(path, source.text, text);
  if (dryRun) return { hash: source.hash, diff, written: false };
  const { hash } = await files.write(path, text, { expectedHash: source.hash }, signal).catch((error: unknown) => {
    throw error instanceof FileFault
      ? new FileEditFault("FILE_NOT_WRITTEN", `${error.message} (${error.status})`)
      : error;
  });
  return { hash, diff, written: true };
}

/** A unified diff. One that is too long is cut, and says so. */
function diffOf(path: string, before: string, after: string): string {
  // A name with a line break would begin a line of its own.
  const name = /^[\w./ @+-]+$/.test(path) ? path : quoted(path);
  const diff = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: 3,
    timeout: DIFF_TIME,
  });
  if (diff === undefined) return "(the diff takes too long to find: nearly all of the file is different)";
  return diff.length > MAX_DIFF ? `${diff.slice(0, MAX_DIFF)}\n(${diff.length - MAX_DIFF} more characters)` : diff;
}
