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

    for (const [path, told] of [
      ["/204", ""],
      // A second file of that name gets another one.
      ["/file", 'Download "a'],
    ] as const) {
      it(`does not end typing whose Enter sends a form: ${path}`, async () => {
        const page = t.site.html(
          `<form action="${odd.origin}${path}"><input id="name" aria-label="Name" name="n"></form><script>watch("input", "input")</script>`,
        );
        await t.pilot.see(page);
        const text = "hel\nlo wo\nrld";
        const answer = await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Name"), text });
        expect(answer).not.toMatch(UNDER_WAY);
        expect(answer).toContain(told);
        await page.event("input", ({ value }) => value === "hello world");
      });

      it(`does not end typing whose input loads an address: ${path}`, async () => {
        const html = `<input id="field" aria-label="Name"><script>
          field.addEventListener("input", () => { location = "${odd.origin}${path}" }, { once: true }); watch("input", "input")</script>`;
        // Firefox tells of the status only where it confirms in time that it reports requests, which a frame makes slower.
        for (const framed of t.browser === "firefox" && path === "/204" ? [false] : [false, true]) {
          const inner = t.site.html(html);
          const page = framed ? t.site.html(`<iframe src="${inner.otherOrigin}"></iframe>`) : inner;
          await t.pilot.see(page);
          const answer = await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Name"), text: "hello" });
          expect(answer).not.toMatch(UNDER_WAY);
          expect(answer).toContain(told);
          await inner.event("input", ({ value }) => value === "hello");
        }
      });
    }

    it("is told apart from another document in the frame of the field", async () => {
      const inner = t.site.html(
        `<input aria-label="Name" id="field"><script>field.oninput = () => { location = "${odd.origin}/next" }</script>`,
      );
      await t.pilot.see(t.site.html(`<iframe src="${inner.otherOrigin}"></iframe>`));
      const typing = { uid: t.pilot.uid("textbox", "Name"), text: "hello ".repeat(20), delayMs: 20 };
      const answer = await t.pilot.fails("INTERRUPTED", "type_text", typing);
      expect(answer).toContain("its frame began to load another document");
      expect(answer).not.toContain("the page");
      expect(await t.pilot.ok("take_snapshot")).toContain("Arrived at /next");
    });
  },
  { args: ["--tools", "web,more"] },
);
