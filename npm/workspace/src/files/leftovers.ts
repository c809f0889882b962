// Files that are being written have names of their own, until they take their place. A process that is killed leaves one.

import { randomBytes } from "node:crypto";
import { lstat, opendir, unlink } from "node:fs/promises";
import type { Folder } from "./folder.js";
import { isTemporary } from "./path.js";

/** Milliseconds between two looks at the same folder. */
const AGAIN = 10 * 60_000;

/** How many folders are remembered. */
const MOST = 10_000;

/** A new name for a file that is being written. */
export function temporaryName(): string {
  return `.uipilot-${randomBytes(8).toString("hex")}.tmp`;
}

/** Removes what killed processes have left. */
export class Leftovers {
  readonly #looked = new Map<string, number>();
  readonly #minAge: number;

  /** @param timeoutMs how long a write may take; what is much older belongs to no write */
  constructor(timeoutMs: number) {
    this.#minAge = Math.max(2 * 60_000, 2 * timeoutMs);
  }

  /** Looks through a folder, unless it was looked through a while ago. Failures are left for the next time. */
  async sweep(folder: Folder, signal: AbortSignal): Promise<void> {
    const key = folder.names.join("/");
    const now = Date.now();
    const last = this.#looked.get(key);
    if (last !== undefined && now - last < AGAIN) return;
    if (this.#looked.size >= MOST) this.#looked.clear();
    this.#looked.set(key, now);
    try {
      for await (const { name } of await opendir(folder.self)) {
        if (signal.aborted) return;
        if (isTemporary(name)) await this.remove(folder, name);
      }
    } catch {
      // A folder that cannot be listed can still be written to.
    }
  }

  /** Removes one if no write can still be at it. */
  async remove(folder: Folder, name: string): Promise<void> {
    try {
      const stats = await lstat(folder.at(name));
      if (!stats.isFile() || Date.now() - stats.mtimeMs < this.#minAge) return;
      await folder.confirm();
      await unlink(folder.at(name));
    } catch {
      // Another process was quicker, or the folder takes no changes.
    }
  }
}
