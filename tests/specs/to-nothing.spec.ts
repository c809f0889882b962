/** Navigations of which no document comes: the page stays, and so does what is done in it. */

import { afterAll, beforeAll, expect, it } from "vitest";
import { type OddServer, startOddServer } from "../support/odd-server.ts";
import { inEachBrowser } from "../support/suite.ts";

let odd: OddServer;
beforeAll(async () => {
  odd = await startOddServer();
});
afterAll(() => odd.close());

const UNDER_WAY = /began to load|not arrived yet|left its document/;

inEachBrowser(
  "a navigation that comes to nothing",
  (t) => {
    for (const path of ["/204", "/205"]) {
      it(`is not told as one that is under way: ${path}`, async () => {
        const go = `<button onclick="record('clicked'); location = '${odd.origin}${path}'">Go</button>`;
        for (const framed of [false, true]) {
          const inner = t.site.html(go);
          const page = framed ? t.site.html(`<iframe src="${inner.otherOrigin}"></iframe>`) : inner;
          await t.pilot.see(page);
          for (const _ of [1, 2]) {
            const uid = t.pilot.uid("button", "Go");
            expect(await t.pilot.ok("click_by_uid", { uid })).not.toMatch(UNDER_WAY);
          }
          await inner.event("clicked", () => inner.events("clicked").length === 2);
        }
      });
    }

    it("does not keep the rest of a form from being filled", async () => {
      const names = ["First", "Second", "Third"];
      const page = t.site.html(
        `${names.map((name) => `<input id="${name}" aria-label="${name}">`).join("")}
        <script>First.oninput = () => { location = "${odd.origin}/204" }; watch("input", "input")</script>`,
      );
      await t.pilot.see(page);
      const elements = names.map((name) => ({ uid: t.pilot.uid("textbox", name), value: name }));
      expect(await t.pilot.ok("fill_form_by_uid", { elements })).not.toMatch(UNDER_WAY);
      await page.event("input", ({ id, value }) => id === "Third" && value === "Third");
    });
  },
  { args: ["--tools", "web,more"] },
);
