import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A map that is turned in its frame, which shows a part of it. */
const MAP = `<body style="margin:20px"><h1>Map</h1><p>Words above</p>
  <div style="overflow:hidden;width:600px;height:300px;position:relative">
    <canvas id="map" role="img" aria-label="Map" width="600" height="300" style="transform:rotate(-26deg)"></canvas></div>
  <script>watch("#map", "click")</script>`;

inOneBrowser(
  "a point of an element that something around it clips",
  (t) => {
    it("is refused at once, with the part that shows", async () => {
      const page = t.site.html(MAP);
      const tree = await t.pilot.see(page);
      const uid = tree.uid("img", "Map");
      const out = { uid, at: { x: 300, y: 60 } };
      for (const [tool, args] of [
        ["click_by_uid", out],
        ["hover_by_uid", out],
        ["touch_by_uid", { ...out, gesture: "tap" }],
        ["drag_by_uid", { ...out, by: { dx: 40 } }],
      ] as const) {
        const began = performance.now();
        const text = await t.pilot.fails("INVALID_INPUT", tool, args);
        expect.soft(performance.now() - began, tool).toBeLessThan(3_000);
        expect.soft(text).toContain("clips the rest away");
        expect.soft(text).toMatch(/x from \d+ to \d+ and y from \d+ to \d+/);
      }
      await t.pilot.ok("click_by_uid", { uid, at: { x: 335, y: 266 } });
      await page.event("click");
      expect(page.events("click")).toHaveLength(1);
    });
  },
  { args: ["--tools", "web,more"] },
);
