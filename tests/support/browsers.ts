/** Which browsers a run is for. */

import type { BrowserName } from "./pilot.ts";

/** The browsers to test in: both, unless `UIPILOT_TEST_BROWSERS` names some. */
export const browsers = (process.env.UIPILOT_TEST_BROWSERS ?? "chromium,firefox").split(",") as BrowserName[];

/**
 * The browsers for what our own code does alike for all of them, such as waiting, refusals, texts and files: one, unless
 * `UIPILOT_TEST_ALL` is set, as `npm run test:all` does, or a run is for some browsers.
 */
export const oneBrowser =
  process.env.UIPILOT_TEST_ALL || process.env.UIPILOT_TEST_BROWSERS ? browsers : browsers.slice(0, 1);
