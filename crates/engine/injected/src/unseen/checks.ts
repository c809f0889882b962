/** Whether an element hides all that is in it from a person. */
import {
  box,
  clientHeight,
  clientWidth,
  computedStyle,
  documentElement,
  elementsAt,
  holds,
  isSvg,
  localName,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  styleValue,
} from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import { colour } from "./colour.js";
import { isFormula } from "./formula.js";

/** Less opaque than this is not seen. */
const FAINT = 0.06;
/** A box of so many pixels, or fewer, shows nothing. */
const NARROW = 2;
/** Content that begins further outside of the page than this is not looked for. */
const FAR = 5_000;

/** Whether an element is drawn so that nothing of its content can be seen. A formula beside its picture hides nothing. */
export const hidesAll = (el: Element): boolean => isConcealed(el) && !isFormula(el);

function isConcealed(el: Element): boolean {
  const style = computedStyle(el);
  const value = (name: string): string => styleValue(style, name);
  if (Number.parseFloat(value("opacity")) < FAINT) return true;
  const filter = value("filter");
  if (filter !== "none" && Number.parseFloat(/opacity\(([\d.]+)/.exec(filter)?.[1] ?? "1") < FAINT) return true;
  const display = value("display");
  if (display === "none" || display === "contents" || display === "") return false;
  const position = value("position");
  const lifted = position === "absolute" || position === "fixed";
  if (lifted && clippedAway(value("clip"))) return true;
  if (emptyShape(value("clip-path"))) return true;
  const rect = box(el);
  const { width, height } = rect;
  if (scaledAway(value("transform"), value("scale"), value("zoom"))) return true;
  if (display !== "inline") {
    const hides = (overflow: string): boolean => overflow !== "visible";
    if (width <= NARROW && hides(value("overflow-x")) && !drags(el, width)) return true;
    if (height <= NARROW && hides(value("overflow-y")) && !drags(el, height)) return true;
  }
  if (outside(el, rect, position)) return true;
  return Number.parseInt(value("z-index"), 10) < 0 && position !== "static" && behind(el, rect);
}

/** A box without size in a frame that is not shown says nothing: there, all boxes are like it. */
const drags = (el: Element, size: number): boolean => size === 0 && el === documentElement(document);

/** `rect()` of the property `clip`, without an area. */
function clippedAway(clip: string): boolean {
  const sides = /^rect\(([^)]*)\)$/.exec(clip)?.[1]?.split(/,?\s+/);
  if (sides?.length !== 4) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((side) => Number.parseFloat(side));
  return bottom - top <= NARROW || right - left <= NARROW;
}

/** A shape of `clip-path` without an area. */
function emptyShape(path: string): boolean {
  if (path === "none" || path === "") return false;
  const inset = /^inset\(([^)]*?)(?: round [^)]*)?\)$/.exec(path)?.[1]?.trim().split(/\s+/);
  if (inset) {
    const [top = "", right = top, bottom = top, left = right] = inset;
    const whole = (one: string, other: string): boolean =>
      one.endsWith("%") && other.endsWith("%") && Number.parseFloat(one) + Number.parseFloat(other) >= 99;
    return whole(top, bottom) || whole(left, right);
  }
  if (/^(?:circle|ellipse)\(0(?:px|%)?(?:\s|\))/.test(path)) return true;
  const points = /^polygon\(([^)]*)\)$/
    .exec(path)?.[1]
    ?.split(",")
    .map((point) => point.trim());
  return points !== undefined && new Set(points).size < 3;
}

function scaledAway(transform: string, scale: string, zoom: string): boolean {
  const factors = scale === "none" || scale === "" ? [1] : scale.split(" ").map(Number);
  if (factors.some((factor) => Math.abs(factor) < 0.02)) return true;
  if (Number.parseFloat(zoom) < 0.02) return true;
  const [a = 1, b = 0, c = 0, d = 1] = /^matrix\(([^)]*)\)$/.exec(transform)?.[1]?.split(",").map(Number) ?? [];
  return Math.hypot(a, b) < 0.02 || Math.hypot(c, d) < 0.02;
}

/** Whether no scrolling brings an element into view. */
function outside(el: Element, { left, right, top, bottom, width, height }: DOMRect, position: string): boolean {
  // A box without an area can have content that sticks out of it.
  if (width === 0 || height === 0) return false;
  if (position === "fixed") return right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight;
  if (right + scrollX > 0 && bottom + scrollY > 0 && left < FAR && !beyond(left, top)) return false;
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const style = computedStyle(up);
    if (styleValue(style, "position") === "fixed") return false;
    const scrolls = /auto|scroll|hidden/;
    if (
      (scrolls.test(styleValue(style, "overflow-x")) && scrollWidth(up) > clientWidth(up) && scrollLeft(up) !== 0) ||
      (scrolls.test(styleValue(style, "overflow-y")) && scrollHeight(up) > clientHeight(up) && scrollTop(up) !== 0)
    ) {
      if (up !== scrollingElement() && up !== documentElement(document)) return false;
    }
  }
  const root = documentElement(document);
  const backwards = root !== null && styleValue(computedStyle(root), "direction") === "rtl";
  if (backwards && right + scrollX <= 0) return false;
  return true;
}

/** Whether a place lies behind the end of the page. */
function beyond(left: number, top: number): boolean {
  const area = scrollingElement();
  if (area === null) return false;
  return left + scrollX >= scrollWidth(area) + innerWidth || top + scrollY >= scrollHeight(area) + innerHeight;
}

/** Whether something opaque lies over the middle of an element. Outside of the viewport, that is not known. */
function behind(el: Element, { left, top, width, height }: DOMRect): boolean {
  const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, innerHeight) / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  for (const over of elementsAt(x, y)) {
    if (over === el || holds(el, over)) return false;
    if (flatParent(over) === null) continue;
    if (isOpaque(over)) return true;
  }
  return false;
}

/** Whether an element covers what lies under it. */
export function isOpaque(el: Element): boolean {
  const style = computedStyle(el);
  if (Number.parseFloat(styleValue(style, "opacity")) < 0.95) return false;
  if (/^(?:img|video|canvas|iframe|object|embed)$/.test(localName(el))) return true;
  if (isSvg(el)) return false;
  return (colour(styleValue(style, "background-color"))?.[3] ?? 0) > 0.95;
}
