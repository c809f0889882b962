/** The key that ends a fill. */

import { dispatch } from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";

const SHIFT: KeyboardEventInit = {
  key: "Shift",
  code: "ShiftLeft",
  keyCode: 16,
  location: 1,
  bubbles: true,
  cancelable: true,
  composed: true,
  view: window,
};

/**
 * Tells the page of a key that writes nothing, if the element still has the focus: many pages look at a field when a key comes up, and
 * do not listen for its input. A real key would cost each fill a frame: after one, Chromium lets no timer of the page run before the next
 * frame (measured: 16.7 ms in place of 2).
 */
export function pressNothing(el: Element): void {
  if (focusedElement() !== el) return;
  dispatch(el, new KeyboardEvent("keydown", { ...SHIFT, shiftKey: true }));
  if (focusedElement() === el) dispatch(el, new KeyboardEvent("keyup", SHIFT));
}
