/** What a page hears of a mouse that is drawn over a text. */

import { isContentEditable } from "../dom/dom.js";
import { nearestAround } from "../dom/shadow.js";
import { button, middle, type Point } from "./synthetic.js";

/** What acts when it is pressed, or can be pulled away. */
const PRESSED =
  "a[href],button,summary,label,[draggable=true i],[onclick],[role=button],[role=link],[role=tab],[role=option],[role=switch],[role=checkbox],[role=radio],[role=treeitem],[role^=menuitem],[role=combobox]";

/** A place in a text: the character before or after it. */
type Place = [node: Text, offset: number];

/**
 * Tells of the press with which a person begins to select a text. Not in editors, which place a selection of their own then, and not on
 * what acts when it is pressed: only the release counts there.
 */
export function pressBefore(el: Element, [node, offset]: Place): void {
  if (isContentEditable(el as HTMLElement) || nearestAround(el, PRESSED)) return;
  button(el, "down", pointIn(node, offset, offset + 1, "left"));
}

/** Tells of the release after the last character of a text. There is no click: nothing is to follow or be sent. */
export function releaseAfter(el: Element, [node, offset]: Place): void {
  button(el, "up", pointIn(node, Math.max(0, offset - 1), offset, "right"));
}

/** Tells of the release in a field, whose text has no places. */
export const releaseIn = (field: Element): void => button(field, "up", middle(field));

function pointIn(node: Text, from: number, to: number, side: "left" | "right"): Point {
  const range = new Range();
  range.setStart(node, from);
  range.setEnd(node, Math.min(to, node.length));
  const rects = range.getClientRects();
  const rect = rects[side === "left" ? 0 : rects.length - 1] ?? range.getBoundingClientRect();
  return [rect[side], (rect.top + rect.bottom) / 2];
}
