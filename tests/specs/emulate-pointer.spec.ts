/** Input and pictures on emulated phones, whose pages are scaled: everything has to hit what it means. */

import { expect, it } from "vitest";
import { middleOf } from "../support/png.ts";
import { inOneOwnBrowser } from "../support/suite.ts";

const page = `
  <div id="pad" role="application" aria-label="Pad" tabindex="0" style="position:absolute;left:60px;top:700px;width:200px;height:120px;background:#cde;touch-action:none"></div>
  <button id="near" style="position:absolute;left:20px;top:20px;width:80px;height:30px;border:0;background:rgb(200,30,90);color:rgb(200,30,90)">Near</button>
  <button id="far" style="position:absolute;left:120px;top:1500px;width:80px;height:30px">Far</button>
  <a id="hover" href="#x" style="position:absolute;left:20px;top:120px">Hover</a>
  <div style="height:3000px"></div>
  <script>
    watch("button", "click"); watch("#hover", "mouseenter");
    let from;
    pad.onpointerdown = (event) => { from = [event.clientX, event.clientY]; record("down", { type: event.pointerType, x: Math.round(event.offsetX), y: Math.round(event.offsetY) }); };
    pad.onpointerup = (event) => record("up", { dx: Math.round(event.clientX - from[0]), dy: Math.round(event.clientY - from[1]) });
  </script>`;

inOneOwnBrowser(
  "emulated phones",
  (t) => {
    const middle = async () => {
      const { images, text } = await t.pilot.call("screenshot_page", { format: "png" });
      if (images[0] === undefined) throw new Error(`there is no picture: ${text}`);
      return middleOf(images[0].data, [200, 30, 90]);
    };

    it.each([
      ["its own scale", "width=device-width, initial-scale=1"],
      ["half the size", "width=device-width, initial-scale=0.5"],
      ["twice the size", "width=device-width, initial-scale=2"],
      ["the width of a desktop", ""],
    ])("hit what they mean on a page at %s", async (_, viewport) => {
      if (t.browser === "firefox") {
        await t.pilot.fails("UNSUPPORTED", "emulate", { mobile: true });
        return;
      }
      await t.pilot.ok("emulate", { device: "iPhone 15" });
      const head = viewport === "" ? "" : `<meta name="viewport" content="${viewport}">`;
      const shown = t.site.html(page, { head });
      await t.pilot.see(shown);
      for (const [name, id] of [
        ["Near", "near"],
        ["Far", "far"],
        ["Near", "near"],
      ] as const) {
        shown.forget();
        await t.pilot.click("button", name);
        expect(await shown.event("click")).toMatchObject({ id, trusted: true });
      }
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("link", "Hover") });
      await shown.event("mouseenter");
      const pad = { uid: t.pilot.uid("application", "Pad") };
      await t.pilot.ok("drag_by_uid", { ...pad, by: { dx: 40, dy: -20 } });
      expect(await shown.event("up")).toMatchObject({ dx: 40, dy: -20 });
      shown.forget();
      await t.pilot.ok("touch_by_uid", { ...pad, gesture: "tap", at: { x: 30, y: 40 } });
      expect(await shown.event("down")).toMatchObject({ type: "touch", x: 30, y: 40 });
      // A point of a picture is where the picture shows it, and a mark is at its element.
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("button", "Near") });
      shown.forget();
      await t.pilot.ok("click_at", await middle());
      expect(await shown.event("click")).toMatchObject({ id: "near" });
      expect(await t.pilot.ok("screenshot_page", { marks: true })).toMatch(/\d+: uid=\d+_\d+ button "Near"/);
    });
  },
  { args: ["--tools", "web,more,devtools,vision"] },
);
