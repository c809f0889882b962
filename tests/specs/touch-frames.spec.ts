/** Fingers and drags that begin in a frame, and touches whose element goes before they end. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";
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

inOneBrowser(
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

    it("says that the page took the touched element away before the end", async () => {
      for (const gesture of [
        { gesture: "longPress", durationMs: 600 },
        { gesture: "swipe", by: { dx: 60 }, durationMs: 600 },
      ]) {
        for (const away of [
          "d.outerHTML = d.outerHTML",
          "document.open(); document.write('<p>New</p>'); document.close()",
        ]) {
          await t.pilot.see(
            t.site.html(
              `${slider}<script>d.addEventListener("touchstart", () => setTimeout(() => { ${away} }, 150))</script>`,
            ),
          );
          const said = await t.pilot.ok("touch_by_uid", knob(gesture));
          expect(said, away).toContain("The page took away the touched element before the touch ended.");
        }
        await t.pilot.see(t.site.html(`${slider}<script>d.addEventListener("pointerup", () => d.remove())</script>`));
        expect(await t.pilot.ok("touch_by_uid", knob(gesture))).not.toContain("took away");
      }
    });

    it("says so where the page around a frame writes it anew", async () => {
      const write = `const g = document.querySelector("iframe").contentDocument; g.open(); g.write("<p>New</p>"); g.close();`;
      for (const gesture of [{ gesture: "longPress" }, { gesture: "swipe", by: { dx: 60 } }]) {
        const inner = t.site.html(
          `${slider}<script>d.addEventListener("touchstart", () => parent.postMessage("down", "*"))</script>`,
        );
        await t.pilot.see(
          t.site.html(`${framed(inner.url)}<script>onmessage = () => setTimeout(() => { ${write} }, 200);</script>`),
        );
        const said = await t.pilot.ok("touch_by_uid", knob({ ...gesture, durationMs: 900 }));
        expect(said).toContain("The page took away the touched element before the touch ended.");
      }
    });

    it("begins a pinch on a small element, or touches nothing", async () => {
      const sized = (size: number): string =>
        slider.replace("width:60px;height:24px", `width:${size}px;height:${size}px`);
      for (const where of ["otherOrigin", "url", "page"] as const) {
        const inner = t.site.html(sized(24));
        const page = where === "page" ? inner : t.site.html(framed(inner[where]));
        await t.pilot.see(page);
        await t.pilot.ok("touch_by_uid", knob({ gesture: "pinch", scale: 0.5 }));
        await until("two fingers to go up", () => inner.events("pointerup").length === 2);
        expect(inner.events("pointerdown").length).toBe(2);
        const small = t.site.html(sized(6));
        const around = where === "page" ? small : t.site.html(framed(small[where]));
        await t.pilot.see(around);
        const said = await t.pilot.fails("INVALID_INPUT", "touch_by_uid", knob({ gesture: "pinch", scale: 2 }));
        expect(said).toContain("no room at that point for two fingers 8 pixels apart");
        expect(said).toContain("nothing was touched");
        expect(around.events("pointerdown").length + small.events("pointerdown").length).toBe(0);
      }
    });

    it("says that two taps were no double click", async () => {
      const page = t.site.html(`<button ondblclick="record('double')">Open</button>`);
      await t.pilot.see(page);
      const said = await t.pilot.ok("touch_by_uid", { uid: t.pilot.uid("button", "Open"), gesture: "doubleTap" });
      expect(said).toContain("Double-tapped");
      expect(said.includes("no dblclick event")).toBe(page.events("double").length === 0);
      expect(page.events("double").length).toBe(t.browser === "firefox" ? 0 : 1);
    });
  },
  { args: ["--tools", "web,more"] },
);
