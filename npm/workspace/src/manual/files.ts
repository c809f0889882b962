// Reads files of the manual, and nothing outside of its folders.

import * as fs from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Withheld } from "../files/withheld.js";

// Handles of node:fs/promises take twice as long, which counts for the thousands of files of the first index.
const open = promisify(fs.open);
const fstat = promisify<number, fs.Stats>(fs.fstat);
const readInto = promisify(fs.read);
const readlink = promisify<string, string>(fs.readlink);
const close = promisify(fs.close);

/** The state with numbers that tell each file from all others: as plain numbers, those of some disks are rounded. */
function identityOf(descriptor: number): Promise<fs.BigIntStats> {
  return new Promise((resolve, reject) => {
    fs.fstat(descriptor, { bigint: true }, (error, stats) => (error === null ? resolve(stats) : reject(error)));
  });
}

/** A file's state, by which a later change shows. */
export interface FileState {
  modifiedMs: number;
  size: number;
  inode: number;
}

/** Why a file was not read. */
export class ManualFileError extends Error {
  constructor(
    readonly kind: "missing" | "outside" | "tooLarge" | "unreadable",
    message: string,
  ) {
    super(message);
  }
}

/** Whether a path is a folder or inside it. Both are absolute. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/**
 * Reads a file that must be in a folder. Links are not followed: not the file itself, and no folder on the way to it.
 *
 * @param folder the folder's real path
 * @throws ManualFileError
 */
export async function readInside(
  folder: string,
  file: string,
  { maxBytes, withheld }: { maxBytes: number; withheld: Withheld },
): Promise<{ bytes: Buffer; state: FileState }> {
  if (file.includes("\0") || !isInside(folder, file))
    throw new ManualFileError("outside", "it is outside of the manual");
  // A link is refused when it is opened. O_NONBLOCK: a named pipe would never open.
  const flags = fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0);
  const descriptor = await open(file, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") throw new ManualFileError("missing", "it does not exist");
    if (error.code === "ELOOP" || error.code === "EMLINK") throw new ManualFileError("outside", "it is a link");
    throw new ManualFileError("unreadable", `it cannot be opened (${error.code ?? "unknown error"})`);
  });
  try {
    const before = await fstat(descriptor);
    if (!before.isFile()) throw new ManualFileError("missing", "it is not a file");
    if (!(await isAt(descriptor, before, file))) throw new ManualFileError("outside", "its path leads through a link");
    if (!withheld.isEmpty && (await withheld.has(await identityOf(descriptor)))) {
      throw new ManualFileError("outside", "it is one of the operator's own files, which no tool reads");
    }
    if (before.size > maxBytes) {
      throw new ManualFileError("tooLarge", `it has ${before.size} bytes, and manual.maxFileBytes is ${maxBytes}`);
    }
    const bytes = Buffer.allocUnsafe(before.size);
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await readInto(descriptor, bytes, read, bytes.length - read, read);
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return { bytes: bytes.subarray(0, read), state: stateOf(before) };
  } catch (error) {
    if (error instanceof ManualFileError) throw error;
    throw new ManualFileError("unreadable", `it cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`);
  } finally {
    await close(descriptor).catch(() => undefined);
  }
}

/** Whether an opened file is the one at this path, and no folder on the way is a link, also one put there meanwhile. */
async function isAt(descriptor: number, { ino, dev }: fs.Stats, file: string): Promise<boolean> {
  // Linux tells the path of what is open, in one step.
  const own =
    process.platform === "linux" ? await readlink(`/proc/self/fd/${descriptor}`).catch(() => undefined) : undefined;
  if (own !== undefined) return own === file;
  const [real, found] = await Promise.all([realpath(file), lstat(file)]).catch(() => [undefined, undefined] as const);
  return real === file && found?.ino === ino && found.dev === dev;
}

export function stateOf(stats: { mtimeMs: number; size: number; ino: number }): FileState {
  return { modifiedMs: stats.mtimeMs, size: stats.size, inode: stats.ino };
}

export function sameState(a: FileState | undefined, b: FileState): boolean {
  return a !== undefined && a.modifiedMs === b.modifiedMs && a.size === b.size && a.inode === b.inode;
}

/** Which files belong to the manual. */
export interface Belongs {
  extensions: readonly string[];
  ignore: readonly string[];
}

export function belongs({ extensions }: Belongs, name: string): boolean {
  return extensions.includes(path.extname(name).toLowerCase());
}

/** When the entries of a folder changed last, in milliseconds. Undefined where there is no such folder. */
export async function folderTime(folder: string): Promise<number | undefined> {
  const found = await lstat(folder).catch(() => undefined);
  return found?.isDirectory() === true ? found.mtimeMs : undefined;
}

/**
 * The files in a folder, with its subfolders. Links are left out; a folder that cannot be read counts as empty.
 *
 * @param onFile is called with each file; it returns false to end the walk
 * @param onFolder is called with each folder and its {@link folderTime}, before its entries are read
 */
export async function walk(
  folder: string,
  rules: Belongs,
  onFile: (file: string) => boolean,
  onFolder: (folder: string, time: number | undefined) => void = () => undefined,
): Promise<void> {
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    onFolder(next, await folderTime(next));
    const entries = await readdir(next, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const full = path.join(next, entry.name);
      if (entry.isDirectory() && !rules.ignore.includes(entry.name)) open.push(full);
      else if (entry.isFile() && belongs(rules, entry.name) && !onFile(full)) return;
    }
  }
}
