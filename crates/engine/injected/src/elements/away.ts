/**
 * Where the pointer goes so that what is shown because of where it is goes away: a tooltip over a neighbour of its control. A person who wants
 * the neighbour moves the pointer, and so the tooltip is never in their way.
 */

import { documentElement, queryScope } from "../dom/dom.js";
import { shownArea, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { flatContains, flatParent, scopes } from "../dom/shadow.js";
import { SPOTS, spot } from "./spots.js";

/** What the pointer is over. Without a doctype, `:hover` by itself is only about links. */
export const HOVERED = ":hover:not(_)";

/** The boxes of an element that are tried: those of its first lines. */
const MOST = 4;

/**
 * A free point of what is around the target, the innermost first: a menu that is open because the pointer is in it stays so. Undefined where the
 * pointer is over nothing but what is around the target, or outside of the document, or nothing around is free.
 */
export function awayFrom(target: Element): [number, number] | undefined {
  const isBeside = (el: Element): boolean => !flatContains(el, target);
  if (!scopes().some((scope) => Array.from(queryScope(scope, HOVERED)).some(isBeside))) return undefined;
  for (let up = flatParent(target); up; up = flatParent(up)) {
    // The root takes the pointer in all of the view, however short it is.
    const rects = up === documentElement(document) ? [shownArea()] : visibleRects(up).slice(0, MOST);
    for (const rect of rects)
      for (const [right, down] of SPOTS) {
        const point = spot(rect, right, down);
        if (deepest(...point) === up) return point;
      }
  }
  return undefined;
}
