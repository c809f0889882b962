/** `area`: what a wheel at an element scrolls. `scrolled`: its position after scrolling. */

import { cancel, later, listen, prevent, prevented, stop, unlisten } from "../dom/builtins.js";
import {
  clientHeight,
  clientWidth,
  computedStyle,
  documentElement,
  isConnected,
  localName,
  queryScope,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  styleValue,
} from "../dom/dom.js";
import { innerBox, intersect, type Rect } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { leastScroll, scrollBy } from "../dom/scrolling.js";
import { flatContains, flatParent, scopes } from "../dom/shadow.js";
import { refused, resolve } from "../elements/target.js";
import type { Area, Expected, Refusal } from "../protocol.js";
import { gate } from "../watching/gate.js";
import type { Wheeled } from "./sight-protocol.js";

export type Axis = "x" | "y";

/** How long an area must be at rest, and the time limit for that. A wheel scrolls with an animation. */
const REST_MS = 120;
const LIMIT_MS = 2000;
/** How long the wheel is watched at most. */
const WATCH_MS = 5000;
/** Points of an area at which the wheel is tried, as shares of its sides, the middle first. */
const SPOTS = [0.5, 0.3, 0.7, 0.1, 0.9];

/** The area of the last call. */
let current: Element | null = null;
let direction: Axis = "y";
/** The wheel event since that call, with its time. A busy browser delivers it late. */
let came: { event: WheelEvent; at: number } | undefined;
/** Whether the wheel reached the area. */
let arrived = false;
/** Whether the wheel was kept from scrolling what is around the area, which is at its end. */
let kept = false;
/** Whether script has scrolled in the wheel's place. */
let replaced = false;
/** Where the area was when the last wait for it ended. */
let waited: [left: number, top: number] = [0, 0];
/** Where it was before the wheel. */
let before: Place | undefined;
let timer: number | undefined;

/** An element, and where it is scrolled to. */
type Place = [el: Element, left: number, top: number];

const placeOf = (el: Element): Place => [el, scrollLeft(el), scrollTop(el)];

/** Stops a wheel that would scroll something else, or that would scroll again what script has scrolled in its place. */
function guardWheel(event: Event): void {
  if (!event.isTrusted) return;
  const wheel = event as WheelEvent;
  came ??= { event: wheel, at: performance.now() };
  const { clientX, clientY } = wheel;
  const reached = areaAt(deepest(clientX, clientY), direction) ?? pageArea();
  if (!replaced && current && isConnected(current) && reached === current) {
    arrived = true;
    // At its end, the browser would scroll what is around it. The page's own listeners get the wheel.
    kept = isWithin(current) && !hasRoom([current], wheel);
    if (kept) prevent.call(event);
    return;
  }
  stop.call(event);
  prevent.call(event);
  // Further wheels are the user's.
  if (replaced) end();
}

function end(): void {
  cancel(timer);
  unlisten.call(window, "wheel", guardWheel, { capture: true });
}

/** How long the browser may take to begin to scroll after a wheel event that the page has not prevented. */
const FIRST_MS = 1000;

/** The last wheel event since `wheeling`. */
let turned: WheelEvent | undefined;
const onWheel = (event: Event): void => {
  turned = event as WheelEvent;
};

/** What a wheel may scroll, innermost first, with the positions before it turned. */
let noted: Place[] = [];

const room = (el: Element, axis: Axis): number =>
  axis === "y" ? scrollHeight(el) - clientHeight(el) : scrollWidth(el) - clientWidth(el);

/** Whether an area is scrolled to its bottom. */
export const atEnd = (el: Element): boolean => where(el).room[3] <= 2;

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

/** The page itself, also where it does not scroll. */
export const pageArea = (): Element | null => scrollingElement() ?? documentElement(document);

/** Whether something around an area may scroll in its place. */
const isWithin = (area: Element): boolean => area !== scrollingElement() || window.parent !== window;

/** What scrolls a page: itself, or its main pane. */
export function mainArea(axis: Axis): Element | null {
  const page = pageArea();
  if (page && scrolls(page, axis)) return page;
  return areaAt(deepest(innerWidth / 2, innerHeight / 2), axis) ?? largest(axis);
}

/** `area`. */
export function area({ target, axis }: { target?: Expected; axis: Axis }): Area | Refusal {
  const el = target ? resolve(target) : null;
  if (el && refused(el)) return el;
  current = el ? areaAt(el, axis) : mainArea(axis);
  current ??= pageArea();
  if (!current) return { state: "gone" };
  end();
  gate.open();
  arrived = false;
  kept = false;
  replaced = false;
  came = undefined;
  direction = axis;
  before = placeOf(current);
  // Where nothing scrolls, the page may take the wheel itself: maps, slides and some editors do.
  const at = spot(current, axis) ?? (scrolls(current, axis) ? null : spotOn(el ?? current));
  if (at) {
    listen.call(window, "wheel", guardWheel, { capture: true, passive: false });
    timer = later(end, WATCH_MS);
  }
  return { ...where(current), at };
}

const viewport = (): Rect => [0, 0, innerWidth, innerHeight];

/** The box in which a scroll container shows its contents. */
export const shownBox = (el: Element): Rect => (el === scrollingElement() ? viewport() : innerBox(el));

/** The points of an area at which a wheel is tried, in this frame's viewport, and what each hits. */
function* spotsOf(el: Element): Generator<[x: number, y: number, hit: Element | null]> {
  const [left, top, right, bottom] = intersect(shownBox(el), viewport());
  for (const across of SPOTS)
    for (const down of SPOTS) {
      const x = Math.floor(left + (right - left) * across);
      const y = Math.floor(top + (bottom - top) * down);
      yield [x, y, deepest(x, y)];
    }
}

/** A point at which the wheel scrolls this area, and not one inside it. The document of a frame gets the wheel first. */
function spot(el: Element, axis: Axis): [number, number] | null {
  let second: [number, number] | null = null;
  for (const [x, y, hit] of spotsOf(el)) {
    if (areaAt(hit, axis) !== el) continue;
    if (!hit || localName(hit) !== "iframe") return [x, y];
    second ??= [x, y];
  }
  return second;
}

/** A point at which a wheel reaches the element. */
function spotOn(el: Element): [number, number] | null {
  for (const [x, y, hit] of spotsOf(el)) if (hit && flatContains(el, hit)) return [x, y];
  return null;
}

export function where(el: Element): Omit<Area, "at"> {
  const [x, y] = [scrollLeft(el), scrollTop(el)];
  const [across, down] = [Math.max(0, room(el, "x")), Math.max(0, room(el, "y"))];
  const [nearX, nearY] = leastScroll(el);
  return {
    state: "area",
    page: el === scrollingElement(),
    size: [clientWidth(el), clientHeight(el)],
    position: [x, y],
    room: [x - nearX, y - nearY, nearX + across - x, nearY + down - y],
  };
}

/** `scrolled`: scrolls by script if `by` is given and the wheel has not scrolled meanwhile, then waits until the area is at rest. */
export async function scrolled({ by }: { by?: [number, number] }): Promise<Area | Refusal> {
  if (!current) return { state: "gone" };
  const el = current;
  const isLate = by !== undefined && (scrollLeft(el) !== waited[0] || scrollTop(el) !== waited[1]);
  if (by && !isLate) {
    replaced = true;
    scrollBy(el, { left: by[0], top: by[1] });
  }
  await atRest([came && before ? before : placeOf(el)], by ? never : () => begins(el));
  // The listener stays for a wheel that has not come yet.
  if (came) end();
  waited = [scrollLeft(el), scrollTop(el)];
  const answer: Area = { ...where(el), at: null };
  const isTaken = !by && !kept && came !== undefined && prevented.call(came.event);
  if (by ? isLate : arrived) answer.wheel = isTaken ? "taken" : "arrived";
  if (!isConnected(el)) answer.gone = true;
  return answer;
}

const never = (): undefined => undefined;

/** Since when the area may begin to scroll: the wheel is still under way, or has come and the page has let it through. */
function begins(el: Element): number | undefined {
  if (!came) return 0;
  return arrived && !prevented.call(came.event) && hasRoom([el], came.event) ? came.at : undefined;
}

/**
 * Resolves when none of these scroll any more. They are given with their places before the wheel: what it scrolled may have come to rest
 * before this call. `begins` says since when they may begin to, if they may; a time before this call counts as its start.
 */
async function atRest(from: readonly Place[], begins: () => number | undefined): Promise<void> {
  const places = (): string => from.map(([el]) => `${scrollLeft(el)} ${scrollTop(el)}`).join(";");
  const began = performance.now();
  let rested = began;
  let hasBegun = from.some(([el, left, top]) => scrollLeft(el) !== left || scrollTop(el) !== top);
  let last = places();
  const isAtRest = (): boolean => {
    const now = performance.now();
    const since = hasBegun ? undefined : begins();
    if (since !== undefined && now - Math.max(since, began) < FIRST_MS) return false;
    return now - rested >= REST_MS;
  };
  while (!isAtRest() && performance.now() - began < LIMIT_MS) {
    await new Promise<void>((done) => later(done, 20));
    const now = places();
    if (now !== last) [rested, hasBegun] = [performance.now(), true];
    last = now;
  }
}

/** `wheeling`: notes what a wheel at an element may scroll. */
export function wheeling({ target }: { target: Expected }): { state: "done" } | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const page = scrollingElement();
  const areas = new Set<Element>();
  for (let up: Element | null = el; up; up = flatParent(up)) if (scrolls(up, "x") || scrolls(up, "y")) areas.add(up);
  if (page) areas.add(page);
  turned = undefined;
  listen.call(window, "wheel", onWheel, { capture: true, passive: true });
  noted = Array.from(areas, placeOf);
  return { state: "done" };
}

/** Whether one of these can be scrolled the way of a wheel, by a pixel at least: positions have fractions. */
function hasRoom(areas: readonly Element[], { deltaX, deltaY }: WheelEvent): boolean {
  return areas.some((el) => {
    const [left, up, right, down] = where(el).room;
    return (deltaX < 0 ? left : deltaX > 0 ? right : 0) >= 1 || (deltaY < 0 ? up : deltaY > 0 ? down : 0) >= 1;
  });
}

/** `wheeled`: how far all of that has scrolled, once it is at rest. */
export async function wheeled(): Promise<Wheeled> {
  unlisten.call(window, "wheel", onWheel, { capture: true });
  const areas = noted.map(([el]) => el);
  await atRest(noted, () => (turned && !prevented.call(turned) && hasRoom(areas, turned) ? 0 : undefined));
  const answer: Wheeled = { moved: [0, 0], room: [0, 0, 0, 0], page: false };
  if (turned && prevented.call(turned)) answer.taken = true;
  let first = true;
  for (const [el, left, top] of noted) {
    const [dx, dy] = [scrollLeft(el) - left, scrollTop(el) - top];
    answer.moved[0] += dx;
    answer.moved[1] += dy;
    const { page, room } = where(el);
    if (first || dx !== 0 || dy !== 0) {
      answer.room = room;
      answer.page = page;
      first = false;
    }
  }
  return answer;
}
