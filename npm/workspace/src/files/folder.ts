// Folders that stay the same ones whatever happens to their paths.
//
// On Linux a folder is an open handle. What it contains is reached as /proc/self/fd/N/name, so that the system takes one
// step only, and a link that another program puts on the path meanwhile leads nowhere. Elsewhere a folder is a path with
// an identity, which is checked again before the first byte of a file is read or written.

import { type BigIntStats, constants, lstatSync, realpathSync, statSync } from "node:fs";
import { type FileHandle, lstat, open, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { codeOf, FileFault } from "./fault.js";
import type { Names } from "./path.js";

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** How often a folder that is a path, and a file in it, are looked at by turns. */
const LOOKS = 6;

/** A handle that stands for a place, and reads and writes nothing: opening a device with it has no effect. */
const O_PATH = 0o10000000;

/** A folder inside the base folder, or the base folder. */
export interface Folder {
  /** Its real place: no name is a link. */
  readonly names: Names;
  /** Whether the folder is an open handle, which no other folder can take the place of. */
  readonly isHandle: boolean;
  /** The folder's path for a system call. */
  readonly self: string;
  /** The path of something in the folder, for a system call that does not follow links. */
  at(name: string): string;
  /** Opens a folder in it. Fails if that is a link. */
  enter(name: string): Promise<Folder>;
  /** Opens a regular file in it. Fails if that is a link, and if it is anything else, which is not opened then. */
  openFile(name: string): Promise<FileHandle>;
  /** Fails unless the folder is still at its place, and the file that was opened as `name` still has that name in it. */
  confirm(opened?: { handle: FileHandle; name: string }): Promise<void>;
  close(): Promise<void>;
}

/** Opens the base folder. */
export type OpenBase = (base: string) => Promise<{ folder: Folder; real: string }>;

/** Opens the base folder by the surest way that the system has. */
export async function openBase(base: string): Promise<{ folder: Folder; real: string }> {
  return (await hasHandlePaths()) ? openByHandle(base) : openByPath(base);
}

let handlePaths: Promise<boolean> | undefined;

/** Whether /proc shows this process's handles. Some containers have no /proc. */
function hasHandlePaths(): Promise<boolean> {
  handlePaths ??= (async () => {
    if (process.platform !== "linux") return false;
    try {
      const root = await open("/", O_PATH | O_DIRECTORY);
      try {
        return (await readlink(`/proc/self/fd/${root.fd}`)) === "/";
      } finally {
        await root.close();
      }
    } catch {
      return false;
    }
  })();
  return handlePaths;
}

/** Opens the base folder as a handle: Linux with /proc. */
export const openByHandle: OpenBase = async (base) => {
  const handle = await open(base, O_PATH | O_DIRECTORY);
  try {
    const real = await readlink(`/proc/self/fd/${handle.fd}`);
    return { folder: new HandleFolder(handle, [], real), real };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

class HandleFolder implements Folder {
  readonly isHandle = true;
  readonly #handle: FileHandle;
  readonly #real: string;

  constructor(
    handle: FileHandle,
    readonly names: Names,
    real: string,
  ) {
    this.#handle = handle;
    this.#real = real;
  }

  get self(): string {
    return `/proc/self/fd/${this.#handle.fd}`;
  }

  at(name: string): string {
    return `${this.self}/${name}`;
  }

  async enter(name: string): Promise<Folder> {
    const handle = await open(this.at(name), O_PATH | O_DIRECTORY | O_NOFOLLOW);
    return new HandleFolder(handle, [...this.names, name], path.join(this.#real, name));
  }

  async openFile(name: string): Promise<FileHandle> {
    const place = await open(this.at(name), O_PATH | O_NOFOLLOW);
    try {
      checkKind(await place.stat({ bigint: true }));
      return await open(`/proc/self/fd/${place.fd}`, O_RDONLY | O_NONBLOCK);
    } finally {
      await place.close();
    }
  }

  async confirm(): Promise<void> {
    if ((await readlink(this.self)) !== this.#real) throw moved();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

/** Opens the base folder as a path with an identity: any system. */
export const openByPath: OpenBase = async (base) => {
  const real = await realpath(base);
  return { folder: new PathFolder([], real, await folderStats(real)), real };
};

class PathFolder implements Folder {
  readonly isHandle = false;
  readonly #identity: BigIntStats;

  constructor(
    readonly names: Names,
    readonly self: string,
    identity: BigIntStats,
  ) {
    this.#identity = identity;
  }

  at(name: string): string {
    return path.join(this.self, name);
  }

  async enter(name: string): Promise<Folder> {
    const identity = await folderStats(this.at(name));
    // The name as the disk has it: some file systems find it in other letters too.
    const real = await realpath(this.at(name));
    if (path.dirname(real) !== this.self) throw moved();
    const folder = new PathFolder([...this.names, path.basename(real)], real, identity);
    await folder.confirm();
    return folder;
  }

  async openFile(name: string): Promise<FileHandle> {
    checkKind(await lstat(this.at(name), { bigint: true }));
    const handle = await open(this.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      await this.confirm({ handle, name });
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async confirm(opened?: { handle: FileHandle; name: string }): Promise<void> {
    const own = await opened?.handle.stat({ bigint: true });
    try {
      // A program that swaps the folder back and forth could pass one look at the folder and one at the file, each at the
      // right moment. It cannot do so many times, and the looks do not wait for other work in between.
      for (let look = 0; look < LOOKS; look++) {
        this.#look();
        if (opened === undefined || own === undefined) return;
        if (!isSame(own, lstatSync(this.at(opened.name), { bigint: true }))) throw moved();
      }
      this.#look();
    } catch (error) {
      throw codeOf(error) === undefined ? error : moved();
    }
    if (own !== undefined) checkKind(own);
  }

  /** Fails unless the folder is at its place at this moment. */
  #look(): void {
    const isHere = realpathSync.native(this.self) === this.self;
    if (!isHere || !isSame(statSync(this.self, { bigint: true }), this.#identity)) throw moved();
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

async function folderStats(folder: string): Promise<BigIntStats> {
  const stats = await lstat(folder, { bigint: true });
  if (stats.isDirectory()) return stats;
  throw Object.assign(new Error("not a folder"), { code: "ENOTDIR", syscall: "lstat" });
}

/** Whether two reports are of the same file. */
export function isSame(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

function checkKind(stats: BigIntStats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) {
    throw new FileFault("ERROR_INVALID_PATH", "The path names a folder, and not a file. Use listFiles for folders");
  }
  if (stats.isSymbolicLink()) throw moved();
  throw new FileFault("ERROR_INVALID_PATH", "The path names a device, a pipe or a socket, and not a file. Name a file");
}

/** A path that is not what it was a moment ago. */
export function moved(): FileFault {
  return new FileFault(
    "ERROR_PERMISSION_DENIED",
    "The path changed while it was used: another program moves folders or links there. Nothing was read or changed; call again " +
      "when that program is done",
  );
}
