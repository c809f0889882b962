/** Brings a point of an element into view, such as a place on a large map or canvas. */

import { box, clientHeight, clientLeft, clientTop, clientWidth, scrollingElement } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import { areaAt } from "./scroll.js";

const scrollByOf = Element.prototype.scrollBy as (this: Element, options: ScrollToOptions) => void;

/** The visible part of a scroll container: left, top, right, bottom. */
function inside(area: Element): [number, number, number, number] {
  if (area === scrollingElement()) return [0, 0, innerWidth, innerHeight];
  const { left, top } = box(area);
  const [x, y] = [left + clientLeft(area), top + clientTop(area)];
  return [x, y, x + clientWidth(area), y + clientHeight(area)];
}

const holds = ([left, top, right, bottom]: [number, number, number, number], x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom;

/** The scroll containers around an element, innermost first. */
function areasAround(el: Element): Element[] {
  const found: Element[] = [];
  for (let up = flatParent(el); up; up = flatParent(up))
    if (areaAt(up, "x") === up || areaAt(up, "y") === up) found.push(up);
  return found;
}

/** Whether no scroll container hides this point of an element, and the viewport holds it. */
export function isInView(el: Element, x: number, y: number): boolean {
  return holds([0, 0, innerWidth, innerHeight], x, y) && areasAround(el).every((area) => holds(inside(area), x, y));
}

/** Scrolls every container so far that it shows the point, which it puts into the middle if it has to scroll. */
export function reveal(el: Element, point: () => [number, number]): void {
  for (const area of areasAround(el)) {
    const [x, y] = point();
    const seen = inside(area);
    if (holds(seen, x, y)) continue;
    const [left, top, right, bottom] = seen;
    scrollByOf.call(area, {
      left: x < left || x >= right ? x - (left + right) / 2 : 0,
      top: y < top || y >= bottom ? y - (top + bottom) / 2 : 0,
      behavior: "instant",
    });
  }
}
