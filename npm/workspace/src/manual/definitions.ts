// Where an id is defined, and as what.

import { BlockError, isMapping, listFields, parseBlock, rowObject, tableAt } from "./data.js";
import type { Library, ReadFile } from "./library.js";
import { fold, isData, isId, isNamingKey, namingColumns, plainHeading, utf8 } from "./names.js";
import { headingsAbove, lineAt, mentions, sectionOf, textOf, UnreadableError } from "./places.js";
import type { Fence, Range } from "./scan.js";

/** What a definition can be of. */
export type Role = "task" | "mode" | "tool";

/** A definition of an id. */
export interface Definition {
  kind: "section" | "block" | "front matter" | "row";
  file: ReadFile;
  /** The id as it is written there. */
  id: string;
  /** Its Markdown. */
  range: Range;
  /** Its data, where it has some. */
  data?: unknown;
  role: Role | undefined;
}

/** The definitions of an id in a file, and a block with the id that cannot be read. */
export interface Found {
  definitions: Definition[];
  broken: UnreadableError | undefined;
}

const ROLES: readonly Role[] = ["task", "mode", "tool"];

/**
 * Finds the definitions of an id in a file.
 *
 * @param anyKey whether a key with this name and a mapping as value is one
 */
export function definitionsIn(library: Library, file: ReadFile, id: string, anyKey: boolean): Found {
  const wanted = fold(id);
  const found: Definition[] = [];
  let broken: UnreadableError | undefined;
  const add = (definition: Omit<Definition, "role">, key?: string): void => {
    found.push({ ...definition, role: roleOf(library, definition, key) });
  };

  for (const heading of file.headings) {
    const own = heading.ids.find((candidate) => fold(candidate) === wanted);
    if (own !== undefined) add({ kind: "section", file, id: own, range: sectionOf(file, heading) });
  }
  for (const anchor of file.parts.anchors) {
    const ids = [...utf8(file.bytes, anchor).matchAll(/\b(?:id|name)\s*=\s*["']?([^"'\s>]+)/gi)].map(
      ([, own]) => own as string,
    );
    const own = ids.find((candidate) => fold(candidate) === wanted);
    if (own !== undefined) add({ kind: "section", file, id: own, range: anchored(file, anchor) });
  }
  const blocks: { range: Range; whole: Range; language: string; kind: "block" | "front matter" }[] = file.parts.fences
    .filter(({ language }) => isData(language))
    .map((fence) => ({
      range: fence,
      whole: { start: fence.from, end: fence.end },
      language: fence.language,
      kind: "block",
    }));
  const front = file.parts.frontMatter;
  if (front !== undefined) {
    blocks.unshift({
      range: front,
      whole: { start: 0, end: file.bytes.length },
      language: "yaml",
      kind: "front matter",
    });
  }
  for (const { range, whole, language, kind } of blocks) {
    if (!mentions(file, range, wanted)) continue;
    try {
      for (const value of valuesOf(library, file, range, language)) {
        for (const { data, key, written } of mappingsNamed(value, wanted, anyKey)) {
          // Front matter is about its file only with its own keys.
          const about = kind === "front matter" && data === value;
          add(
            {
              kind: about ? kind : "block",
              file,
              id: written,
              range: about ? whole : { ...range, start: whole.start },
              data,
            },
            key,
          );
        }
      }
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      broken ??= error;
    }
  }
  for (const table of file.parts.tables) {
    if (!mentions(file, table, wanted)) continue;
    const data = tableAt(file.bytes, table);
    if (data === undefined) continue;
    const naming = namingColumns(data.header);
    for (const row of data.rows) {
      const column = naming.find((candidate) => fold(row[candidate] ?? "") === wanted);
      if (column !== undefined)
        add({ kind: "row", file, id: row[column] as string, range: table, data: rowObject(data, row) });
    }
  }
  return { definitions: merged(found), broken };
}

/** The values of a block. @throws UnreadableError */
export function valuesOf(library: Library, file: ReadFile, range: Range, language: string): unknown[] {
  const line = lineAt(file, range.start);
  // A block in a list item is indented with it.
  const text = dedented(textOf(library, file, range));
  try {
    return parseBlock(text, language, line);
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    throw new UnreadableError(
      `${library.shown(file.path)}, line ${error.line}: the block is not valid ${language}: ${error.message}`,
    );
  }
}

/** The data of a section: of its block, or else what its tables and lists say. */
export function sectionData(library: Library, file: ReadFile, range: Range, id: string): unknown {
  const inside = file.parts.fences.filter(
    (fence): fence is Fence => fence.from >= range.start && fence.end <= range.end && isData(fence.language),
  );
  const values = inside.flatMap((fence) => valuesOf(library, file, fence, fence.language)).filter(isMapping);
  if (values.length === 1) return values[0];
  const content = textOf(library, file, range);
  const fields: Record<string, unknown> = {};
  const set = (key: string, value: unknown): void => {
    // Several items with one key stay apart.
    const before = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const all = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
    Object.defineProperty(fields, key, { value: all, enumerable: true, configurable: true, writable: true });
  };
  for (const table of file.parts.tables.filter(({ start, end }) => start >= range.start && end <= range.end)) {
    const data = tableAt(file.bytes, table);
    if (data?.header.length === 2) for (const [key = "", value = ""] of data.rows) set(key, value);
  }
  for (const { key, value } of listFields(content)) set(key, value);
  const heading = headingsAbove(file, range.start).at(-1);
  return {
    id,
    ...(heading === undefined ? {} : { title: plainHeading(heading.source) }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(values.length === 0 ? {} : { blocks: values }),
    content,
  };
}

/** The section that an anchor element stands for: of the heading below it, or the one that it is in. */
function anchored(file: ReadFile, anchor: Range): Range {
  const below = file.headings.find(({ start }) => start >= anchor.end);
  const between = below === undefined ? "x" : file.latin.slice(anchor.end, below.start);
  const heading = between.trim() === "" ? below : headingsAbove(file, anchor.start).at(-1);
  return heading === undefined ? { start: 0, end: file.bytes.length } : sectionOf(file, heading);
}

/** The mappings in a value that an id names. */
function* mappingsNamed(
  value: unknown,
  wanted: string,
  anyKey: boolean,
): Generator<{ data: unknown; key: string | undefined; written: string }> {
  if (Array.isArray(value)) for (const item of value) yield* mappingsNamed(item, wanted, anyKey);
  if (!isMapping(value)) return;
  const entries = Object.entries(value);
  const naming = entries.find(
    ([key, own]) => isNamingKey(key) && typeof own !== "object" && fold(String(own)) === wanted,
  );
  if (naming !== undefined) {
    yield { data: value, key: naming[0], written: String(naming[1]) };
    return;
  }
  for (const [key, inner] of entries) {
    if (fold(key) === wanted && (isId(key) || (anyKey && isMapping(inner))))
      yield { data: inner, key: undefined, written: key };
    else yield* mappingsNamed(inner, wanted, anyKey);
  }
}

/** Definitions inside of others are parts of them: a block in its task's section gives the section its data. */
function merged(found: readonly Definition[]): Definition[] {
  const rows = found.filter(({ kind }) => kind === "row");
  const strong = found
    .filter(({ kind }) => kind !== "row")
    .sort((a, b) => a.range.start - b.range.start || b.range.end - a.range.end);
  const kept: Definition[] = [];
  for (const definition of strong) {
    const { range } = definition;
    const around = kept.find(
      (outer) => outer.kind !== "block" && outer.range.start <= range.start && outer.range.end >= range.end,
    );
    if (around === undefined) kept.push(definition);
    else {
      if (around.data === undefined && definition.data !== undefined) around.data = definition.data;
      around.role ??= definition.role;
    }
  }
  return [...kept, ...rows];
}

/** What a definition is of, as far as its keys, its id, its headings and its file say. */
function roleOf(
  library: Library,
  { file, id, range, kind, data }: Omit<Definition, "role">,
  key: string | undefined,
): Role | undefined {
  const { type: typed, kind: kindOf } = isMapping(data) ? data : {};
  const type = typed ?? kindOf;
  const headings = headingsAbove(file, range.start).reverse();
  if (kind === "section") headings.shift();
  const own = kind === "section" ? headingsAbove(file, range.start).at(-1)?.source : undefined;
  const said = [key, typeof type === "string" ? type : undefined, id, own, ...headings.map(({ source }) => source)];
  for (const text of [...said, library.shown(file.path)]) {
    const words =
      text === undefined
        ? []
        : text
            .replace(/([a-z])([A-Z])/g, "$1 $2")
            .toLowerCase()
            .split(/[^a-z]+/);
    const roles = ROLES.filter((role) => words.includes(role) || words.includes(`${role}s`));
    if (roles.length === 1) return roles[0];
  }
  return undefined;
}

function dedented(text: string): string {
  const indents = text
    .split("\n")
    .flatMap((line) => (line.trim() === "" ? [] : [/^[ \t]*/.exec(line)?.[0].length ?? 0]));
  const least = indents.length === 0 ? 0 : Math.min(...indents);
  return least === 0
    ? text
    : text
        .split("\n")
        .map((line) => line.slice(Math.min(least, line.length)))
        .join("\n");
}
