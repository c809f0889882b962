/** The keyboard focus. */
import {
  designMode,
  documentActive,
  documentBody,
  documentElement,
  is,
  isContentEditable,
  shadowActive,
} from "./dom.js";
import { shadowOf } from "./shadow.js";

const { focus: focusElement, blur: blurElement } = HTMLElement.prototype;
const hasFocus = Document.prototype.hasFocus;

/** The focused element, also inside shadow roots; null if only the document has the focus. */
export function focusedElement(): Element | null {
  let el = documentActive(document);
  if (!el) return null;
  if (el === documentBody() || el === documentElement(document)) return isWrittenIn(el) ? el : null;
  for (let root = shadowOf(el); root; root = shadowOf(el)) {
    const inner = shadowActive(root);
    if (!inner) break;
    el = inner;
  }
  return el;
}

/**
 * Whether keys write into the body. It is the active element also where none has the focus, and in a frame that keys do not go to. In
 * design mode the whole document is the editor, and Firefox gives the focus to no element of it.
 */
const isWrittenIn = (body: Element): boolean =>
  isContentEditable(body as HTMLElement) &&
  (is(body, ":focus") || (designMode(document) === "on" && hasFocus.call(document)));

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
