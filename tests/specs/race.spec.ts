import { afterAll, beforeAll, expect, it } from "vitest";
import { type Action, delayOf, FAULTS, Race } from "../race/run.ts";
import { KINDS, RaceSite, TRIGGERS } from "../race/site.ts";
import { inEachBrowser } from "../support/suite.ts";

/** `npm run race -w tests` does as many tries as are asked for. Here each way to replace the meant button has a few. */
inEachBrowser(
  "a press while the page replaces its target",
  (t) => {
    let site: RaceSite;
    beforeAll(async () => {
      site = await RaceSite.start();
    });
    afterAll(() => site.close());

    const ACTIONS: Action[] = ["click", "double", "right", "hold"];
    for (const kind of KINDS) {
      it(`reaches that target or nothing, and the answer says which (${kind})`, async () => {
        const race = new Race(t.pilot, site);
        for (const [i, trigger] of TRIGGERS.entries()) {
          for (const action of i === 0 ? ACTIONS : ACTIONS.slice(0, 1)) {
            const result = await race.try(
              action,
              kind,
              trigger,
              delayOf(i + KINDS.indexOf(kind), t.browser === "firefox"),
            );
            expect(FAULTS, JSON.stringify({ action, kind, trigger, ...result })).not.toContain(result.verdict);
          }
        }
      }, 60_000);
    }
  },
  { args: ["--tools", "web,more"] },
);
