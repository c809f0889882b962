// The files on this machine's disk.

import { mkdir } from "node:fs/promises";
import { readAll } from "./bytes.js";
import type { FilesConfig } from "./config.js";
import { codeOf, FileFault, withheldFault } from "./fault.js";
import type { Folder, OpenBase } from "./folder.js";
import { Leftovers } from "./leftovers.js";
import { listFolder } from "./list.js";
import { Allowed, type Names, refuseGit } from "./path.js";
import { quoted } from "./quote.js";
import type { Listing, ListOptions, Store, Target } from "./store.js";
import { type Kind, kindOf, type Place, Tree } from "./tree.js";
import { Turns } from "./turns.js";
import { Withheld } from "./withheld.js";
import { removeFile, replaceFile, syncFolder } from "./write.js";

/** For new folders, less what the process's umask takes: never writable by everyone. */
const NEW_FOLDER = 0o775;

/** Files inside a base folder. */
export class LocalStore implements Store {
  readonly #config: FilesConfig;
  readonly #tree: Tree;
  readonly #leftovers: Leftovers;
  readonly #withheld: Withheld;
  readonly #turns = new Turns();

  /** @param base the base folder's path, absolute */
  constructor(base: string, config: FilesConfig, withheld = new Withheld([]), open?: OpenBase) {
    this.#config = config;
    this.#withheld = withheld;
    this.#tree = new Tree(base, new Allowed(config.allowed), open);
    this.#leftovers = new Leftovers(config.timeoutMs);
  }

  read({ names, path }: Target, signal: AbortSignal): Promise<Buffer> {
    return this.#tree.use(names, path, signal, async (place) => {
      const { folder, name } = fileOf(place, path);
      const handle = await folder.openFile(name);
      try {
        await folder.confirm({ handle, name });
        if (!this.#withheld.isEmpty && (await this.#withheld.has(await handle.stat({ bigint: true })))) {
          throw withheldFault(path);
        }
        if (!this.#config.hardLinks && (await handle.stat()).nlink > 1) throw hardLinked(path);
        return await readAll(handle, path, this.#config.maxBytes, signal);
      } finally {
        await handle.close();
      }
    });
  }

  write({ names, path }: Target, bytes: Buffer, expectedHash: string | undefined, signal: AbortSignal): Promise<void> {
    return this.#tree.use(names, path, signal, async (place) => {
      const { folder, name } = fileOf(place, path);
      // A link on the way may lead there.
      refuseGit([...folder.names, name], path);
      await this.#refuseWithheld(folder, name, path);
      await this.#leftovers.sweep(folder, signal);
      await this.#turns.take(placeKey(folder, name), signal, () =>
        replaceFile(folder, name, { path, bytes, expectedHash, maxBytes: this.#config.maxBytes, signal }),
      );
    });
  }

  list({ names, path }: Target, options: ListOptions, signal: AbortSignal): Promise<Listing> {
    const { maxEntries, maxDepth } = this.#config;
    const resolve = (folder: Folder, name: string) => this.#behind([...folder.names, name], signal);
    return this.#tree.useFolder(names, path, signal, (folder) =>
      listFolder(folder, options, { maxEntries, maxDepth, leftovers: this.#leftovers, signal, resolve }),
    );
  }

  makeFolder({ names, path }: Target, recursive: boolean, signal: AbortSignal): Promise<void> {
    const create = async (folder: Folder, name: string) => {
      refuseGit([...folder.names, name], path);
      await folder.confirm();
      await mkdir(folder.at(name), NEW_FOLDER);
      await syncFolder(folder);
    };
    return this.#tree.use(
      names,
      path,
      signal,
      async ({ folder, name }) => {
        const kind = name === undefined ? "directory" : await kindOf(folder, name);
        if (kind === "directory" && recursive) return;
        if (kind !== undefined || name === undefined) throw exists(path, kind);
        try {
          await create(folder, name);
        } catch (error) {
          if (!recursive || codeOf(error) !== "EEXIST" || (await kindOf(folder, name)) !== "directory") throw error;
        }
      },
      recursive ? { create: tolerant(create) } : {},
    );
  }

  remove({ names, path }: Target, signal: AbortSignal): Promise<void> {
    const run = async (place: Place) => {
      const { folder, name } = fileOf(place, path);
      refuseGit([...folder.names, name], path);
      if ((await kindOf(folder, name)) === "link") throw isLink(path);
      await this.#refuseWithheld(folder, name, path);
      await this.#turns.take(placeKey(folder, name), signal, () => removeFile(folder, name, signal));
    };
    return this.#tree.use(names, path, signal, run, { follow: false });
  }

  kind({ names, path }: Target, signal: AbortSignal): Promise<Kind | undefined> {
    return this.#tree.use(names, path, signal, async ({ folder, name }) => {
      const kind = name === undefined ? "directory" : await kindOf(folder, name);
      await folder.confirm();
      return kind;
    });
  }

  async close(): Promise<void> {
    // Nothing stays open between calls.
  }

  async #refuseWithheld(folder: Folder, name: string, path: string): Promise<void> {
    if (await this.#withheld.isAt(folder.at(name))) throw withheldFault(path);
  }

  /** What is behind a link, for a listing. */
  async #behind(names: Names, signal: AbortSignal): Promise<Kind | undefined> {
    try {
      return await this.kind({ names, path: names.join("/") }, signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}

/** Takes it for success if another call creates the folder first. */
function tolerant(create: (folder: Folder, name: string) => Promise<void>) {
  return async (folder: Folder, name: string) => {
    try {
      await create(folder, name);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  };
}

function placeKey(folder: Folder, name: string): string {
  return [...folder.names, name].join("/");
}

function fileOf({ folder, name }: Place, path: string): { folder: Folder; name: string } {
  if (name !== undefined) return { folder, name };
  throw new FileFault("ERROR_INVALID_PATH", `${quoted(path)} is a folder, and not a file. Name a file`);
}

function exists(path: string, kind: Kind | undefined): FileFault {
  return new FileFault(
    "ERROR_WRITE_FAILED",
    `${quoted(path)} exists already${kind === "directory" ? ", as a folder" : ", and is not a folder"}. Nothing was changed. ` +
      (kind === "directory" ? "With recursive: true that is no error" : "Choose another name"),
  );
}

function hardLinked(path: string): FileFault {
  return new FileFault(
    "ERROR_PERMISSION_DENIED",
    `${quoted(path)} has several names (hard links), and one of them may be outside of the allowed folders. The operator allows ` +
      "such files with `filesystem.hardLinks` in the configuration",
  );
}

function isLink(path: string): FileFault {
  return new FileFault(
    "ERROR_INVALID_PATH",
    `${quoted(path)} is a link. deleteFile removes regular files only. Nothing was changed`,
  );
}
