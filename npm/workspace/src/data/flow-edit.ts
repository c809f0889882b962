// Edits of collections in brackets: JSON, JSON5 and YAML's flow style.

import { lineEnd, lineStart, nextLine, type Splice, startsLine } from "./lines.js";
import type { Collection, Entry } from "./node.js";
import type { CollectionEdit, NewEntry } from "./plan.js";

/** What the edits need of a format. */
export interface FlowFormat {
  text: string;
  eol: string;
  /** Between entries on one line. */
  comma: string;
  /** A comment to the end of its line, as the start of a pattern. */
  comment: RegExp;
  /** Writes an entry; lines after the first begin with `indent`. */
  renderEntry: (entry: NewEntry, indent: string, collection: Collection) => string;
  renderKey: (name: string, collection: Collection) => string;
  /** One level of indentation for a collection that has no entries yet, if the document is written over several lines. */
  unit: string | undefined;
}

/** Replacements for all changes of a collection, except of the values that stay in it. */
export function flowSplices(collection: Collection, edit: CollectionEdit, format: FlowFormat): Splice[] {
  const { removed, inserted } = settled(collection, edit);
  const { entries } = collection;
  const splices: Splice[] = [];
  for (const [index, name] of edit.renamed) {
    const key = entries[index]?.key;
    if (key) splices.push({ start: key.start, end: key.end, text: format.renderKey(name, collection) });
  }
  if (removed.size === entries.length) {
    return [whole(collection, [...inserted.values()].flat(), format)];
  }
  const end = inserted.get(entries.length) ?? [];
  const replaced = substitutes(removed, end, entries.length - 1);
  for (const [from, to] of runs(removed)) splices.push(...removal(entries, from, to, format));
  for (const [index, entry] of replaced) {
    const old = entries[index];
    if (old) splices.push(...substitution(old, index, entry, collection, format));
  }
  for (const [index, added] of inserted) {
    if (index < entries.length) splices.push(before(collection, index, added, format));
  }
  const rest = end.slice(replaced.length);
  if (rest.length > 0) splices.push(...after(collection, rest, format));
  return splices;
}

/** Moves insertions before an entry that goes to the next one that stays. */
export function settled(collection: Collection, { removed, inserted }: CollectionEdit) {
  const moved = new Map<number, NewEntry[]>();
  const left = new Set(removed);
  for (const [index, added] of [...inserted].sort(([a], [b]) => a - b)) {
    let at = index;
    while (left.has(at) && at < collection.entries.length) at += 1;
    moved.set(at, [...(moved.get(at) ?? []), ...added]);
  }
  return { removed: left, inserted: moved };
}

/**
 * Entries at the end that go, while others come there: the new ones take their places. Takes them out of `removed`.
 *
 * @returns the index and the new entry, in order; the rest of `added` has no place
 */
export function substitutes(removed: Set<number>, added: readonly NewEntry[], last: number): [number, NewEntry][] {
  let first = last + 1;
  while (removed.has(first - 1)) first -= 1;
  const pairs = added.slice(0, last + 1 - first).map((entry, place): [number, NewEntry] => [first + place, entry]);
  for (const [index] of pairs) removed.delete(index);
  return pairs;
}

/** Runs of neighbouring indexes, as first and last. */
export function runs(indexes: ReadonlySet<number>): [number, number][] {
  const found: [number, number][] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else found.push([index, index]);
  }
  return found;
}

/** The white space before an offset's line. */
export function indentOf(text: string, offset: number): string {
  return /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart(text, offset), offset))?.[1] ?? "";
}

/** The start of the comment lines directly above an offset's line, or of the line itself. */
export function withComments(text: string, offset: number, comment: RegExp): number {
  let from = lineStart(text, offset);
  while (from > 0) {
    const above = lineStart(text, from - 1);
    const line = text.slice(above, lineEnd(text, above));
    if (!new RegExp(`^[ \\t]*(?:${comment.source})[ \\t]*$`).test(line)) break;
    from = above;
  }
  return from;
}

/** Where the line's rest ends if it has only a comment. */
function restOfLine(text: string, offset: number, comment: RegExp): number | undefined {
  const end = lineEnd(text, offset);
  return new RegExp(`^[ \\t]*(?:${comment.source})?[ \\t]*$`).test(text.slice(offset, end)) ? end : undefined;
}

/** A new entry in the place of an old one, whose comments go. */
function substitution(
  old: Entry,
  index: number,
  entry: NewEntry,
  collection: Collection,
  { text, comment, renderEntry }: FlowFormat,
): Splice[] {
  const indent = indentOf(text, old.start);
  const isLine = startsLine(text, old.start);
  const start = isLine && index > 0 ? withComments(text, old.start, comment) : old.start;
  const lead = start < old.start ? indent : "";
  const splices: Splice[] = [{ start, end: old.end, text: lead + renderEntry(entry, indent, collection) }];
  const after = old.commaEnd ?? old.end;
  const rest = isLine ? restOfLine(text, after, comment) : undefined;
  if (rest !== undefined) splices.push({ start: after, end: rest, text: "" });
  return splices;
}

function removal(entries: readonly Entry[], from: number, to: number, { text, comment }: FlowFormat): Splice[] {
  const first = entries[from];
  const last = entries[to];
  if (!first || !last) return [];
  const previous = entries[from - 1];
  const next = entries[to + 1];
  const lastEnd = last.commaEnd ?? last.end;
  if (startsLine(text, first.start) && restOfLine(text, lastEnd, comment) !== undefined) {
    const start = from > 0 ? withComments(text, first.start, comment) : lineStart(text, first.start);
    const splices: Splice[] = [{ start, end: nextLine(text, lastEnd), text: "" }];
    if (!next && last.commaEnd === undefined && previous?.commaEnd !== undefined) {
      splices.push({ start: previous.commaEnd - 1, end: previous.commaEnd, text: "" });
    }
    return splices;
  }
  if (next && !previous) return [{ start: first.start, end: next.start, text: "" }];
  if (!previous?.commaEnd) return [{ start: first.start, end: lastEnd, text: "" }];
  if (next || last.commaEnd !== undefined) return [{ start: previous.commaEnd, end: lastEnd, text: "" }];
  return [{ start: previous.commaEnd - 1, end: last.end, text: "" }];
}

function before(collection: Collection, index: number, added: readonly NewEntry[], format: FlowFormat): Splice {
  const { text, eol, comment } = format;
  const at = collection.entries[index]?.start ?? collection.end;
  const indent = indentOf(text, at);
  const parts = added.map((entry) => format.renderEntry(entry, indent, collection));
  if (!startsLine(text, at)) return { start: at, end: at, text: parts.map((part) => part + format.comma).join("") };
  const start = index > 0 ? withComments(text, at, comment) : lineStart(text, at);
  return { start, end: start, text: parts.map((part) => `${indent}${part},${eol}`).join("") };
}

function after(collection: Collection, added: readonly NewEntry[], format: FlowFormat): Splice[] {
  const { text, eol, comment } = format;
  const last = collection.entries.at(-1);
  if (!last) return [];
  const { commaEnd } = last;
  const end = commaEnd ?? last.end;
  if (!startsLine(text, last.start)) {
    const parts = added.map((entry) => format.renderEntry(entry, indentOf(text, last.start), collection));
    if (commaEnd !== undefined) return [{ start: end, end, text: parts.map((part) => ` ${part},`).join("") }];
    return [{ start: end, end, text: parts.map((part) => format.comma + part).join("") }];
  }
  const indent = indentOf(text, last.start);
  const parts = added.map((entry) => format.renderEntry(entry, indent, collection));
  const place = restOfLine(text, end, comment) ?? end;
  const lines = parts.map((part) => `${eol}${indent}${part}`);
  if (commaEnd !== undefined) return [{ start: place, end: place, text: lines.map((line) => `${line},`).join("") }];
  return [
    { start: end, end, text: "," },
    { start: place, end: place, text: lines.join(",") },
  ];
}

/** A collection whose entries all go, or which has none: all that is between its brackets, comments excepted. */
function whole(collection: Collection, added: readonly NewEntry[], format: FlowFormat): Splice {
  const { text, eol, unit } = format;
  const { entries } = collection;
  const indent = indentOf(text, collection.start);
  const start = collection.start + 1;
  const end = collection.end - 1;
  const lastEntry = entries.at(-1);
  // Comments of a collection without entries stay.
  const kept = lastEntry ? "" : text.slice(start, end).trimEnd();
  if (added.length === 0) return { start, end, text: kept };
  const wasLines = lastEntry ? startsLine(text, lastEntry.start) : unit !== undefined;
  const inner = lastEntry && wasLines ? indentOf(text, lastEntry.start) : indent + (unit ?? "  ");
  if (!wasLines && !kept.includes("\n") && !/\/\/|#/.test(kept)) {
    const parts = added.map((entry) => format.renderEntry(entry, indent, collection));
    return { start, end, text: kept + parts.join(format.comma) };
  }
  const parts = added.map((entry) => format.renderEntry(entry, inner, collection));
  return { start, end, text: `${kept}${eol}${inner}${parts.join(`,${eol}${inner}`)}${eol}${indent}` };
}
