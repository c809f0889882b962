/**
 * Repeats what a long session does, and counts the entries of the engine's tables. Memory is measured by `npm run soak`.
 */

import { describe, expect, it } from "vitest";
import { grow, grownTables } from "../../growth/growth.ts";
import { loads } from "../../growth/loads.ts";
import { browsers } from "../../support/browsers.ts";

describe.each(browsers)("in %s", (browser) => {
  it.each(["navigations", "popups", "downloads", "dialogs"])(
    "%s leave nothing in the server's tables",
    async (name) => {
      const load = loads[name];
      if (!load) throw new Error(`there is no load ${name}`);
      expect(grownTables(await grow(browser, load, 32))).toEqual([]);
    },
  );
});
