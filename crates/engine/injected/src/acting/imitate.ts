/** `imitate`: scripted mouse events, for cases in which real input is not available. */

import { documentBody, documentElement } from "../dom/dom.js";
import { focusedElement, giveFocus, takeFocus } from "../dom/focus.js";
import { deepest } from "../dom/point.js";
import { parentAround } from "../dom/shadow.js";
import type { ImitateArgs, Refusal } from "../protocol.js";
import { prepare } from "./prepare.js";
import { mouse, type Point, point } from "./synthetic.js";

/** `imitate`. The same checks precede it as real input. */
export async function imitate({ target, action }: ImitateArgs): Promise<Refusal | { state: "done" }> {
  // Preparing a click would watch for trusted events.
  const prepared = await prepare({ target, action: "hover", attempt: 0 });
  if (prepared.state !== "ready") return prepared;
  const at: Point = [prepared.x, prepared.y];
  const el = deepest(...at);
  if (!el) return { state: "hidden" };
  arrive(el, at);
  if (action === "click" || action === "doubleClick") press(el, at, 1);
  if (action === "doubleClick") {
    press(el, at, 2);
    mouse(el, "dblclick", at, 0, { detail: 2 });
  }
  if (action === "rightClick") pressRight(el, at);
  return { state: "done" };
}

function arrive(el: Element, at: Point): void {
  point(el, "pointerover", at, 0);
  mouse(el, "mouseover", at, 0);
  // All ancestors are entered, outermost first.
  const around: Element[] = [];
  for (let up: Element | null = el; up; up = parentAround(up)) around.unshift(up);
  for (const one of around) {
    point(one, "pointerenter", at, 0, { bubbles: false, cancelable: false });
    mouse(one, "mouseenter", at, 0, { bubbles: false, cancelable: false });
  }
  point(el, "pointermove", at, 0);
  mouse(el, "mousemove", at, 0);
}

function press(el: Element, at: Point, detail: number): void {
  point(el, "pointerdown", at, 1);
  if (mouse(el, "mousedown", at, 1, { detail })) focusAt(el);
  point(el, "pointerup", at, 0);
  mouse(el, "mouseup", at, 0, { detail });
  // A scripted click has its default action too: links, form buttons, checkboxes.
  point(el, "click", at, 0, { detail });
}

function pressRight(el: Element, at: Point): void {
  const right = { button: 2 };
  point(el, "pointerdown", at, 2, right);
  if (mouse(el, "mousedown", at, 2, { ...right, detail: 1 })) focusAt(el);
  point(el, "pointerup", at, 0, right);
  mouse(el, "mouseup", at, 0, { ...right, detail: 1 });
  point(el, "contextmenu", at, 0, right);
}

/** Moves the focus as a real press does: to the nearest focusable ancestor, or away. */
function focusAt(el: Element): void {
  for (let up: Element | null = el; up; up = parentAround(up)) {
    if (up === documentBody() || up === documentElement(document)) break;
    giveFocus(up);
    if (focusedElement() === up) return;
  }
  const focused = focusedElement();
  if (focused) takeFocus(focused);
}
