/** Brings a point of an element into view, such as a place on a large map or canvas. */

import { computedStyle, scrollBy, scrollingElement, styleValue } from "../dom/dom.js";
import { isShown, type Rect } from "../dom/geometry.js";
import { scaleOf } from "../dom/scale.js";
import { flatParent } from "../dom/shadow.js";
import { type Axis, scrolls, shownBox } from "./scroll.js";

const holds = ([left, top, right, bottom]: Rect, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** The scroll containers around an element, innermost first. */
function areasAround(el: Element): Element[] {
  const found: Element[] = [];
  for (let up = flatParent(el); up; up = flatParent(up)) if (scrolls(up, "x") || scrolls(up, "y")) found.push(up);
  return found;
}

/** Whether no scroll container hides this point of an element, and the viewport holds it. */
export function isInView(el: Element, x: number, y: number): boolean {
  return isShown(x, y) && areasAround(el).every((area) => holds(shownBox(area), x, y));
}

/** What only script can scroll: it hides its overflow. */
const hides = (el: Element, axis: Axis): boolean => styleValue(computedStyle(el), `overflow-${axis}`) === "hidden";

/** The containers around an element that hide their overflow, innermost first. */
function hidersAround(el: Element): Element[] {
  const found: Element[] = [];
  for (let up = flatParent(el); up; up = flatParent(up)) if (hides(up, "x") || hides(up, "y")) found.push(up);
  return found;
}

/**
 * Scrolls every container so far that it shows the point, which it puts into the middle if it has to scroll. `hidden`: those
 * that hide their overflow, in the place of those that a user can scroll.
 */
export function reveal(el: Element, point: () => [number, number], hidden = false): void {
  for (const area of hidden ? hidersAround(el) : areasAround(el)) {
    const [x, y] = point();
    const shown = shownBox(area);
    if (holds(shown, x, y)) continue;
    const [left, top, right, bottom] = shown;
    scrollOn(
      area,
      x < left || x >= right ? x - (left + right) / 2 : 0,
      y < top || y >= bottom ? y - (top + bottom) / 2 : 0,
    );
  }
}

/** Scrolls a container by lengths of the viewport. */
function scrollOn(area: Element, left: number, top: number): void {
  // The viewport is not scaled by the style of the root.
  const [across, down] = area === scrollingElement() ? [1, 1] : scaleOf(area);
  scrollBy(area, { left: left / across, top: top / down, behavior: "instant" });
}
