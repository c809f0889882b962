// The names that a file defines: what the index maps to files. The index decides only which files are looked at; what a name
// means is read from the file when it is asked for. So a name too many costs a little time, and a name missed an answer.

import GithubSlugger from "github-slugger";
import { type Heading, type Range, type Scan, scan } from "./scan.js";

/** A file with its parts. */
export interface ScannedFile {
  bytes: Buffer;
  /** The content as Latin-1: one character a byte. */
  latin: string;
  parts: Scan;
}

/** A file with its headings by name. */
export interface NamedFile extends ScannedFile {
  headings: NamedHeading[];
}

/** A heading with what it can be called. */
export interface NamedHeading extends Heading {
  /** Its text, with inline Markdown. */
  source: string;
  /** Its anchor on GitHub. */
  slug: string;
  /** Ids in it, as they are written: code spans, ids in capitals, the part before a colon, `{#id}`, `<a id>`. */
  ids: string[];
}

/** The names of a file, in lower case. */
export interface Names {
  /** Ids of headings, blocks and front matter, and explicit anchors. */
  ids: Set<string>;
  /** What rows of tables are about. */
  rows: Set<string>;
  /** Keys of blocks, front matter and list items. */
  keys: Set<string>;
  /** Headings, as `headingKey` writes them. */
  headings: Set<string>;
}

/** An id in capitals, such as `TASK-P0-M0.1-T001`, `RM-001` or `T027`. */
const ID = /(?<![\w-])(?:[A-Z][A-Z0-9]*(?:[-_.][A-Za-z0-9]+)+|[A-Z]{1,6}\d+)(?![\w-])/g;
/** Whether a text is one id in capitals. */
export const isId = (text: string): boolean => /^(?:[A-Z][A-Z0-9]*(?:[-_.][A-Za-z0-9]+)+|[A-Z]{1,6}\d+)$/.test(text);
/** Keys whose value names the mapping that they are in. */
const NAMING = /^(?:.*[_-])?(?:id|slug|name|key|mode|task|tool)$|[a-z](?:Id|ID|Name)$/i;
export const isNamingKey = (key: string): boolean => NAMING.test(key);
/** Languages of fenced blocks that are data. */
const DATA = new Set(["yaml", "yml", "json", "jsonc", "json5"]);
export const isData = (language: string): boolean => DATA.has(language);

/** A key at the beginning of a line, with the rest of that line. */
const LINE_KEY =
  /^[ \t]*(?:-[ \t]+)*(?:"((?:[^"\\\n]|\\.){1,200})"|'([^'\n]{1,200})'|([^\s#{}[\],"'&*!|>%@`][^\n]{0,150}?))[ \t]*:(?:[ \t]+([^\n]*))?\r?$/gm;
/** A key in a flow mapping or JSON, with a plain or quoted value. */
const FLOW_KEY =
  /(?:"((?:[^"\\\n]|\\.){1,200})"|[{,]\s*(?:'([^'\n]{1,200})'|([\w$.-]{1,200})))\s*:\s*("(?:[^"\\\n]|\\.){0,200}"|'[^'\n]{0,200}'|[^\s,{}[\]"']{0,200})/g;
const ITEM_KEY = /^(?:\*\*|__)?`?([^`*:\n]{1,100}?)`?(?:\*\*|__)?[ \t]*:/;
const ANCHOR_ID = /<a\s[^>]{0,200}?\b(?:id|name)\s*=\s*["']?([^"'\s>]+)/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the range of ASCII
const NOT_ASCII = /[^\x00-\x7f]/;
/** Longest name that is indexed, in characters. */
const LONGEST = 200;

/** Longest text of a heading that is looked at, in bytes. */
const LONGEST_HEADING = 1_000;

/** Scans a file's content. */
export function scanFile(bytes: Buffer): ScannedFile {
  const latin = bytes.toString("latin1");
  return { bytes, latin, parts: scan(latin) };
}

/** A file with its headings by name. The index does without, because anchors take longer than all else. */
export function withHeadings(file: ScannedFile): NamedFile {
  const slugger = new GithubSlugger();
  const headings = file.parts.headings.map((heading): NamedHeading => {
    const source = headingSource(file.bytes, heading);
    return { ...heading, source, slug: slugger.slug(plainHeading(source)), ids: headingIds(source) };
  });
  return { ...file, headings };
}

/** What a heading, its text and its anchor have in common: their letters and digits. */
export function headingKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A part of the file as text. */
export function utf8(bytes: Buffer, { start, end }: Range): string {
  return bytes.toString("utf8", start, end);
}

/** A heading's text, cut where no person reads on: what is looked for in it takes the square of its length. */
function headingSource(bytes: Buffer, { text: { start, end } }: Heading): string {
  return utf8(bytes, { start, end: Math.min(end, start + LONGEST_HEADING) });
}

/** The text that GitHub makes a heading's anchor of: what is shown, without inline marks. */
export function plainHeading(source: string): string {
  if (!/[`*_[\]<\\&!~]/.test(source)) return source;
  return source
    .replace(/\\([!-/:-@[-`{-~])/g, "\ue000$1")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<\/?[A-Za-z][^>]*>/g, "")
    .replace(/(?<!\ue000)(?:\*\*|~~|\*|`)/g, "")
    .replace(/(?<![\p{L}\p{N}\ue000])_+(?=\S)|(?<=\S)(?<!\ue000)_+(?![\p{L}\p{N}])/gu, "")
    .replaceAll("\ue000", "");
}

function headingIds(source: string): string[] {
  const ids = new Set<string>();
  for (const [, code] of source.matchAll(/`([^`]+)`/g)) ids.add((code as string).trim());
  for (const [, id] of source.matchAll(ANCHOR_ID)) ids.add(id as string);
  const custom = /\{#([^}\s]+)\}\s*$/.exec(source);
  if (custom !== null) ids.add(custom[1] as string);
  const plain = plainHeading(source);
  for (const [id] of plain.matchAll(ID)) ids.add(id);
  const label = /^(.{1,100}?)(?::(?=\s)|\s[-–—](?=\s))/.exec(plain)?.[1]?.trim();
  if (label !== undefined) ids.add(label);
  return [...ids].filter((id) => id.length <= LONGEST);
}

/**
 * The names that a file defines.
 *
 * @param own gives a copy of a name: a part of the file's text would keep all of it in memory
 */
export function namesOf({ bytes, latin, parts }: ScannedFile, own: (name: string) => string): Names {
  const names: Names = { ids: new Set(), rows: new Set(), keys: new Set(), headings: new Set() };
  const add = (to: Set<string>, text: string): void => {
    if (text !== "" && text.length <= LONGEST) to.add(own(fold(NOT_ASCII.test(text) ? decoded(text) : text)));
  };
  for (const heading of parts.headings) {
    const source = headingSource(bytes, heading);
    names.headings.add(headingKey(plainHeading(source)));
    for (const id of headingIds(source)) names.ids.add(fold(id));
  }
  for (const range of parts.anchors) {
    for (const [, id] of latin.slice(range.start, range.end).matchAll(ANCHOR_ID)) add(names.ids, id as string);
  }
  const pair = ([, double, single, plain, value = ""]: RegExpExecArray): void => {
    const key = (double ?? single ?? plain ?? "").trim();
    add(names.keys, key);
    if (NAMING.test(key)) add(names.ids, scalar(value));
    if (isId(key)) add(names.ids, key);
  };
  const pairs = (range: Range): void => {
    const block = latin.slice(range.start, range.end);
    for (const match of block.matchAll(LINE_KEY)) pair(match);
    if (block.includes("{")) for (const match of block.matchAll(FLOW_KEY)) pair(match);
  };
  if (parts.frontMatter !== undefined) pairs(parts.frontMatter);
  for (const fence of parts.fences) if (DATA.has(fence.language)) pairs(fence);
  for (const table of parts.tables) {
    const [header = [], , ...rows] = latin.slice(table.start, table.end).split("\n").map(rawCells);
    const naming = namingColumns(header);
    for (const row of rows) for (const column of naming) add(names.rows, plainHeading(row[column] ?? "").trim());
  }
  for (const range of parts.items) {
    const found = ITEM_KEY.exec(latin.slice(range.start, Math.min(range.end, range.start + 120)));
    if (found !== null) add(names.keys, (found[1] as string).trim());
  }
  return names;
}

/** The columns of a table whose cells name their rows: the first, and those called id, key or name. */
export function namingColumns(header: readonly string[]): number[] {
  return header.flatMap((title, column) => (column === 0 || NAMING.test(plainHeading(title).trim()) ? [column] : []));
}

/** The cells of a table's line. */
function rawCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** A scalar of YAML or JSON without quotes and comment. */
function scalar(value: string): string {
  const text = value.trim();
  const quoted = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/.exec(text);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? "";
  return text
    .replace(/(?:^|\s)#.*$/, "")
    .replace(/,$/, "")
    .trim();
}

/** Names are compared without case. */
export function fold(name: string): string {
  return name.toLowerCase();
}

/** Text from its bytes as Latin-1. It shares no memory with them. */
export function decoded(latin: string): string {
  return Buffer.from(latin, "latin1").toString("utf8");
}
