/** `area`: what a wheel at an element scrolls. `scrolled`: its position after scrolling. */

import { later } from "../dom/builtins.js";
import {
  clientHeight,
  clientWidth,
  computedStyle,
  documentElement,
  localName,
  queryScope,
  scrollBy,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  styleValue,
} from "../dom/dom.js";
import { innerBox, intersect, type Rect } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { flatParent, scopes } from "../dom/shadow.js";
import { refused, resolve } from "../elements/target.js";
import type { Area, Expected, Refusal } from "../protocol.js";

type Axis = "x" | "y";

/** How long an area must be at rest, and the time limit for that. A wheel scrolls with an animation. */
const REST_MS = 120;
const LIMIT_MS = 2000;
/** Points of an area at which the wheel is tried, as shares of its sides, the middle first. */
const SPOTS = [0.5, 0.3, 0.7, 0.1, 0.9];

/** The area of the last call. */
let current: Element | null = null;

const room = (el: Element, axis: Axis): number =>
  axis === "y" ? scrollHeight(el) - clientHeight(el) : scrollWidth(el) - clientWidth(el);

/** Whether an area is scrolled to its bottom. */
export const atEnd = (el: Element): boolean => scrollTop(el) >= room(el, "y") - 2;

/** Whether a user can scroll the element in this direction. */
export function scrolls(el: Element, axis: Axis): boolean {
  if (room(el, axis) <= 1) return false;
  const overflow = styleValue(computedStyle(el), `overflow-${axis}`);
  // What a text area holds scrolls in a box of the browser's own.
  if (el === scrollingElement() || localName(el) === "textarea") return overflow !== "hidden" && overflow !== "clip";
  // The viewport takes over the overflow of `body`.
  return overflow === "auto" || overflow === "scroll";
}

/** The nearest scroll container at an element: itself or an ancestor. */
export function areaAt(el: Element | null, axis: Axis): Element | null {
  for (let up = el; up; up = flatParent(up)) if (scrolls(up, axis)) return up;
  return null;
}

/** The largest scroll container, for pages whose content scrolls in a pane. */
function largest(axis: Axis): Element | null {
  let found: Element | null = null;
  let most = 0;
  for (const scope of scopes())
    for (const el of queryScope(scope, "*")) {
      if (room(el, axis) <= 1) continue;
      const size = clientWidth(el) * clientHeight(el);
      if (size > most && scrolls(el, axis)) {
        found = el;
        most = size;
      }
    }
  return found;
}

/** `area`. */
export function area({ target, axis }: { target?: Expected; axis: Axis }): Area | Refusal {
  const el = target ? resolve(target) : null;
  if (el && refused(el)) return el;
  const page = scrollingElement() ?? documentElement(document);
  current = el
    ? areaAt(el, axis)
    : page && scrolls(page, axis)
      ? page
      : (areaAt(deepest(innerWidth / 2, innerHeight / 2), axis) ?? largest(axis));
  current ??= page;
  if (!current) return { state: "gone" };
  return { ...where(current), at: spot(current, axis) };
}

const viewport = (): Rect => [0, 0, innerWidth, innerHeight];

/** The box in which a scroll container shows its contents. */
export const shownBox = (el: Element): Rect => (el === scrollingElement() ? viewport() : innerBox(el));

/** A point at which the wheel scrolls this area, and not one inside it. */
function spot(el: Element, axis: Axis): [number, number] | null {
  const [left, top, right, bottom] = intersect(shownBox(el), viewport());
  for (const across of SPOTS)
    for (const down of SPOTS) {
      const x = Math.floor(left + (right - left) * across);
      const y = Math.floor(top + (bottom - top) * down);
      if (areaAt(deepest(x, y), axis) === el) return [x, y];
    }
  return null;
}

function where(el: Element): Omit<Area, "at"> {
  const [x, y] = [scrollLeft(el), scrollTop(el)];
  const [across, down] = [Math.max(0, room(el, "x")), Math.max(0, room(el, "y"))];
  // In right-to-left text, the scroll position goes from zero to negative values.
  const [nearX, nearY] = [x < 0 ? -across : 0, y < 0 ? -down : 0];
  return {
    state: "area",
    page: el === scrollingElement(),
    size: [clientWidth(el), clientHeight(el)],
    position: [x, y],
    room: [x - nearX, y - nearY, nearX + across - x, nearY + down - y],
  };
}

/** `scrolled`: scrolls by script if `by` is given, then waits until the area is at rest. */
export async function scrolled({ by }: { by?: [number, number] }): Promise<Area | Refusal> {
  if (!current) return { state: "gone" };
  const el = current;
  if (by) scrollBy(el, { left: by[0], top: by[1], behavior: "instant" });
  const began = performance.now();
  let rested = began;
  let last = `${scrollLeft(el)} ${scrollTop(el)}`;
  while (performance.now() - rested < REST_MS && performance.now() - began < LIMIT_MS) {
    await new Promise((done) => later(done, 20));
    const now = `${scrollLeft(el)} ${scrollTop(el)}`;
    if (now !== last) rested = performance.now();
    last = now;
  }
  return { ...where(el), at: null };
}
