/**
 * Fields that a key opens over what it was pressed on: the cells of a grid. Many grids put the first character in by script, so that no input
 * event tells that the field got it. A person types on there.
 */

import { isField } from "../acting/unwritten.js";
import { is, queryScope, textContent } from "../dom/dom.js";
import { around, drawn, type Rect, rectsOf } from "../dom/geometry.js";
import { flatContains, nearestAround, scopes } from "../dom/shadow.js";
import { held } from "../dom/values.js";

const FIELDS = "input,textarea,[contenteditable]";

/** The fields that there were before the keys: a focus that moves to one of these has gone to another field. */
let before = new WeakSet<Element>();
/** Where what gets the keys is drawn. */
let over: Rect = around([]);

/** Notes what there is before the first character on an element that is no field. */
export function noteFields(on: Element): void {
  before = new WeakSet();
  for (const scope of scopes())
    for (const field of queryScope(scope, FIELDS)) if (drawn(field) && !is(field, ":disabled")) before.add(field);
  // What is in a canvas stands for a part of its picture. Firefox gives it boxes that are drawn nowhere.
  over = around(rectsOf(nearestAround(on, "canvas") ?? on));
}

/**
 * Whether a field was opened over the element that got the characters, and holds them all. A shortcut that opens a search field does not
 * write, and a field that comes too late has lost some.
 */
export function isOpenedOver(on: Element, field: Element, typed: string): boolean {
  if (before.has(field)) return false;
  const text = isField(field) ? held(field) : (textContent(field) ?? "");
  return text.includes(typed) && (flatContains(on, field) || isOver(around(rectsOf(field))));
}

const isOver = (box: Rect): boolean => holdsMiddle(over, box) || holdsMiddle(box, over);

/** Whether the middle of one box is in another one. */
function holdsMiddle([left, top, right, bottom]: Rect, [l, t, r, b]: Rect): boolean {
  const [x, y] = [(l + r) / 2, (t + b) / 2];
  return x >= left && x <= right && y >= top && y <= bottom;
}
