/** What a page puts out of its own reach instead of hiding it. */

import { computedStyle, scrollingElement, scrollLeft, scrollTop, styleValue } from "../dom/dom.js";
import { around, documentStart, rectsOf } from "../dom/geometry.js";
import { flatParent } from "../dom/shadow.js";

/** Whether an element is put where nothing scrolls to it, before the beginning of the page: so some lists are closed (Slim Select), and fields kept away (Tom Select). */
export function isParked(el: Element): boolean {
  const [, , right, bottom] = around(rectsOf(el));
  if (right > 0 && bottom > 0) return false;
  for (let up: Element | null = el; up && up !== scrollingElement(); up = flatParent(up)) {
    if (up !== el && (scrollTop(up) !== 0 || scrollLeft(up) !== 0)) return false;
    if (styleValue(computedStyle(up), "position") === "fixed") return true;
  }
  const [left, top] = documentStart();
  return right + scrollX <= left || bottom + scrollY <= top;
}
