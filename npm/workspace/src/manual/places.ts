// Places in files: sections, and how a place is written in answers and queries.

import { isMapping } from "./data.js";
import type { Library, ReadFile } from "./library.js";
import { type NamedHeading, utf8 } from "./names.js";
import type { Range } from "./scan.js";

/** A place in the manual, as answers have it. */
export interface Place {
  /** The file, with the anchor of its section: a query for it leads here. */
  path: string;
  /** The line, from 1. */
  line: number;
  title?: string;
  kind?: string;
}

/** The number of the line in which an offset is. */
export function lineAt({ bytes }: ReadFile, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1;
  return line;
}

/** The heading of the section in which an offset is. */
export function headingAt({ headings }: ReadFile, offset: number): NamedHeading | undefined {
  return headings.findLast(({ start }) => start <= offset);
}

/** The headings above an offset: that of its section last. */
export function headingsAbove({ headings }: ReadFile, offset: number): NamedHeading[] {
  const above: NamedHeading[] = [];
  for (const heading of headings) {
    if (heading.start > offset) break;
    while (above.length > 0 && (above.at(-1) as NamedHeading).level >= heading.level) above.pop();
    above.push(heading);
  }
  return above;
}

/** A heading's section: up to the next heading that is not below it. */
export function sectionOf({ headings, bytes }: ReadFile, heading: NamedHeading): Range {
  const next = headings.slice(headings.indexOf(heading) + 1).find(({ level }) => level <= heading.level);
  return { start: heading.start, end: next?.start ?? bytes.length };
}

/** A place, as answers have it. */
export function placeAt(library: Library, file: ReadFile, offset: number, kind?: string): Place {
  const heading = headingAt(file, offset);
  return {
    path: `${library.shown(file.path)}${heading === undefined ? "" : `#${heading.slug}`}`,
    line: lineAt(file, offset),
    ...(heading === undefined ? {} : { title: heading.source }),
    ...(kind === undefined ? {} : { kind }),
  };
}

/** Orders places by file, then by line. */
export function byPlace(a: Place, b: Place): number {
  return byText(fileOf(a), fileOf(b)) || a.line - b.line || byText(a.path, b.path);
}

const fileOf = ({ path, title }: Place): string => (title === undefined ? path : path.replace(/#[^#]*$/, ""));

/** Orders texts by their UTF-16 units, in every locale alike. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A file or a block that cannot be read as what it should be. */
export class UnreadableError extends Error {}

/**
 * A part of a file as text.
 *
 * @throws UnreadableError if it is not UTF-8
 */
export function textOf(library: Library, file: ReadFile, range: Range): string {
  const bytes = file.bytes.subarray(range.start, range.end);
  try {
    // A byte order mark is at the beginning of the file only, and no part of its text.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableError(
      `${library.shown(file.path)} is not valid UTF-8 from line ${lineAt(file, range.start)} on: save it as UTF-8`,
    );
  }
}

/** Whether a part of a file has a text in it, without case. A quick test before it is parsed. */
export function mentions(file: ReadFile, range: Range, folded: string): boolean {
  return utf8(file.bytes, range).toLowerCase().includes(folded);
}

/** The entries of an object with the given keys, or the value itself if it is none. */
export function pick(value: unknown, keys: readonly string[] | undefined): unknown {
  if (keys === undefined || !isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}
