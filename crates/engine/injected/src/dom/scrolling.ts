/** Scrolling by script, always at once. */

import {
  clientHeight,
  clientWidth,
  computedStyle,
  documentBody,
  documentElement,
  scrollHeight,
  scrollingElement,
  scrollLeft,
  scrollTop,
  scrollWidth,
  styleValue,
} from "./dom.js";

interface Lengths {
  left: number;
  top: number;
}

const element = Element.prototype;
const intoView = element.scrollIntoView;
const elementBy = element.scrollBy as (this: Element, options: ScrollToOptions) => void;
const elementTo = element.scrollTo as (this: Element, options: ScrollToOptions) => void;
const windowTo = window.scrollTo as (this: Window, options: ScrollToOptions) => void;
const windowBy = window.scrollBy as (this: Window, options: ScrollToOptions) => void;

const behavior = "instant";

/** How often an element was scrolled into view. */
let times = 0;
export const timesScrolled = (): number => times;

/** Only Firefox has it. */
export const IS_FIREFOX = "mozInnerScreenX" in window;

/**
 * Scrolls an element into view, with all that scrolls around it.
 *
 * Firefox then draws the page where that is, between two pixels, and keeps this place: when the page is scrolled on later, by us or by
 * itself, it is taken back there. What is scrolled otherwise in the same task replaces the place.
 */
export function scrollIntoView(el: Element, block: ScrollLogicalPosition, inline = block): void {
  times++;
  intoView.call(el, { block, inline, behavior });
  if (!IS_FIREFOX) return;
  const page = outermost();
  const { scrollX: left, scrollY: top } = page;
  const beside = (length: number): number => (length >= 1 ? length - 1 : length + 1);
  windowTo.call(page, { left: beside(left), top: beside(top), behavior });
  windowTo.call(page, { left, top, behavior });
}

/** Scrolls what is in an element by lengths of its own. */
export function scrollBy(el: Element, { left, top }: Lengths): void {
  if (el === scrollingElement()) scrollPageBy({ left, top });
  else elementBy.call(el, { left, top, behavior });
}

/** Scrolls the document. The page may have called `scrollIntoView` before, see {@link scrollIntoView}. */
export function scrollPageBy({ left, top }: Lengths): void {
  if (!IS_FIREFOX || window.top !== window) {
    windowBy.call(window, { left, top, behavior });
    return;
  }
  const wanted = { left: scrollX + left, top: scrollY + top };
  intoView.call(document.documentElement, { block: "start", inline: "start", behavior });
  windowTo.call(window, { ...wanted, behavior });
}

/** What is the case while the document is scrolled so that a point is in the middle of the view. It is scrolled back before anything is drawn. */
export function scrolledTo<T>([x, y]: [number, number], look: () => T): T {
  const [left, top] = [scrollX, scrollY];
  scrollPageBy({ left: x - innerWidth / 2, top: y - innerHeight / 2 });
  try {
    return look();
  } finally {
    scrollPageBy({ left: left - scrollX, top: top - scrollY });
  }
}

/** Scrolls what is in an element down to a place. */
export const scrollDownTo = (el: Element, top: number): void => elementTo.call(el, { top, behavior });

/** The outermost window, if it is of this origin; else this one. */
function outermost(): Window {
  try {
    return window.top?.document ? window.top : window;
  } catch {
    return window;
  }
}

/**
 * The least positions that an area can be scrolled to. They are negative where what does not fit is to the left or above, as in
 * right-to-left text and in chats that run upwards.
 */
export function leastScroll(area: Element): [left: number, top: number] {
  const [x, y] = [scrollLeft(area), scrollTop(area)];
  const [across, down] = [clientWidth(area) - scrollWidth(area), clientHeight(area) - scrollHeight(area)];
  // Where it is tells that, but at its start.
  const [leftwards, upwards] = x === 0 || y === 0 ? startsFar(area) : [false, false];
  return [
    x < 0 || (x === 0 && leftwards) ? Math.min(0, across) : 0,
    y < 0 || (y === 0 && upwards) ? Math.min(0, down) : 0,
  ];
}

/** Whether what is in an area begins at its right side, and at its bottom. */
function startsFar(area: Element): [leftwards: boolean, upwards: boolean] {
  const isPage = area === scrollingElement() || area === documentElement(document);
  // The viewport runs as the body does, which takes it from the root unless it says otherwise.
  const style = computedStyle(isPage ? (documentBody() ?? area) : area);
  const mode = styleValue(style, "writing-mode");
  const upright = !/^(?:vertical|sideways)/.test(mode);
  const flow = !isPage && styleValue(style, "display").endsWith("flex") ? styleValue(style, "flex-direction") : "";
  const inline = (styleValue(style, "direction") === "rtl") !== (flow === "row-reverse");
  const block = flow === "column-reverse";
  if (upright) return [inline, block];
  return [mode.endsWith("rl") !== block, inline !== (mode === "sideways-lr")];
}
