/**
 * `ahead`: walks the document in an idle moment before the engine asks, so that the first snapshot only needs what has
 * changed since. In a further idle moment it walks once more, so that the browser has compiled the code for answers
 * with changes. A call that comes before gets an ordinary first walk.
 *
 * The engine does not ask for it over classic WebDriver, when the user's own tab navigates by itself, and for a caller
 * that has left a document without looking at it (`Session::warm`).
 */
import { everyElement } from "../dom/dom.js";
import { walkAhead } from "./again.js";
import { whenIdle } from "./idle.js";

/** A document with more elements is not walked ahead, since that would delay its own scripts. */
const MAX_ELEMENTS = 20_000;

let waiting = false;

/** Schedules the walk for an idle moment, once. */
export function ahead(): { state: "done" } {
  if (!waiting) {
    waiting = true;
    whenIdle(() => {
      if (waiting && everyElement(document).length <= MAX_ELEMENTS) walkAhead();
      waiting = false;
    });
  }
  return { state: "done" };
}

/** Cancels the scheduled walk, because the engine asks for one now. */
export function cancelAhead(): void {
  waiting = false;
}
