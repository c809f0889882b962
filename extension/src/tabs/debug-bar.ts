// Waits for the bar in which the browser says that a tab is being debugged.
//
// The bar slides in above the page, which becomes smaller; each new document gets a new bar. Meanwhile the content moves
// under the pointer, and lists close that close on a resize. So nothing acts in the page until the bar has stopped.

/** Pause between two looks at the size; the browser has no event for it. */
const LOOK_MS = 20;
/** How long the size must stay the same. */
const REST_MS = 120;
/** How long the bar may take to begin to move, by its cause. */
const BAR_MS = {
  /** The debugger was attached. Measured: 40 to 140 ms on an idle machine. */
  first: 500,
  /** It was attached while another tab was debugged already, so that the bar is there. */
  shown: REST_MS,
  /** A new document was loaded. Measured: the new bar stands after 120 to 150 ms. */
  document: 200,
};
/** Longest wait: a user who resizes the window changes the size all the time. */
const CAP_MS = 2_000;

/** Waits until the bar has appeared and stopped. */
export async function barAtRest(tabId: number, cause: keyof typeof BAR_MS): Promise<void> {
  const began = performance.now();
  let restsAt = began + BAR_MS[cause];
  let size: string | undefined;
  for (let now = began; now < Math.min(restsAt, began + CAP_MS); now = performance.now()) {
    const { width, height } = await chrome.tabs.get(tabId);
    const current = `${width}x${height}`;
    if (size !== undefined && current !== size) restsAt = performance.now() + REST_MS;
    size = current;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
