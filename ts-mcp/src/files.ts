// Reading and writing files for tools, with paths that FileRoots has allowed.

import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isSystemError, ToolError } from "./error.ts";
import { brief } from "./quote.ts";

const STEPS: Record<string, string> = {
  ENOSPC: "free some space, or save elsewhere",
  EDQUOT: "free some space, or save elsewhere",
  ENOENT: "check the path",
  EISDIR: "name a file, not a folder",
  ENOTDIR: "name a file inside a folder",
  EEXIST: "name a file inside a folder",
  EACCES: "check the permissions",
  EROFS: "save elsewhere",
};

/**
 * Writes a file atomically, and creates its missing folders.
 *
 * @returns its size in bytes
 * @throws `IO` with the system's own code
 */
export async function save(file: string, content: string | Uint8Array): Promise<number> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    const handle = await open(temporary, "wx");
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    return bytes.byteLength;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw systemFault("write", file, error);
  }
}

/** Checks that there is such a file. @throws `IO` */
export async function checkIsFile(file: string): Promise<void> {
  let isFile: boolean;
  try {
    isFile = (await stat(file)).isFile();
  } catch (error) {
    throw systemFault("read", file, error);
  }
  if (!isFile) throw new ToolError("IO", `${brief(file, 1000)} is not a file`, "name a file, not a folder");
}

function systemFault(verb: string, file: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const step = STEPS[error.code] ?? "check the path and the permissions";
  return new ToolError("IO", `Could not ${verb} ${brief(file, 1000)}: ${error.code}`, step);
}
