/** `quiet`: resolves once the document is at rest. */
import { cancel, clock, frame, idle, later } from "../dom/builtins.js";
import { IDLE_MS, nothingDue } from "../dom/due.js";
import { scopes } from "../dom/shadow.js";

const observe = MutationObserver;
const pageHidden = Object.getOwnPropertyDescriptor(Document.prototype, "hidden")?.get as (this: Document) => boolean;

/** How long there must be no change before the first look. Running workers, databases and sockets often answer within it. */
const PAUSE_MS = 12;
/** The same where nothing is due, and the page leaves all turns to others. */
const SHORT_PAUSE_MS = 5;
/** Length of a turn in that pause, and how much later it may come while the page does nothing. */
const TURN_MS = 2;
const BUSY_MS = 3;
/** How long there must be no change where timers or frames never end. */
const GAP_MS = 50;
/** Time limit, for pages that never stop. */
const LIMIT_MS = 500;

/** Whether a transition or an animation is running that ends by itself: listeners often wait for its end. */
function moving(): boolean {
  return document.getAnimations().some((animation) => {
    const end = animation.effect?.getComputedTiming().endTime;
    return animation.playState === "running" && typeof end === "number" && Number.isFinite(end);
  });
}

/** What is seen of a document while it is waited for. */
interface Seen {
  /** When it changed last. */
  changed: number;
  ended: boolean;
}

/**
 * Waits for a document in which nothing is due. It is at rest after a short pause in which the page has used none of its
 * turns, and after a frame, since observers of sizes and of what is in view are called with the frame after a change.
 * False if something is due after all, or if there is no such pause soon.
 */
async function rests(seen: Seen): Promise<boolean> {
  const began = clock();
  let framed = 0;
  let asking = false;
  let turned = began;
  let free = began;
  while (!seen.ended && nothingDue() && !moving()) {
    const now = clock();
    if (now - began > GAP_MS) break;
    // The page was at work meanwhile, or drew a frame.
    if (now - turned > TURN_MS + BUSY_MS) free = now;
    turned = now;
    const left = SHORT_PAUSE_MS - (now - Math.max(seen.changed, free));
    if (left <= 0 && framed >= seen.changed) return true;
    if (!asking && framed < seen.changed) {
      asking = true;
      frame(() => {
        framed = clock();
        asking = false;
      });
    }
    await new Promise<void>((done) => later(done, Math.max(1, Math.min(left, TURN_MS))));
  }
  return false;
}

/**
 * Waits until the document has stopped changing and nothing is due that could change it. Timers of a hidden page wait for
 * up to a second, so the answer says at once that it is hidden.
 */
export function quiet(): { state: "hidden" } | Promise<{ state: "done" }> {
  if (pageHidden.call(document)) return { state: "hidden" };
  return new Promise((done) => {
    const seen: Seen = { changed: clock(), ended: false };
    const end = (): void => {
      seen.ended = true;
      observer.disconnect();
      cancel(limit);
      cancel(pause);
      done({ state: "done" });
    };
    // Whether nothing was due when the browser was last idle, and when that was.
    let calm = false;
    let looked = 0;
    const check = (): void => {
      if (seen.ended) return;
      const still = clock() - seen.changed;
      const resting = calm && seen.changed <= looked && still >= PAUSE_MS && !moving();
      if (resting || still >= GAP_MS) end();
      // A question in an idle period is answered in the next one, so it is asked only where its answer is needed.
      else if (calm && seen.changed <= looked && still < PAUSE_MS) pause = later(check, PAUSE_MS - still);
      else pause = later(ask, PAUSE_MS);
    };
    const ask = (): void => {
      const look = (remaining: number): void => {
        calm = remaining >= IDLE_MS;
        looked = clock();
        check();
      };
      // After a press of the mouse, Chromium reports no idle time for half a second, though nothing is due.
      if (idle) idle((deadline) => look(deadline.timeRemaining()), { timeout: GAP_MS });
      else look(0);
    };
    const observer = new observe(() => {
      seen.changed = clock();
    });
    const limit = later(end, LIMIT_MS);
    let pause = 0;
    for (const root of scopes())
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    void rests(seen).then((rested) => (rested ? end() : ask()));
  });
}
