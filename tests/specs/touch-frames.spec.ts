/** Fingers and drags that begin in a frame, and touches whose element goes before they end. */

import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

/** A slider at the left edge of its document. */
const slider = `<style>body{margin:0}</style>
  <div id="d" role="slider" aria-label="Knob" tabindex="0" style="width:60px;height:24px;background:#8cf;touch-action:none"></div><script>
    for (const type of ["pointerdown", "pointerup", "click"]) addEventListener(type, () => record(type, {}), true);
    d.onpointerdown = (event) => d.setPointerCapture(event.pointerId);
  </script>`;

/** Frames in the middle of a page. */
const framed = (...addresses: string[]): string =>
  `<style>body{margin:0;padding:100px 0 0 200px}iframe{border:0;width:300px;height:120px;display:block}</style>
  <button>Top</button>${addresses.map((address) => `<iframe src="${address}"></iframe>`).join("")}<script>
    for (const type of ["pointerdown", "pointerup", "click"]) addEventListener(type, () => record(type, {}), true);
  </script>`;

inEachBrowser(
  "touches and drags from frames",
  (t) => {
    const knob = (more: object) => ({ uid: t.pilot.uid("slider", "Knob"), ...more });

    it("moves fingers out of a frame of another site, or touches nothing", async () => {
      const inner = t.site.html(slider);
      await t.pilot.see(t.site.html(framed(inner.otherOrigin)));
      for (const gesture of [
        { gesture: "swipe", by: { dx: -120 } },
        { gesture: "pinch", scale: 4 },
      ]) {
        inner.forget();
        if (t.browser === "firefox") {
          const said = await t.pilot.fails("UNSUPPORTED", "touch_by_uid", knob(gesture));
          expect(said).toContain("nothing was touched");
          // The first press that the frame sees is that of the click.
          await t.pilot.ok("click_by_uid", knob({}));
          await inner.event("click");
          expect(inner.events("pointerdown").length).toBe(1);
        } else {
          await t.pilot.ok("touch_by_uid", knob(gesture));
          await inner.event("pointerup");
          expect(inner.events("click").length).toBe(0);
        }
      }
    });

    it("drags and swipes out of a frame of the same site, beside one of another", async () => {
      const [inner, other] = [t.site.html(slider), t.site.html("<p>Other</p>")];
      const page = t.site.html(framed(inner.url, other.otherOrigin));
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", knob({ by: { dx: -120 } }));
      await until("the frame or the page around it to see the end", () =>
        [inner, page].some((at) => at.events("pointerup").length > 0),
      );
      expect(inner.events("pointerdown").length).toBe(1);
      inner.forget();
      page.forget();
      await t.pilot.ok("touch_by_uid", knob({ gesture: "swipe", by: { dx: -120 } }));
      await until("the finger to go up", () => [inner, page].some((at) => at.events("pointerup").length > 0));
      await t.pilot.ok("drag_by_uid_to_uid", {
        fromUid: t.pilot.uid("slider", "Knob"),
        toUid: t.pilot.uid("button", "Top"),
      });
      await t.pilot.ok("click_by_uid", knob({}));
      await inner.event("click");
    });
  },
  { args: ["--tools", "web,more"] },
);
