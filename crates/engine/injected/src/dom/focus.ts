/** The keyboard focus. */
import {
  designMode,
  documentActive,
  documentBody,
  documentElement,
  is,
  isContentEditable,
  namespaceUri,
  shadowActive,
} from "./dom.js";
import { shadowOf } from "./shadow.js";

const functionsOf = ({ focus, blur }: HTMLOrSVGElement): Pick<HTMLOrSVGElement, "focus" | "blur"> => ({ focus, blur });
/** By namespace: drawings and formulas have functions of their own. */
const functions = new Map<string | null, ReturnType<typeof functionsOf>>([
  ["http://www.w3.org/1999/xhtml", functionsOf(HTMLElement.prototype)],
  ["http://www.w3.org/2000/svg", functionsOf(SVGElement.prototype)],
]);
if (typeof MathMLElement === "function")
  functions.set("http://www.w3.org/1998/Math/MathML", functionsOf(MathMLElement.prototype));
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
  functions.get(namespaceUri(el))?.focus.call(el as HTMLElement);
}

/** Takes the focus from an element, and gives it to the document. */
export function takeFocus(el: Element): void {
  functions.get(namespaceUri(el))?.blur.call(el as HTMLElement);
}
