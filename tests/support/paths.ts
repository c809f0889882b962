/** Paths of the repository and of programs, in one place. */

import path from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** The built MCP server. */
export const serverEntry = process.env.UIPILOT_TEST_SERVER ?? path.join(root, "ts-mcp/dist/index.js");

/** The built addon's JavaScript entry. */
export const coreEntry = process.env.UIPILOT_TEST_CORE ?? path.join(root, "npm/core/dist/index.js");

/** The script that the engine puts into pages. */
export const injectedBundle = path.join(root, "crates/engine/src/generated/injected.js");

/** Where reports and pictures of a run go; ignored by git. */
export const outputFolder = path.join(root, "tests/output");

/** Where downloaded tools are kept between runs; ignored by git. */
export const cacheFolder = path.join(root, ".cache");

/** An executable of a browser or driver, by the first candidate that is set or exists on a usual path. */
export const executables = {
  chromium: process.env.UIPILOT_TEST_CHROMIUM ?? "/usr/bin/chromium",
  firefox: process.env.UIPILOT_TEST_FIREFOX ?? "/usr/bin/firefox-esr",
  chromedriver: process.env.UIPILOT_TEST_CHROMEDRIVER ?? "/usr/bin/chromedriver",
};
