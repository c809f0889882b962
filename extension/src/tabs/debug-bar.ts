// The page's size while the bar moves that says that the tab is debugged.
//
// It slides in above the page, which becomes smaller, and the browser puts a new one in its place for each document:
// what lies under the pointer moves, and lists that close where the window is resized close. Nothing acts in the page
// before that is over.

/** Between two looks: the browser has no event for the size of a tab. */
const LOOK_MS = 20;
/** The size is the last one when it stayed for as long as this. */
const REST_MS = 120;
/** How long the bar may let wait for itself, by what it comes for. */
const BAR_MS = {
  /** The debugger came. Seen: 40 to 140 ms, on a machine with nothing else to do. */
  first: 500,
  /** It came while another tab was debugged: the bar is there already. */
  shown: REST_MS,
  /** Another document came. Seen: the new bar stands 120 to 150 ms after it. */
  document: 200,
};
/** Nothing is waited for longer than this: somebody who drags the window's edge changes its size all the time. */
const CAP_MS = 2_000;

/** Waits until the bar has come and has stopped. */
export async function steady(tabId: number, cause: keyof typeof BAR_MS): Promise<void> {
  const began = performance.now();
  let rests = began + BAR_MS[cause];
  let size: string | undefined;
  for (let now = began; now < Math.min(rests, began + CAP_MS); now = performance.now()) {
    const { width, height } = await chrome.tabs.get(tabId);
    const seen = `${width}x${height}`;
    if (size !== undefined && seen !== size) rests = performance.now() + REST_MS;
    size = seen;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
