/** Functions of the browser, stored when the script starts: a page may replace them later in its own world. */

import { task } from "./tasks.js";

const setTimer = window.setTimeout.bind(window);
const clearTimer = window.clearTimeout.bind(window);
const requestFrame = requestAnimationFrame.bind(window);
/** Missing in Safari. */
const requestIdle = (window as Partial<Window>).requestIdleCallback?.bind(window);

/** How many timers, frames and idle moments this script has asked for. See dom/due.ts. */
export const asked = { timers: 0, frames: 0, idle: 0 };

export const later = (run: () => void, ms = 0): number => {
  asked.timers++;
  // These numbers are ours alone: in such a document the page asks for no timers.
  return task === undefined ? setTimer(run, ms) : task.begin(asked.timers, run, ms);
};
export const cancel = task?.cancel ?? clearTimer;
export const frame = (run: FrameRequestCallback): number => {
  asked.frames++;
  return requestFrame(run);
};
export const cancelFrame = cancelAnimationFrame.bind(window);

/** Resolves after the next frame. A timer replaces it in a page in the background. */
export function nextFrame(): Promise<void> {
  return new Promise((done) => {
    const timer = later(done, 100);
    frame(() => {
      cancel(timer);
      later(done, 0);
    });
  });
}

/** Undefined where the browser has no idle callbacks. */
export const idle =
  requestIdle &&
  ((run: IdleRequestCallback, options?: IdleRequestOptions): number => {
    asked.idle++;
    return requestIdle(run, options);
  });
export const cancelIdle = (window as Partial<Window>).cancelIdleCallback?.bind(window);
export const clock = performance.now.bind(performance);

/** All that a `MutationObserver` can be told of below a node. */
export const MUTATIONS: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

export const listen = EventTarget.prototype.addEventListener;
export const unlisten = EventTarget.prototype.removeEventListener;
export const pathOf = Event.prototype.composedPath;
export const stop = Event.prototype.stopImmediatePropagation;
export const prevent = Event.prototype.preventDefault;
export const prevented = Object.getOwnPropertyDescriptor(Event.prototype, "defaultPrevented")?.get as (
  this: Event,
) => boolean;
