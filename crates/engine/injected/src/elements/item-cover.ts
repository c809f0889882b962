/**
 * What lies over a part of its own item, and takes the pointer for it: the box that a timeline puts over a selected item to drag it by, or a
 * cropper over its picture. Nothing of it shows, it has no line in a snapshot, and who points at the part presses it.
 */

import {
  computedStyle,
  documentBody,
  documentElement,
  findAll,
  firstElementChild,
  has,
  holds,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { around, isAlike, type Rect, surfaceOf, visibleRects } from "../dom/geometry.js";
import { flatParent } from "../dom/shadow.js";
import { takesClicks } from "./hit.js";
import { isBusy, isClear } from "./layers.js";

/** The largest share of the viewport that an item takes. What covers more of a page keeps the pointer from it. */
const SMALL = 0.5;
const PICTURES = "img,svg,picture,canvas,video";

/**
 * Whether a layer, of which an element is hit, lies over a part of the item that both are in. It must be clear, and as large as the part or the item.
 * Where it covers a control, it keeps the pointer from that: an item that saves or loads does so. What only takes the focus is none: keys move the
 * part of a picture that a cropper keeps.
 *
 * @param controlsIn The visible controls of an element, with itself.
 */
export function isItemCover(
  cover: Element,
  hit: Element,
  target: Element,
  controlsIn: (el: Element) => Element[],
): boolean {
  const item = flatParent(cover);
  if (!item || item === documentBody() || item === documentElement(document)) return false;
  if (styleValue(computedStyle(cover), "position") === "fixed" || controlsIn(cover).length > 0) return false;
  if (!isClear(cover) || !isClear(hit) || findAll(cover, PICTURES).length > 0) return false;
  const over = shown(cover);
  const part = shown(target);
  if (surfaceOf(over) > innerWidth * innerHeight * SMALL || !(isAlike(over, part) || isAlike(over, shown(item))))
    return false;
  if (!holdsBox(over, part)) return false;
  return controlsIn(item)
    .filter((control) => control !== item && takesClicks(control))
    .every((control) => !holds(control, target) && !holds(target, control) && !holdsBox(over, shown(control)));
}

/**
 * Whether what is hit is a mark that a page lays over its own item where the pointer is, such as over the cells of a table that is to be made.
 * It says nothing, and a press on it is one on the item.
 */
export function isMark(hit: Element, target: Element): boolean {
  const item = flatParent(target);
  if (!item || item === documentBody() || item === documentElement(document) || !holds(item, hit)) return false;
  if (firstElementChild(hit) || textContent(hit)?.trim() || has(hit, "role") || hit.matches(PICTURES)) return false;
  for (let el: Element | null = hit; el && el !== item; el = flatParent(el)) if (takesClicks(el)) return false;
  return !isBusy(computedStyle(hit));
}

const shown = (el: Element): Rect => around(visibleRects(el));

/** Whether a box holds another one. A pixel at its sides does not count. */
function holdsBox([left, top, right, bottom]: Rect, [l, t, r, b]: Rect): boolean {
  return l >= left - 1 && t >= top - 1 && r <= right + 1 && b <= bottom + 1;
}
