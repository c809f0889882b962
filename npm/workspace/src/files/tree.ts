// Finds a path's real place inside the base folder, one name at a time. Links are read, never followed by the system, so
// that nothing outside of the allowed folders is as much as asked for.

import { lstat, readlink } from "node:fs/promises";
import path from "node:path";
import { codeOf, FileFault } from "./fault.js";
import { type Folder, moved, type OpenBase, openBase } from "./folder.js";
import type { Allowed, Names } from "./path.js";
import { quoted } from "./quote.js";

/** As Linux has it. */
const MAX_LINKS = 40;

/** What a name stands for. */
export type Kind = "file" | "directory" | "link" | "other";

/** A place in an open folder. */
export interface Place {
  folder: Folder;
  /** Of what is in the folder; undefined if the place is the folder itself. */
  name: string | undefined;
}

/** The base folder and the allowed folders in it. Opened anew for each call: folders may be replaced between two. */
export class Tree {
  readonly #base: string;
  readonly #open: OpenBase;

  constructor(
    base: string,
    readonly allowed: Allowed,
    open: OpenBase = openBase,
  ) {
    this.#base = base;
    this.#open = open;
  }

  /**
   * Uses the place of a path. The folders on the way exist; what the last name stands for need not.
   *
   * @param path as the caller wrote it, for errors
   * @param options.follow whether a link as the last name is resolved
   * @param options.create makes missing folders on the way
   */
  async use<T>(
    names: Names,
    path: string,
    signal: AbortSignal,
    run: (place: Place) => Promise<T>,
    options: { follow?: boolean; create?: (folder: Folder, name: string) => Promise<void> } = {},
  ): Promise<T> {
    this.allowed.check(names, path);
    const opened = await this.#open(this.#base).catch((error) => {
      throw codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR" ? noBase() : error;
    });
    const walk = new Walk(opened, this.allowed, path, options);
    try {
      return await run(await walk.to(names, signal));
    } finally {
      await walk.close();
    }
  }

  /** Uses the folder of a path. */
  useFolder<T>(names: Names, path: string, signal: AbortSignal, run: (folder: Folder) => Promise<T>): Promise<T> {
    return this.use(names, path, signal, async ({ folder, name }) => {
      if (name === undefined) return run(folder);
      const kind = await kindOf(folder, name);
      if (kind === "file" || kind === "other") throw noFolder(path);
      const inner = await folder.enter(name);
      try {
        return await run(inner);
      } finally {
        await inner.close();
      }
    });
  }
}

/** One way through the tree. */
class Walk {
  readonly #folders: Folder[];
  readonly #real: string;
  readonly #allowed: Allowed;
  readonly #path: string;
  readonly #follow: boolean;
  readonly #create: ((folder: Folder, name: string) => Promise<void>) | undefined;
  #links = 0;

  constructor(
    { folder, real }: { folder: Folder; real: string },
    allowed: Allowed,
    path: string,
    { follow = true, create }: { follow?: boolean; create?: (folder: Folder, name: string) => Promise<void> },
  ) {
    this.#folders = [folder];
    this.#real = real;
    this.#allowed = allowed;
    this.#path = path;
    this.#follow = follow;
    this.#create = create;
  }

  async to(names: Names, signal: AbortSignal): Promise<Place> {
    const left = [...names];
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      signal.throwIfAborted();
      if (name === "..") {
        if (this.#folders.length === 1) throw this.#outside();
        await this.#folders.pop()?.close();
        continue;
      }
      const folder = this.#here;
      const place = [...folder.names, name];
      if (!this.#allowed.leadsTo(place)) throw this.#outside();
      const isLast = left.length === 0;
      const kind = await kindOf(folder, name);
      if (kind === "link" && (!isLast || this.#follow)) {
        left.unshift(...(await this.#targetOf(folder, name)));
      } else if (isLast) {
        if (!this.#allowed.has(place)) throw this.#outside();
        return { folder, name };
      } else {
        if (kind === undefined) {
          if (this.#create === undefined || !this.#allowed.has(place)) throw notThere(this.#path, name);
          await this.#create(folder, name);
        }
        this.#folders.push(await enter(folder, name, kind));
      }
    }
    if (!this.#allowed.has(this.#here.names)) throw this.#outside();
    return { folder: this.#here, name: undefined };
  }

  async close(): Promise<void> {
    await Promise.all(this.#folders.map((folder) => folder.close()));
  }

  get #here(): Folder {
    // The base folder is never taken away.
    return this.#folders.at(-1) as Folder;
  }

  /** The names to go instead of a link, from where the link is. */
  async #targetOf(folder: Folder, name: string): Promise<string[]> {
    this.#links += 1;
    if (this.#links > MAX_LINKS) {
      throw new FileFault("ERROR_INVALID_PATH", `${quoted(this.#path)} leads through more than ${MAX_LINKS} links`);
    }
    const target = await readlink(folder.at(name)).catch((error) => {
      // It is no link any more, or gone.
      throw codeOf(error) === "EINVAL" || codeOf(error) === "ENOENT" ? moved() : error;
    });
    const names = split(target);
    if (!path.isAbsolute(target)) return names;
    const base = split(this.#real);
    if (!base.every((part, index) => names[index] === part)) throw this.#outside();
    for (const left of this.#folders.splice(1)) await left.close();
    return names.slice(base.length);
  }

  #outside(): FileFault {
    return new FileFault(
      "ERROR_PERMISSION_DENIED",
      `${quoted(this.#path)} leads out of the allowed folders through a link. The operator adds folders with ` +
        "`filesystem.allowed` in the configuration",
    );
  }
}

function split(target: string): string[] {
  return target.split(path.sep === "/" ? "/" : /[/\\]/).filter((part) => part !== "" && part !== ".");
}

/** Enters a folder that was seen to be one. */
async function enter(folder: Folder, name: string, seen: Kind | undefined): Promise<Folder> {
  try {
    return await folder.enter(name);
  } catch (error) {
    // A link has taken its place.
    const isSwapped = codeOf(error) === "ENOTDIR" || codeOf(error) === "ELOOP";
    throw isSwapped && seen === "directory" ? moved() : error;
  }
}

/** What a name in a folder stands for; undefined if nothing has it. */
export async function kindOf(folder: Folder, name: string): Promise<Kind | undefined> {
  try {
    const stats = await lstat(folder.at(name));
    if (stats.isFile()) return "file";
    if (stats.isDirectory()) return "directory";
    return stats.isSymbolicLink() ? "link" : "other";
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A path that should be a folder's. */
export function noFolder(path: string): FileFault {
  return new FileFault(
    "ERROR_INVALID_PATH",
    `${quoted(path)} is not a folder. Name a folder, or use readFile for files`,
  );
}

function notThere(path: string, name: string): FileFault {
  return new FileFault(
    "ERROR_PATH_NOT_FOUND",
    `${quoted(path)} is not there: the folder ${quoted(name)} is missing. Create it with createDirectory and recursive: true`,
  );
}

function noBase(): FileFault {
  return new FileFault(
    "ERROR_PATH_NOT_FOUND",
    "The base folder is not there. The operator sets it with `filesystem.base` in the configuration",
  );
}
