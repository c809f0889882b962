/** The checks before input is sent, and the point to send it to. */

import { box, findAll, isConnected, rendered, rootOf } from "../dom/dom.js";
import { hasForeignFrames, twoFrames } from "../dom/drawn.js";
import { giveFocus, takeKeyboard } from "../dom/focus.js";
import { around, isShown, type Rect, rectsOf, shownArea, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { scrollIntoView, timesScrolled } from "../dom/scrolling.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import { HOVERED } from "../elements/away.js";
import { isUnseenFileInput } from "../elements/file-input.js";
import { describeElement, itemWithin, serves } from "../elements/hit.js";
import { pressAccepts, pressPlaces } from "../elements/inner-box.js";
import { isMark } from "../elements/item-cover.js";
import { acceptable, placesOf } from "../elements/places.js";
import { isBeside, shapePoints } from "../elements/shape.js";
import { SPOTS, spot } from "../elements/spots.js";
import { isUntouchable, offByStyle, takenBy } from "../elements/taken-by.js";
import { refused, resolve, resolveActedOn } from "../elements/target.js";
import { behind, beside, covered as coveredBy, isPageWithheld } from "../elements/veil.js";
import type { Expected, PrepareArgs, Prepared, Refusal, Sighted, Spot } from "../protocol.js";
import { gate } from "../watching/gate.js";
import { endsOn, stateOf, watch } from "../watching/watch.js";
import { isClipped, isCutOff, shownBeside } from "./clipped.js";
import { disabled, unusable } from "./disabled.js";
import { expectation } from "./expectation.js";
import { handleOf } from "./handle.js";
import { animated } from "./motion.js";
import { elsewhere, isInView, putsBack, reveal } from "./reveal.js";
import { noteUnfocused, takesText } from "./unwritten.js";

const isHovered = Element.prototype.matches;

/** The box of each element when it was last prepared, in document coordinates, and the time. */
const lastSeen = new WeakMap<Element, { rect: Rect; at: number }>();

/** Where each element was last found. */
const aims = new WeakMap<Element, [number, number]>();

/** The element that was prepared last for the pointer, and the point. */
let lastAim: { el: Element; at: [number, number] } | undefined;

/** The point at which an element was prepared, if it was the last one. */
export const lastAimAt = (el: Element): [number, number] | undefined => (lastAim?.el === el ? lastAim.at : undefined);

/** The point at which an element was last prepared. */
export const aimOf = (el: Element): [number, number] | undefined => aims.get(el);

/** Notes that the pointer goes to another point of an element, for which it was prepared. */
export const aimAgain = (el: Element, point: [number, number]): void => {
  aims.set(el, point);
};

/** Notes where an element is after a scroll that is no doing of the page. */
export const seenAgain = (el: Element): void => {
  lastSeen.set(el, { rect: inDocument(el), at: performance.now() });
};

/** Whether an element is at another place of the document than when it was prepared. */
export function hasMoved(el: Element): boolean {
  const last = lastSeen.get(el);
  return last !== undefined && differs(last.rect, inDocument(el));
}

/** A box that differs within this time is moving; after a longer time it was laid out again. */
const RECENT_MS = 500;

const ALIGNMENTS: ScrollLogicalPosition[] = ["center", "end", "start", "nearest"];

/** `prepare`. Answers at once unless the element may be moving, is scrolled into view for a picture, or frames were scrolled with it. */
export async function prepare(args: PrepareArgs): Promise<Prepared | Refusal> {
  const el = resolve(args.target);
  if (refused(el)) return el;
  const { left, top } = box(el);
  const scrolls = timesScrolled();
  const answer = await prepared(el, args);
  if (answer.state === "ready" && window.top !== window && timesScrolled() !== scrolls) answer.scrolled = true;
  if (answer.state !== "ready" || args.action === "view" || args.action === "focus") return answer;
  const now = box(el);
  if ((now.left === left && now.top === top) || !hasForeignFrames()) return answer;
  await twoFrames();
  const again = resolve(args.target);
  if (refused(again)) return again;
  const late = await prepared(again, args);
  if (late.state === "ready" && answer.scrolled) late.scrolled = true;
  return late;
}

/** Goes on two frames later, if the target is still there. */
async function framesLater(
  { target }: PrepareArgs,
  go: () => Prepared | Refusal | Promise<Prepared | Refusal>,
): Promise<Prepared | Refusal> {
  await twoFrames();
  const again = resolve(target);
  return refused(again) ? again : go();
}

function prepared(el: Element, args: PrepareArgs): Prepared | Refusal | Promise<Prepared | Refusal> {
  const sighted = args.at !== undefined && "inView" in args.at;
  // What a point hits is drawn there.
  const places = sighted ? [el] : args.action === "click" ? pressPlaces(el) : placesOf(el);
  const place = places[0];
  if (!place) return args.action === "focus" ? focusUnseen(el) : unseen(el);
  if (args.action === "view") return bring(place) ? followed(el, place, args) : shown(el, place);
  if (args.force) return forced(el, place, args);
  const off = args.action !== "hover" && args.action !== "drop" ? unusable(el) : undefined;
  if (off) return off;
  if (args.action === "focus") {
    gate.open();
    return focus(el, place);
  }
  if (args.action === "click") takeKeyboard();
  const before = inDocument(place);
  const last = lastSeen.get(place);
  const moved = last && performance.now() - last.at < RECENT_MS && differs(last.rect, before);
  const motion = animated(place);
  if ((moved || motion) && !args.restless) {
    return framesLater(args, () => {
      const now = inDocument(place);
      lastSeen.set(place, { rect: now, at: performance.now() });
      if (differs(before, now)) return { state: "moving", ends: motion === "ends" };
      return aim(el, places, args);
    });
  }
  lastSeen.set(place, { rect: before, at: performance.now() });
  return aim(el, places, args);
}

/** The refusal for an element without a place. One that style hides in what is drawn may be shown while the pointer is over that. */
function unseen(el: Element): Refusal {
  const around = flatParent(el);
  return around && visibleRects(around).length > 0 ? { state: "hidden", around: true } : { state: "hidden" };
}

/** The point of an element that the caller wants to click whatever is on top. */
function forced(el: Element, place: Element, args: PrepareArgs): Prepared | Refusal {
  const spot: Spot = args.at && !("inView" in args.at) ? args.at : { x: 0.5, y: 0.5, share: true };
  const point = (): [number, number] => pointOf(around(rectsOf(place)), spot);
  if (!isInView(place, ...point())) scrollIntoView(place, "center");
  const [x, y] = point();
  // Input outside of the viewport reaches nothing.
  if (!isShown(x, y)) return { state: "outside" };
  return aimed(el, place, place, [x, y], acceptable(el, args.action), args);
}

/** `hovered`: whether the pointer is over the element. */
export function hovered({ target }: { target: Expected }): { state: "hovered"; over: boolean } | Refusal {
  const el = resolveActedOn(target);
  if (refused(el)) return el;
  return { state: "hovered", over: [...acceptable(el, "hover")].some((place) => isHovered.call(place, HOVERED)) };
}

function view(el: Element, place: Element): Prepared {
  bring(place);
  return shown(el, place);
}

/** Scrolls an element to the middle of the view, unless it is wholly in view. Returns whether that has moved it. */
function bring(place: Element): boolean {
  if (visibleRects(place).length > 0 && whole(place)) return false;
  const before = around(rectsOf(place));
  scrollIntoView(place, "center");
  return differs(before, around(rectsOf(place)));
}

function shown(el: Element, place: Element): Prepared {
  const rect = around(rectsOf(place));
  return ready(el, rect, [(rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2]);
}

/** How long an element is followed that moves as the page scrolls. */
const FOLLOWED_MS = 1000;

/** {@link shown}, with the place at which the element is once it rests: pages move elements as they are scrolled, and load what comes into view. */
async function followed(el: Element, place: Element, args: PrepareArgs): Promise<Prepared | Refusal> {
  const until = performance.now() + FOLLOWED_MS;
  for (;;) {
    const before = around(rectsOf(place));
    await twoFrames();
    const again = resolve(args.target);
    if (refused(again)) return again;
    if (rectsOf(place).length === 0) return unseen(el);
    const moved = differs(before, around(rectsOf(place)));
    // What never rests is told as it is a moment after the last scroll.
    if (performance.now() >= until || animated(place) === "endless") break;
    if (!bring(place) && !moved) break;
  }
  return shown(el, place);
}

/** Keys go to the focus. For them it does not matter whether the element is covered or moves. */
function focus(el: Element, place: Element): Prepared | Refusal {
  noteUnfocused(el);
  giveFocus(el);
  // The page may replace the element when it gets the focus.
  if (!isConnected(el)) return { state: "gone" };
  let active = (rootOf(el) as Document | ShadowRoot).activeElement;
  if (!active || (active !== el && !el.contains(active))) {
    // A slider can have its focus in the one thumb in it (Quasar).
    const inner = findAll(el, "[tabindex='0']");
    if (inner.length === 1) giveFocus(inner[0] as Element);
    active = (rootOf(el) as Document | ShadowRoot).activeElement;
  }
  if (!active || (active !== el && !el.contains(active)))
    return behind(el) ?? { state: "kind", is: "not something that takes the focus and keeps it" };
  return view(el, place);
}

/** Editors that draw their text themselves (Monaco) take keys in a field of no size, to which a person comes by the Tab key. */
function focusUnseen(el: Element): Prepared | Refusal {
  if (!takesText(el) || !rendered(el)) return { state: "hidden" };
  const off = unusable(el);
  if (off) return off;
  gate.open();
  giveFocus(el);
  if (!isConnected(el)) return { state: "gone" };
  if ((rootOf(el) as Document | ShadowRoot).activeElement !== el) return behind(el) ?? { state: "hidden" };
  const { left, top } = box(el);
  return ready(el, [left, top, left, top], [left, top]);
}

const whole = (place: Element): boolean => {
  const [left, top, right, bottom] = around(rectsOf(place));
  const shown = shownArea();
  return left >= shown[0] && top >= shown[1] && right <= shown[2] && bottom <= shown[3];
};

function ready(el: Element, [left, top, right, bottom]: Rect, [x, y]: [number, number]): Prepared {
  const answer: Prepared = {
    state: "ready",
    x: round(x),
    y: round(y),
    rect: [round(left), round(top), round(right - left), round(bottom - top)],
    page: [round(left + scrollX), round(top + scrollY), round(right - left), round(bottom - top)],
    expects: expectation(el),
  };
  return answer;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Finds a point that hits the target, and scrolls if needed. */
function aim(el: Element, places: Element[], args: PrepareArgs): Prepared | Refusal | Promise<Prepared | Refusal> {
  const accepted = args.action === "click" ? pressAccepts(el) : acceptable(el, args.action);
  if (args.at) return aimAt(el, places[0] as Element, args.at, accepted, args);
  const handle = isPulled(args) && handleOf(el, args.target.role);
  if (handle) {
    accepted.add(handle);
    places = [handle, ...places];
  }
  const found = search(places, accepted, args.attempt);
  const { covered, place, back } = found;
  const item = place && isPulled(args) && itemWithin(el, deepest(...found.point));
  if (item) return { state: "covered", by: describeElement(item), transient: false };
  if (place && covered !== undefined) return freed(el, place, places[0] as Element, covered, accepted, args);
  if (place) return aimed(el, place, places[0] as Element, found.point, accepted, args);
  const refusal: Refusal =
    covered !== undefined
      ? blocked(covered, el, places[0] as Element, args)
      : isCutOff(places[0] as Element)
        ? { state: "hidden", clipped: true }
        : { state: "outside" };
  back?.();
  return refusal;
}

const isPulled = ({ action }: PrepareArgs): boolean => action === "drag" || action === "pull";

/** {@link aimed} for a place that was covered until it was scrolled: pages draw anew what covers it, for where it is then. */
const freed = (
  el: Element,
  place: Element,
  first: Element,
  covered: Element | null,
  accepted: ReadonlySet<Element>,
  args: PrepareArgs,
): Promise<Prepared | Refusal> =>
  framesLater(args, () => {
    const found = pointIn(place, visibleRects(place), accepted);
    if (found.point) return aimed(el, place, first, found.point, accepted, args);
    return blocked(found.blocked ?? covered, el, first, args);
  });

/** The refusal for a target that a point does not hit. */
function blocked(hit: Element | null, el: Element, place: Element, { action, attempt }: PrepareArgs): Refusal {
  if ((action === "click" || action === "touch") && isUnseenFileInput(hit)) {
    const is = "drawn for the file input that lies over it, unseen: a press opens a file chooser, which nobody answers";
    return { state: "kind", is, next: "give it files with upload_file_by_uid" };
  }
  if (isUntouchable(place, hit))
    return withheldFrom(place, el) ?? takenBy(place, hit, attempt) ?? offByStyle(place, attempt) ?? untouchable(el);
  return isClipped(place, hit) ? { state: "hidden", clipped: true } : coveredBy(hit, el);
}

const untouchable = (el: Element): Refusal => ({ ...disabled(el), untouchable: true });

/** The refusal for a target from which the page keeps the pointer as from most of itself, for something that is open. */
const withheldFrom = (place: Element, el: Element): Refusal | undefined =>
  isPageWithheld(place) ? beside(el) : undefined;

/** The innermost element that a click on this one would reach; undefined if it would reach nothing of it. */
export function reached(el: Element): Element | undefined {
  const { point } = search(placesOf(el), acceptable(el, "click"), 0);
  return (point && deepest(...point)) ?? undefined;
}

type Searched = { covered: Element | null | undefined } & (
  | { point: [number, number]; place: Element; back?: undefined }
  | { point?: undefined; place?: undefined; back: (() => void) | undefined }
);

/** A point that hits what is accepted. Scrolls if needed. `covered`: what was in the way before. `back`: see {@link putsBack}. */
function search(places: Element[], accepted: ReadonlySet<Element>, attempt: number): Searched {
  let covered: Element | null | undefined;
  let back: (() => void) | undefined;
  const tried = new Set<string>();
  const turns: (ScrollLogicalPosition | undefined)[] = [
    undefined,
    ...ALIGNMENTS.slice(attempt % 3),
    ...ALIGNMENTS.slice(0, attempt % 3),
  ];
  for (const block of turns) {
    if (block) back ??= putsBack(places);
    for (const place of places) {
      if (block) scrollIntoView(place, block, block === "nearest" ? "nearest" : "center");
      const rects = visibleRects(place);
      const where = rects.join(";");
      // The same boxes would give the same result.
      if (rects.length === 0 || tried.has(where)) continue;
      tried.add(where);
      const found = pointIn(place, rects, accepted);
      if (found.point) return { point: found.point, place, covered: block && covered };
      if (covered === undefined) covered = found.blocked;
    }
  }
  return { covered, back };
}

/** The point that the caller names, once it is in view and hits the target. */
function aimAt(
  el: Element,
  place: Element,
  at: Spot | Sighted,
  accepted: ReadonlySet<Element>,
  args: PrepareArgs,
): Prepared | Refusal | Promise<Prepared | Refusal> {
  if ("inView" in at) return hitAt(el, place, at.inView, accepted, args);
  const point = (): [number, number] => pointOf(around(rectsOf(place)), at);
  const [left, top, right, bottom] = around(rectsOf(place));
  const [width, height] = [right - left, bottom - top];
  if (!at.share && (at.x > width || at.y > height))
    return { state: "beyond", width: round(width), height: round(height) };
  if (!isInView(place, ...point())) {
    if (isShutOff(place, point(), args)) return shutOff(place, point, args);
    scrollIntoView(place, "nearest");
    reveal(place, point);
  }
  if (!isInView(place, ...point())) return { state: "outside" };
  const found = hitAt(el, place, point(), accepted, args);
  if (found.state !== "covered" && found.state !== "hidden") return found;
  if (isShutOff(place, point(), args)) return shutOff(place, point, args);
  if (!args.restless && isBeside(place, point(), accepted))
    return { state: "beyond", width: round(width), height: round(height), inside: true };
  if (found.state === "hidden") return found;
  // A part of what scrolls may be under what is fixed.
  const hit = deepest(...point());
  const isFree = (x: number, y: number): boolean => !hit || flatContains(hit, place) || deepest(x, y) !== hit;
  for (const there of elsewhere(place, point, isFree))
    if (isInView(place, ...there) && serves(deepest(...there), accepted) > 0)
      return framesLater(args, () => hitAt(el, place, point(), accepted, args));
  return found;
}

/** Whether what is around a place clips a point of it away. What opens or moves may show it soon. */
const isShutOff = (place: Element, point: [number, number], { restless }: PrepareArgs): boolean =>
  shownBeside(place, point) !== undefined && (restless === true || animated(place) !== "ends");

/** The refusal for a point that is clipped away, once that stays so. */
async function shutOff(place: Element, point: () => [number, number], { restless }: PrepareArgs): Promise<Refusal> {
  const before = shownBeside(place, point());
  if (!restless) await twoFrames();
  const shown = shownBeside(place, point());
  if (!before || !shown || differs(before, shown)) return { state: "moving", ends: false };
  const [left, top, right, bottom] = around(rectsOf(place));
  return {
    state: "beyond",
    width: round(right - left),
    height: round(bottom - top),
    // Whole pixels that are on it: the right and the bottom edge belong to what is beside it.
    shown: [
      Math.ceil(shown[0] - left),
      Math.ceil(shown[1] - top),
      Math.ceil(shown[2] - left) - 1,
      Math.ceil(shown[3] - top) - 1,
    ],
  };
}

/** The point, if it hits the target. */
function hitAt(
  el: Element,
  place: Element,
  [x, y]: [number, number],
  accepted: ReadonlySet<Element>,
  args: PrepareArgs,
): Prepared | Refusal {
  const hit = deepest(x, y);
  if (serves(hit, accepted) > 0) return aimed(el, place, place, [x, y], accepted, args);
  const late = args.at !== undefined && "inView" in args.at && args.attempt > 0;
  if (late && hit && isMark(hit, el)) return aimed(el, place, place, [x, y], new Set([...accepted, hit]), args);
  return blocked(hit, el, place, args);
}

/** A point of a box. The right and the bottom edge belong to what is beside it. */
export function pointOf([left, top, right, bottom]: Rect, { x, y, share }: Spot): [number, number] {
  const across = left + (share ? (right - left) * x : x);
  const down = top + (share ? (bottom - top) * y : y);
  return [Math.min(across, Math.max(left, right - 1)), Math.min(down, Math.max(top, bottom - 1))];
}

/** Begins the watch over the input, and answers where it is to go. */
function aimed(
  el: Element,
  place: Element,
  first: Element,
  point: [number, number],
  accepted: ReadonlySet<Element>,
  args: PrepareArgs,
): Prepared {
  lastSeen.set(first, { rect: inDocument(first), at: performance.now() });
  const answer = ready(el, around(rectsOf(place)), point);
  const checked = stateOf(el, args.target.role);
  if (checked !== undefined) answer.checked = checked;
  if (args.apart !== undefined) answer.apart = roomFor(args.apart, point, accepted);
  lastAim = { el, at: point };
  const drags = isPulled(args);
  if (args.action === "click" || args.action === "touch") watch(el, args.target, accepted, args.action, args.force);
  else if (drags) watch(el, args.target, accepted, "drag");
  else if (args.action !== "drop") gate.open();
  if (args.action === "drop") {
    gate.admit();
    endsOn(el);
    aims.set(el, point);
  } else if (args.action === "pull") endsOn(undefined);
  return answer;
}

/** How far apart, at most, two fingers beside a point are both on what is accepted. */
function roomFor(most: number, [x, y]: [number, number], accepted: ReadonlySet<Element>): number {
  const isOn = (at: number): boolean => serves(deepest(at, y), accepted) > 0;
  for (let apart = most; apart >= 1; apart *= 0.9) if (isOn(x - apart / 2) && isOn(x + apart / 2)) return apart;
  return 0;
}

export function pointIn(
  place: Element,
  rects: Rect[],
  accepted: ReadonlySet<Element>,
): { point?: [number, number]; blocked: Element | null | undefined } {
  let second: [number, number] | undefined;
  let blocked: Element | null | undefined;
  for (const [right, down] of SPOTS) {
    for (const rect of rects.slice(0, 4)) {
      const point = spot(rect, right, down);
      const hit = deepest(point[0], point[1]);
      const quality = serves(hit, accepted);
      if (quality === 2) return { point, blocked: undefined };
      if (quality === 1) second ??= point;
      else if (blocked === undefined) blocked = hit;
    }
  }
  if (second) return { point: second, blocked: undefined };
  // A curve, a ring, a clipped or a rotated element is not at these points.
  for (const point of shapePoints(place, rects))
    if (serves(deepest(point[0], point[1]), accepted) > 0) return { point, blocked: undefined };
  return { blocked };
}

/** The box of an element in document coordinates. */
function inDocument(el: Element): Rect {
  const [left, top, right, bottom] = around(rectsOf(el));
  return [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY];
}

const differs = (a: Rect, b: Rect): boolean => a.some((value, i) => Math.abs(value - (b[i] as number)) > 0.5);
