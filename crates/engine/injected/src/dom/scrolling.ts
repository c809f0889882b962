/** Scrolling by script, always at once. */

import { scrollingElement } from "./dom.js";

interface Lengths {
  left: number;
  top: number;
}

const element = Element.prototype;
const intoView = element.scrollIntoView;
const elementBy = element.scrollBy as (this: Element, options: ScrollToOptions) => void;
const elementTo = element.scrollTo as (this: Element, options: ScrollToOptions) => void;
const windowTo = window.scrollTo as (this: Window, options: ScrollToOptions) => void;

const behavior = "instant";

/** Only Firefox has it. */
export const IS_FIREFOX = "mozInnerScreenX" in window;

/**
 * Scrolls an element into view, with all that scrolls around it.
 *
 * Firefox then draws the page where that is, between two pixels, and keeps this place: when the page is scrolled on later, by us or by
 * itself, it is taken back there. What is scrolled otherwise in the same task replaces the place.
 */
export function scrollIntoView(el: Element, block: ScrollLogicalPosition, inline = block): void {
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
  const wanted = { left: scrollX + left, top: scrollY + top };
  if (IS_FIREFOX && window.top === window)
    intoView.call(document.documentElement, { block: "start", inline: "start", behavior });
  windowTo.call(window, { ...wanted, behavior });
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
