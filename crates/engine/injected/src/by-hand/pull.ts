/**
 * What a person pulls with the pointer: a slider's thumb, a map, a line in a drawing, an item of a list that the page moves itself.
 * The browser has no event for that, and it ends with a click that is none.
 *
 * Moving a pressed pointer may also mean nothing, or select text, or scroll. It counts only where the page shows that it cares.
 */

import { later, listen, prevented, unlisten } from "../dom/builtins.js";
import { box, computedStyle, is, localName, styleValue } from "../dom/dom.js";
import { isText } from "./elements.js";

interface Point {
  x: number;
  y: number;
}

/** A pull that has ended: where it began on its element, and its way from there. */
export interface Pulled {
  el: Element;
  at: Point;
  path: Point[];
}

const TYPES = ["mousedown", "pointermove", "mousemove", "pointerup", "pointercancel", "dragstart"];
/** How far the pointer has to go. */
const FAR = 5;
/** How far apart the points of the way are, and how many are told. */
const STEP = 8;
const MOST = 60;

/** What is drawn on. */
const DRAWN = /^(?:canvas|svg|video|embed|object)$/;
const PULLED = "[role=slider],[role=separator],[role=scrollbar]";
/** What is clicked even if the pointer slips. */
const CLICKED = "a,button,summary,label,option,[role=button],[role=link],[role=menuitem],[role=option],[role=tab]";
/** What the browser itself does with a pressed pointer, and tells by other events. */
const OWN = "input[type=range],input[type=color],select,video[controls]";
const CURSORS = /^(?:grab|grabbing|move|all-scroll|crosshair|cell|(?:[nsew]{1,4}|col|row)-resize)$/;

interface Pull extends Pulled {
  /** Where the pointer was pressed, and the box of the element then. */
  from: Point;
  box: { left: number; top: number; right: number; bottom: number };
  pointer: number;
  /** Whether the page does something with it. */
  cares: boolean;
  ends: (pulled: Pulled | undefined) => void;
}

let pull: Pull | undefined;

const round = (x: number, y: number): Point => ({ x: Math.round(x), y: Math.round(y) });

/** Whether pulling at an element does something in the page. */
function invites(el: Element): boolean {
  if (DRAWN.test(localName(el)) || is(el, PULLED)) return true;
  const style = computedStyle(el);
  return (
    /none|pan|pinch/.test(styleValue(style, "touch-action")) ||
    styleValue(style, "user-select") === "none" ||
    CURSORS.test(styleValue(style, "cursor"))
  );
}

/**
 * The main button is pressed on an element. `ends` is called if it is released elsewhere: undefined where that is none of the
 * page's business, as when words are selected.
 */
export function presses(el: Element, event: PointerEvent, ends: Pull["ends"]): void {
  forget();
  if (event.button !== 0 || !event.isPrimary || is(el, OWN) || isText(el)) return;
  const { left, top, right, bottom } = box(el);
  const from = { x: event.clientX, y: event.clientY };
  pull = {
    el,
    at: round(from.x - left, from.y - top),
    path: [],
    from,
    box: { left, top, right, bottom },
    pointer: event.pointerId,
    cares: invites(el),
    ends,
  };
  for (const type of TYPES) listen.call(window, type, onEvent, { capture: true, passive: true });
  caresIfPrevented(event);
}

/** What the page does with an event is known once its handlers have run. */
function caresIfPrevented(event: Event): void {
  const of = pull;
  if (of === undefined || of.cares) return;
  later(() => {
    if (prevented.call(event)) of.cares = true;
  });
}

function forget(): void {
  pull = undefined;
  for (const type of TYPES) unlisten.call(window, type, onEvent, true);
}

function onEvent(event: Event): void {
  if (!event.isTrusted || pull === undefined) return;
  const { clientX, clientY, pointerId } = event as PointerEvent;
  const [x, y] = [clientX - pull.from.x, clientY - pull.from.y];
  switch (event.type) {
    case "mousedown":
    case "mousemove":
      caresIfPrevented(event);
      return;
    case "pointermove":
      if (pointerId === pull.pointer) goes(pull, x, y);
      return;
    case "pointerup":
      if (pointerId === pull.pointer) release(pull, x, y);
      return;
    default:
      // The browser scrolls, or drags something itself.
      forget();
  }
}

function goes(of: Pull, x: number, y: number): void {
  const before = of.path[of.path.length - 1] ?? { x: 0, y: 0 };
  if (Math.hypot(x - before.x, y - before.y) < STEP) return;
  of.path.push(round(x, y));
  // A long way keeps its form.
  if (of.path.length > MOST) of.path = of.path.filter((_, index) => index % 2 === 1);
}

function release(of: Pull, x: number, y: number): void {
  forget();
  const last = of.path[of.path.length - 1];
  const to = round(x, y);
  if (last?.x !== to.x || last.y !== to.y) of.path.push(to);
  const { left, top, right, bottom } = of.box;
  const [toX, toY] = [of.from.x + x, of.from.y + y];
  const slips = is(of.el, CLICKED) && toX >= left && toX <= right && toY >= top && toY <= bottom;
  if (slips || of.path.every((point) => Math.hypot(point.x, point.y) < FAR)) return;
  of.ends(of.cares ? { el: of.el, at: of.at, path: of.path } : undefined);
}
