/** Scripted pointer and mouse events. Pages can detect them, and they do not count as user activation. */
import { later } from "../dom/builtins.js";
import { dispatch } from "../dom/dom.js";

/** A point in the viewport, in CSS pixels. */
export type Point = [number, number];

/** The fields of a mouse event. `buttons`: the pressed ones. */
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

/** Dispatches a pointer event of the mouse; false if the page prevented its default action. */
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

/** Dispatches a mouse event; false if the page prevented its default action. */
export const mouse = (el: Element, type: string, at: Point, buttons: number, more: MouseEventInit = {}): boolean =>
  dispatch(el, new MouseEvent(type, { ...mouseInit(at, buttons), ...more }));

/** Lets the page run between two events. */
export const pause = (ms: number): Promise<void> => new Promise((done) => later(done, ms));
