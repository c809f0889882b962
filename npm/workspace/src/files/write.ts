// Replaces a file in one step. Readers see the old content or the new one, also after a crash.

import { type BigIntStats, constants } from "node:fs";
import { access, type FileHandle, open, rename, unlink } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { hashOf, readAll } from "./bytes.js";
import { codeOf, FileFault } from "./fault.js";
import type { Folder } from "./folder.js";
import { temporaryName } from "./leftovers.js";
import { quoted } from "./quote.js";

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_DIRECTORY = 0, W_OK } = constants;

/** How much is written between two looks at the signal, in bytes. */
const CHUNK = 1 << 20;

/** For new files, less what the process's umask takes: never writable by everyone. */
const NEW_FILE = 0o664;

export interface Writing {
  /** As the caller wrote it, for errors. */
  path: string;
  bytes: Buffer;
  expectedHash: string | undefined;
  /** For reading the old content. */
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Writes a file of a folder.
 *
 * The older file keeps its mode, and its owner where the system lets us. Other names of it (hard links) keep the older
 * content. A file without write permission is not replaced.
 *
 * Callers take turns for one file, so that nothing in this process comes between the check of an expected hash and the
 * rename. Another program may, for the instant between the two.
 */
export async function replaceFile(folder: Folder, name: string, writing: Writing): Promise<void> {
  const { expectedHash, signal } = writing;
  const before = await oldFile(folder, name, writing);
  const temporary = temporaryName();
  let handle: FileHandle | undefined;
  let isOpen = true;
  try {
    const mode = before === undefined ? NEW_FILE : 0o600;
    handle = await open(folder.at(temporary), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    await folder.confirm({ handle, name: temporary });
    if (before !== undefined) await takeOver(handle, before);
    await writeAll(handle, writing);
    await handle.sync();
    await folder.confirm({ handle, name: temporary });
    // Again, because writing took a while.
    if (expectedHash !== undefined) await oldFile(folder, name, writing);
    signal.throwIfAborted();
    await handle.close();
    isOpen = false;
    await rename(folder.at(temporary), folder.at(name));
  } catch (error) {
    await removeTemporary(folder, temporary, isOpen ? handle : undefined);
    throw error;
  } finally {
    if (isOpen) await handle?.close().catch(() => undefined);
  }
  await syncFolder(folder);
}

/**
 * The file that is to be replaced; undefined if there is none.
 *
 * @throws {FileFault} if a hash is expected and the file has another one
 */
async function oldFile(folder: Folder, name: string, writing: Writing): Promise<BigIntStats | undefined> {
  const { path, expectedHash, maxBytes, signal } = writing;
  let handle: FileHandle;
  try {
    handle = await folder.openFile(name);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    if (expectedHash !== undefined) throw changedFault(path, "it is gone");
    return undefined;
  }
  try {
    await checkWritable(folder, name, handle);
    if (expectedHash !== undefined) {
      const hash = hashOf(await readAll(handle, path, maxBytes, signal));
      if (hash !== expectedHash) throw changedFault(path, `its hash is ${hash}`);
    }
    return await handle.stat({ bigint: true });
  } finally {
    await handle.close();
  }
}

/** Fails with `EACCES` if the file's own mode forbids writing: a rename would not ask. */
async function checkWritable(folder: Folder, name: string, handle: FileHandle): Promise<void> {
  await access(folder.isHandle ? `/proc/self/fd/${handle.fd}` : folder.at(name), W_OK);
}

/** A file that its caller has not seen as it is now. */
export function changedFault(path: string, how: string): FileFault {
  return new FileFault(
    "ERROR_WRITE_FAILED",
    `${quoted(path)} is not what it was when it was read: ${how}. Nothing was changed. Read it again, and repeat the change on ` +
      "what it has now",
  );
}

/** Gives a new file the owner and the mode of an old one. */
async function takeOver(handle: FileHandle, { uid, gid, mode }: BigIntStats): Promise<void> {
  const own = await handle.stat({ bigint: true });
  let bits = Number(mode) & 0o777;
  if (own.uid !== uid || own.gid !== gid) {
    const isGiven = await handle.chown(Number(uid), Number(gid)).then(
      () => true,
      () =>
        handle.chown(-1, Number(gid)).then(
          () => true,
          () => false,
        ),
    );
    // What the older group may do is not for the group that the file has now.
    if (!isGiven && own.gid !== gid) bits &= 0o707;
  }
  await handle.chmod(bits);
}

async function writeAll(handle: FileHandle, { bytes, signal }: Writing): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    signal.throwIfAborted();
    const length = Math.min(CHUNK, bytes.byteLength - written);
    written += (await handle.write(bytes, written, length, written)).bytesWritten;
  }
}

/** Removes a file that was being written. By path it may be in a folder that is swapped out just now: then again. */
async function removeTemporary(folder: Folder, name: string, handle: FileHandle | undefined): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      return await unlink(folder.at(name));
    } catch {
      const isGone =
        handle === undefined ||
        (await handle.stat().then(
          ({ nlink }) => nlink === 0,
          () => true,
        ));
      if (isGone || folder.isHandle) return;
      await sleep(tries);
    }
  }
}

/** Makes the new name last through a power failure, where the system can. */
export async function syncFolder(folder: Folder): Promise<void> {
  if (process.platform === "win32") return;
  try {
    const handle = await open(folder.self, O_RDONLY | O_DIRECTORY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The change is made and seen. Some file systems cannot sync folders, and some folders cannot be opened for reading.
  }
}

/** Removes a regular file of a folder. */
export async function removeFile(folder: Folder, name: string, signal: AbortSignal): Promise<void> {
  const handle = await folder.openFile(name);
  try {
    await checkWritable(folder, name, handle);
    await folder.confirm({ handle, name });
    signal.throwIfAborted();
    if (folder.isHandle) await unlink(folder.at(name));
    else await removeAside(folder, name, handle);
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
}

/** Moves a file aside and checks it there, so that nothing is lost in another folder that takes this one's path meanwhile. */
async function removeAside(folder: Folder, name: string, handle: FileHandle): Promise<void> {
  const aside = temporaryName();
  await rename(folder.at(name), folder.at(aside));
  try {
    await folder.confirm({ handle, name: aside });
    await unlink(folder.at(aside));
  } catch (error) {
    await rename(folder.at(aside), folder.at(name)).catch(() => undefined);
    throw error;
  }
}
