/** Where the content of a frame is drawn in the document around it. */

import { box, computedStyle, styleValue } from "../dom/dom.js";
import { around, intersect, type Rect, rectsOf, visibleRects } from "../dom/geometry.js";
import type { OwnerBox } from "../protocol.js";
import { bent, turned } from "./linear.js";

/** Where a frame's content begins, and where a pixel of it to the right leads, and one down. */
type Place = OwnerBox["place"];

/** The position of a point of the frame's content in this viewport, with borders, padding, scale and rotation. */
export function placed(owner: HTMLElement, x: number, y: number): [number, number] | undefined {
  const outer = box(owner);
  const { offsetWidth, offsetHeight } = owner;
  if (outer.width === 0 || outer.height === 0) return undefined;
  const style = computedStyle(owner);
  const length = (name: string): number => Number.parseFloat(styleValue(style, name)) || 0;
  const left = owner.clientLeft + length("padding-left") + x;
  const top = owner.clientTop + length("padding-top") + y;
  const linear = turned(owner);
  if (linear !== undefined) {
    const { a, b, c, d } = linear;
    // The middle of the drawn box is that of the layout box, and its size tells what zoom adds.
    const zoom = outer.width / (Math.abs(a) * offsetWidth + Math.abs(c) * offsetHeight);
    const across = (left - offsetWidth / 2) * zoom;
    const down = (top - offsetHeight / 2) * zoom;
    return [outer.left + outer.width / 2 + a * across + c * down, outer.top + outer.height / 2 + b * across + d * down];
  }
  // The scale of the frame: its drawn size in relation to its layout size.
  const across = offsetWidth > 0 ? outer.width / offsetWidth : 1;
  const down = offsetHeight > 0 ? outer.height / offsetHeight : 1;
  return [outer.left + left * across, outer.top + top * down];
}

/** Where a frame's content begins in this viewport, and where a pixel of it to the right leads, and one down. */
export function framePlace(owner: HTMLElement): Place {
  const [at, right, down] = [placed(owner, 0, 0), placed(owner, 1, 0), placed(owner, 0, 1)];
  if (!at || !right || !down) return [0, 0, 1, 0, 0, 1];
  return [...at, right[0] - at[0], right[1] - at[1], down[0] - at[0], down[1] - at[1]];
}

/**
 * The place of a frame's content, and the part of the frame in `area`. `clipped`: without what the elements around it clip; that
 * knows no scale, so a clip may be too small.
 */
export function contentBox(owner: HTMLElement | undefined, area: Rect, clipped = true): OwnerBox | null {
  if (!owner) return null;
  const parts = clipped ? visibleRects(owner, area) : rectsOf(owner).map((rect) => intersect(rect, area));
  const shown = around(parts);
  if (!(shown[2] - shown[0] >= 1 && shown[3] - shown[1] >= 1)) return null;
  const place = framePlace(owner);
  return { place, exact: isExact(owner, place), shown };
}

/** How far the drawn size may be from that of the place, as a share: layout sizes are rounded. */
const ROUNDED = 0.02;

/** Whether a place tells how a frame's content is drawn: nothing puts it into perspective or on a path. */
function isExact(owner: HTMLElement, [, , a, b, c, d]: Place): boolean {
  if (bent(owner)) return false;
  const { width, height } = box(owner);
  const { offsetWidth, offsetHeight } = owner;
  const across = Math.abs(a) * offsetWidth + Math.abs(c) * offsetHeight;
  const down = Math.abs(b) * offsetWidth + Math.abs(d) * offsetHeight;
  const near = (is: number, expected: number): boolean => Math.abs(is - expected) <= 1 + ROUNDED * expected;
  return near(width, across) && near(height, down);
}
