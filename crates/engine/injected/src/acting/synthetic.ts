/** Scripted pointer and mouse events. Pages can detect them, and they do not count as user activation. */
import { later } from "../dom/builtins.js";
import { box, dispatch, isConnected } from "../dom/dom.js";

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

/** Dispatches the press or the release of the main button, without a click. */
export function button(el: Element, way: "down" | "up", at: Point): void {
  const buttons = way === "down" ? 1 : 0;
  point(el, `pointer${way}`, at, buttons);
  if (isConnected(el)) mouse(el, `mouse${way}`, at, buttons, { detail: 1 });
}

/** The middle of an element. */
export function middle(el: Element): Point {
  const { left, top, width, height } = box(el);
  return [left + width / 2, top + height / 2];
}

/** Lets the page run between two events. */
export const pause = (ms: number): Promise<void> => new Promise((done) => later(done, ms));
