/** Whether style clips an element away, so that nothing of it takes the pointer. */

import { computedStyle, localName, nodeType, queryScope, readyState, rootOf, styleValue } from "../dom/dom.js";
import {
  around,
  clipsBox,
  intersect,
  type Rect,
  rectsOf,
  shownArea,
  takesNone,
  unclipped,
  visibleRects,
} from "../dom/geometry.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import { SPOTS, spot } from "../elements/spots.js";
import { isInView } from "./reveal.js";
import { scrolls } from "./scroll.js";

const allAt = Document.prototype.elementsFromPoint;
const allIn = ShadowRoot.prototype.elementsFromPoint;

/**
 * Whether style clips a place away. For a shape it is enough that what is hit is around the place, and not on it. What is around an
 * element can also be painted over it, as over a negative `z-index`; then there is nothing that clips.
 */
export function isClipped(place: Element, hit: Element | null): boolean {
  if (!hit) return false;
  const isAround = flatContains(hit, place);
  for (let up: Element | null = place; up && up !== hit; up = flatParent(up)) {
    const isCut = clips(up);
    if (isCut && isAround) return true;
    if (isCut || (up !== place && clipsBox(up))) return isNowhere(place);
  }
  return false;
}

/** Whether an element is cut to a shape. `clip` only cuts what is out of the flow. */
function clips(el: Element): boolean {
  const style = computedStyle(el);
  if (styleValue(style, "clip-path") !== "none") return true;
  return styleValue(style, "clip") !== "auto" && /^(?:absolute|fixed)$/.test(styleValue(style, "position"));
}

/** Whether a place is at none of its points, beneath all that is drawn there. What takes no pointer is among nothing, nor is a map's area. */
function isNowhere(place: Element): boolean {
  if (takesNone(place) || localName(place) === "area" || queryScope(document, ":modal").length > 0) return false;
  const shown = visibleRects(place);
  const rects = shown.length > 0 ? shown : rectsOf(place).map((rect) => intersect(rect, shownArea()));
  const root = rootOf(place);
  const at = (x: number, y: number): Element[] =>
    nodeType(root) === 11 ? allIn.call(root as ShadowRoot, x, y) : allAt.call(document, x, y);
  const isAt = (rect: Rect): boolean =>
    SPOTS.some(([right, down]) => at(...spot(rect, right, down)).some((found) => flatContains(place, found)));
  return rects.length > 0 && !rects.slice(0, 4).some(isAt);
}

/** Whether what is around an element that is on the screen hides it, and no scrolling of a person shows it. */
export function isCutOff(place: Element): boolean {
  const [left, top, right, bottom] = around(rectsOf(place));
  return isInView(place, (left + right) / 2, (top + bottom) / 2) && visibleRects(place).length === 0;
}

const EVERYWHERE: Rect = [
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
];

/**
 * The part of a place's box that shows, for a point in the rest of it: what is around the place clips that, and no scrolling of a person shows
 * it. Undefined for other points, where nothing shows, and in a document that loads, whose style may be about to change.
 */
export function shownBeside(place: Element, [x, y]: [number, number]): Rect | undefined {
  if (readyState(document) !== "complete") return undefined;
  const clips = (up: Element, style?: CSSStyleDeclaration): boolean =>
    clipsBox(up, style) && !scrolls(up, "x") && !scrolls(up, "y");
  const [left, top, right, bottom] = intersect(around(rectsOf(place)), unclipped(place, EVERYWHERE, clips));
  if (right - left < 1 || bottom - top < 1) return undefined;
  return x >= left && y >= top && x < right && y < bottom ? undefined : [left, top, right, bottom];
}
