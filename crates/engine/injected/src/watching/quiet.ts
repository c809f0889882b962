/** `quiet`: resolves once the document has stopped changing. */
import { scopes } from "../dom/shadow.js";

const observe = MutationObserver;
const later = (run: () => void, ms: number): number => window.setTimeout(run, ms);
const cancel = (timer: number): void => window.clearTimeout(timer);

/** How long there must be no change. */
const GAP_MS = 50;
/** Time limit, for pages that never stop. */
const LIMIT_MS = 500;

/** Waits for a pause between mutations. */
export function quiet(): Promise<{ state: "done" }> {
  return new Promise((done) => {
    const end = (): void => {
      observer.disconnect();
      cancel(limit);
      done({ state: "done" });
    };
    const observer = new observe(() => {
      cancel(pause);
      pause = later(end, GAP_MS);
    });
    const limit = later(() => {
      cancel(pause);
      end();
    }, LIMIT_MS);
    let pause = later(end, GAP_MS);
    for (const root of scopes())
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  });
}
