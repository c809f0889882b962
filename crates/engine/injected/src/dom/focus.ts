/** The keyboard focus. */
import { documentActive, documentBody, documentElement, shadowActive } from "./dom.js";
import { shadowOf } from "./shadow.js";

/** The focused element, also inside shadow roots; null if only the document has the focus. */
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

const { focus: focusElement, blur: blurElement } = HTMLElement.prototype;
const hasFocus = Document.prototype.hasFocus;

/**
 * Moves the focus from the browser's own controls to this document. Firefox focuses its controls after a start, and when
 * Tab leaves the last field. A page without the focus gets key events, but no focus, blur and change events.
 */
export function takeKeyboard(): void {
  if (!hasFocus.call(document)) window.focus();
}

/** Focuses an element, in a document that has the focus. */
export function giveFocus(el: Element): void {
  takeKeyboard();
  focusElement.call(el as HTMLElement);
}

/** Takes the focus from an element, and gives it to the document. */
export function takeFocus(el: Element): void {
  blurElement.call(el as HTMLElement);
}
