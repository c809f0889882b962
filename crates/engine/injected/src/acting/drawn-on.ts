/** Whether an action may have changed a picture that is not read. */

import { box, localName, token } from "../dom/dom.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import { escapesInert } from "../semantics/element-states.js";
import { lastAimAt } from "./prepare.js";

const allAt = Document.prototype.elementsFromPoint;

/** `drawnOn`: whether a canvas, of which nothing but its picture changes, is at the point at which the element was last prepared. */
export function drawnOn({ target }: { target: Expected }): { state: "painted"; canvas: boolean } | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const point = lastAimAt(el);
  if (!point) return { state: "painted", canvas: false };
  const [x, y] = point;
  const modal = modalAround(el);
  // What is behind a modal dialog is not what its controls are for.
  const isCanvas = (at: Element): boolean => localName(at) === "canvas" && (!modal || flatContains(modal, at));
  // A canvas that takes no pointer is not among what is at the point.
  const inside = Array.from(el.getElementsByTagName("canvas")).some((canvas) => {
    const { left, top, right, bottom } = box(canvas);
    return x >= left && x < right && y >= top && y < bottom;
  });
  return { state: "painted", canvas: inside || allAt.call(document, x, y).some(isCanvas) };
}

/** The modal dialog that an element is in. */
function modalAround(el: Element): Element | null {
  for (let at: Element | null = el; at; at = flatParent(at))
    if (escapesInert(at) || token(at, "aria-modal") === "true") return at;
  return null;
}
