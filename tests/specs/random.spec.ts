/**
 * Random pages: snapshots against fresh walks, changes against both, actions against what the page recorded.
 *
 * `UIPILOT_TEST_PAGES` sets how many pages, `UIPILOT_TEST_FIRST_PAGE` the first seed. `npm run -s random -w tests` drives
 * thousands.
 */

import type { Session } from "@uipilot/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RandomRun, randomSession } from "../random/run.ts";
import { type RandomSite, startRandomSite } from "../random/site.ts";
import { oneBrowser } from "../support/browsers.ts";

const PAGES = Number(process.env.UIPILOT_TEST_PAGES ?? 12);
const FIRST = Number(process.env.UIPILOT_TEST_FIRST_PAGE ?? 1);
const ROUNDS = 2;
const ACTIONS = 2;

describe.each(oneBrowser)("random pages in %s", (browser) => {
  let site: RandomSite;
  let session: Session;
  let run: RandomRun;
  beforeAll(async () => {
    site = await startRandomSite();
    session = randomSession(browser);
    run = new RandomRun(session);
  });
  afterAll(async () => {
    await session.close();
    await site.close();
  });

  it.each(Array.from({ length: PAGES }, (_, index) => index + FIRST))(
    "are read and acted on truly, seed %i",
    async (seed) => {
      await run.page(site.page(seed), seed, ROUNDS, ACTIONS);
    },
  );

  it("were changed, compared and acted on", () => {
    expect(run.tally).toMatchObject({ pages: PAGES, rounds: PAGES * ROUNDS });
    expect(run.tally.changes).toBeGreaterThan(PAGES);
    expect([...run.tally.actions.keys()].some((action) => action.endsWith("done"))).toBe(true);
  });
});
