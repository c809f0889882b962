/** Pointer and mouse events made by script. Pages can tell them from real ones, and the browser gives no rights for them. */
import { dispatch } from "../dom/dom.js";

/** Where in the viewport, in CSS pixels. */
export type Point = [number, number];

/** What all mouse events say. `buttons`: those that are down. */
export const mouseInit = ([x, y]: Point, buttons: number): MouseEventInit => ({
  bubbles: true,
  cancelable: true,
  composed: true,
  view: window,
  clientX: x,
  clientY: y,
  screenX: x + screenX,
  screenY: y + screenY,
  button: 0,
  buttons,
});

/** Dispatches a pointer event of the mouse; false where the page refused what follows. */
export const point = (el: Element, type: string, at: Point, buttons: number, more: PointerEventInit = {}): boolean =>
  dispatch(
    el,
    new PointerEvent(type, {
      ...mouseInit(at, buttons),
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      ...more,
    }),
  );

/** Dispatches a mouse event; false where the page refused what follows. */
export const mouse = (el: Element, type: string, at: Point, buttons: number, more: MouseEventInit = {}): boolean =>
  dispatch(el, new MouseEvent(type, { ...mouseInit(at, buttons), ...more }));
