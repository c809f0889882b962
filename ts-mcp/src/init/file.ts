// Reads and replaces a client's file.

import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { isSystemError } from "../error.ts";
import { makeFolder } from "../make-folder.ts";
import { NoRegularFile, readRegularSync } from "../regular-file.ts";
import { EditRefused } from "./refused.ts";

/** What a backup is called after its file. */
const BACKUP = ".uipilot-backup";

/** Larger files are none of a client's, in bytes. */
const LARGEST = 64 * 2 ** 20;

/** A file as it was read. */
export interface Known {
  /** The file itself, where the path leads through links. */
  file: string;
  bytes: Buffer | undefined;
  text: string;
}

/** A name that no file has: an earlier backup has what the user wrote. */
function freeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (lstatSync(free, { throwIfNoEntry: false }) === undefined) return free;
  }
}

/** Reads a file that may be missing. @throws EditRefused if it is not text in UTF-8 */
export function readKnown(given: string): Known {
  const file = realPath(given);
  if (file === undefined) return { file: given, bytes: undefined, text: "" };
  const bytes = content(file);
  try {
    return { file, bytes, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new EditRefused("it is not text in UTF-8");
  }
}

/** Where a path leads; nothing if nothing is there. */
function realPath(given: string): string | undefined {
  try {
    return realpathSync(given);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ELOOP") throw new EditRefused("it is a link that leads in a circle: remove it");
    if (error.code === "ENOTDIR") throw new EditRefused("a file is in the place of a folder above it: move it away");
    if (error.code !== "ENOENT") throw error;
    const isLink = lstatSync(given, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink) throw new EditRefused("it is a link to a file that does not exist: make that file");
    return undefined;
  }
}

function content(file: string): Buffer {
  const tooLarge = (): EditRefused => new EditRefused(`it is larger than ${LARGEST / 2 ** 20} MB: see what is in it`);
  try {
    return readRegularSync(file, { most: LARGEST, tooLarge }).bytes;
  } catch (error) {
    if (!(error instanceof NoRegularFile)) throw error;
    const what = error.isFolder ? "a folder is in the place of the file" : "it is no regular file";
    throw new EditRefused(`${what}: move it away`);
  }
}

/** How a file is replaced. */
export interface Replacement {
  /** Keep what it was beside it (true). */
  keep?: boolean;
  /** The mode of a new file (0600). */
  mode?: number;
}

/**
 * Replaces a file in one step, and keeps what it was beside it.
 *
 * @returns the path of what it was, if it existed
 * @throws EditRefused if the file has changed since it was read; then there is no backup, either
 */
export function replace(
  { file, bytes }: Known,
  text: string,
  // Clients keep keys of other servers in their files.
  { keep = true, mode: fresh = 0o600 }: Replacement = {},
): string | undefined {
  makeFolder(path.dirname(file));
  const temporary = `${file}.${process.pid}.new`;
  const old = bytes === undefined ? undefined : statSync(file);
  const made: string[] = [];
  const make = (name: string, what: Buffer): void => {
    create(name, what, fresh, old);
    made.push(name);
  };
  try {
    make(temporary, Buffer.from(text));
    const now = realPath(file) === undefined ? undefined : content(file);
    if (bytes === undefined ? now !== undefined : now?.equals(bytes) !== true) {
      throw new EditRefused("it has changed meanwhile: run the command again");
    }
    const backup = bytes === undefined || !keep ? undefined : freeName(`${file}${BACKUP}`);
    if (backup !== undefined && bytes !== undefined) make(backup, bytes);
    renameSync(temporary, file);
    return backup;
  } catch (error) {
    for (const name of made) rmSync(name, { force: true });
    throw error;
  }
}

/** Makes a file that must not be there, with the mode and the owner of another one. A failure leaves none. */
function create(file: string, bytes: Buffer, fresh: number, like: Stats | undefined): void {
  const mode = like === undefined ? fresh : like.mode & 0o777;
  const handle = openSync(file, "wx", mode);
  try {
    fchmodSync(handle, mode);
    // With sudo, it stays the user's.
    if (like !== undefined && process.getuid?.() === 0) fchownSync(handle, like.uid, like.gid);
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}
