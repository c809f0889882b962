/**
 * `ahead`: walks the document in an idle moment before the engine asks, so that the first snapshot only needs what has
 * changed since.
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
