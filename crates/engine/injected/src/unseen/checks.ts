/** Whether an element hides all that is in it from a person. */
import {
  box,
  clientHeight,
  clientWidth,
  computedStyle,
  documentBody,
  documentElement,
  elementsAt,
  holds,
  isSvg,
  localName,
  parentElement,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { FAINT, fadesIn } from "../dom/fades.js";
import { flatParent } from "../dom/shadow.js";
import { blank } from "../dom/text.js";
import { colour } from "./colour.js";
import { isFormula } from "./formula.js";
import { FAR, outsideParts } from "./overflow.js";
import { emptyReference, emptyShape, maskedAway } from "./shapes.js";
import { isOnEdge, showsBack } from "./turned.js";

/** A box of so many pixels, or fewer, shows nothing. */
const NARROW = 2;

/**
 * Whether an element is drawn so that nothing of its content can be seen. A formula beside its picture hides nothing. `apart`: called with
 * each part of which nothing can be seen, of an element outside of the page with others that can.
 */
export const hidesAll = (el: Element, apart?: (part: Element) => void): boolean =>
  isConcealed(el, apart) && !isFormula(el);

/**
 * Whether an element of those that hide all in them is folded to nothing where it stands in the page: a page unfolds it. What is lifted out of
 * the page and cut to a pixel is kept for screen readers, and often for a label that stands for it.
 */
export function foldsAway(el: Element): boolean {
  const style = computedStyle(el);
  const value = (name: string): string => styleValue(style, name);
  if (/absolute|fixed/.test(value("position")) || value("display") === "inline") return false;
  const { width, height } = box(el);
  return (width < 1 && value("overflow-x") !== "visible") || (height < 1 && value("overflow-y") !== "visible");
}

/** Whether an element and those around it of the same kind are together as good as transparent. Most are not in another. */
export function fadesAway(el: Element, pale: ReadonlySet<Element>): boolean {
  const parts: Element[] = [];
  for (let up: Element | null = el; up; up = flatParent(up)) if (pale.has(up)) parts.push(up);
  if (parts.length < 2) return false;
  return parts.reduce((all, part) => all * Number.parseFloat(styleValue(computedStyle(part), "opacity")), 1) < FAINT;
}

function isConcealed(el: Element, apart?: (part: Element) => void): boolean {
  const style = computedStyle(el);
  const value = (name: string): string => styleValue(style, name);
  if (Number.parseFloat(value("opacity")) < FAINT && !fadesIn(el)) return true;
  const filter = value("filter");
  if (filter !== "none") {
    if (Number.parseFloat(/opacity\(([\d.]+)/.exec(filter)?.[1] ?? "1") < FAINT) return true;
    if (emptyReference(filter, el)) return true;
  }
  if (maskedAway(value("mask-image"), el)) return true;
  const display = value("display");
  if (display === "none" || display === "contents" || display === "") return false;
  const position = value("position");
  const lifted = position === "absolute" || position === "fixed";
  if (lifted && clippedAway(value("clip"))) return true;
  const rect = box(el);
  const { width, height } = rect;
  if (emptyShape(value("clip-path"), el, rect)) return true;
  const transform = value("transform");
  if (scaledAway(transform, value("scale"), value("zoom"))) return true;
  if (isOnEdge(el, rect, transform, value("rotate"))) return true;
  if (value("backface-visibility") === "hidden" && showsBack(el)) return true;
  const tag = localName(el);
  if (tag === "iframe") {
    // Its border is not its content.
    if (clientWidth(el) <= NARROW || clientHeight(el) <= NARROW) return true;
  } else if (display !== "inline" || tag === "svg" || tag === "foreignObject") {
    const contained = /paint|strict|content/.test(value("contain"));
    const hides = (overflow: string): boolean => contained || overflow !== "visible";
    if (width <= NARROW && hides(value("overflow-x")) && !drags(el, width)) return true;
    if (height <= NARROW) {
      if (hides(value("overflow-y"))) {
        if (!drags(el, height)) return true;
      } else if (!lifted && inFlatClip(el)) return true;
    }
  }
  if (isSvg(el) && outsideOfDrawing(el, tag, rect)) return true;
  if (outside(el, rect, position)) {
    const parts = precedes(rect, position) ? outsideParts(el, position) : null;
    if (parts === null) return true;
    if (apart !== undefined) parts.forEach(apart);
  }
  return Number.parseInt(value("z-index"), 10) < 0 && position !== "static" && behind(el, rect);
}

/** A box without size in a frame that is not shown says nothing: there, all boxes are like it. */
const drags = (el: Element, size: number): boolean => size === 0 && el === documentElement(document);

/** Whether a box without height lies in others without height, of which one clips. */
function inFlatClip(el: Element): boolean {
  for (let up = flatParent(el); up !== null && up !== documentElement(document); up = flatParent(up)) {
    if (box(up).height > NARROW) return false;
    const style = computedStyle(up);
    if (styleValue(style, "overflow-y") !== "visible") return true;
    if (/absolute|fixed/.test(styleValue(style, "position"))) return false;
  }
  return false;
}

/** Whether a part of a drawing lies beside what the drawing shows, or has words that are scaled to nothing. */
function outsideOfDrawing(el: Element, tag: string, { left, right, top, bottom, width, height }: DOMRect): boolean {
  if (tag === "text" && (width <= NARROW || height <= NARROW)) return !blank(textContent(el) ?? "");
  if (width === 0 || height === 0) return false;
  for (let up = parentElement(el); up !== null && isSvg(up); up = parentElement(up)) {
    if (localName(up) !== "svg" || styleValue(computedStyle(up), "overflow-x") === "visible") continue;
    const shown = box(up);
    if (right <= shown.left || left >= shown.right || bottom <= shown.top || top >= shown.bottom) return true;
  }
  return false;
}

/** `rect()` of the property `clip`, without an area. */
function clippedAway(clip: string): boolean {
  const sides = /^rect\(([^)]*)\)$/.exec(clip)?.[1]?.split(/,?\s+/);
  if (sides?.length !== 4) return false;
  const [top = 0, right = 0, bottom = 0, left = 0] = sides.map((side) => Number.parseFloat(side));
  return bottom - top <= NARROW || right - left <= NARROW;
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
  const ahead = beyond(left, top) || (position === "absolute" && beneath(top));
  if (right + scrollX > 0 && bottom + scrollY > 0 && left < FAR && !ahead) return false;
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const style = computedStyle(up);
    if (styleValue(style, "position") === "fixed") return false;
    if (ahead && up !== scrollingElement() && up !== documentElement(document) && leadsOn(up, style)) return false;
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

/** Whether an element lies before the page, into which its content may reach. */
const precedes = ({ right, bottom }: DOMRect, position: string): boolean =>
  position === "fixed" ? right <= 0 || bottom <= 0 : right + scrollX <= 0 || bottom + scrollY <= 0;

/** Whether a person can scroll an element to what is further on. */
const leadsOn = (el: Element, style: CSSStyleDeclaration): boolean =>
  (/auto|scroll/.test(styleValue(style, "overflow-y")) && scrollHeight(el) > clientHeight(el)) ||
  (/auto|scroll/.test(styleValue(style, "overflow-x")) && scrollWidth(el) > clientWidth(el));

/**
 * Whether a place lies below a page that does not scroll, by more than its window. Pages that show one screen after the other
 * have the next one there, and those that do not scroll while something is open are as high as what they hold.
 */
function beneath(top: number): boolean {
  const [root, body] = [documentElement(document), documentBody()];
  if (root === null || body === null || top < innerHeight * 2) return false;
  const overflow = styleValue(computedStyle(root), "overflow-y");
  const held = overflow === "visible" ? styleValue(computedStyle(body), "overflow-y") : overflow;
  return /hidden|clip/.test(held) && top >= box(body).bottom + innerHeight;
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
