/**
 * `ahead`: looks at the document in an idle moment, before anyone asks, so that the answer to the first one who does
 * needs no more than a look at what has changed since.
 */
import { everyElement } from "../dom/dom.js";
import { walkAhead } from "./again.js";
import { whenIdle } from "./idle.js";

/** A larger document holds its own script up for too long, which nobody has asked for. */
const MOST_ELEMENTS = 20_000;

let waiting = false;

/** Waits for the idle moment. Another call, or somebody who asks meanwhile, makes that needless. */
export function ahead(): { state: "done" } {
  if (!waiting) {
    waiting = true;
    whenIdle(() => {
      if (waiting && everyElement(document).length <= MOST_ELEMENTS) walkAhead();
      waiting = false;
    });
  }
  return { state: "done" };
}

/** Someone asks now. */
export function asked(): void {
  waiting = false;
}
