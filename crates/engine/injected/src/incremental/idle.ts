/** Work that nobody waits for. */
const idle = window.requestIdleCallback?.bind(window);
const soon = setTimeout.bind(window);

/** Runs it in an idle moment of the document; soon, where the browser does not tell of such moments. */
export function whenIdle(work: () => void): void {
  if (idle) idle(work);
  else soon(work);
}
