// Reads files that a caller has named, and only files: opening a named pipe waits for its writer, perhaps for ever, and
// opening a device can do something. Every file whose path comes from outside is opened here, or by `files.ts` to write.

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/** It does not wait: what is at the path can become a pipe after it was looked at. Windows has no such flag. */
const TO_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** At the path is a folder, a pipe, a socket or a device. */
export class NoRegularFile extends Error {
  constructor(readonly isFolder: boolean) {
    super("it is no file");
  }
}

/** A file, and what the system knows of it. */
export interface Read {
  bytes: Buffer;
  stats: Stats;
}

/** How much a file may have. */
export interface Bound {
  /** In bytes. */
  most: number;
  /** What is thrown for a larger one. */
  tooLarge: (bytes: number) => Error;
}

/** Opens a file to read it. @throws NoRegularFile, what `bound` says, or the system's error */
export async function openRegular(file: string, bound?: Bound): Promise<FileHandle> {
  // The start of the server reads files at once, and need not load this.
  const { open, stat } = await import("node:fs/promises");
  // Opening a device or a pipe can change something, so that it is looked at first, and again once it is open.
  check(await stat(file));
  const handle = await open(file, TO_READ);
  try {
    check(await handle.stat(), bound);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Reads a file. @throws NoRegularFile, what `bound` says, or the system's error */
export async function readRegular(file: string, bound: Bound): Promise<Buffer> {
  const handle = await openRegular(file, bound);
  try {
    return sized(await handle.readFile(), bound);
  } finally {
    await handle.close();
  }
}

/** The same, at once. */
export function readRegularSync(file: string, bound: Bound): Read {
  check(statSync(file));
  const descriptor = openSync(file, TO_READ);
  try {
    const stats = check(fstatSync(descriptor), bound);
    return { bytes: sized(readFileSync(descriptor), bound), stats };
  } finally {
    closeSync(descriptor);
  }
}

function check(stats: Stats, bound?: Bound): Stats {
  if (!stats.isFile()) throw new NoRegularFile(stats.isDirectory());
  if (bound !== undefined && stats.size > bound.most) throw bound.tooLarge(stats.size);
  return stats;
}

/** A file can grow while it is read, and those of /proc have no size. */
function sized(bytes: Buffer, { most, tooLarge }: Bound): Buffer {
  if (bytes.length > most) throw tooLarge(bytes.length);
  return bytes;
}
