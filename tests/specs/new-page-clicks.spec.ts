import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** Ways in which a click makes a browser open a page that has no opener. */
const WAYS = [
  ["Control", { modifiers: ["ControlOrMeta"] }],
  ["Shift", { modifiers: ["Shift"] }],
  ["the middle button", { button: "middle" }],
] as const;

inEachBrowser(
  "a click that opens a page of its own",
  (t) => {
    it.each(WAYS)("with %s is told with that page", async (_, how) => {
      const address = t.site.html("<h1>Next</h1>").url;
      const page = t.site.html(`<a href="${address}">Link</a>`);
      await t.pilot.see(page);
      const told = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("link", "Link"), ...how });
      expect(told).toMatch(/Opened page \d+ /);
      expect(told).toContain(`"${address}"`);
      const number = Number(/Opened page (\d+)/.exec(told)?.[1]);
      await t.pilot.ok("close_page", { page: number });
      // The next click has nothing to do with it.
      expect(await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("link", "Link"), modifiers: ["Alt"] })).not.toContain(
        "Opened page",
      );
    });

    it("with a key that is kept down is told with that page", async () => {
      const page = t.site.html(`<a href="${t.site.html("<h1>Next</h1>").url}">Next</a>`);
      await t.pilot.see(page);
      await t.pilot.ok("key_down", { key: "Shift" });
      const told = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("link", "Next") });
      await t.pilot.ok("key_up", { key: "Shift" });
      const number = Number(/Opened page (\d+)/.exec(told)?.[1]);
      expect(number, told).toBeGreaterThan(1);
      await t.pilot.ok("close_page", { page: number });
    });

    it.each(["pointerdown", "mousedown"])("by a script at %s is told with that page", async (type) => {
      const next = t.site.html("<h1>Next</h1>").url;
      await t.pilot.see(t.site.html(`<button on${type}="window.open('${next}')">Go</button>`));
      const told = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Go") });
      const number = Number(/Opened page (\d+)/.exec(told)?.[1]);
      expect(number, told).toBeGreaterThan(1);
      await t.pilot.ok("close_page", { page: number });
    });

    it("is not what a later page comes from", async () => {
      const page = t.site.html(`<canvas width="200" height="90" role="img" aria-label="Map"></canvas>`);
      await t.pilot.see(page);
      const map = t.pilot.uid("img", "Map");
      await t.pilot.ok("click_by_uid", { uid: map, modifiers: ["Shift"] });
      const opened = /page (\d+)/.exec(await t.pilot.ok("new_page", { url: page.url }))?.[1];
      await t.pilot.ok("close_page", { page: Number(opened) });
      expect(await t.pilot.ok("click_by_uid", { uid: map })).not.toContain("Opened page");
    });
  },
  { args: ["--tools", "web,more"] },
);
