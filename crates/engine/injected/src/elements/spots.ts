/** Points of boxes to try. */

import type { Rect } from "../dom/geometry.js";

/** As shares of its sides, the middle first. */
export const SPOTS: [number, number][] = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.12, 0.12],
  [0.88, 0.12],
  [0.12, 0.88],
  [0.88, 0.88],
];

/** A point of a box, on whole pixels if these are inside the box. */
export function spot([left, top, right, bottom]: Rect, across: number, down: number): [number, number] {
  const x = left + (right - left) * across;
  const y = top + (bottom - top) * down;
  return [Math.floor(x) >= left ? Math.floor(x) : x, Math.floor(y) >= top ? Math.floor(y) : y];
}
