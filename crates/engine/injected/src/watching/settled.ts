/** Waiting inside the page: on mutations, layout, animations and loading, without polling over the connection. */
import { cancel, frame, later, listen, MUTATIONS, unlisten } from "../dom/builtins.js";
import { scopes } from "../dom/shadow.js";

const Mutations = MutationObserver;
const Sizes = ResizeObserver;

/** Pause between looks without an event: changes of style sheets and media raise none. */
const PACE_MS = 200;
/** How long after a mutation to look, so that the page can finish its update. */
const AFTER_MS = 4;
const EVENTS = ["transitionend", "animationend", "load", "input", "change", "toggle", "scrollend"];

/** The result of a look: the answer, or the elements whose size is watched. */
type Step<T> = { done: T } | { watched: Element[] };

/** Calls `look` after each change until it is done. Resolves to undefined after `limitMs`. */
export function whenSettled<T>(limitMs: number, look: () => Step<T>): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    let queued: number | undefined;
    let ended = false;
    const mutations = new Mutations(() => soon(AFTER_MS));
    const sizes = new Sizes(() => soon(0));
    const onEvent = (): void => soon(AFTER_MS);
    let watched: Element[] = [];
    const end = (value: T | undefined): void => {
      ended = true;
      mutations.disconnect();
      sizes.disconnect();
      for (const type of EVENTS) unlisten.call(document, type, onEvent, true);
      cancel(queued);
      cancel(limit);
      resolve(value);
    };
    const again = (): void => {
      queued = undefined;
      if (ended) return;
      try {
        const step = look();
        if ("done" in step) {
          end(step.done);
          return;
        }
        watch(step.watched);
      } catch (reason) {
        end(undefined);
        reject(reason);
        return;
      }
      queued = later(again, PACE_MS);
    };
    const watch = (elements: Element[]): void => {
      for (const root of scopes()) mutations.observe(root, MUTATIONS);
      if (elements.length === watched.length && elements.every((el, i) => el === watched[i])) return;
      watched = elements;
      sizes.disconnect();
      for (const el of elements) sizes.observe(el);
    };
    let pressing = false;
    function soon(ms: number): void {
      if (ended || pressing) return;
      pressing = true;
      cancel(queued);
      queued = later(() => {
        pressing = false;
        again();
      }, ms);
    }
    const limit = later(() => end(undefined), Math.min(limitMs, 2 ** 31 - 1));
    for (const type of EVENTS) listen.call(document, type, onEvent, true);
    // The first frame can change the layout.
    frame(() => soon(0));
    again();
  });
}
