// Configuration values by their key.

import { isMapping, listFields, tableAt } from "./data.js";
import { valuesOf } from "./definitions.js";
import type { Library, ReadFile } from "./library.js";
import { fold, isData, namingColumns } from "./names.js";
import { mentions, textOf, UnreadableError } from "./places.js";
import type { Range } from "./scan.js";

/** A value of a key. */
export interface Setting {
  value: unknown;
  /** The whole path of its key. */
  key: string;
  file: ReadFile;
  offset: number;
  /** Whether the key was given in full, and not only its end. */
  whole: boolean;
}

/** The sets of names of which a file with a key has one whole: the key itself, or its parts without numbers of list items. */
export function keyNames(key: string): string[][] {
  const parts = fold(key)
    .split(".")
    .filter((part) => part !== "" && !/^\d+$/.test(part));
  return parts.length < 2 ? [[fold(key)]] : [[fold(key)], parts];
}

/**
 * Finds the values of a key in a file: in front matter, YAML and JSON blocks, tables and lists.
 *
 * @param within only in this part
 */
export function settingsIn(
  library: Library,
  file: ReadFile,
  key: string,
  within: Range = { start: 0, end: file.bytes.length },
): { settings: Setting[]; broken: UnreadableError | undefined } {
  const wanted = fold(key);
  const settings: Setting[] = [];
  let broken: UnreadableError | undefined;
  const inside = ({ start, end }: Range): boolean => start >= within.start && end <= within.end;
  const blocks = file.parts.fences
    .filter((fence) => isData(fence.language) && inside({ start: fence.from, end: fence.end }))
    .map((fence) => ({ range: fence as Range, language: fence.language }));
  const front = file.parts.frontMatter;
  if (front !== undefined && inside(front)) blocks.unshift({ range: front, language: "yaml" });
  const last = wanted.split(".").findLast((part) => part !== "" && !/^\d+$/.test(part)) ?? wanted;
  for (const { range, language } of blocks) {
    if (!mentions(file, range, last)) continue;
    try {
      for (const root of valuesOf(library, file, range, language)) {
        for (const { value, path } of atKey(root, wanted)) {
          const own = path.join(".");
          settings.push({ value, key: own, file, offset: range.start, whole: fold(own) === wanted });
        }
      }
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
      broken ??= error;
    }
  }
  for (const table of file.parts.tables.filter(inside)) {
    const data = tableAt(file.bytes, table);
    if (data === undefined || data.header.length < 2) continue;
    const naming = namingColumns(data.header);
    for (const row of data.rows) {
      const column = naming.find((candidate) => fold(row[candidate] ?? "") === wanted);
      if (column === undefined) continue;
      const named = data.header.findIndex((title) => /^(?:value|default|setting)s?\b/i.test(title));
      const value = row[named >= 0 && named !== column ? named : column + 1] ?? "";
      settings.push({ value, key: row[column] as string, file, offset: table.start, whole: true });
    }
  }
  for (const item of file.parts.items.filter(inside)) {
    const text = textOf(library, file, item);
    if (!fold(text).includes(wanted)) continue;
    const field = listFields(`- ${text}`).find(({ key: own }) => fold(own) === wanted);
    if (field !== undefined)
      settings.push({ value: field.value, key: field.key, file, offset: item.start, whole: true });
  }
  return { settings, broken };
}

/** The values whose path of keys ends with a key, in lower case. A key with dots in it is found too. */
function* atKey(
  root: unknown,
  wanted: string,
  above: readonly string[] = [],
): Generator<{ value: unknown; path: string[] }> {
  if (Array.isArray(root)) {
    for (const [index, item] of root.entries()) yield* atKey(item, wanted, [...above, String(index)]);
    return;
  }
  if (!isMapping(root)) return;
  for (const [own, value] of Object.entries(root)) {
    const path = [...above, own];
    const joined = fold(path.join("."));
    if (joined === wanted || joined.endsWith(`.${wanted}`)) yield { value, path };
    yield* atKey(value, wanted, path);
  }
}
