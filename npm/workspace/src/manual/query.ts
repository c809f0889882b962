// Answers queries: by path and anchor, by id, by key.

import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Definition, definitionsIn, type Role, sectionData } from "./definitions.js";
import { isInside, ManualFileError } from "./files.js";
import type { Library, NameKind, ReadFile } from "./library.js";
import { fold, headingKey, type NamedHeading, plainHeading } from "./names.js";
import { byPlace, headingAt, type Place, placeAt, sectionOf, textOf, type UnreadableError } from "./places.js";
import type { Range } from "./scan.js";
import { keyNames, type Setting, settingsIn } from "./settings.js";
import { findText } from "./text.js";

/** How a query ended. */
export type Status =
  | "SUCCESS"
  | "ERROR_PATH_NOT_FOUND"
  | "ERROR_ID_NOT_FOUND"
  | "ERROR_PARSING_UDM_SECTION"
  | "ERROR_AMBIGUOUS_QUERY";

/** What was found. */
export interface Hit {
  content: unknown;
  source: Place;
  matchedBy: "path" | "id" | "key" | "heading" | "text";
}

/** A query that found nothing, or too much. */
export class QueryError extends Error {
  /** Those of an ambiguous query are in the order of their files and lines; others, the nearest first. */
  readonly candidates: readonly Place[];

  constructor(
    readonly status: Exclude<Status, "SUCCESS">,
    message: string,
    candidates: readonly Place[] = [],
  ) {
    super(message);
    this.candidates = status === "ERROR_AMBIGUOUS_QUERY" ? [...candidates].sort(byPlace) : candidates;
  }
}

/** Files with a name that are looked at: more of them are ambiguous in any case. */
const MOST_FILES = 10;
/** Candidates in an answer. */
const MOST_CANDIDATES = 20;

/** Where a path leads. */
interface Target {
  file: ReadFile;
  anchor: string | undefined;
}

/** Whether a text is meant as a path. */
export function isPath(text: string, extensions: readonly string[]): boolean {
  const file = text.split("#")[0] as string;
  return (
    text.includes("#") ||
    file.includes("/") ||
    file.includes("\\") ||
    extensions.includes(path.extname(file).toLowerCase())
  );
}

/**
 * The file and the anchor of a path: from the project's folder, from a folder of the manual, or the end of one file's path.
 *
 * @throws QueryError
 */
export async function target(library: Library, projectFolder: string, text: string): Promise<Target> {
  const roots = await library.roots();
  if (roots.length === 0) {
    const missing = (await library.missingRoots()).join(", ");
    throw new QueryError(
      "ERROR_PATH_NOT_FOUND",
      `There is no manual: no folder ${missing}. Correct manual.folders in the configuration`,
    );
  }
  let why = "";
  // A name of a file may have "#" in it.
  const splits = [...text.matchAll(/#/g)].map(({ index }) => index);
  for (const at of [...splits, text.length]) {
    const written = text.slice(0, at).replaceAll("\\", "/");
    const anchor = at === text.length ? undefined : text.slice(at + 1);
    if (written === "") continue;
    const relative = written.replace(/^\/+/, "");
    const tries = [path.resolve(projectFolder, relative), ...roots.map((root) => path.resolve(root, relative))];
    if (written.startsWith("/")) tries.push(path.resolve(written));
    const found = new Map<string, ReadFile>();
    for (const file of new Set(tries)) {
      if (!roots.some((root) => isInside(root, file))) {
        why ||= "it is outside of the manual";
        continue;
      }
      try {
        found.set(file, await library.file(file));
      } catch (error) {
        if (!(error instanceof ManualFileError)) throw error;
        if (error.kind === "tooLarge" || error.kind === "unreadable") {
          throw new QueryError("ERROR_PARSING_UDM_SECTION", `${library.shown(file)} was not read: ${error.message}`);
        }
        if (error.kind === "outside") why = error.message;
      }
      // The project's folder comes first, as the specification writes paths.
      if (found.size > 0 && file === tries[0]) break;
    }
    if (found.size === 0 && !relative.split("/").includes("..")) {
      await library.ready();
      for (const file of library.endingWith(relative)) found.set(file, await library.file(file));
    }
    if (found.size > 1) {
      const candidates = [...found.values()].map((file) => placeAt(library, file, -1));
      throw new QueryError(
        "ERROR_AMBIGUOUS_QUERY",
        `${found.size} files of the manual have this path: ask for one of the candidates`,
        candidates,
      );
    }
    for (const file of found.values()) return { file, anchor };
  }
  const folders = roots.map((root) => library.shown(root)).join(", ");
  const said = why === "" ? "there is no such file" : why;
  throw new QueryError(
    "ERROR_PATH_NOT_FOUND",
    `The path was not found in the manual (${folders}): ${said}`,
    await similar(library, text),
  );
}

/**
 * The heading of an anchor: by its slug, its id or its text.
 *
 * @throws QueryError
 */
export function headingOf(library: Library, file: ReadFile, anchor: string): NamedHeading {
  const text = decoded(anchor);
  const found = headingsCalled(file, text);
  if (found.length === 1) return found[0] as NamedHeading;
  const shown = library.shown(file.path);
  if (found.length > 1) {
    const candidates = found.map(({ start }) => placeAt(library, file, start));
    throw new QueryError(
      "ERROR_AMBIGUOUS_QUERY",
      `${found.length} headings of ${shown} are called so: ask for one of the candidates`,
      candidates,
    );
  }
  const near = nearest(file, text).map(({ start }) => placeAt(library, file, start));
  throw new QueryError(
    "ERROR_PATH_NOT_FOUND",
    `${shown} exists, but has no section with this anchor, id or heading`,
    near,
  );
}

/** The headings that an anchor, an id or a text names. */
function headingsCalled(file: ReadFile, text: string): NamedHeading[] {
  const wanted = fold(text);
  const tests: ((heading: NamedHeading) => boolean)[] = [
    ({ slug }) => slug === text,
    ({ slug }) => slug === wanted,
    ({ ids }) => ids.includes(text),
    ({ ids }) => ids.some((id) => fold(id) === wanted),
    ({ source }) => source === text || plainHeading(source) === text,
    ({ source }) => fold(plainHeading(source)) === wanted,
  ];
  for (const test of tests) {
    const found = file.headings.filter(test);
    if (found.length > 0) return found;
  }
  return [];
}

/** The headings with a text, which several of a file can have; without one, that with the slug. */
function headingsWithText(file: ReadFile, text: string): NamedHeading[] {
  const found = file.headings.filter(({ source }) => fold(plainHeading(source)) === fold(text));
  return found.length > 0 ? found : headingsCalled(file, text);
}

/** Headings that share words with a text. */
function nearest({ headings }: ReadFile, text: string): NamedHeading[] {
  const words = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  const like = headings.filter(({ slug }) => words.some((word) => slug.includes(word)));
  return (like.length > 0 ? like : headings).slice(0, MOST_CANDIDATES);
}

/** The places with names like a text. */
export async function similar(library: Library, text: string): Promise<Place[]> {
  const found = await library.similar(text.replace(/.*#/, ""));
  return found.flatMap(({ file, names }) =>
    names.slice(0, 1).map((name) => ({ path: library.shown(file), line: 1, title: name })),
  );
}

/** A section, or a whole file. */
export function section(library: Library, { file, anchor }: Target): Hit {
  if (anchor === undefined || anchor === "") {
    const range = { start: 0, end: file.bytes.length };
    return { content: textOf(library, file, range), source: placeAt(library, file, -1), matchedBy: "path" };
  }
  const found = definitionAt(library, file, decoded(anchor));
  const range = found?.range ?? sectionOf(file, headingOf(library, file, anchor));
  return { content: textOf(library, file, range), source: placeAt(library, file, range.start), matchedBy: "path" };
}

/** The definition that an anchor names, where no heading has it as its slug. */
function definitionAt(library: Library, file: ReadFile, anchor: string, role?: Role): Definition | undefined {
  if (headingsCalled(file, anchor).length > 0) return undefined;
  const found = definitionsIn(library, file, anchor, role !== undefined).definitions;
  return found.length === 1 ? found[0] : undefined;
}

/** The data of a definition by its path. */
export function definitionAtPath(library: Library, { file, anchor }: Target, role: Role): Hit {
  if (anchor === undefined || anchor === "") {
    const range = { start: 0, end: file.bytes.length };
    return {
      content: sectionData(library, file, range, library.shown(file.path)),
      source: placeAt(library, file, -1),
      matchedBy: "path",
    };
  }
  const text = decoded(anchor);
  const { definitions, broken } = definitionsIn(library, file, text, true);
  const own = choose(library, definitions, text, role);
  if (own !== undefined) return definitionHit(library, own, true, "path");
  refuseBroken(broken);
  const heading = headingOf(library, file, anchor);
  const range = sectionOf(file, heading);
  return {
    content: sectionData(library, file, range, text),
    source: placeAt(library, file, range.start),
    matchedBy: "path",
  };
}

/** What an id names. */
export async function byId(library: Library, id: string, role: Role | undefined): Promise<Hit | undefined> {
  const name = fold(id.trim());
  let broken: UnreadableError | undefined;
  // Rows and keys define an id only if nothing else does: they often refer to it.
  for (const kinds of [["ids"], role === undefined ? ["rows"] : ["rows", "keys"]] satisfies NameKind[][]) {
    const { files, more } = await library.find(kinds, [name], MOST_FILES);
    const all = files.map((file) => definitionsIn(library, file, id.trim(), role !== undefined));
    const own = choose(
      library,
      all.flatMap(({ definitions }) => definitions),
      id,
      role,
      more,
    );
    if (own !== undefined) return definitionHit(library, own, role !== undefined, "id");
    broken ??= all.find((found) => found.broken !== undefined)?.broken;
  }
  // A block that cannot be read may be the definition.
  refuseBroken(broken);
  return undefined;
}

/** The one definition that is meant; none, if there is none. @throws QueryError if there are several, or of another kind */
function choose(
  library: Library,
  all: readonly Definition[],
  id: string,
  role: Role | undefined,
  more = 0,
): Definition | undefined {
  if (all.length === 0) return undefined;
  const exact = all.filter((definition) => definition.id === id);
  const spelt = exact.length > 0 ? exact : all;
  const fits =
    role === undefined
      ? spelt
      : spelt.filter((definition) => definition.role === undefined || definition.role === role);
  if (fits.length === 0) {
    const other = spelt[0]?.role;
    throw new QueryError(
      "ERROR_ID_NOT_FOUND",
      `There is no ${role} with this id; it names a ${other}: use get_${other}_definition`,
      places(library, spelt),
    );
  }
  // Where one thing is of the kind for certain, others may only be called alike. Rows of tables often only refer to an id.
  const certain = fits.filter((definition) => definition.role === role);
  const groups = [certain.filter(isStrong), fits.filter(isStrong), certain, fits];
  const best = (role === undefined ? [fits.filter(isStrong), fits] : groups).find((group) => group.length > 0) ?? fits;
  if (best.length === 1 && more === 0) return best[0];
  const first = best[0] as Definition;
  if (more === 0 && first.kind === "row" && best.every(({ data }) => isDeepStrictEqual(data, first.data))) return first;
  const many = `${best.length}${more > 0 ? " or more" : ""}`;
  throw new QueryError(
    "ERROR_AMBIGUOUS_QUERY",
    `${many} places define this id: ask for one of the candidates by its path`,
    places(library, best),
  );
}

const isStrong = ({ kind }: Definition): boolean => kind !== "row";

function places(library: Library, definitions: readonly Definition[]): Place[] {
  return definitions
    .slice(0, MOST_CANDIDATES)
    .map(({ file, range, kind, role }) =>
      placeAt(library, file, range.start, role === undefined ? kind : `${role}, ${kind}`),
    );
}

function definitionHit(library: Library, definition: Definition, asData: boolean, matchedBy: Hit["matchedBy"]): Hit {
  const { file, range, kind, data, id, role } = definition;
  const source = placeAt(library, file, range.start, role ?? kind);
  const structured = kind === "block" || kind === "row";
  const content = asData || structured ? (data ?? sectionData(library, file, range, id)) : textOf(library, file, range);
  return { content, source, matchedBy };
}

function refuseBroken(broken: UnreadableError | undefined): void {
  if (broken !== undefined) throw new QueryError("ERROR_PARSING_UDM_SECTION", broken.message);
}

/** The section that has a heading, an anchor or, at last, a text. */
export async function byText(library: Library, text: string, signal: AbortSignal): Promise<Hit | undefined> {
  const { files, more } = await library.find(["headings"], [headingKey(text)], MOST_FILES);
  const found = files.flatMap((file) => headingsWithText(file, text.trim()).map((heading) => ({ file, heading })));
  if (found.length > 1 || more > 0) {
    const candidates = found
      .slice(0, MOST_CANDIDATES)
      .map(({ file, heading }) => placeAt(library, file, heading.start));
    throw new QueryError(
      "ERROR_AMBIGUOUS_QUERY",
      `${found.length + more} sections are called so: ask for one of the candidates`,
      candidates,
    );
  }
  for (const { file, heading } of found) return sectionHit(library, file, sectionOf(file, heading), "heading");

  const { hits, complete } = await findText(library, text.trim(), MOST_CANDIDATES, signal);
  const [first, ...others] = hits;
  if (first === undefined) return undefined;
  if (others.length > 0 || !complete) {
    const candidates = hits.map(({ file, offset }) => placeAt(library, file, offset, "text"));
    throw new QueryError(
      "ERROR_AMBIGUOUS_QUERY",
      "Nothing has this id, but several sections mention it: ask for one of the candidates",
      candidates,
    );
  }
  const heading = headingAt(first.file, first.offset);
  const range =
    heading === undefined
      ? { start: 0, end: first.file.headings[0]?.start ?? first.file.bytes.length }
      : ownText(first.file, heading);
  return sectionHit(library, first.file, range, "text");
}

/** A section without the sections below it. */
function ownText(file: ReadFile, heading: NamedHeading): Range {
  const next = file.headings[file.headings.indexOf(heading) + 1];
  return { start: heading.start, end: next?.start ?? file.bytes.length };
}

function sectionHit(library: Library, file: ReadFile, range: Range, matchedBy: Hit["matchedBy"]): Hit {
  return { content: textOf(library, file, range), source: placeAt(library, file, range.start), matchedBy };
}

/** The value of a configuration key. */
export async function byKey(library: Library, key: string): Promise<Hit | undefined> {
  const files = new Map<string, ReadFile>();
  let more = 0;
  for (const names of keyNames(key)) {
    const found = await library.find(["keys", "rows"], names, MOST_FILES);
    for (const file of found.files) files.set(file.path, file);
    more += found.more;
  }
  const settings: Setting[] = [];
  let broken: UnreadableError | undefined;
  for (const file of files.values()) {
    const found = settingsIn(library, file, key);
    settings.push(...found.settings);
    broken ??= found.broken;
    // More files than are looked at: it is ambiguous in any case, and these are candidates enough.
    if (more > 0 && settings.length >= 3) break;
  }
  return settingHit(library, settings, key, more) ?? refuse(broken);
}

/** The value of a key in a file or a section; of a section without a key, its data. */
export function keyAtPath(library: Library, { file, anchor }: Target): Hit {
  const [first = "", ...rest] = (anchor ?? "").split("#").map(decoded);
  if (rest.length > 0) {
    const range = sectionOf(file, headingOf(library, file, first));
    const key = rest.join("#");
    const { settings, broken } = settingsIn(library, file, key, range);
    const hit = settingHit(library, settings, key, 0) ?? refuse(broken);
    if (hit === undefined) throw new QueryError("ERROR_ID_NOT_FOUND", "The section exists, but has no such key");
    return hit;
  }
  if (first !== "") {
    const { settings, broken } = settingsIn(library, file, first);
    const hit = settingHit(library, settings, first, 0);
    if (hit !== undefined) return hit;
    if (headingsCalled(file, first).length === 0) refuse(broken);
  }
  const range = first === "" ? { start: 0, end: file.bytes.length } : sectionOf(file, headingOf(library, file, first));
  return {
    content: sectionData(library, file, range, first),
    source: placeAt(library, file, range.start),
    matchedBy: "path",
  };
}

function settingHit(library: Library, all: readonly Setting[], key: string, more: number): Hit | undefined {
  if (all.length === 0) return undefined;
  const preferred = [
    all.filter((setting) => setting.whole && setting.key === key),
    all.filter(({ whole }) => whole),
    all,
  ].find((group) => group.length > 0) as readonly Setting[];
  const first = preferred[0] as Setting;
  // Places that say the same leave no doubt.
  if (more > 0 || !preferred.every(({ value }) => isDeepStrictEqual(value, first.value))) {
    const candidates = preferred
      .slice(0, MOST_CANDIDATES)
      .map((setting) => placeAt(library, setting.file, setting.offset, setting.key));
    throw new QueryError(
      "ERROR_AMBIGUOUS_QUERY",
      "Several places give this key different values: ask with the file's path and the key, FILE#KEY or FILE#SECTION#KEY, or with more of the key's path",
      candidates,
    );
  }
  return { content: first.value, source: placeAt(library, first.file, first.offset, first.key), matchedBy: "key" };
}

function refuse(broken: UnreadableError | undefined): undefined {
  refuseBroken(broken);
  return undefined;
}

/** An anchor as it is written in addresses. */
function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
