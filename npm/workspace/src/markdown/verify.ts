// Whether an edit has changed what it should, and no block beside it.

import type { MarkdownDocument, MarkdownNode } from "./document.js";
import { range } from "./document.js";

/** A replacement in a document. */
export interface Replacement {
  /** Offsets in the text before. */
  start: number;
  end: number;
  text: string;
}

/** Applies a replacement. */
export function replaced(text: string, { start, end, text: piece }: Replacement): string {
  return text.slice(0, start) + piece + text.slice(end);
}

/** The blocks around an edit, before and after it. */
export function blocksAround(
  before: MarkdownDocument,
  after: MarkdownDocument,
  edit: Replacement,
): { old: MarkdownNode[]; new: MarkdownNode[] } {
  const delta = edit.text.length - (edit.end - edit.start);
  const cuts = new Set(after.cuts);
  const from = lastShared(before, cuts, edit.start);
  const to = firstShared(before, cuts, edit.end, delta);
  return {
    old: before.blocks(from, to),
    new: after.blocks(from, to === before.text.length ? after.text.length : to + delta),
  };
}

/** The last cut before an edit, from which on both texts are parsed. */
function lastShared({ cuts }: MarkdownDocument, after: ReadonlySet<number>, start: number): number {
  let shared = 0;
  for (const cut of cuts) {
    // A cut at the edit itself: the block before it may go on into the edit.
    if (cut >= start || !after.has(cut)) break;
    shared = cut;
  }
  return shared;
}

/** The first cut after an edit, if all later cuts are in the new text too. */
function firstShared({ cuts, text }: MarkdownDocument, after: ReadonlySet<number>, end: number, delta: number): number {
  let shared = text.length;
  for (let index = cuts.length - 1; index >= 0; index -= 1) {
    const cut = cuts[index] ?? 0;
    if (cut < end || cut === 0) break;
    if (!after.has(cut + delta)) return text.length;
    shared = cut;
  }
  return shared;
}

/** A block that an edit is inside of, even if it is at the block's end. */
export interface Inside {
  start: number;
  end: number;
}

/** Whether all blocks outside of an edit are as they were, at every level, and the new ones stay inside of it. */
export function isOutsideSame(
  before: MarkdownDocument,
  after: MarkdownDocument,
  edit: Replacement,
  inside?: Inside,
): boolean {
  const blocks = blocksAround(before, after, edit);
  const around: Around = { edit, old: placesIn(before.text), now: placesIn(after.text) };
  return isSameAround(blocks.old, blocks.new, around, inside);
}

/** Where a block begins and ends, without white space at its end: code that is not closed counts the blank lines behind it. */
type Places = (node: MarkdownNode) => { start: number; end: number };

/** An edit, and how places are found in the text before and after it. */
interface Around {
  edit: Replacement;
  old: Places;
  now: Places;
}

function placesIn(text: string): Places {
  return (node) => {
    const { start, end: last } = range(node);
    let end = last;
    while (end > start && /\s/.test(text[end - 1] ?? "")) end -= 1;
    return { start, end };
  };
}

function isSameAround(
  old: readonly MarkdownNode[],
  now: readonly MarkdownNode[],
  around: Around,
  inside: Inside | undefined,
): boolean {
  const { edit, old: placeOld, now: placeNow } = around;
  const delta = edit.text.length - (edit.end - edit.start);
  const newEnd = edit.start + edit.text.length;
  const isOuter = (node: MarkdownNode) =>
    inside !== undefined && range(node).start <= inside.start && range(node).end >= inside.end;
  const beforeOld = old.filter((node) => placeOld(node).end <= edit.start && !isOuter(node));
  const afterOld = old.filter((node) => {
    const { start, end } = placeOld(node);
    return start >= edit.end && end > edit.start && !isOuter(node);
  });
  const beforeNow = now.slice(0, beforeOld.length);
  const afterNow = afterOld.length === 0 ? [] : now.slice(-afterOld.length);
  if (beforeOld.length + afterOld.length > now.length) return false;
  if (!beforeOld.every((node, index) => isSameBlock(node, beforeNow[index], around, 0))) return false;
  if (!afterOld.every((node, index) => isSameBlock(node, afterNow[index], around, delta))) return false;
  const middleOld = old.slice(beforeOld.length, old.length - afterOld.length);
  const middleNow = now.slice(beforeOld.length, now.length - afterOld.length);
  const crosses = ({ start, end }: { start: number; end: number }, limit: number) => start < edit.start || end > limit;
  const hasCrossing =
    middleOld.some((node) => crosses(placeOld(node), edit.end) || isOuter(node)) ||
    middleNow.some((node) => crosses(placeNow(node), newEnd));
  if (!hasCrossing) return true;
  // The edit is inside of one block.
  const [outerOld, outerNow] = [middleOld[0], middleNow[0]];
  if (middleOld.length !== 1 || middleNow.length !== 1 || !outerOld || !outerNow) return false;
  if (!isSameBlock(outerOld, outerNow, around, 0, delta)) return false;
  if (!isContainer(outerOld) || !isContainer(outerNow)) return outerOld.type !== "html" && outerOld.type !== "code";
  const isInnermost = inside?.start === range(outerOld).start && inside.end === range(outerOld).end;
  const rest = isInnermost ? undefined : inside;
  return isSameAround(outerOld.children as MarkdownNode[], outerNow.children as MarkdownNode[], around, rest);
}

function isContainer(node: MarkdownNode): node is Extract<MarkdownNode, { children: unknown }> {
  return "children" in node && node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell";
}

/** Whether two blocks are the same, moved by `delta`; the second one may be longer by `growth`. */
function isSameBlock(
  old: MarkdownNode,
  now: MarkdownNode | undefined,
  { old: placeOld, now: placeNow }: Around,
  delta: number,
  growth = delta,
): boolean {
  if (!now || old.type !== now.type) return false;
  if (old.type === "heading" && now.type === "heading" && old.depth !== now.depth) return false;
  const [one, other] = [placeOld(old), placeNow(now)];
  return one.start + delta === other.start && one.end + growth === other.end;
}
