// Which paths a caller may write, whatever the disk holds. The same on all systems: a workspace moves between them.

import { FileFault } from "./fault.js";
import { quoted } from "./quote.js";

/** The names on the way from the base folder to a file or folder. Empty for the base folder itself. */
export type Names = readonly string[];

/** Bytes that Linux takes for a path and for a name. */
const MAX_PATH = 4095;
const MAX_NAME = 255;

/** Names that are devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/** Characters that no name on Windows has. */
const NOT_ON_WINDOWS = /[<>"|?*]/;

/** A file that is being written. */
const TEMPORARY = /^\.uipilot-[0-9a-f]{16}\.tmp$/i;

/** Whether a name is that of a file that is being written, or that a killed process left. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

/**
 * Takes a caller's path apart.
 *
 * @param options.folder whether the path may end with `/`
 * @throws {FileFault} `ERROR_INVALID_PATH`
 */
export function parsePath(path: string, { folder }: { folder: boolean }): Names {
  const refuse = (reason: string) =>
    new FileFault(
      "ERROR_INVALID_PATH",
      `The path ${quoted(path)} ${reason}. Give a path relative to the base folder, such as "docs/notes.md"`,
    );
  if (path === "") throw refuse("is empty");
  if (!path.isWellFormed()) throw refuse("is not valid Unicode");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) throw refuse("has a control character");
  if (path.includes("\\")) throw refuse("has a backslash; folders are separated by /");
  if (path.startsWith("/")) throw refuse("is absolute");
  if (path.includes(":")) throw refuse("has a colon, which names a drive or a stream on Windows");
  if (process.platform === "win32" && NOT_ON_WINDOWS.test(path)) throw refuse("has a character that Windows refuses");
  if (Buffer.byteLength(path) > MAX_PATH) throw refuse(`is longer than ${MAX_PATH} bytes`);
  if (!folder && path.endsWith("/")) throw refuse("ends with /, which names a folder");
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  for (const name of names) {
    if (name === "..") throw refuse("has the part ..");
    if (/[. ]$/.test(name)) throw refuse("has a name that ends with a dot or a space, which Windows drops");
    if (DEVICE.test(name)) throw refuse(`has the name ${quoted(name)}, which is a device on Windows`);
    if (Buffer.byteLength(name) > MAX_NAME) throw refuse(`has a name longer than ${MAX_NAME} bytes`);
    if (isTemporary(name)) throw refuse("is reserved for files that are being written");
  }
  return names;
}

/**
 * Refuses to change what belongs to Git: its hooks and its configuration name programs, which run later.
 *
 * @throws {FileFault} `ERROR_PERMISSION_DENIED`
 */
export function refuseGit(names: Names, path: string): void {
  if (!names.some((name) => name.toLowerCase() === ".git")) return;
  throw new FileFault(
    "ERROR_PERMISSION_DENIED",
    `${quoted(path)} is in a .git folder, where files are read only: Git runs programs that they name. Nothing was changed`,
  );
}

/** The allowed folders, as names from the base folder. */
export class Allowed {
  readonly #folders: readonly Names[];

  constructor(folders: readonly string[]) {
    this.#folders = folders.map((folder) => folder.split(/[/\\]/).filter((name) => name !== "" && name !== "."));
  }

  /** Whether names lead into an allowed folder, or to it. */
  has(names: Names): boolean {
    return this.#folders.some((folder) => startsWith(names, folder));
  }

  /** Whether names lead into an allowed folder, or to a folder on the way to one. */
  leadsTo(names: Names): boolean {
    return this.#folders.some((folder) => startsWith(names, folder) || startsWith(folder, names));
  }

  /** The allowed folder that has the names. */
  folderOf(names: Names): Names | undefined {
    return this.#folders.find((folder) => startsWith(names, folder));
  }

  /** @throws {FileFault} `ERROR_PERMISSION_DENIED` if the names do not lead into an allowed folder */
  check(names: Names, path: string): void {
    if (this.has(names)) return;
    const folders = this.#folders.map((folder) => quoted(folder.join("/") || ".", 80));
    throw new FileFault(
      "ERROR_PERMISSION_DENIED",
      `${quoted(path)} is outside of the allowed folders (${folders.join(", ") || "none"}). The operator adds folders with ` +
        "`filesystem.allowed` in the configuration",
    );
  }
}

function startsWith(names: Names, start: Names): boolean {
  return start.every((name, index) => names[index] === name);
}
