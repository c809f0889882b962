// The files that a page may get.

import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ToolError } from "./error.ts";
import { notAFile, reading } from "./files.ts";
import { brief } from "./quote.ts";
import type { FileRoots } from "./roots.ts";

/** The most files of a folder. */
const MOST_FILES = 5_000;

/**
 * The paths of files, or of one folder, that a page may get. A folder is refused with a file in it that may not be
 * uploaded by itself: the browser sends them all.
 *
 * @throws `PATH_NOT_ALLOWED`, `IO`, `INVALID_INPUT`
 */
export async function filesToUpload(given: string | readonly string[], roots: FileRoots): Promise<string[]> {
  const resolved = await Promise.all([given].flat().map((file) => roots.resolve(file)));
  for (const file of resolved) if (await isFolder(file)) await checkFolder(file, roots);
  return resolved;
}

async function isFolder(file: string): Promise<boolean> {
  const found = await reading(file, () => stat(file));
  if (!found.isFile() && !found.isDirectory()) throw notAFile(file);
  return found.isDirectory();
}

async function checkFolder(folder: string, roots: FileRoots): Promise<void> {
  let count = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const here = next;
    for (const entry of await reading(here, () => readdir(here, { withFileTypes: true }))) {
      const inside = path.join(here, entry.name);
      const leads = await roots.resolve(inside);
      // A page that reads a pipe would let a thread of its browser wait for ever.
      const found = entry.isSymbolicLink() ? await stat(leads).catch(() => undefined) : entry;
      if (found !== undefined && !found.isFile() && !found.isDirectory()) throw notAFile(inside);
      if (entry.isDirectory()) folders.push(inside);
      count += 1;
      if (count > MOST_FILES) {
        const what = `${brief(folder, 1000)} holds more than ${MOST_FILES} files and folders`;
        throw new ToolError("INVALID_INPUT", what, "upload smaller folders");
      }
    }
  }
}

/** The paths that a text names: one, or several as a JSON array. */
export function pathsIn(value: string): string[] {
  if (!value.trim().startsWith("[")) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.every((entry) => typeof entry === "string")) return parsed;
  } catch {
    // It is the name of a file that looks like JSON.
  }
  return [value];
}
