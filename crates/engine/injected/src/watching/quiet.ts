/** `quiet`: resolves once the document has stopped changing. */
import { scopes } from "../dom/shadow.js";

const observe = MutationObserver;
const later = (run: () => void, ms: number): number => window.setTimeout(run, ms);
const cancel = (timer: number): void => window.clearTimeout(timer);

/** Without a change for so long, it has stopped. */
const GAP_MS = 50;
/** A page that never stops is not waited for. */
const LIMIT_MS = 500;

/** Waits for a pause between changes. */
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
