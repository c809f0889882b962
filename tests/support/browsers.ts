/** Which browsers a run is for. */

import type { BrowserName } from "./pilot.ts";

/** The browsers to test in: both, unless `UIPILOT_TEST_BROWSERS` names some. */
export const browsers = (process.env.UIPILOT_TEST_BROWSERS ?? "chromium,firefox").split(",") as BrowserName[];

/** Whether a run is for everything that there is, however long it takes, as `npm run test:all` is. */
export const everything = Boolean(process.env.UIPILOT_TEST_ALL);

/** How often what happens only now and then is tried: `usual` times, and `most` times where a run is for everything. */
export const rounds = (usual: number, most: number): number => (everything ? most : usual);

/**
 * The browsers for what our own code does alike for all of them, such as waiting, refusals, texts and files: one, unless
 * a run is for everything or for some browsers.
 */
export const oneBrowser = everything || process.env.UIPILOT_TEST_BROWSERS ? browsers : browsers.slice(0, 1);
