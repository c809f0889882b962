/** A few of the launches, ends and kills that `npm run cycles -w tests` makes hundreds of. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cycle, kill, type Victim, type Way } from "../cycles/cycles.ts";
import { browsers, oneBrowser } from "../support/browsers.ts";
import { type Site, startSite } from "../support/site.ts";

describe("nothing is left", () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site.close());

  it.each(oneBrowser)("of browsers that are launched and closed in %s", async (browser) => {
    expect((await cycle(browser, site, 2)).faults).toEqual([]);
  });

  const kills: [Way, Victim][] = browsers.includes("chromium")
    ? [
        ["chromium", "browser"],
        ["chromium", "tab"],
        ["chromedriver", "driver"],
      ]
    : [];
  // A killed server is lifecycle.spec's.
  it.each(kills)("in %s after a SIGKILL of the %s", async (way, victim) => {
    expect((await kill(way, victim, site)).faults).toEqual([]);
  });
});
