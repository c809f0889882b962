// Lists a folder, and the folders in it down to a depth.

import { opendir } from "node:fs/promises";
import type { Folder } from "./folder.js";
import type { Leftovers } from "./leftovers.js";
import { isTemporary } from "./path.js";
import type { Listing, ListOptions } from "./store.js";
import { type Kind, kindOf } from "./tree.js";

export interface Lister {
  maxEntries: number;
  /** How deep the configuration lets a listing go. */
  maxDepth: number;
  leftovers: Leftovers;
  signal: AbortSignal;
  /** What a link in a folder leads to; undefined if that is nothing, or outside of the allowed folders. */
  resolve: (folder: Folder, name: string) => Promise<Kind | undefined>;
}

/** Lists what an open folder has. Links are listed as what they lead to; folders behind links are not gone through. */
export async function listFolder(folder: Folder, options: ListOptions, lister: Lister): Promise<Listing> {
  const listing: Listing = { entries: [], truncated: false, omitted: 0 };
  await listInto(listing, folder, "", 1, options, lister);
  listing.entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return listing;
}

/** @returns false if the listing is full */
async function listInto(
  listing: Listing,
  folder: Folder,
  prefix: string,
  level: number,
  options: ListOptions,
  lister: Lister,
): Promise<boolean> {
  const { names, unreadable } = await namesOf(folder, lister);
  listing.omitted += unreadable;
  for (const { name, kind: own } of names) {
    lister.signal.throwIfAborted();
    const kind = own === "link" ? await lister.resolve(folder, name) : own;
    if (kind !== "file" && kind !== "directory") {
      listing.omitted += 1;
      continue;
    }
    if (kind === options.type) {
      if (listing.entries.length >= lister.maxEntries) {
        listing.truncated = true;
        return false;
      }
      listing.entries.push({ name: prefix + name, type: kind });
    }
    if (own !== "directory" || level >= options.depth) continue;
    if (level >= lister.maxDepth) {
      listing.truncated = true;
      continue;
    }
    let inner: Folder;
    try {
      inner = await folder.enter(name);
    } catch {
      // It is gone or may not be entered.
      listing.omitted += 1;
      continue;
    }
    try {
      if (!(await listInto(listing, inner, `${prefix}${name}/`, level + 1, options, lister))) return false;
    } finally {
      await inner.close();
    }
  }
  return true;
}

interface Found {
  name: string;
  kind: Kind;
}

/** The names in a folder, sorted, without files that are being written. */
async function namesOf(folder: Folder, lister: Lister): Promise<{ names: Found[]; unreadable: number }> {
  const names: Found[] = [];
  let unreadable = 0;
  await folder.confirm();
  // Names are bytes on Linux. Latin 1 keeps each of them, so that names that are not UTF-8 are told from those that are.
  const isBytes = process.platform === "linux";
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  for await (const found of await opendir(folder.self, { encoding: isBytes ? "latin1" : "utf8" })) {
    lister.signal.throwIfAborted();
    let name: string;
    try {
      name = isBytes ? decoder.decode(Buffer.from(found.name, "latin1")) : found.name;
    } catch {
      unreadable += 1;
      continue;
    }
    if (isTemporary(name)) {
      await lister.leftovers.remove(folder, name);
      continue;
    }
    if (found.isFile()) names.push({ name, kind: "file" });
    else if (found.isDirectory()) names.push({ name, kind: "directory" });
    else {
      const kind = found.isSymbolicLink() ? "link" : await kindOf(folder, name).catch(() => undefined);
      if (kind !== undefined) names.push({ name, kind });
    }
  }
  names.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { names, unreadable };
}
