/**
 * Notes whether the document changes over a longer time than a watch of one action lasts: `outcome` ends that one right after
 * the input, and what a page does with the answer of a request comes later.
 */
import { cancel, later, listen, MUTATIONS, unlisten } from "../dom/builtins.js";
import { scopes } from "../dom/shadow.js";

const observe = MutationObserver;
/** Events that change what the page shows, and no node of it. */
const CHANGES = ["input", "change", "toggle"];
/** Longer than a call lasts: the end of a call that was cut off is not told. */
const LIMIT_MS = 120_000;

let changed = false;
let observer: MutationObserver | undefined;
let timer: number | undefined;

const onChange = (): void => {
  changed = true;
};

function end(): void {
  cancel(timer);
  observer?.disconnect();
  observer = undefined;
  for (const type of CHANGES) unlisten.call(window, type, onChange, { capture: true });
}

/** `noting`: begins. */
export function noting(): { noting: true } {
  end();
  changed = false;
  observer = new observe(onChange);
  for (const root of scopes()) observer.observe(root, MUTATIONS);
  for (const type of CHANGES) listen.call(window, type, onChange, { capture: true, passive: true });
  timer = later(end, LIMIT_MS);
  return { noting: true };
}

/** `noted`: whether the document has changed since; ends. A document in which nothing was begun is itself a change. */
export function noted(): { changed: boolean } {
  const pending = observer === undefined || observer.takeRecords().length > 0;
  end();
  return { changed: changed || pending };
}
