/** Work for idle moments. */
import { later } from "../dom/builtins.js";

const idle = window.requestIdleCallback?.bind(window);

/** Runs `work` in an idle moment; in a task, if the browser has no idle callbacks. */
export function whenIdle(work: () => void): void {
  if (idle) idle(work);
  else later(work);
}
