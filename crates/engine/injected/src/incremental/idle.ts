/** Work for idle moments. */
const idle = window.requestIdleCallback?.bind(window);
const soon = setTimeout.bind(window);

/** Runs `work` in an idle moment; in a task, if the browser has no idle callbacks. */
export function whenIdle(work: () => void): void {
  if (idle) idle(work);
  else soon(work);
}
