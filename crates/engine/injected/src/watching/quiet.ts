/** `quiet`: resolves once the document is at rest. */
import { scopes } from "../dom/shadow.js";

const observe = MutationObserver;
const later = (run: () => void, ms: number): number => window.setTimeout(run, ms);
const cancel = (timer: number): void => window.clearTimeout(timer);
const clock = performance.now.bind(performance);
/** Missing in Safari. */
const whenIdle = (window as Partial<Window>).requestIdleCallback?.bind(window);
const pageHidden = Object.getOwnPropertyDescriptor(Document.prototype, "hidden")?.get as (this: Document) => boolean;

/** How long there must be no change before the first look. Running workers, databases and sockets often answer within it. */
const PAUSE_MS = 12;
/**
 * The idle time that shows that no timer and no frame is due. The browser shortens the idle time to the next of them, and
 * gives at most 50 ms.
 */
const IDLE_MS = 40;
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

/**
 * Waits until the document has stopped changing and nothing is due that could change it. Timers of a hidden page wait for
 * up to a second, so the answer says at once that it is hidden.
 */
export function quiet(): { state: "hidden" } | Promise<{ state: "done" }> {
  if (pageHidden.call(document)) return { state: "hidden" };
  return new Promise((done) => {
    let ended = false;
    let changed = clock();
    const end = (): void => {
      ended = true;
      observer.disconnect();
      cancel(limit);
      cancel(pause);
      done({ state: "done" });
    };
    // Whether nothing was due when the browser was last idle, and when that was.
    let calm = false;
    let looked = 0;
    const check = (): void => {
      if (ended) return;
      const still = clock() - changed;
      const rests = calm && changed <= looked && still >= PAUSE_MS && !moving();
      if (rests || still >= GAP_MS) end();
      // A question in an idle period is answered in the next one, so it is asked only where its answer is needed.
      else if (calm && changed <= looked && still < PAUSE_MS) pause = later(check, PAUSE_MS - still);
      else pause = later(ask, PAUSE_MS);
    };
    const ask = (): void => {
      const look = (idle: number): void => {
        calm = idle >= IDLE_MS;
        looked = clock();
        check();
      };
      // After input, Chromium may report no idle time for half a second, though nothing is due.
      if (whenIdle) whenIdle((deadline) => look(deadline.timeRemaining()), { timeout: GAP_MS });
      else look(0);
    };
    const observer = new observe(() => {
      changed = clock();
    });
    const limit = later(end, LIMIT_MS);
    let pause = 0;
    for (const root of scopes())
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    ask();
  });
}
