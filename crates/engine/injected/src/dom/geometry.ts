/** Where elements are drawn. All lengths are CSS pixels in the viewport of this frame. */
import {
  box,
  boxes,
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  computedStyle,
  documentElement,
  inputType,
  is,
  localName,
  nodeType,
  rendered,
  scrollingElement,
  styleValue,
  token,
} from "./dom.js";
import { areaRects, isDrawnArea } from "./image-map.js";
import { scaleOf } from "./scale.js";
import { leastScroll } from "./scrolling.js";
import { eachChild, flatParent } from "./shadow.js";

/** A rectangle: left, top, right, bottom. */
export type Rect = [number, number, number, number];

const usable = ([left, top, right, bottom]: Rect): boolean => right - left >= 1 && bottom - top >= 1;
/** A straight line of SVG has a box without a width or a height: its stroke does not count. */
const isLine = ([left, top, right, bottom]: Rect): boolean => right - left >= 1 || bottom - top >= 1;
const thickened = ([left, top, right, bottom]: Rect): Rect => [left - 0.5, top - 0.5, right + 0.5, bottom + 0.5];
const plain = (r: DOMRect): Rect => [r.left, r.top, r.right, r.bottom];

/** The boxes of an element, or those of its children if it has none. */
export function rectsOf(el: Element, depth = 0): Rect[] {
  if (localName(el) === "area") return areaRects(el).filter(usable);
  const own = Array.from(boxes(el), plain).filter(usable);
  if (own.length > 0 || depth > 4) return own;
  if (el instanceof SVGElement) return Array.from(boxes(el), plain).filter(isLine).map(thickened);
  const style = computedStyle(el);
  const display = styleValue(style, "display");
  if (display !== "contents" && display !== "inline" && !(depth === 0 && display !== "none")) return own;
  const below: Rect[] = [];
  eachChild(el, localName(el), (child) => {
    if (nodeType(child) === 1) below.push(...rectsOf(child as Element, depth + 1));
    else if (nodeType(child) === 3 && display === "contents") {
      const range = new Range();
      range.selectNode(child);
      below.push(...Array.from(range.getClientRects(), plain).filter(usable));
    }
  });
  return below;
}

/** The smallest rectangle around all of these. */
export function around(rects: Rect[]): Rect {
  const out: Rect = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [left, top, right, bottom] of rects) {
    out[0] = Math.min(out[0], left);
    out[1] = Math.min(out[1], top);
    out[2] = Math.max(out[2], right);
    out[3] = Math.max(out[3], bottom);
  }
  return out;
}

/** Whether the element has a box and is not `visibility: hidden`. */
export function drawn(el: Element): boolean {
  if (!rendered(el) && styleValue(computedStyle(el), "display") !== "contents" && !isDrawnArea(el)) return false;
  return rectsOf(el).length > 0;
}

/** The intersection of two rectangles. */
export function intersect(rect: Rect, clip: Rect): Rect {
  return [
    Math.max(rect[0], clip[0]),
    Math.max(rect[1], clip[1]),
    Math.min(rect[2], clip[2]),
    Math.min(rect[3], clip[3]),
  ];
}

/** The box of an element within its borders, in which it shows its contents. */
export function innerBox(el: Element): Rect {
  const { left, top } = box(el);
  const [across, down] = scaleOf(el);
  const [x, y] = [left + clientLeft(el) * across, top + clientTop(el) * down];
  return [x, y, x + clientWidth(el) * across, y + clientHeight(el) * down];
}

const paints = (style: CSSStyleDeclaration): boolean => /paint|strict|content/.test(styleValue(style, "contain"));

/** Whether an element shows its contents only within its box. */
export function clipsBox(el: Element, style = computedStyle(el)): boolean {
  const display = styleValue(style, "display");
  if (display === "contents" || display === "inline") return false;
  const clips = (axis: string): boolean => styleValue(style, `overflow-${axis}`) !== "visible";
  return clips("x") || clips("y") || paints(style);
}

/**
 * The part of an area, which is the viewport by default, that the ancestors of an element do not clip.
 *
 * @param clips Which of them do.
 */
export function unclipped(el: Element, area: Rect = shownArea(), clips = clipsBox): Rect {
  const root = documentElement(document);
  let clip = area;
  let position = styleValue(computedStyle(el), "position");
  for (let up = flatParent(el); up && up !== root; up = flatParent(up)) {
    const style = computedStyle(up);
    const own = styleValue(style, "position");
    // No ancestor clips a fixed element, and no unpositioned ancestor an absolute one.
    const contains = own !== "static" || styleValue(style, "transform") !== "none" || paints(style);
    if (position === "fixed" && styleValue(style, "transform") === "none") continue;
    if (position === "absolute" && !contains) continue;
    if (clips(up, style) && localName(up) !== "body") clip = intersect(clip, innerBox(up));
    position = own === "static" ? position : own;
  }
  return clip;
}

/** The part of the viewport that is on the screen: less than all of it on a page that is zoomed in, as by `initial-scale=2` on a phone. */
export function shownArea(): Rect {
  const shown = window.visualViewport;
  if (!shown || shown.scale <= 1) return [0, 0, innerWidth, innerHeight];
  const { offsetLeft: left, offsetTop: top, width, height } = shown;
  return [left, top, left + width, top + height];
}

/** Where the document begins, in its own coordinates: before zero where its text runs to the left, or its lines go that way. */
export function documentStart(): [left: number, top: number] {
  const area = scrollingElement() ?? documentElement(document);
  return area ? leastScroll(area) : [0, 0];
}

/** Whether a point of the viewport is on the screen. */
export function isShown(x: number, y: number): boolean {
  const [left, top, right, bottom] = shownArea();
  return x >= left && y >= top && x < right && y < bottom;
}

/** The visible parts of an element's boxes inside an area, which is the viewport by default. */
export function visibleRects(el: Element, area: Rect = shownArea()): Rect[] {
  const rects = rectsOf(el);
  if (rects.length === 0) return rects;
  const clip = unclipped(el, area);
  return rects.map((rect) => intersect(rect, clip)).filter(usable);
}

/** How many ancestors are looked at for one that hides a control. */
const WRAPPERS = 2;

/**
 * Whether an element around a control clips it to a pixel or two, as libraries do to keep it for the keyboard and for screen readers only.
 * What shows of it there is not for the pointer, and where it would be without the clip is no place of it.
 */
function isCutAway(el: Element): boolean {
  let up = flatParent(el);
  for (let level = 0; up && level < WRAPPERS && localName(up) !== "label"; up = flatParent(up), level++) {
    const { width, height } = box(up);
    if (width > 2 && height > 2) continue;
    const style = computedStyle(up);
    const clips = (name: string, not: string): boolean => styleValue(style, name) !== not;
    if (styleValue(style, "display") === "inline" || styleValue(style, "display") === "contents") continue;
    if (clips("overflow-x", "visible") || clips("clip-path", "none") || clips("clip", "auto")) return true;
  }
  return false;
}

/** Inputs that open a picker of the browser. Where they are transparent over what is drawn for them, they are pressed themselves. */
const PICKERS = /^(?:color|date|time|datetime-local|month|week)$/;
const isPicker = (el: Element): boolean => localName(el) === "input" && PICKERS.test(inputType(el as HTMLInputElement));

/** Whether an element is of a kind that pages draw by its label: an input that is checked or takes files, or a button that is one (Carbon). */
function isDrawnByLabel(el: Element): boolean {
  if (localName(el) === "button")
    return /^(?:switch|checkbox|radio)$/.test(token(el, "role")) && ((el as HTMLButtonElement).labels?.length ?? 0) > 0;
  return localName(el) === "input" && /^(?:checkbox|radio|file)$/.test(inputType(el as HTMLInputElement));
}

/**
 * Whether a native control is hidden behind its label: not drawn, transparent, of one or two pixels, clipped away, or out of the pointer's
 * reach.
 */
export function standsBehindLabel(el: Element): boolean {
  const picker = isPicker(el);
  if (!picker && !isDrawnByLabel(el)) return false;
  if (!drawn(el)) return true;
  const { width, height } = box(el);
  if (width <= 2 || height <= 2 || is(el, ":root *") === false || isCutAway(el)) return true;
  if (picker) return false;
  const style = computedStyle(el);
  return styleValue(style, "opacity") === "0" || styleValue(style, "pointer-events") === "none";
}

/** Whether style keeps the pointer from an element. */
export const takesNone = (el: Element): boolean => styleValue(computedStyle(el), "pointer-events") === "none";

/** Whether a box of the element has at least this many pixels in both directions. */
export function larger(el: Element, size: number): boolean {
  for (const rect of boxes(el)) if (rect.width >= size && rect.height >= size) return true;
  return false;
}

/** The area of a box; 0 for one that an intersection has turned inside out. */
export const surfaceOf = ([left, top, right, bottom]: Rect): number =>
  Math.max(right - left, 0) * Math.max(bottom - top, 0);

/** How far apart the sides of boxes may be that count as one: CSS pixels, or a share of the box. */
const NEAR = 12;
const NEAR_SHARE = 0.1;

const slack = (length: number): number => Math.max(NEAR, length * NEAR_SHARE);

/** Whether two boxes count as one. */
export function isAlike(a: Rect, b: Rect): boolean {
  const [across, down] = [slack(b[2] - b[0]), slack(b[3] - b[1])];
  return a.every((side, i) => Math.abs(side - (b[i] as number)) <= (i % 2 === 0 ? across : down));
}
