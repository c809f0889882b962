/** Waiting for what a page does to a value that it was given. */

import { later } from "../dom/builtins.js";

/**
 * Lets the page run: editors and frameworks put a mask, a limit or their model in the place of a value in a microtask or task after
 * the event.
 */
export const answered = (): Promise<void> => new Promise((done) => later(done, 0));
