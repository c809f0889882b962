// Which files a client may have uploaded or written: those inside the allowed roots, however the
// path is written and whatever links are on the way.

import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isSystemError, ToolError } from "./error.ts";
import { brief } from "./quote.ts";

/** Asks the client for the URIs of its roots. */
export type AskForRoots = () => Promise<string[]>;

/** The folders that files may come from and go to. */
export class FileRoots {
  readonly #fixed: readonly string[];
  readonly #ask: AskForRoots;
  #asked: Promise<string[]> | undefined;

  /**
   * @param fixed - folders that are always allowed
   * @param ask - asks the client for more; asked once, and again after {@link forget}
   */
  constructor(fixed: readonly string[], ask: AskForRoots) {
    this.#fixed = fixed;
    this.#ask = ask;
  }

  /** The client's roots changed: ask again when they are needed. */
  forget(): void {
    this.#asked = undefined;
  }

  /**
   * The real, absolute path of a file that may be used. The file need not exist.
   *
   * @param given - relative to the working directory, or absolute
   * @throws `PATH_NOT_ALLOWED` outside of the roots; `INVALID_INPUT` for what cannot be a path
   */
  async resolve(given: string): Promise<string> {
    if (given === "" || given.includes("\0")) {
      throw new ToolError("INVALID_INPUT", `${brief(given)} is not a path`, "give the path of a file");
    }
    const wanted = await realPath(path.resolve(given));
    const roots = await this.#roots();
    if (roots.some((root) => isInside(wanted, root))) return wanted;
    throw new ToolError(
      "PATH_NOT_ALLOWED",
      `${brief(given)} is outside of the allowed roots (${roots.map((root) => brief(root)).join(", ") || "there are none"})`,
      "use a path inside one of them, or start the server with --allow-root",
    );
  }

  async #roots(): Promise<string[]> {
    this.#asked ??= this.#ask().then((uris) => uris.flatMap(folderOf));
    const folders = [...this.#fixed, ...(await this.#asked)];
    // Resolved each time: a root may be made, or become a link, while the server runs.
    const real = await Promise.all(folders.map((folder) => realPath(folder).catch(() => [])));
    return [...new Set(real.flat())];
  }
}

/** The folders that are allowed without being asked for: the working directory, unless it is a
 * whole file system, as it is for servers that a desktop application starts. */
export function defaultRoots(workingDirectory: string): string[] {
  return path.parse(workingDirectory).root === workingDirectory ? [] : [workingDirectory];
}

/** The folder that a root's URI names; none for what is not a file on this machine. */
function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

/** A path with all its links followed; of what does not exist yet, those of the folders that do. */
async function realPath(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const parent = path.dirname(file);
    // A link to nowhere would be followed by whoever writes to it.
    const missing = error.code === "ENOENT" && parent !== file && !(await isLink(file));
    if (!missing) throw new ToolError("IO", `${brief(file)} cannot be resolved: ${error.code}`, "check the path");
    return path.join(await realPath(parent), path.basename(file));
  }
}

async function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

function isInside(file: string, root: string): boolean {
  const relative = path.relative(root, file);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
