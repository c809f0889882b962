// Reading and writing files for tools, with paths that FileRoots has allowed.

import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isSystemError, ToolError } from "./error.ts";
import { makeFolder } from "./make-folder.ts";
import { brief } from "./quote.ts";
import { randomBytes } from "./random.ts";
import { NoRegularFile } from "./regular-file.ts";
import { masker } from "./secrets/mask.ts";

const STEPS: Record<string, string> = {
  ENOSPC: "free some space, or save elsewhere",
  EDQUOT: "free some space, or save elsewhere",
  EFBIG: "save less, or elsewhere",
  ENOENT: "check the path",
  EISDIR: "name a file, not a folder",
  ENOTDIR: "name a file inside a folder",
  EACCES: "check the permissions",
  EROFS: "save elsewhere",
};

/** How much is written at once. A failure says how much was written before it. */
const CHUNK = 1 << 20;

/** Of a saved file. */
export interface Saved {
  /** Its size. */
  bytes: number;
  /** Whether an older file was replaced. */
  replaced: boolean;
}

/** How to save. */
export interface SaveOptions {
  /** Replace the content of a file that exists. It keeps its mode, its owner and its hard links. */
  overwrite?: boolean | undefined;
  /** Only the user may read the file. */
  secret?: boolean;
}

/**
 * Writes a file, and creates its missing folders.
 *
 * The path was resolved before. Each file is opened without following a link, and checked to be the file at
 * that path before the first byte is written, so that a link that another program puts on the path meanwhile
 * leads nowhere.
 *
 * @throws `IO` with the system's own code, and what was written; also if the file exists and `overwrite` is not set
 */
export async function save(
  file: string,
  content: string | Uint8Array,
  { overwrite = false, secret = false }: SaveOptions = {},
): Promise<Saved> {
  // What a page said in it can hold a secret. A file for the user alone, such as a log-in state, is kept as it is.
  const bytes = typeof content === "string" ? Buffer.from(secret ? content : masker.text(content)) : content;
  try {
    makeFolder(path.dirname(file));
  } catch (error) {
    // A file on the way: the system says that it exists, but it is no folder.
    const code = isSystemError(error) && error.code === "EEXIST" ? "ENOTDIR" : undefined;
    throw writeFault(file, error, "Nothing was written", code);
  }
  const existing = overwrite ? await openExisting(file) : undefined;
  if (existing === undefined) {
    await create(file, bytes, secret ? 0o600 : 0o666);
    return { bytes: bytes.byteLength, replaced: false };
  }
  try {
    let before = await existing.stat();
    if (!before.isFile()) throw notAFile(file);
    await checkPlace(existing, file);
    if (secret) {
      await existing.chmod(0o600);
      before = await existing.stat();
    }
    // A new file in its place would cut a hard link, so this one is written through.
    if (before.nlink > 1 || !(await swap(file, bytes, before))) await writeThrough(existing, file, bytes);
  } finally {
    await existing.close();
  }
  return { bytes: bytes.byteLength, replaced: true };
}

/**
 * Opens a file that was just written, to append to it.
 *
 * @throws `IO`, `PATH_NOT_ALLOWED` if it became another file meanwhile
 */
export function openAppending(file: string): Promise<FileHandle> {
  return openAgain(file, constants.O_APPEND);
}

/** The same, to write at any place of the file. */
export function openAnywhere(file: string): Promise<FileHandle> {
  return openAgain(file, 0);
}

async function openAgain(file: string, flag: number): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    const { O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    handle = await open(file, O_WRONLY | flag | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw writeFault(file, error, "Only its beginning was written");
  }
  try {
    if (!(await handle.stat()).isFile()) throw notAFile(file);
    await checkPlace(handle, file);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Refuses a file that exists and is not to be replaced, before work that takes long. Saving refuses it, too.
 *
 * @throws `IO`
 */
export async function refuseExisting(file: string, overwrite = false): Promise<void> {
  const found = overwrite ? undefined : await lstat(file).catch(() => undefined);
  if (found !== undefined) throw await existsFault(file);
}

/** The file that is to be replaced; undefined if there is none. */
async function openExisting(file: string): Promise<FileHandle | undefined> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its reader. Windows knows neither flag.
    const { O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    return await open(file, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (isSystemError(error) && error.code === "ENOENT") return undefined;
    // So the system says that it is a pipe that nobody reads, or a socket.
    if (isSystemError(error) && error.code === "ENXIO") throw notAFile(file);
    throw writeFault(file, error, "Nothing was written");
  }
}

/** Creates a file that must not exist. A failure leaves none. */
async function create(file: string, bytes: Uint8Array, mode: number): Promise<void> {
  let handle: FileHandle;
  try {
    handle = await open(file, "wx", mode);
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST") throw await existsFault(file);
    throw writeFault(file, error, "Nothing was written");
  }
  try {
    await checkPlace(handle, file);
    const written = { bytes: 0 };
    try {
      await writeAll(handle, bytes, written);
    } catch (error) {
      await rm(file, { force: true }).catch(() => undefined);
      throw writeFault(file, error, `The file was removed again after ${progress(written.bytes, bytes)}`);
    }
  } finally {
    await handle.close();
  }
}

/**
 * Puts a new file in the place of the old one, in one step: readers see either.
 *
 * @returns false if the new file cannot have the old one's owner
 */
async function swap(file: string, bytes: Uint8Array, before: Stats): Promise<boolean> {
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  let handle: FileHandle;
  try {
    handle = await open(temporary, "wx", 0o600);
  } catch {
    // The folder takes no new file, but the old one can be written.
    return false;
  }
  const written = { bytes: 0 };
  try {
    try {
      await checkPlace(handle, temporary);
      if (!(await takeOver(handle, before))) return false;
      await writeAll(handle, bytes, written);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    return true;
  } catch (error) {
    throw writeFault(file, error, `The older file is unchanged; ${progress(written.bytes, bytes)} fitted`);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Gives a new file the owner and the mode of an old one. */
async function takeOver(handle: FileHandle, { uid, gid, mode }: Stats): Promise<boolean> {
  const own = await handle.stat();
  try {
    if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid);
    await handle.chmod(mode & 0o777);
    return true;
  } catch {
    return false;
  }
}

/** Writes over the content of an open file. */
async function writeThrough(handle: FileHandle, file: string, bytes: Uint8Array): Promise<void> {
  const written = { bytes: 0 };
  try {
    await writeAll(handle, bytes, written);
    await handle.truncate(bytes.byteLength);
  } catch (error) {
    const state = written.bytes === 0 ? "The older file is unchanged" : "The rest of it is the older content";
    throw writeFault(file, error, `${state}; ${progress(written.bytes, bytes)} were written`);
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, written: { bytes: number }): Promise<void> {
  while (written.bytes < bytes.byteLength) {
    const length = Math.min(CHUNK, bytes.byteLength - written.bytes);
    written.bytes += (await handle.write(bytes, written.bytes, length, written.bytes)).bytesWritten;
  }
}

/** Checks that an open file is the one at its path, and that no link leads there. */
async function checkPlace(handle: FileHandle, file: string): Promise<void> {
  const folder = path.dirname(file);
  const [opened, found, real] = await Promise.all([
    handle.stat({ bigint: true }),
    lstat(file, { bigint: true }).catch(() => undefined),
    realpath(folder).catch(() => undefined),
  ]);
  if (real === folder && opened.ino === found?.ino && opened.dev === found.dev) return;
  throw new ToolError(
    "PATH_NOT_ALLOWED",
    `${brief(file, 1000)} became another file while it was opened. Nothing was written`,
    "look for a program that changes links there, or save elsewhere",
  );
}

export function notAFile(file: string): ToolError {
  return new ToolError("IO", `${brief(file, 1000)} is not a file`, "name a file, not a folder or a device");
}

async function existsFault(file: string): Promise<ToolError> {
  const isFile = await stat(file).then(
    (found) => found.isFile(),
    () => true,
  );
  if (!isFile) return notAFile(file);
  return new ToolError(
    "IO",
    `${brief(file, 1000)} exists already. Nothing was written`,
    "choose another name, or set overwrite to true to replace it",
  );
}

function writeFault(file: string, error: unknown, state: string, code?: string): unknown {
  if (!isSystemError(error)) return error;
  const shown = code ?? error.code;
  return new ToolError("IO", `Could not write ${brief(file, 1000)}: ${shown}. ${state}`, stepOf(shown));
}

export function stepOf(code: string): string {
  return STEPS[code] ?? "check the path and the permissions";
}

function progress(written: number, bytes: Uint8Array): string {
  return `${written} of ${bytes.byteLength} bytes`;
}

/**
 * Reads something of a file.
 *
 * @throws `IO` with the system's own code, or if there is no regular file
 */
export async function reading<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NoRegularFile) throw notAFile(file);
    if (!isSystemError(error)) throw error;
    throw new ToolError("IO", `Could not read ${brief(file, 1000)}: ${error.code}`, stepOf(error.code));
  }
}
