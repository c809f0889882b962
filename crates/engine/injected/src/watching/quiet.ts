/** `quiet`: resolves once the document is at rest. */
import { cancel, clock, idle, later } from "../dom/builtins.js";
import { isLongIdle, nothingDue, untouched } from "../dom/due.js";
import { bringsMore, fadingFor } from "./fading.js";
import { actedAt, takeVigil, type Vigil } from "./vigil.js";

const pageHidden = Object.getOwnPropertyDescriptor(Document.prototype, "hidden")?.get as (this: Document) => boolean;

/** How long there must be no change before the first look. Running workers, databases and sockets often answer within it. */
const PAUSE_MS = 12;
/** How long there must be no change where timers or frames never end. */
const GAP_MS = 50;
/** Time limit, for pages that never stop. */
const LIMIT_MS = 500;
/** The same while something comes or goes that the action has set in motion. */
const LONGEST_MS = 600;

/** Whether a transition or an animation is running that ends by itself: listeners often wait for its end. */
function moving(): boolean {
  return document.getAnimations().some((animation) => {
    const end = animation.effect?.getComputedTiming().endTime;
    return animation.playState === "running" && typeof end === "number" && Number.isFinite(end);
  });
}

/** The same of what the action has begun, and the page may wait for. */
function stirs(): boolean {
  const since = actedAt();
  return since !== undefined && moving() && bringsMore(since);
}

/**
 * Waits for a document in which nothing is due. It is at rest after a short pause in which the page has used none of its
 * turns, and after a frame, since observers of sizes and of what is in view are called with the frame after a change.
 * False if something is due after all, or if there is no such pause soon.
 */
async function rests(vigil: Vigil, goesOn: () => boolean): Promise<boolean> {
  const began = clock();
  while (goesOn() && nothingDue() && !moving() && clock() - began <= GAP_MS) {
    if (vigil.rested()) return true;
    await vigil.nextTurn();
  }
  return false;
}

/**
 * Waits until the document has stopped changing and nothing is due that could change it. Timers of a hidden page wait for
 * up to a second, so the answer says at once that it is hidden. `fading`: what fades then may be gone soon.
 */
export function quiet(): { state: "hidden" } | Promise<{ state: "done"; fading?: true }> {
  if (pageHidden.call(document)) return { state: "hidden" };
  return new Promise((done) => {
    const vigil = takeVigil();
    const began = clock();
    untouched();
    let ended = false;
    const end = (): void => {
      ended = true;
      vigil.end();
      cancel(limit);
      cancel(pause);
      done({ state: "done", ...(moving() && fadingFor() > 0 && { fading: true }) });
    };
    // Whether nothing was due when the browser was last idle, and when that was.
    let calm = false;
    let looked = 0;
    // When something last came or went after which the page may go on. The event of its end comes a little later, and looks come late on a busy machine.
    let stirred = began;
    let stirring = false;
    const check = (): void => {
      if (ended) return;
      const before = stirring;
      stirring = stirs();
      if (before || stirring) stirred = clock();
      const still = clock() - Math.max(vigil.changed, stirred);
      const resting = calm && vigil.changed <= looked && still >= PAUSE_MS && !moving();
      if (resting || still >= GAP_MS) end();
      // A question in an idle period is answered in the next one, so it is asked only where its answer is needed.
      else if (calm && vigil.changed <= looked && still < PAUSE_MS) pause = later(check, PAUSE_MS - still);
      else pause = later(ask, PAUSE_MS);
    };
    const ask = (): void => {
      const look = (remaining: number): void => {
        calm = isLongIdle(remaining);
        looked = clock();
        check();
      };
      // After a press of the mouse, Chromium reports no idle time for half a second, though nothing is due.
      if (idle) idle((deadline) => look(deadline.timeRemaining()), { timeout: GAP_MS });
      else look(0);
    };
    let limit = later(() => {
      if (stirs()) limit = later(end, LONGEST_MS - LIMIT_MS);
      else end();
    }, LIMIT_MS);
    let pause = 0;
    void rests(vigil, () => !ended).then((rested) => {
      if (ended) return;
      vigil.still();
      if (rested) end();
      else ask();
    });
  });
}
