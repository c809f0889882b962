// Writes the files of the skill into a folder, and takes them out. What a user has changed is left alone.

import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { type Known, readKnown, replace } from "../init/file.ts";
import { EditRefused } from "../init/refused.ts";
import { isOurs } from "./content.ts";

/** What was done to a folder. */
export interface Outcome {
  written: string[];
  removed: string[];
  /** Where files that the user had changed are kept. */
  backups: string[];
}

export interface PlaceOptions {
  /** Replace also what the user has changed; it is kept beside. */
  replace: boolean;
  dryRun: boolean;
}

/** Everybody may read it, as agents may run as another user. */
const MODE = 0o644;

/** @throws EditRefused if a file was changed by the user, and is not to be replaced; nothing is written then */
export function place(folder: string, files: ReadonlyMap<string, string>, options: PlaceOptions): Outcome {
  const wanted = [...files].map(([file, text]) => ({ file, text, known: readKnown(path.join(folder, file)) }));
  const different = wanted.filter(({ text, known }) => known.text !== text);
  const changed = different.filter(({ known }) => isForeign(known));
  if (changed.length > 0 && !options.replace) throw new EditRefused(refusal(changed.map(({ file }) => file)));
  const old = [...found(folder).keys()].filter((file) => !files.has(file) && isOurs(read(folder, file)));
  const outcome: Outcome = { written: different.map(({ file }) => file), removed: old, backups: [] };
  if (options.dryRun) return outcome;
  for (const { text, known } of different) {
    const backup = replace(known, text, { keep: isForeign(known), mode: MODE });
    if (backup !== undefined) outcome.backups.push(backup);
  }
  for (const file of old) rmSync(path.join(folder, file));
  return outcome;
}

/** Takes the files out, and the folder if nothing else is in it. @throws EditRefused if the user has changed one */
export function remove(folder: string, { dryRun }: PlaceOptions): Outcome {
  const files = [...found(folder).keys()];
  const changed = files.filter((file) => !isOurs(read(folder, file)));
  if (changed.length > 0)
    throw new EditRefused(`${list(changed)} was changed or is of another skill: remove it by hand, if you want`);
  if (!dryRun) {
    for (const file of files) rmSync(path.join(folder, file));
    for (const empty of [path.join(folder, "references"), folder]) {
      if (existsSync(empty) && readdirSync(empty).length === 0) rmdirSync(empty);
    }
  }
  return { written: [], removed: files, backups: [] };
}

/** Whether a file is there that this command has not written. */
const isForeign = ({ bytes, text }: Known): boolean => bytes !== undefined && !isOurs(text);

const read = (folder: string, file: string): string => readKnown(path.join(folder, file)).text;

/** The Markdown files of a skill. */
function found(folder: string): Set<string> {
  const inside = (name: string): string[] => {
    const place = path.join(folder, name);
    if (!existsSync(place)) return [];
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".md"))
      .map((entry) => path.posix.join(name, entry.name));
  };
  return new Set([...inside(""), ...inside("references")]);
}

function refusal(files: string[]): string {
  return `${list(files)} was changed or is of another skill: give --replace to replace it and keep what it was, or another --to`;
}

const list = (files: string[]): string => files.join(", ");
