/** Where the keyboard goes. */
import { documentActive, documentBody, documentElement, shadowActive } from "./dom.js";
import { shadowOf } from "./shadow.js";

/** The focused element, inside shadow roots too; null when nothing in particular has focus. */
export function focusedElement(): Element | null {
  let el = documentActive(document);
  if (!el || el === documentBody() || el === documentElement(document)) return null;
  for (let root = shadowOf(el); root; root = shadowOf(el)) {
    const inner = shadowActive(root);
    if (!inner) break;
    el = inner;
  }
  return el;
}

const focusElement = HTMLElement.prototype.focus;
const hasFocus = Document.prototype.hasFocus;

/**
 * Brings the keyboard back to this document when the browser's own controls hold it, as Firefox's do
 * after a start and when Tab leaves the last field: without it a page gets keys, but no focus, blur
 * and change events.
 */
export function takeKeyboard(): void {
  if (!hasFocus.call(document)) window.focus();
}

/** Focuses an element as a person would see it done. */
export function giveFocus(el: Element): void {
  takeKeyboard();
  focusElement.call(el as HTMLElement);
}
