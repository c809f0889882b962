// Takes the socket, for one daemon at a time.

import { chmodSync, mkdirSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { isSystemError } from "../error.ts";
import { dial } from "./dial.ts";
import type { Place } from "./place.ts";

/** A lock is held for milliseconds. One of this age is of a daemon that was killed meanwhile. */
const STALE_LOCK_MS = 10_000;
const AGAIN_AFTER_MS = 20;

/**
 * Listens at the socket, in the place of a daemon that was killed, if there was one.
 *
 * @returns undefined if another daemon listens
 */
export async function listen(place: Place): Promise<Server | undefined> {
  const server = createServer();
  // Windows gives a pipe of a name to one process, and takes it back when that ends.
  if (process.platform === "win32") return (await bound(server, place.socket)) ? server : undefined;
  await lock(place.lock);
  try {
    // Without the lock, two daemons could find the same dead socket, and one would remove that of the other.
    const other = await dial(place.socket);
    other?.destroy();
    if (other !== undefined) return undefined;
    // Node removes the name that it listens at when it ends, even if that is another daemon's by then. So it gets a name of its
    // own, and the socket a second one.
    const first = `${place.socket}.${process.pid}`;
    rmSync(first, { force: true });
    await bound(server, first);
    // The folder keeps others out in any case.
    chmodSync(first, 0o600);
    renameSync(first, place.socket);
    return server;
  } finally {
    rmdirSync(place.lock);
  }
}

function bound(server: Server, socket: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen(socket, () => {
      server.removeAllListeners("error");
      resolve(true);
    });
  });
}

async function lock(folder: string): Promise<void> {
  while (!isTaken(folder)) {
    breakStale(folder);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

function isTaken(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (isSystemError(error) && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a daemon that was killed. Renaming it first lets only one of several daemons remove it. */
function breakStale(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || Date.now() - found.mtimeMs < STALE_LOCK_MS) return;
  const aside = `${folder}.${process.pid}`;
  try {
    renameSync(folder, aside);
    rmdirSync(aside);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
}
