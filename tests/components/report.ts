// How a component page tells the test what it holds: its own state, not what uipilot says of it.

declare global {
  interface Window {
    /** Of the test site: sends an event to the test. */
    record(kind: string, data: Record<string, unknown>): void;
  }
}

/** Sends the page's state. */
export function report(state: Record<string, unknown>): void {
  window.record("state", state);
}

// Lists of many libraries close on these; a test that fails says so.
for (const kind of ["resize", "blur"]) {
  addEventListener(kind, () => window.record("window", { what: kind, width: innerWidth, height: innerHeight }));
}

/** Where a page puts its components. */
export const root = document.body.appendChild(document.createElement("div"));

/** Adds a style sheet to the page. */
export function style(css: string): void {
  document.head.appendChild(document.createElement("style")).textContent = css;
}
