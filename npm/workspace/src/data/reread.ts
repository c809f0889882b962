// Reads an edited text again, as little of it as proves what it says. What is outside of the changed part has its tokens as before
// if the changed part begins and ends between entries: so it is read by itself, and put in the place of the old one.

import { DataFault } from "./fault.js";
import { type AnyDocument, checkSize, type Format, isStrictJson, type Reading, repeatedName } from "./formats.js";
import type { Splice } from "./lines.js";
import { type Collection, type DataNode, type Entry, isCollection, MAX_DEPTH } from "./node.js";
import { readJson } from "./read-json.js";
import { readJson5 } from "./read-json5.js";

/** What becomes of a part of a text. */
interface Change {
  start: number;
  end: number;
  /** How much longer the text gets. */
  growth: number;
}

/** Entries of a collection, and where they stand with the spaces, commas and comments between them. */
interface Run {
  collection: Collection;
  from: number;
  /** The first entry after the run. */
  to: number;
  start: number;
  end: number;
}

/**
 * Reads a changed text. Nodes that have not changed are the same as before, with their old offsets.
 *
 * @returns undefined if it has to be read as a whole
 * @throws {DataFault} `TOO_LARGE`
 */
export function reread(
  { text, format }: { text: string; format: Format },
  { documents }: Reading,
  result: string,
  splices: readonly Splice[],
): AnyDocument[] | undefined {
  checkSize(result);
  const change: Change = {
    start: Math.min(...splices.map(({ start }) => start)),
    end: Math.max(...splices.map(({ end }) => end)),
    growth: result.length - text.length,
  };
  if (format === "yaml") return undefined;
  const [document] = documents;
  const root = document && rereadJson(text, format, document.root, result, change);
  return root && [{ ...document, root }];
}

function rereadJson(
  text: string,
  format: "json" | "json5",
  root: DataNode,
  result: string,
  change: Change,
): DataNode | undefined {
  const way = wayTo(root, change);
  const inner = way.at(-1)?.collection;
  if (!inner) return undefined;
  const run = runOf(inner, change);
  const [open, close] = inner.kind === "map" ? ["{", "}"] : ["[", "]"];
  const written = result.slice(run.start, run.end + change.growth);
  const added = readRun(open + written + close, format);
  if (!added) return undefined;
  const last = added.root.entries.at(-1);
  const hasNext = run.to < inner.entries.length;
  // Between the run and the next entry is one comma; nothing but the end may come after a comma without an entry.
  if (hasNext ? last !== undefined && last.commaEnd === undefined : last === undefined && run.from > 0)
    return undefined;
  const strict =
    open +
    (hasNext && last?.commaEnd ? written.slice(0, last.commaEnd - 2) + written.slice(last.commaEnd - 1) : written);
  if (format === "json" && !isStrictJson(strict + close) && isStrictJson(text)) return undefined;
  const entries = [...inner.entries.slice(0, run.from), ...added.root.entries, ...inner.entries.slice(run.to)];
  const changed: Collection = { ...inner, entries };
  if (way.length + depthOf(added.root) > MAX_DEPTH || (changed.kind === "map" && repeatedName(changed)))
    return undefined;
  return way.slice(0, -1).reduceRight<Collection>((value, { collection, index }) => {
    const copy = [...collection.entries];
    copy[index] = { ...(copy[index] as Entry), value };
    return { ...collection, entries: copy };
  }, changed);
}

/** The collections that have a change between their brackets, from the root on, each with the index of the next one. */
function wayTo(root: DataNode, { start, end }: Change): { collection: Collection; index: number }[] {
  const way: { collection: Collection; index: number }[] = [];
  for (let node: DataNode | undefined = root; node && isCollection(node) && node.start < start && end < node.end; ) {
    const index: number = lastBefore(node.entries, start);
    way.push({ collection: node, index });
    node = node.entries[index]?.value;
  }
  return way;
}

/** The last entry that begins before an offset, or -1. */
function lastBefore(entries: readonly Entry[], offset: number): number {
  let low = -1;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((entries[middle] as Entry).start < offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The entries that a change is in, with all that is between the comma before them and the entry after them. */
function runOf(collection: Collection, { start, end }: Change): Run {
  const { entries } = collection;
  let from = Math.max(0, lastBefore(entries, start));
  while (from > 0 && (entries[from - 1]?.commaEnd ?? Number.POSITIVE_INFINITY) > start) from -= 1;
  let to = from;
  while (to < entries.length && (entries[to] as Entry).start <= end) to += 1;
  return {
    collection,
    from,
    to,
    start: entries[from - 1]?.commaEnd ?? collection.start + 1,
    end: entries[to]?.start ?? collection.end - 1,
  };
}

/** Reads a collection, which has to be all of the text. */
function readRun(text: string, format: "json" | "json5"): { root: Collection } | undefined {
  try {
    const { root } = format === "json" ? readJson(text) : readJson5(text);
    if (!isCollection(root) || root.start !== 0 || root.end !== text.length) return undefined;
    return hasRepeatedName(root.entries) ? undefined : { root };
  } catch (error) {
    // What is wrong is told when the text is read as a whole.
    if (error instanceof DataFault) return undefined;
    throw error;
  }
}

function hasRepeatedName(entries: readonly Entry[]): boolean {
  return entries.some(
    ({ value }) =>
      isCollection(value) && ((value.kind === "map" && repeatedName(value)) || hasRepeatedName(value.entries)),
  );
}

function depthOf(node: DataNode): number {
  if (!isCollection(node)) return 0;
  let deepest = 0;
  for (const { value } of node.entries) deepest = Math.max(deepest, depthOf(value));
  return deepest + 1;
}
