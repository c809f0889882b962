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

/** Whether all blocks outside of an edit are as they were, at every level, and the new ones stay inside of it. */
export function isOutsideSame(before: MarkdownDocument, after: MarkdownDocument, edit: Replacement): boolean {
  const blocks = blocksAround(before, after, edit);
  return isSameAround(blocks.old, blocks.new, edit);
}

function isSameAround(old: readonly MarkdownNode[], now: readonly MarkdownNode[], edit: Replacement): boolean {
  const delta = edit.text.length - (edit.end - edit.start);
  const newEnd = edit.start + edit.text.length;
  const beforeOld = old.filter((node) => range(node).end <= edit.start);
  const afterOld = old.filter((node) => range(node).start >= edit.end && range(node).end > edit.start);
  const beforeNow = now.slice(0, beforeOld.length);
  const afterNow = afterOld.length === 0 ? [] : now.slice(-afterOld.length);
  if (beforeOld.length + afterOld.length > now.length) return false;
  if (!beforeOld.every((node, index) => isSameBlock(node, beforeNow[index], 0))) return false;
  if (!afterOld.every((node, index) => isSameBlock(node, afterNow[index], delta))) return false;
  const middleOld = old.slice(beforeOld.length, old.length - afterOld.length);
  const middleNow = now.slice(beforeOld.length, now.length - afterOld.length);
  const crosses = (node: MarkdownNode, end: number) => range(node).start < edit.start || range(node).end > end;
  const crossingOld = middleOld.filter((node) => crosses(node, edit.end));
  const crossingNow = middleNow.filter((node) => crosses(node, newEnd));
  if (crossingOld.length === 0 && crossingNow.length === 0) return true;
  const [outerOld, outerNow] = [middleOld[0], middleNow[0]];
  if (middleOld.length !== 1 || middleNow.length !== 1 || !outerOld || !outerNow) return false;
  if (outerOld.type !== outerNow.type || range(outerOld).start !== range(outerNow).start) return false;
  if (range(outerOld).end + delta !== range(outerNow).end) return false;
  if (!isContainer(outerOld) || !isContainer(outerNow)) return outerOld.type !== "html" && outerOld.type !== "code";
  return isSameAround(outerOld.children as MarkdownNode[], outerNow.children as MarkdownNode[], edit);
}

function isContainer(node: MarkdownNode): node is Extract<MarkdownNode, { children: unknown }> {
  return "children" in node && node.type !== "paragraph" && node.type !== "heading" && node.type !== "tableCell";
}

function isSameBlock(old: MarkdownNode, now: MarkdownNode | undefined, delta: number): boolean {
  if (!now || old.type !== now.type) return false;
  if (old.type === "heading" && now.type === "heading" && old.depth !== now.depth) return false;
  const [one, other] = [range(old), range(now)];
  return one.start + delta === other.start && one.end + delta === other.end;
}
