/** The check box in an item of a tree. A press elsewhere on the item selects or folds it. */

import { clock } from "../dom/builtins.js";
import { token } from "../dom/dom.js";
import { insideOf, nearestAround } from "../dom/shadow.js";
import { disabledState } from "../semantics/element-states.js";
import { acceptable, placesOf } from "./places.js";

const BOXES = "[role=checkbox],input[type=checkbox]";
const ITEM = "[role=treeitem]";

/** The only check box of an item itself, and not of the items in it. */
export function innerBox(item: Element): Element | undefined {
  if (token(item, "role") !== "treeitem") return undefined;
  const own = insideOf(item, BOXES).filter((box) => nearestAround(box, ITEM) === item && placesOf(box).length > 0);
  const [box] = own;
  return box && own.length === 1 && !disabledState(box) ? box : undefined;
}

/** The item that is being checked, and how long the click for that may take to come. */
let checking: { item: Element; until: number } | undefined;
const COMES_MS = 5000;

/** Notes that the next click on an item is to check it; undefined once that is done. */
export function noteChecking(item: Element | undefined): void {
  checking = item && { item, until: clock() + COMES_MS };
}

const boxOf = (el: Element): Element | undefined =>
  checking?.item === el && clock() < checking.until ? innerBox(el) : undefined;

/** The places to press of an element, as {@link placesOf}. */
export function pressPlaces(el: Element): Element[] {
  return placesOf(boxOf(el) ?? el);
}

/** What may be hit by a press on an element, as {@link acceptable}: the element first. */
export function pressAccepts(el: Element): Set<Element> {
  const box = boxOf(el);
  return box ? new Set([el, ...acceptable(box, "click")]) : acceptable(el, "click");
}
