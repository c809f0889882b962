// Makes folders with those above them. Node's own way (`recursive`) never ends where the system answers "no such file" for a
// folder whose parent is there, as it does below /proc.

import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { isSystemError } from "./error.ts";

/** Makes a folder, unless it is there. `mode` is that of each folder that is made. @throws the system's error */
export function makeFolder(folder: string, mode = 0o777): void {
  for (const one of missing(folder)) {
    try {
      mkdirSync(one, { mode });
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!isSystemError(error) || error.code !== "EEXIST" || !isFolder(one)) throw error;
    }
  }
}

/** The folders to make, outermost first. A file in the place of the folder is among them: the system refuses it. */
function missing(folder: string): string[] {
  const found: string[] = [];
  for (let at = path.resolve(folder); !isFolder(at); at = path.dirname(at)) {
    found.unshift(at);
    if (at === path.dirname(at)) break;
  }
  return found;
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch (error) {
    if (isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR")) return false;
    throw error;
  }
}
