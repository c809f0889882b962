/** `boxes`: where elements are drawn, for the marks on a picture. Scrolls nothing. */

import { around, type Rect, rectsOf, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { elementOf } from "../dom/registry.js";
import type { Boxes, BoxesArgs } from "../protocol.js";
import { contentBox } from "./frame-place.js";
import { serves } from "./hit.js";
import { acceptable, placesOf } from "./places.js";

/** The boxes of elements and frame owners of this frame, in the given order. */
export function boxes({ ids, owners, whole }: BoxesArgs): Boxes {
  // The whole document, or the viewport.
  const far = 1e7;
  const area: Rect = whole ? [-scrollX, -scrollY, far, far] : [0, 0, innerWidth, innerHeight];
  return {
    boxes: ids.map((id) => visibleBox(elementOf(id), area, whole)),
    owners: owners.map((id) => contentBox(elementOf(id) as HTMLElement | undefined, area)),
  };
}

/** The box of the visible part of an element; null if it is not drawn, or covered. */
function visibleBox(el: Element | undefined, area: Rect, whole: boolean): Rect | null {
  if (!el) return null;
  for (const place of placesOf(el)) {
    const [left, top, right, bottom] = around(rectsOf(place));
    // Most elements are outside. For these, clipping is not computed.
    if (!(left < area[2] && right > area[0] && top < area[3] && bottom > area[1])) continue;
    const parts = visibleRects(place, area);
    // Hit testing works in the viewport only.
    if (parts.length > 0 && (whole || parts.some((rect) => isHit(el, rect)))) return around(parts);
  }
  return null;
}

/** Whether one of a few points of a rectangle hits the element, or an element that stands for it. */
function isHit(el: Element, [left, top, right, bottom]: Rect): boolean {
  const accepted = acceptable(el, "click");
  const inset = Math.min(3, (right - left) / 2, (bottom - top) / 2);
  const points: [number, number][] = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + inset, top + inset],
    [right - inset, bottom - inset],
  ];
  return points.some(([x, y]) => serves(deepest(x, y), accepted) > 0);
}
