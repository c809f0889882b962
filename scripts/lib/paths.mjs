// Paths of the repository and of programs.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder for data that scripts keep between runs; ignored by git. */
export const cacheFolder = join(root, ".cache");

/** The first of some programs that is on the path, as a full path; `undefined` where none is. */
export function findProgram(...names) {
  const suffixes = process.platform === "win32" ? [".exe", ".cmd", ""] : [""];
  // npm puts the programs of packages on the path; that called geckodriver downloads the driver.
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !/^$|node_modules/.test(folder));
  for (const name of names) {
    for (const folder of folders) {
      for (const suffix of suffixes) {
        const file = join(folder, name + suffix);
        if (isProgram(file)) return file;
      }
    }
  }
  return undefined;
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
