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

/** Where a page puts its components. */
export const root = document.body.appendChild(document.createElement("div"));
