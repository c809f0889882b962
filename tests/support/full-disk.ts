/** A folder on a disk that is soon full. */

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Mounts a small file system at a new folder; undefined where that is not allowed. Returns what unmounts it. */
export function mountSmall(folder: string, size: string): (() => void) | undefined {
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  return () => {
    execFileSync("umount", ["-l", folder]);
  };
}
