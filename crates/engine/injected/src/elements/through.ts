/** `through`: from the points of a child frame to those of its owner's document. */

import { reveal } from "../acting/reveal.js";
import { computedStyle, styleValue } from "../dom/dom.js";
import { twoFrames } from "../dom/drawn.js";
import { unclipped } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { elementOf } from "../dom/registry.js";
import { scrollIntoView } from "../dom/scrolling.js";
import type { Through, ThroughArgs } from "../protocol.js";
import { placed } from "./frame-place.js";
import { covered } from "./veil.js";

/**
 * `through`: converts a point of a child frame to this frame, and scrolls the frame into view. With `hit`, the frame owner must be on top
 * there.
 */
export async function through({ id, x, y, hit: tested, stay = false, corners = [] }: ThroughArgs): Promise<Through> {
  const owner = elementOf(id) as HTMLElement | undefined;
  if (!owner) return { state: "gone" };
  const wanted = nearest(owner, x, y);
  if (!placed(owner, ...wanted)) return { state: "hidden" };
  const scrolled = !isUnclipped(owner, wanted);
  if (scrolled) {
    if (stay) return { state: "outside" };
    const point = (): [number, number] => placed(owner, ...wanted) ?? [0, 0];
    reveal(owner, point);
    if (!isUnclipped(owner, wanted)) reveal(owner, point, true);
    if (!isUnclipped(owner, wanted)) scrollIntoView(owner, "center");
    await twoFrames();
    if (!isUnclipped(owner, wanted)) return { state: "outside" };
  }
  const at = placed(owner, x, y);
  if (!at) return { state: "hidden" };
  const hit = tested ? deepest(at[0], at[1]) : owner;
  if (hit !== owner) return covered(hit, owner);
  const ready: Through = { state: "ready", x: at[0], y: at[1] };
  if (scrolled) ready.scrolled = true;
  // A frame that has a place for one point has one for all.
  if (corners.length > 0) ready.corners = corners.map((corner) => placed(owner, ...corner) ?? corner);
  return ready;
}

/** The point of a frame's viewport that is nearest to this one: the corner of a large element may be outside. */
function nearest(owner: HTMLElement, x: number, y: number): [number, number] {
  const within = (value: number, size: number): number => Math.min(Math.max(value, 0), Math.max(size - 1, 0));
  const [across, down] = paddings(owner);
  return [within(x, owner.clientWidth - across), within(y, owner.clientHeight - down)];
}

/** The paddings of a frame owner, on both sides together. */
function paddings(owner: HTMLElement): [number, number] {
  const style = computedStyle(owner);
  const sum = (...sides: string[]): number =>
    sides.reduce((total, side) => total + (Number.parseFloat(styleValue(style, `padding-${side}`)) || 0), 0);
  return [sum("left", "right"), sum("top", "bottom")];
}

/** Whether the viewport holds this point of a frame, and nothing around the frame clips it. */
function isUnclipped(owner: HTMLElement, point: [number, number]): boolean {
  const at = placed(owner, ...point);
  if (!at) return false;
  const [left, top, right, bottom] = unclipped(owner);
  return at[0] >= left && at[0] < right && at[1] >= top && at[1] < bottom;
}
