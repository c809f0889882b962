/** Which browsers a run is for. */

import type { BrowserName } from "./pilot.ts";

/** The browsers to test in: both, unless `UIPILOT_TEST_BROWSERS` names some. */
export const browsers = (process.env.UIPILOT_TEST_BROWSERS ?? "chromium,firefox").split(",") as BrowserName[];
