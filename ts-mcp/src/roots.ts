// Checks which files a client may upload or write: those inside the allowed roots, after all links are
// resolved, except hidden ones.

import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isSystemError, ToolError } from "./error.ts";
import { makeFolder } from "./make-folder.ts";
import { checkPath } from "./path-text.ts";
import { brief } from "./quote.ts";
import type { WorkingFolder } from "./working-folder.ts";

/** Asks the client for the URIs of its roots. */
export type AskForRoots = () => Promise<string[]>;

/** Where the allowed folders come from. */
export interface RootSources {
  /** The folder that relative paths start in. It is always allowed. */
  working: WorkingFolder;
  /** The folder that relative paths start in, if it is another one. It is not allowed for that. */
  relativeTo?: string;
  /** Further folders that the user allowed. */
  allowed: readonly string[];
  /** Files that no tool uses, wherever they are. */
  withheld?: readonly string[];
  /** Asks the client for more folders. Absent unless the user allowed that. */
  ask?: AskForRoots;
}

/** A folder, as it was named and with its links resolved. */
interface Root {
  named: string;
  real: string;
}

/** The folders that files may come from and go to. */
export class FileRoots {
  readonly #working: WorkingFolder;
  readonly #relativeTo: string;
  readonly #allowed: readonly string[];
  readonly #ask: AskForRoots;
  readonly #withheld: readonly string[];
  #asked: Promise<string[]> | undefined;

  constructor({ working, relativeTo = working.folder, allowed, withheld = [], ask = async () => [] }: RootSources) {
    this.#working = working;
    this.#relativeTo = relativeTo;
    this.#allowed = allowed;
    this.#ask = ask;
    this.#withheld = withheld;
  }

  /** The client's roots have changed. They are requested again when needed. */
  forget(): void {
    this.#asked = undefined;
  }

  /**
   * The real, absolute path of a file that may be used. The file need not exist.
   *
   * @param given - absolute, or relative to the working folder
   * @throws `PATH_NOT_ALLOWED` outside of the roots and for hidden files; `INVALID_INPUT` for an invalid path
   */
  async resolve(given: string): Promise<string> {
    checkPath(given);
    if (this.#working.own) await makeOwn(this.#working.folder);
    const named = path.resolve(this.#relativeTo, given);
    const real = await realPath(named);
    if (await this.#isWithheld(real)) {
      const what = `${brief(given)} is one of the files that the server was started with, such as its secrets and its policy`;
      throw new ToolError("PATH_NOT_ALLOWED", what, "leave it alone: no tool uses them; secrets are filled in by name");
    }
    const roots = await this.#roots();
    const around = roots.filter((root) => isInside(real, root.real));
    if (around.length === 0) {
      const list = roots.map((root) => brief(root.real)).join(", ");
      throw new ToolError(
        "PATH_NOT_ALLOWED",
        `${brief(given)} is outside of the allowed roots (${list || "there are none"})`,
        "use a path inside one of them, or start the server with --allow-root",
      );
    }
    if (inGit(real) || inGit(named) || around.every((root) => isHidden(named, real, root))) {
      throw new ToolError(
        "PATH_NOT_ALLOWED",
        `${brief(given)} is hidden: a file or folder on its path begins with a dot`,
        "use a path without such names; --allow-root can name a hidden folder itself, except .git",
      );
    }
    return real;
  }

  async #isWithheld(real: string): Promise<boolean> {
    const checks = this.#withheld.map(async (file) => (await isSame(real, file)) || (await isPathOf(real, file)));
    return (await Promise.all(checks)).includes(true);
  }

  async #roots(): Promise<Root[]> {
    this.#asked ??= this.#ask().then((uris) => uris.flatMap(folderOf));
    const folders = [this.#working.folder, ...this.#allowed, ...(await this.#asked)];
    // Roots are resolved each time: a root may be created, or become a link, while the server runs.
    const found = await Promise.all(
      folders.map((named) =>
        realPath(named).then(
          (real) => [{ named, real }],
          () => [],
        ),
      ),
    );
    return found.flat().filter(({ real }, index, all) => all.findIndex((other) => other.real === real) === index);
  }
}

/** Creates the server's own folder. Only its user may enter it. */
async function makeOwn(folder: string): Promise<void> {
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new ToolError(
      "IO",
      `The server's own folder ${brief(folder)} cannot be created: ${error.code}`,
      "start the server in a project's folder, or name a folder with --allow-root",
    );
  }
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

/** Whether two paths lead to one file, also by hard links. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((file) => stat(file, { bigint: true }).catch(() => undefined)));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/** Whether a resolved path is that of a file, which need not be there. */
async function isPathOf(real: string, file: string): Promise<boolean> {
  return (await realPath(file).catch(() => file)) === real;
}

async function isLink(file: string): Promise<boolean> {
  return lstat(file).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
}

/**
 * Whether a path is hidden below its root, either as it was named or after its links are resolved: a link
 * `.profile` to a visible file is still what a shell reads.
 */
function isHidden(named: string, real: string, root: Root): boolean {
  const from = [root.named, root.real].find((folder) => isInside(named, folder));
  const spelled = from === undefined ? named : path.relative(from, named);
  return [spelled, path.relative(root.real, real)].some((below) => parts(below).some((part) => part.startsWith(".")));
}

/** Whether a path is a repository's own data, which holds programs that Git runs. */
function inGit(file: string): boolean {
  return parts(file).some((part) => part.toLowerCase() === ".git");
}

function parts(file: string): string[] {
  return file.split(path.sep);
}

function isInside(file: string, root: string): boolean {
  const relative = path.relative(root, file);
  return relative === "" || (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}
