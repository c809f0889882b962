import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTIONS, type Action, delayOf, FAULTS, Race, triggersOf } from "../race/run.ts";
import { KINDS, RaceSite, type Trigger } from "../race/site.ts";
import { inOneBrowser } from "../support/suite.ts";

/** `npm run race -w tests` does as many tries as are asked for. Here each way to replace the meant element has a few. */
inOneBrowser(
  "an action while the page replaces its target",
  (t) => {
    let site: RaceSite;
    beforeAll(async () => {
      site = await RaceSite.start();
    });
    afterAll(() => site.close());

    const others = (Object.keys(ACTIONS) as Action[]).filter((action) => action !== "click");
    const slow = t.browser === "firefox";
    for (const [k, kind] of KINDS.entries()) {
      it(`reaches that target or nothing, and the answer says which (${kind})`, async () => {
        const race = new Race(t.pilot, site);
        // A click each way and three more actions a kind, which go through all of them.
        const tries = [0, 1, 2].flatMap((i) => {
          const action = others[(3 * k + i) % others.length] as Action;
          const triggers = triggersOf(action);
          const click: [Action, Trigger] = ["click", triggersOf("click")[i] as Trigger];
          return [click, [action, triggers[(k + i) % triggers.length] as Trigger] satisfies [Action, Trigger]];
        });
        for (const [i, [action, trigger]] of tries.entries()) {
          const result = await race.try(action, kind, trigger, delayOf(i + k, slow));
          expect(FAULTS, JSON.stringify({ action, kind, trigger, ...result })).not.toContain(result.verdict);
        }
      });
    }
  },
  { args: ["--tools", "web,more"] },
);
