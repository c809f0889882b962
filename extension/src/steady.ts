// The page's size after the debugger came.
//
// The browser shows a bar that says so. It slides in above the page, which becomes smaller: what lies under the pointer
// moves, and lists that close where the window is resized close. Nothing acts in the page before that is over.

/** Between two looks: the browser has no event for the size of a tab. */
const LOOK_MS = 20;
/** How long the bar may let wait for itself. Seen: 40 to 140 ms, on a machine with nothing else to do. */
const BAR_MS = 500;
/** The size is the last one when it stayed for as long as this. */
const REST_MS = 120;
/** Nothing is waited for longer than this: somebody who drags the window's edge changes its size all the time. */
const CAP_MS = 2_000;

/** Waits until the bar has come and has stopped; where it is shown already, only until the page keeps its size. */
export async function steady(tabId: number, shown: boolean): Promise<void> {
  const began = performance.now();
  let rests = began + (shown ? REST_MS : BAR_MS);
  let size: string | undefined;
  for (let now = began; now < Math.min(rests, began + CAP_MS); now = performance.now()) {
    const { width, height } = await chrome.tabs.get(tabId);
    const seen = `${width}x${height}`;
    if (size !== undefined && seen !== size) rests = performance.now() + REST_MS;
    size = seen;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
