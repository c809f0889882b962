/**
 * The layers over a canvas or a video that belong to it. Charts, maps and drawing programs put further canvases, or a clear
 * box that listens to the pointer, over the one with the picture. Who points at the picture points at them.
 */

import {
  animations,
  computedStyle,
  findAll,
  firstElementChild,
  localName,
  nextElement,
  parentElement,
  renderedText,
  styleValue,
  textContent,
  token,
} from "../dom/dom.js";
import { around, type Rect, rectsOf } from "../dom/geometry.js";

/** How far the sides of a layer may be inside or outside of its canvas, such as for axes, as a share of the canvas. */
const NEAR = 0.4;

/** Cursors of a page that takes no input at the moment. */
const BUSY = new Set(["wait", "progress", "not-allowed", "no-drop"]);

const isPicture = (el: Element): boolean => localName(el) === "canvas" || localName(el) === "video";

/** The layers over a canvas or a video; none for any other element. */
export function layersOver(el: Element): Element[] {
  const beside = isPicture(el) ? parentElement(el) : null;
  const layers: Element[] = [];
  for (let other = beside && firstElementChild(beside); other; other = nextElement(other))
    if (other !== el && isLayer(other, el)) layers.push(other);
  return layers;
}

function isLayer(other: Element, picture: Element): boolean {
  if (!overlaps(around(rectsOf(other)), around(rectsOf(picture)))) return false;
  return localName(other) === "canvas" || isClear(other);
}

/** Whether most of the picture is under the other box. */
function overlaps(
  [left, top, right, bottom]: Rect,
  [pictureLeft, pictureTop, pictureRight, pictureBottom]: Rect,
): boolean {
  const across = (pictureRight - pictureLeft) * NEAR;
  const down = (pictureBottom - pictureTop) * NEAR;
  return (
    left - pictureLeft <= across &&
    pictureRight - right <= across &&
    top - pictureTop <= down &&
    pictureBottom - bottom <= down
  );
}

/** Whether a cursor says that the page takes no input. */
export const isBusy = (style: CSSStyleDeclaration): boolean => BUSY.has(styleValue(style, "cursor"));

/** Whether a box shows nothing of its own, and does not say that the page is busy. */
export function isClear(el: Element): boolean {
  const style = computedStyle(el);
  if (!/^(?:transparent|rgba\(.*, 0\))$/.test(styleValue(style, "background-color"))) return false;
  if (styleValue(style, "background-image") !== "none" || isBusy(style)) return false;
  if (
    token(el, "aria-busy") === "true" ||
    ["status", "progressbar", "dialog", "alertdialog"].includes(token(el, "role"))
  )
    return false;
  if ([el, ...findAll(el, "*")].some((part) => animations(part).length > 0)) return false;
  // What it keeps for later, such as an editor with its calendar (x-spreadsheet), does not show.
  return (textContent(el) ?? "").trim() === "" || renderedText(el).trim() === "";
}
