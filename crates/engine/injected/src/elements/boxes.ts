/** `boxes`: where elements are drawn, for the marks on a picture. Nothing is scrolled. */

import { box, computedStyle, styleValue } from "../dom/dom.js";
import { around, type Rect, rectsOf, visibleRects } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { elementOf } from "../dom/registry.js";
import type { Boxes, BoxesArgs, OwnerBox } from "../protocol.js";
import { serves } from "./hit.js";
import { acceptable, placesOf } from "./places.js";

/** Answers for elements of this frame, in the order asked for. */
export function boxes({ ids, owners, whole }: BoxesArgs): Boxes {
  // All of the document, or what is in the viewport.
  const far = 1e7;
  const area: Rect = whole ? [-scrollX, -scrollY, far, far] : [0, 0, innerWidth, innerHeight];
  return {
    boxes: ids.map((id) => seen(elementOf(id), area, whole)),
    owners: owners.map((id) => content(elementOf(id) as HTMLElement | undefined, area)),
  };
}

/** The box of what a person sees of an element; null where it is not drawn there, or covered. */
function seen(el: Element | undefined, area: Rect, whole: boolean): Rect | null {
  if (!el) return null;
  for (const place of placesOf(el)) {
    const [left, top, right, bottom] = around(rectsOf(place));
    // Most are elsewhere; what clips them need not be known.
    if (!(left < area[2] && right > area[0] && top < area[3] && bottom > area[1])) continue;
    const parts = visibleRects(place, area);
    // Only what is in the viewport can be hit.
    if (parts.length > 0 && (whole || parts.some((rect) => isHit(el, rect)))) return around(parts);
  }
  return null;
}

/** Whether one of a few points of a rectangle shows the element or what stands for it. */
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

/** Where the content of a frame begins, how it is scaled, and what of it is seen. */
function content(owner: HTMLElement | undefined, area: Rect): OwnerBox | null {
  if (!owner) return null;
  const parts = visibleRects(owner, area);
  if (parts.length === 0) return null;
  const outer = box(owner);
  const style = computedStyle(owner);
  const across = owner.offsetWidth > 0 ? outer.width / owner.offsetWidth : 1;
  const down = owner.offsetHeight > 0 ? outer.height / owner.offsetHeight : 1;
  const length = (name: string): number => Number.parseFloat(styleValue(style, name)) || 0;
  return [
    outer.left + (owner.clientLeft + length("padding-left")) * across,
    outer.top + (owner.clientTop + length("padding-top")) * down,
    across,
    down,
    ...around(parts),
  ];
}
