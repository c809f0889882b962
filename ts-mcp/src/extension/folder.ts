// Writes the extension into a folder, and brings it up to date there: the browser loads it from that path.

import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { isAlive } from "../alive.ts";
import { makeFolder } from "../make-folder.ts";
import { brief } from "../quote.ts";
import { readRegularSync } from "../regular-file.ts";

/** Why nothing was written, and what to do. */
export class NotWritten extends Error {
  constructor(
    message: string,
    /** A clause without a final stop. */
    readonly nextStep: string,
  ) {
    super(message);
  }
}

interface Manifest {
  version: string;
  /** The public key that gives the extension its id: no other extension has it. */
  key: string;
}

/** What was done. */
export interface Written {
  version: string;
  /** The version that was there before. */
  before?: string;
  /** Whether what was there is what is there now. */
  same: boolean;
}

/** No file of the extension is as large. */
const LARGEST = 64 * 2 ** 20;

/** What a folder beside the wanted one is called meanwhile: `.NAME.uipilot-new-PID`. */
const ASIDE = /\.uipilot-(?:new|old)-(\d+)$/;

/**
 * @param mustExist - whether only an extension that is there is brought up to date
 * @throws NotWritten if the folder is not the extension's, or cannot be written
 */
export function write(source: string, wanted: string, mustExist: boolean): Written {
  const manifest = read(source);
  if (manifest === undefined) {
    throw new NotWritten("this installation of uipilot-mcp has no extension in it", "install the package again");
  }
  try {
    // What leads through a link is replaced where it is.
    const target = existsSync(wanted) ? realpathSync(wanted) : wanted;
    clearUp(path.dirname(target), path.basename(target));
    const before = known(target, manifest);
    if (mustExist && before === undefined) {
      throw new NotWritten(`there is no extension in ${brief(wanted)}`, "leave out --update, or give --to the folder");
    }
    const { version } = manifest;
    if (before !== undefined && digest(target) === digest(source)) return { version, before, same: true };
    put(source, target);
    return { version, same: false, ...(before === undefined ? {} : { before }) };
  } catch (error) {
    if (error instanceof NotWritten) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new NotWritten(
      `the extension could not be written to ${brief(wanted)}: ${why}`,
      "free space or give --to another folder",
    );
  }
}

/** The version in a folder that may be replaced; nothing if there is none. */
function known(target: string, { key }: Manifest): string | undefined {
  if (!existsSync(target)) return undefined;
  if (!statSync(target).isDirectory()) throw new NotWritten(`${brief(target)} is no folder`, "give --to a folder");
  if (readdirSync(target).length === 0) return undefined;
  const manifest = read(target);
  if (manifest?.key === key) return manifest.version;
  throw new NotWritten(
    `${brief(target)} has something else in it, which is left alone`,
    "give --to a folder that is empty, or one that does not exist yet",
  );
}

/** The content of a file. The folder is one that the user names, and anything can be in it. */
const bytesOf = (file: string): Buffer =>
  readRegularSync(file, { most: LARGEST, tooLarge: () => new Error(`${file} is larger than ${LARGEST} bytes`) }).bytes;

function read(folder: string): Manifest | undefined {
  try {
    const { version, key } = JSON.parse(
      bytesOf(path.join(folder, "manifest.json")).toString("utf8"),
    ) as Partial<Manifest>;
    return typeof version === "string" && typeof key === "string" ? { version, key } : undefined;
  } catch {
    return undefined;
  }
}

/** The files in a folder and their contents, as one value. */
function digest(folder: string): string {
  const hash = createHash("sha256");
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const file = path.join(folder, name);
    if (statSync(file).isFile()) hash.update(`${name}\0`).update(bytesOf(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Puts a copy in the place of a folder. A browser that loads it meanwhile sees the one or the other. */
function put(source: string, target: string): void {
  const parent = path.dirname(target);
  const aside = (what: string): string => path.join(parent, `.${path.basename(target)}.uipilot-${what}-${process.pid}`);
  makeFolder(parent);
  const [fresh, old] = [aside("new"), aside("old")];
  try {
    cpSync(source, fresh, { recursive: true });
    const isThere = existsSync(target);
    if (isThere) renameSync(target, old);
    try {
      renameSync(fresh, target);
    } catch (error) {
      if (isThere) renameSync(old, target);
      throw error;
    }
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes what runs that were killed have left, and puts back what one had moved away. */
function clearUp(parent: string, name: string): void {
  for (const entry of existsSync(parent) ? readdirSync(parent) : []) {
    const owner = ASIDE.exec(entry)?.[1];
    if (owner === undefined || !entry.startsWith(`.${name}.uipilot-`) || isAlive(Number(owner))) continue;
    const [left, target] = [path.join(parent, entry), path.join(parent, name)];
    if (entry.includes(".uipilot-old-") && !existsSync(target)) renameSync(left, target);
    else rmSync(left, { recursive: true, force: true, maxRetries: 3 });
  }
}
