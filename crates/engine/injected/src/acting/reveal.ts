/** Brings a point of an element into view, such as a place on a large map or canvas. */

import { computedStyle, scrollingElement, scrollLeft, scrollTop, styleValue } from "../dom/dom.js";
import { isFixed, keepsFixed } from "../dom/fixed.js";
import { isShown, type Rect } from "../dom/geometry.js";
import { scaleOf } from "../dom/scale.js";
import { scrollBy } from "../dom/scrolling.js";
import { flatParent } from "../dom/shadow.js";
import { type Axis, scrolls, shownBox } from "./scroll.js";

const holds = ([left, top, right, bottom]: Rect, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** The scroll containers around an element, innermost first. What is fixed does not scroll with those around it. */
function areasAround(el: Element): Element[] {
  const found: Element[] = [];
  let fixed = isFixed(computedStyle(el));
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const style = computedStyle(up);
    fixed &&= !keepsFixed(style);
    if (!fixed && (scrolls(up, "x") || scrolls(up, "y"))) found.push(up);
    fixed ||= isFixed(style);
  }
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

/** Puts what is in the containers that only script can scroll back to where it is now: a person could not do that. */
export function putsBack(els: Element[]): () => void {
  const hiders = new Set(els.flatMap(hidersAround));
  const areas = Array.from(hiders, (area) => ({ area, left: scrollLeft(area), top: scrollTop(area) }));
  return () => {
    for (const { area, left, top } of areas) {
      const [across, down] = [left - scrollLeft(area), top - scrollTop(area)];
      scrollBy(area, { left: hides(area, "x") ? across : 0, top: hides(area, "y") ? down : 0 });
    }
  };
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

/** Where to put a point that something covers, as shares of what a container shows: most of that is free somewhere in the middle. */
const SHARES = [0.5, 0.35, 0.65, 0.2, 0.8];

/**
 * Scrolls the containers so that a point of an element is at one place after another; yields where it is. `isFree`: whether what covers
 * the point is not at another one. Where it is all over, as a veil is, nothing is scrolled.
 */
export function* elsewhere(
  el: Element,
  point: () => [number, number],
  isFree: (x: number, y: number) => boolean,
): Generator<[number, number]> {
  const areas = areasAround(el);
  let last = point();
  const [x, y] = last;
  if (!SHARES.some((share) => isFree(x, innerHeight * share) || isFree(innerWidth * share, y))) return;
  for (const share of SHARES) {
    for (const area of areas) {
      const at = point();
      const [left, top, right, bottom] = shownBox(area);
      scrollOn(area, at[0] - (left + (right - left) * share), at[1] - (top + (bottom - top) * share));
    }
    const now = point();
    if (now[0] !== last[0] || now[1] !== last[1]) yield now;
    last = now;
  }
}

/** Scrolls a container by lengths of the viewport. */
function scrollOn(area: Element, left: number, top: number): void {
  // The viewport is not scaled by the style of the root.
  const [across, down] = area === scrollingElement() ? [1, 1] : scaleOf(area);
  scrollBy(area, { left: left / across, top: top / down });
}
