/** `landing` and `landed`: the element on which a drag is to end, which pages move while something is dragged over it. */

import { listen } from "../dom/builtins.js";
import { holds, isConnected, textContent } from "../dom/dom.js";
import { around, type Rect, rectsOf, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { DOC, elementOf } from "../dom/registry.js";
import { scrollIntoView } from "../dom/scrolling.js";
import { flatParent } from "../dom/shadow.js";
import { serves } from "../elements/hit.js";
import { acceptable, placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Spot } from "../protocol.js";
import { gate } from "../watching/gate.js";
import type { Correction, Landed, LandingArgs, Side } from "./drag-protocol.js";
import { animated } from "./motion.js";
import { aimAgain, aimOf, hasMoved, pointIn, pointOf, seenAgain } from "./prepare.js";
import { isInView, reveal } from "./reveal.js";
import { pause } from "./synthetic.js";

type Point = [number, number];

/** How far the pointer may be from a point that the caller names, in CSS pixels. */
const NEAR = 2;
const FRAME = 16;
/** The widest gap between two items of a list, in CSS pixels. */
const GAP = 24;
const MIDDLE = { x: 0.5, y: 0.5, share: true };

/** How long an animation of the list is waited for, in milliseconds. */
const PATIENCE = 800;
/** How long a page may take to put the dragged element in its place. */
const MOMENT = 400;

/** Where the drag has to go from where it rests; empty if it is there, and if the element is gone. */
export async function landing(args: LandingArgs): Promise<Correction> {
  if (args.ask === "peek") return peek(args);
  if (args.ask === "end") return ended === undefined ? {} : { ended };
  await still([args.from, args.to]);
  return look(args);
}

/** How a drag that began in another document has ended in this one. */
let ended: Correction["ended"];
const ENDS = ["drop", "mouseup", "pointerup"];

function onEnd(event: Event): void {
  if (!event.isTrusted) return;
  if (event.type === "drop") ended = "drop";
  else ended ??= "release";
}

/** Where `prepare` aimed, if it is there and can be reached: what scrolled since may have taken it out of view. */
function peek({ from, to }: LandingArgs): Correction {
  if (from.doc !== DOC) {
    // What is pressed in another document ends here.
    gate.admit();
    ended = undefined;
    for (const type of ENDS) listen.call(window, type, onEnd, { capture: true });
  }
  const goal = resolve(to);
  if (refused(goal)) return {};
  note(from, goal);
  const aim = aimOf(goal);
  if (!aim || !placesOf(goal).some((place) => contains(around(rectsOf(place)), aim) && isInView(place, ...aim)))
    return {};
  return serves(deepest(...aim), acceptable(goal, "drop")) > 0 ? { x: aim[0], y: aim[1] } : {};
}

/** The texts of the elements of a drag at its beginning. */
let texts = new WeakMap<Element, string>();

function note(from: Expected, goal: Element): void {
  texts = new WeakMap([[goal, textContent(goal) ?? ""]]);
  const found = from.doc === DOC ? known(from) : undefined;
  const item = found && draggedWith(found, goal);
  if (item) texts.set(item, textContent(item) ?? "");
}

/** Whether the page has given an element another text: lists and grids that are built so move no element, but what it shows. */
const isRenamed = (el: Element): boolean => texts.has(el) && texts.get(el) !== (textContent(el) ?? "");

/** Where the page has put the dragged element. It gets a moment to do so. */
export async function landed(args: LandingArgs): Promise<Landed> {
  const until = performance.now() + MOMENT;
  for (;;) {
    await still([args.from, args.to]);
    const beside = isPut(args);
    if (beside !== false || performance.now() >= until) return beside === undefined ? {} : { beside };
    await pause(FRAME);
  }
}

/** Whether the dragged element is on the side of its new neighbour; undefined if that cannot be told. */
function isPut({ from, to, side }: LandingArgs): boolean | undefined {
  const goal = resolve(to);
  const found = from.doc === DOC ? resolve(from) : undefined;
  if (side === undefined || refused(goal) || found === undefined || refused(found)) return undefined;
  const item = draggedWith(found, goal);
  const place = placesOf(goal)[0];
  if (!item || flatParent(item) !== flatParent(goal) || !place || !placesOf(item)[0]) return undefined;
  const beside = isBeside(middle(around(rectsOf(item))), around(rectsOf(place)), side);
  return !beside && (isRenamed(item) || isRenamed(goal)) ? undefined : beside;
}

/** Waits until no animation moves the elements. Boxes in motion say nothing of where the page has put them. */
async function still(nodes: Expected[]): Promise<void> {
  const until = performance.now() + PATIENCE;
  const moves = (node: Expected): boolean => {
    const el = node.doc === DOC && resolve(node);
    return el && !refused(el) ? animated(el) === "ends" : false;
  };
  while (nodes.some(moves) && performance.now() < until) await pause(FRAME);
}

/** The element with this id, which `prepare` has found to be the meant one. Zones call themselves "drop here" during a drag. */
export function known({ doc, id }: Expected): Element | undefined {
  const el = doc === DOC ? elementOf(id) : undefined;
  return el && isConnected(el) ? el : undefined;
}

function look({ from, to, at, side, ask }: LandingArgs): Correction {
  const goal = known(to);
  if (!goal) return ask === "carry" ? { lost: true } : {};
  const place = placesOf(goal)[0];
  const pointer = aimOf(goal);
  if (!place) return { lost: true };
  if (ask === "carry" || !pointer) return bring(goal, place, from, at);
  const found = from.doc === DOC ? resolve(from) : undefined;
  const item = found && !refused(found) ? draggedWith(found, goal) : undefined;
  const box = around(rectsOf(place));
  // What scrolls by itself during a drag may have taken the element from under the pointer.
  if (!contains(box, pointer) && visibleRects(place).length === 0) return bring(goal, place, from, at);
  // A page that builds the dragged element anew has put it somewhere.
  if (found && refused(found)) return {};
  const wanted = pointOf(box, at ?? MIDDLE);
  const dragged = item && placesOf(item)[0] ? around(rectsOf(item)) : undefined;
  // A list that makes room puts the dragged element under the pointer, and the goal aside.
  if (dragged && contains(dragged, pointer)) {
    if (side === undefined || isBeside(middle(dragged), box, side)) return {};
  } else if (found && dragged && side !== undefined && hasMoved(found) && adjoins(dragged, box, side)) {
    // A list that became shorter leaves the pointer outside of its items.
    return {};
  } else if (isOn(pointer, box, at && wanted, side)) {
    // A list that has begun to move the dragged element, and has not put it here, did not see the last move.
    if (!found || !dragged || !hasMoved(found)) return {};
    if (Math.abs(wanted[0] - pointer[0]) < 1) wanted[0] += wanted[0] + 1 < box[2] ? 1 : -1;
  }
  const on = contains(box, pointer) && isInView(place, ...pointer);
  if (!isInView(place, ...wanted)) return on ? {} : bring(goal, place, from, at);
  aimAgain(goal, wanted);
  return { x: wanted[0], y: wanted[1], ...(on && { on }) };
}

/** Where a drag by script ends: a point of the goal that can be seen and reached, after scrolling if need be. */
export async function reach({ from, to, at }: LandingArgs): Promise<Point | undefined> {
  await still([from, to]);
  const goal = known(to);
  const place = goal && placesOf(goal)[0];
  if (!place) return undefined;
  const rects = visibleRects(place);
  const wanted = pointOf(around(rects.length > 0 ? rects : rectsOf(place)), at ?? MIDDLE);
  if (isInView(place, ...wanted) && serves(deepest(...wanted), acceptable(goal, "drop")) > 0) {
    aimAgain(goal, wanted);
    return wanted;
  }
  const { x, y } = bring(goal, place, from, at);
  return x === undefined || y === undefined ? undefined : [x, y];
}

/** Scrolls the goal into view under a drag, to where it is not covered. */
function bring(goal: Element, place: Element, from: Expected, at?: Spot): Correction {
  const source = known(from);
  const rested = source !== undefined && !hasMoved(source);
  const accepted = acceptable(goal, "drop");
  // A page may let the dragged element follow the pointer.
  if (source) accepted.add(source);
  const point = (): [number, number] => pointOf(around(rectsOf(place)), at ?? MIDDLE);
  // Lists scroll by themselves while something is dragged near their edges.
  for (const block of ["center", "nearest", "end", "start"] as const) {
    scrollIntoView(place, block, "nearest");
    reveal(place, point);
    let wanted: Point | undefined = point();
    if (!isInView(place, ...wanted) || serves(deepest(...wanted), accepted) === 0)
      wanted = at ? undefined : pointIn(place, visibleRects(place), accepted).point;
    if (!wanted) continue;
    if (rested) seenAgain(source);
    aimAgain(goal, wanted);
    return { x: wanted[0], y: wanted[1] };
  }
  return { lost: true };
}

/** What is moved in the goal's list if an element is dragged: the item that it is the handle of. */
export function draggedWith(el: Element, goal: Element): Element | undefined {
  if (holds(goal, el)) return undefined;
  let item = el;
  for (let up = flatParent(el); up && !holds(up, goal); up = flatParent(up)) item = up;
  return item;
}

/** Whether a point is where it has to be on the box of the goal. */
function isOn(pointer: Point, box: Rect, wanted?: Point, side?: Side): boolean {
  if (side !== undefined) return contains(box, pointer) && isBeside(pointer, box, side);
  if (wanted === undefined) return contains(box, pointer);
  return Math.abs(wanted[0] - pointer[0]) <= NEAR && Math.abs(wanted[1] - pointer[1]) <= NEAR;
}

const contains = ([left, top, right, bottom]: Rect, [x, y]: Point): boolean =>
  x >= left && x < right && y >= top && y < bottom;

const middle = ([left, top, right, bottom]: Rect): Point => [(left + right) / 2, (top + bottom) / 2];

/** Whether a box is next to a side of another one. */
function adjoins([left, top, right, bottom]: Rect, goal: Rect, side: Side): boolean {
  const gap = { above: goal[1] - bottom, below: top - goal[3], left: goal[0] - right, right: left - goal[2] }[side];
  const stacked = side === "above" || side === "below";
  const meets = stacked ? left < goal[2] && right > goal[0] : top < goal[3] && bottom > goal[1];
  return meets && Math.abs(gap) <= GAP;
}

/** Whether a point is on a side of the middle of a box. */
function isBeside([x, y]: Point, box: Rect, side: Side): boolean {
  const [across, down] = middle(box);
  return { above: y < down, below: y > down, left: x < across, right: x > across }[side];
}
