/** `landing` and `landed`: the element on which a drag is to end, which pages move while something is dragged over it. */

import { holds } from "../dom/dom.js";
import { around, type Rect, rectsOf } from "../dom/geometry.js";
import { DOC } from "../dom/registry.js";
import { flatParent } from "../dom/shadow.js";
import { placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected } from "../protocol.js";
import type { Correction, Landed, LandingArgs, Side } from "./drag-protocol.js";
import { aimAgain, aimOf, animated, hasMoved, pointOf } from "./prepare.js";
import { isInView } from "./reveal.js";
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

/** Where the drag has to go from where it rests; empty if it is there, and if that cannot be told. */
export async function landing(args: LandingArgs): Promise<Correction> {
  await still([args.from, args.to]);
  return look(args);
}

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

/** Whether the dragged element is on the side of its new neighbour; undefined if they are not items of one list. */
function isPut({ from, to, side }: LandingArgs): boolean | undefined {
  const goal = resolve(to);
  const found = from.doc === DOC ? resolve(from) : undefined;
  if (side === undefined || refused(goal) || found === undefined || refused(found)) return undefined;
  const item = draggedWith(found, goal);
  const place = placesOf(goal)[0];
  if (!item || flatParent(item) !== flatParent(goal) || !place || !placesOf(item)[0]) return undefined;
  return isBeside(middle(around(rectsOf(item))), around(rectsOf(place)), side);
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

function look({ from, to, at, side }: LandingArgs): Correction {
  const goal = resolve(to);
  if (refused(goal)) return {};
  const place = placesOf(goal)[0];
  const pointer = aimOf(goal);
  if (!place || !pointer) return {};
  const found = from.doc === DOC ? resolve(from) : undefined;
  // A page that builds the dragged element anew has put it somewhere.
  if (found && refused(found)) return {};
  const item = found && draggedWith(found, goal);
  const box = around(rectsOf(place));
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
  if (!isInView(place, ...wanted)) return {};
  aimAgain(goal, wanted);
  return { x: wanted[0], y: wanted[1] };
}

/** What is moved in the goal's list if an element is dragged: the item that it is the handle of. */
function draggedWith(el: Element, goal: Element): Element | undefined {
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
