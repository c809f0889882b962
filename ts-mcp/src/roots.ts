// Checks which files a client may upload or write: those inside the allowed roots, after all links are
// resolved.

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
   * @param ask - asks the client for more, once and again after {@link forget}
   */
  constructor(fixed: readonly string[], ask: AskForRoots) {
    this.#fixed = fixed;
    this.#ask = ask;
  }

  /** The client's roots have changed. They are requested again when needed. */
  forget(): void {
    this.#asked = undefined;
  }

  /**
   * The real, absolute path of a file that may be used. The file need not exist.
   *
   * @param given - relative to the working directory, or absolute
   * @throws `PATH_NOT_ALLOWED` outside of the roots; `INVALID_INPUT` for an invalid path
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
    // Roots are resolved each time: a root may be created, or become a link, while the server runs.
    const real = await Promise.all(folders.map((folder) => realPath(folder).catch(() => [])));
    return [...new Set(real.flat())];
  }
}

/**
 * The folders that are allowed by default: the working directory, unless that is the root of a file
 * system. Desktop applications start servers there.
 */
export function defaultRoots(workingDirectory: string): string[] {
  return path.parse(workingDirectory).root === workingDirectory ? [] : [workingDirectory];
}

/** The folder that a root's URI names; none if the URI is not a local file. */
function folderOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

/**
 * A path with all its links resolved. For a path that does not exist yet, the links of its existing
 * folders.
 */
async function realPath(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const parent = path.dirname(file);
    // Writing to a dangling link would follow the link.
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
