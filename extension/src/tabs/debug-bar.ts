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
/**
 * How many looks there are at least: each asks the part of the browser that also moves the bar, so that they take longer
 * where the bar does.
 */
const LOOKS = 8;
/** Longest wait: a user who resizes the window changes the size all the time. */
const CAP_MS = 2_000;

/**
 * Waits until the bar has appeared and stopped. Answers the size of the tab. `stood`: the size with the bar of the document
 * before. The old bar goes before the new one comes, and the size between them may last; so it is not the size at rest.
 */
export async function barAtRest(tabId: number, cause: keyof typeof BAR_MS, stood?: string): Promise<string> {
  const began = performance.now();
  let restsAt = began + BAR_MS[cause];
  let size = "";
  for (let look = 0; performance.now() < began + CAP_MS; look++) {
    const { width, height } = await chrome.tabs.get(tabId);
    const current = `${width}x${height}`;
    const now = performance.now();
    if (look > 0 && current !== size) restsAt = now + REST_MS;
    size = current;
    const stands = stood === undefined || size === stood;
    if (stands && look >= LOOKS && now >= restsAt) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return size;
}
