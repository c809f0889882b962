// Files that no tool reads or changes, wherever they are: the operator's passwords, and rules that the caller is kept by.

import { stat } from "node:fs/promises";
import path from "node:path";

/** What tells a file from all others, also under another name. */
interface Identity {
  dev: bigint;
  ino: bigint;
}

/** The files, by their paths. Which file a path leads to is looked up each time: editors put a new file in its place. */
export class Withheld {
  readonly #files: readonly string[];

  /** @param files absolute */
  constructor(files: readonly string[]) {
    this.#files = files;
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** Whether a file is one of them. */
  async has(found: Identity): Promise<boolean> {
    const identities = await Promise.all(this.#files.map(identityOf));
    return identities.some((one) => isSame(one, found));
  }

  /** Whether a path leads to one of them, or would if it were there. */
  async isAt(file: string): Promise<boolean> {
    if (this.isEmpty) return false;
    const found = await identityOf(file);
    if (found !== undefined) return this.has(found);
    const name = path.basename(file).toLowerCase();
    const named = this.#files.filter((one) => path.basename(one).toLowerCase() === name);
    const folder = await identityOf(path.dirname(file));
    const folders = await Promise.all(named.map((one) => identityOf(path.dirname(one))));
    return folders.some((one) => isSame(one, folder));
  }
}

function identityOf(file: string): Promise<Identity | undefined> {
  return stat(file, { bigint: true }).catch(() => undefined);
}

function isSame(one: Identity | undefined, other: Identity | undefined): boolean {
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}
