/** Work for idle moments. */
import { idle, later } from "../dom/builtins.js";

/** Runs `work` in an idle moment; in a task, if the browser has no idle callbacks. */
export function whenIdle(work: () => void): void {
  if (idle) idle(work);
  else later(work);
}
