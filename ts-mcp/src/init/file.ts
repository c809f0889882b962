// Reads and replaces a client's file.

import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { makeFolder } from "../make-folder.ts";
import { EditRefused } from "./refused.ts";

/** What a backup is called after its file. */
const BACKUP = ".uipilot-backup";

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
    if (!existsSync(free)) return free;
  }
}

/** Reads a file that may be missing. @throws EditRefused if it is not text in UTF-8 */
export function readKnown(given: string): Known {
  if (!existsSync(given)) {
    const isLink = lstatSync(given, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink) throw new EditRefused("it is a link to a file that does not exist: make that file");
    return { file: given, bytes: undefined, text: "" };
  }
  const file = realpathSync(given);
  const bytes = readFileSync(file);
  try {
    return { file, bytes, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new EditRefused("it is not text in UTF-8");
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
 * @throws EditRefused if the file has changed since it was read
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
  const mode = old === undefined ? fresh : old.mode & 0o777;
  const handle = openSync(temporary, "wx", mode);
  try {
    fchmodSync(handle, mode);
    // With sudo, it stays the user's.
    if (old !== undefined && process.getuid?.() === 0) fchownSync(handle, old.uid, old.gid);
    const content = Buffer.from(text);
    for (let written = 0; written < content.length; ) written += writeSync(handle, content, written);
    fsyncSync(handle);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  try {
    const now = existsSync(file) ? readFileSync(file) : undefined;
    if (bytes === undefined ? now !== undefined : now?.equals(bytes) !== true) {
      throw new EditRefused("it has changed meanwhile: run the command again");
    }
    const backup = bytes === undefined || !keep ? undefined : freeName(`${file}${BACKUP}`);
    if (backup !== undefined) copyFileSync(file, backup, constants.COPYFILE_EXCL);
    renameSync(temporary, file);
    return backup;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
