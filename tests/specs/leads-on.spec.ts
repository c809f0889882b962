/** Pages that lead to another one while a call loads them. */

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OddServer, startOddServer } from "../support/odd-server.ts";
import { inEachBrowser } from "../support/suite.ts";

let odd: OddServer;
beforeAll(async () => {
  odd = await startOddServer();
});
afterAll(() => odd.close());

inEachBrowser("a page that leads to another one at once", (t) => {
  it("is not told with its address and no title, where the other one is shown", async () => {
    for (const slow of [0, 100, 300, 600, 900]) {
      odd.hold();
      const to = `${odd.origin}/held?${slow}`;
      const page = t.site.html("<h1>Old</h1>", { head: `<meta http-equiv="refresh" content="0;url=${to}">` });
      const released = odd.asked().then(() => sleep(slow).then(() => odd.release()));
      const answer = await t.pilot.ok("navigate_page", { url: page.url });
      expect(answer, `${slow} ms`).not.toMatch(/Went to "[^"]*" ""/);
      await released;
      await t.pilot.ok("wait_for", { text: "Arrived at /held" });
    }
  });
});
