/**
 * HTML drags in a browser that begins them from our input and never ends them (Firefox). The page decides whether one begins, as
 * in a person's hands. One that would begin is held: a script goes on with it, or it ends without a drop. As in a real drag, the
 * page gets nothing of the mouse meanwhile.
 */

import { later, listen, pathOf, prevent, prevented, stop, unlisten } from "../dom/builtins.js";
import { dispatch } from "../dom/dom.js";
import { isAnElement } from "../dom/path.js";
import { mouseInit, type Point, point } from "./synthetic.js";

/** What the page has begun to drag. */
export interface Lifted {
  source: Element;
  /** What the page has put into the drag. */
  data: DataTransfer;
  at: Point;
}

const MOUSE = [
  ...["pointermove", "pointerover", "pointerout", "pointerup", "mousemove", "mouseover", "mouseout", "mouseup"],
  ...["click", "auxclick"],
];

/** Whether an event goes no further. */
const stopped = Object.getOwnPropertyDescriptor(Event.prototype, "cancelBubble")?.get as (this: Event) => boolean;

let lifted: Lifted | undefined;
let release = (): void => {};

/** `holdDrags`: from now on, until the button is released or {@link heldDrag} is asked. */
export function holdDrags(): true {
  release();
  lifted = undefined;
  const places = new Set<EventTarget>();
  const onStart = (event: Event): void => {
    if (!event.isTrusted) return;
    // A listener can stop the event on its way, so the last word may be said at each place.
    for (const place of pathOf.call(event)) {
      places.add(place);
      for (const capture of [true, false]) listen.call(place, "dragstart", judge, { capture });
    }
  };
  const judge = (event: Event): void => {
    const passed = event.currentTarget === window && event.eventPhase === Event.BUBBLING_PHASE;
    if (!event.isTrusted || lifted || prevented.call(event) || !(passed || stopped.call(event))) return;
    prevent.call(event);
    lift(event as DragEvent);
  };
  const onMouse = (event: Event): void => {
    if (!event.isTrusted) return;
    if (lifted) {
      stop.call(event);
      prevent.call(event);
    }
    // The other events of the release follow in the same task.
    if (event.type === "pointerup" || event.type === "mouseup") later(end);
  };
  const end = (): void => {
    for (const type of MOUSE) unlisten.call(window, type, onMouse, true);
    unlisten.call(window, "dragstart", onStart, true);
    for (const place of places)
      for (const capture of [true, false]) unlisten.call(place, "dragstart", judge, { capture });
  };
  for (const type of MOUSE) listen.call(window, type, onMouse, { capture: true, passive: false });
  listen.call(window, "dragstart", onStart, { capture: true, passive: false });
  release = end;
  return true;
}

/** Keeps the drag, and tells the page's pointer listeners what a browser tells them. */
function lift(event: DragEvent): void {
  const source = pathOf.call(event).find(isAnElement);
  if (!source) return;
  const data = new DataTransfer();
  const at: Point = [event.clientX, event.clientY];
  lifted = { source, data, at };
  const given = event.dataTransfer;
  if (given) {
    data.effectAllowed = given.effectAllowed;
    for (const type of given.types) if (type !== "Files") data.setData(type, given.getData(type));
  }
  point(source, "pointercancel", at, 0, { cancelable: false });
}

/** `heldDrag`: whether a drag is held. With `end`, further ones are not. */
export function heldDrag({ end }: { end: boolean }): boolean {
  if (end) release();
  return lifted !== undefined;
}

/** The drag that is held. */
export const liftedDrag = (): Lifted | undefined => lifted;

/** Leaves the drag to the script that goes on with it. */
export const forgetLifted = (): void => {
  lifted = undefined;
};

/** `endDrag`: ends the drag that is held, without a drop. */
export function endDrag(): true {
  if (lifted) {
    const { source, data, at } = lifted;
    forgetLifted();
    data.dropEffect = "none";
    dispatch(source, new DragEvent("dragend", { ...mouseInit(at, 0), cancelable: false, dataTransfer: data }));
  }
  return true;
}
