/** Pages that begin to leave while a call reads what its action did. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OddServer, startOddServer } from "../support/odd-server.ts";
import { inEachBrowser } from "../support/suite.ts";

/** How long the server takes: longer than what is left of the call, and shorter than a navigation is waited for. */
const SLOW_MS = 700;

let odd: OddServer;
beforeAll(async () => {
  odd = await startOddServer();
});
afterAll(() => odd.close());

/** Each is asked again after the last one is filled, which takes longer than the page stays. */
const NAMES = Array.from({ length: 20 }, (_, index) => `Field ${index + 1}`);

inEachBrowser("a page that leaves a moment after an action", (t) => {
  /** Fields. A moment after text for the last one, the page leaves. */
  const leaving = (ms: number): string => `${NAMES.map((name) => `<input aria-label="${name}">`).join("")}<script>
    document.querySelector("input:last-of-type").oninput = () => setTimeout(() => {
      record("leaves");
      location = "${odd.origin}/held?${ms}";
    }, ${ms})</script>`;

  for (const ms of [10, 20, 30, 40, 50]) {
    it(`is answered when the next document is there, ${ms} ms after the last field of a form`, async () => {
      odd.hold();
      const page = t.site.html(leaving(ms));
      await t.pilot.see(page);
      const released = odd.asked().then(async () => {
        await sleep(SLOW_MS);
        odd.release();
      });
      const elements = NAMES.map((name) => ({ uid: t.pilot.uid("textbox", name), value: "x" }));
      const answer = await t.pilot.ok("fill_form_by_uid", { elements });
      // Without it, the page began to leave after the answer.
      if (page.events("leaves").length > 0) {
        expect(answer).toContain(`Navigated to "${odd.origin}/held?${ms}"`);
        expect(answer).not.toMatch(/could not be read|not arrived yet/);
        expect(await t.pilot.ok("take_snapshot")).toContain("Arrived at /held");
      }
      await released;
    });
  }
});
