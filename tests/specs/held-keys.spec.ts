/** Keys that stay down over several calls: asserted by what the page saw. */

import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

const keys = `<script>
  for (const type of ["keydown", "keyup"])
    addEventListener(type, (event) => record(type, { key: event.key, code: event.code, shift: event.shiftKey, ctrl: event.ctrlKey, trusted: event.isTrusted }));
  addEventListener("click", (event) => record("click", { shift: event.shiftKey, ctrl: event.ctrlKey }));
</script>`;

inEachBrowser(
  "held keys",
  (t) => {
    it("choose a range of rows while Shift is held over two clicks", async () => {
      const rows = [1, 2, 3, 4, 5].map((row) => `<option>Row ${row}</option>`).join("");
      const page = t.site.html(
        `<select multiple size="6" aria-label="Rows" oninput="record('rows', { chosen: [...this.selectedOptions].map((o) => o.text) })">${rows}</select>`,
      );
      await t.pilot.see(page);
      const chosen = (rows: string[]) =>
        until(`${rows}`, () => JSON.stringify(page.events("rows").at(-1)?.chosen) === JSON.stringify(rows));
      await t.pilot.click("option", "Row 2");
      expect(await t.pilot.ok("key_down", { key: "Shift" })).toContain("Held down: Shift.");
      expect(await t.pilot.click("option", "Row 4")).toContain("Held down: Shift.");
      await chosen(["Row 2", "Row 3", "Row 4"]);
      await t.pilot.click("option", "Row 3");
      await chosen(["Row 2", "Row 3"]);
      expect(await t.pilot.ok("key_up", { key: "Shift" })).not.toContain("Held down");
      await t.pilot.click("option", "Row 5");
      await chosen(["Row 5"]);
    });

    it("stay down while a field is filled", async () => {
      const page = t.site.html(`<input aria-label="Name">${keys}`);
      await t.pilot.see(page);
      await t.pilot.ok("key_down", { key: "Shift" });
      await t.pilot.fill("textbox", "Name", "Ada");
      await t.pilot.ok("key_up", { key: "Shift" });
      expect(await page.event("keyup")).toMatchObject({ key: "Shift" });
      expect(page.events("keyup")).toHaveLength(1);
    });

    it("hold several keys of a game, and release them one by one or together", async () => {
      const page = t.site.html(`<button>Shoot</button>${keys}`);
      await t.pilot.see(page);
      await t.pilot.ok("key_down", { key: "w" });
      expect(await page.event("keydown")).toMatchObject({ key: "w", code: "KeyW", trusted: true });
      expect(await t.pilot.ok("key_down", { key: "Control" })).toMatch(/Held down: "w", Control\./);
      await t.pilot.click("button", "Shoot");
      expect(await page.event("click")).toMatchObject({ ctrl: true, shift: false });
      expect(page.events("keyup")).toEqual([]);
      await t.pilot.ok("key_up", { key: "w" });
      expect(await page.event("keyup")).toMatchObject({ key: "w", ctrl: true });
      expect(await t.pilot.ok("key_up")).toContain("Released Control");
      await page.event("keyup", ({ key }) => key === "Control");
      page.forget();
      await t.pilot.click("button", "Shoot");
      expect(await page.event("click")).toMatchObject({ ctrl: false });
    });

    it("shift what is typed, and make commands of letters", async () => {
      const page = t.site.html(`<input id="k" aria-label="K">${keys}`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "K");
      await t.pilot.ok("key_down", { key: "Shift" });
      await t.pilot.ok("press_key", { uid, key: "b" });
      expect(await page.event("keydown", ({ code }) => code === "KeyB")).toMatchObject({ key: "B", shift: true });
      await t.pilot.ok("press_key", { key: "1" });
      await t.pilot.ok("type_text", { text: "c2" });
      await t.pilot.ok("key_up", { key: "Shift" });
      await t.pilot.ok("press_key", { key: "d" });
      expect((await t.pilot.snapshot()).text).toContain('textbox "K" focused value="B!C@d"');
      await t.pilot.ok("key_down", { key: "Control" });
      await t.pilot.ok("press_key", { key: "a" });
      await t.pilot.ok("key_up");
      await t.pilot.ok("press_key", { key: "z" });
      expect((await t.pilot.snapshot()).text).toContain('textbox "K" focused value=z');
    });

    it("keep a key down through an action that holds it too, or that fails", async () => {
      const page = t.site.html(`<button>Go</button><button disabled>Off</button>${keys}`);
      await t.pilot.see(page);
      await t.pilot.ok("key_down", { key: "Shift" });
      await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "Go"), modifiers: ["Shift", "Alt"] });
      await page.event("click", ({ shift }) => shift === true);
      await t.pilot.fails("NOT_ENABLED", "click_by_uid", { uid: t.pilot.uid("button", "Off") });
      expect(page.events("keyup").filter(({ key }) => key === "Shift")).toEqual([]);
      page.forget();
      await t.pilot.click("button", "Go");
      expect(await page.event("click")).toMatchObject({ shift: true });
      await t.pilot.ok("key_up");
      await page.event("keyup", ({ key }) => key === "Shift");
    });

    it("release keys before the next document and another page are acted on", async () => {
      const page = t.site.html(`<button>Go</button>${keys}`);
      await t.pilot.see(page);
      await t.pilot.ok("key_down", { key: "Shift" });
      const next = t.site.html(`<button>Next</button>${keys}`);
      await t.pilot.see(next);
      expect(await t.pilot.click("button", "Next")).toMatch(/Released Shift.*the page changed/);
      expect(await next.event("click")).toMatchObject({ shift: false });
      await t.pilot.ok("key_down", { key: "Control" });
      const other = t.site.html(`<button>Other</button>${keys}`);
      const number = await t.pilot.newPage(other);
      await t.pilot.snapshot();
      expect(await t.pilot.click("button", "Other")).toContain("Released Control");
      expect(await other.event("click")).toMatchObject({ ctrl: false });
      await next.event("keyup", ({ key }) => key === "Control");
      await t.pilot.ok("close_page", { page: number });
    });

    it("refuse keys that do not exist, and the release of one that is not down", async () => {
      await t.pilot.see(t.site.html(`<button>Go</button>${keys}`));
      await t.pilot.fails("INVALID_INPUT", "key_down", { key: "Control+A" });
      await t.pilot.fails("INVALID_INPUT", "key_down", { key: "Hyperkey" });
      expect(await t.pilot.fails("INVALID_INPUT", "key_up", { key: "Shift" })).toContain("not held down");
      await t.pilot.ok("key_down", { key: "Shift" });
      expect(await t.pilot.ok("key_down", { key: "Shift" })).toContain("already");
      await t.pilot.ok("key_up");
    });
  },
  { args: ["--tools", "web,more"] },
);

const map = `
  <div id="map" role="application" aria-label="Map" tabindex="0" style="width:400px;height:300px;background:lightblue"></div>
  <div id="area" role="region" aria-label="Area" style="width:200px;height:100px;overflow:auto"><div style="width:900px;height:900px"></div></div>
  <div style="height:3000px"></div>
  <script>
    let zoom = 1;
    map.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom *= event.deltaY < 0 ? 2 : 0.5;
      record("zoom", { zoom, x: Math.round(event.offsetX), y: Math.round(event.offsetY), dx: event.deltaX, dy: event.deltaY, ctrl: event.ctrlKey, shift: event.shiftKey, trusted: event.isTrusted });
    }, { passive: false });
    area.addEventListener("scroll", () => record("scrolled", { left: area.scrollLeft, top: area.scrollTop }));
  </script>`;

inEachBrowser(
  "the wheel at a point",
  (t) => {
    it("zoom a map where the pointer is", async () => {
      const page = t.site.html(map);
      await t.pilot.see(page);
      const uid = t.pilot.uid("application", "Map");
      expect(await t.pilot.ok("scroll", { uid, at: { x: 30, y: 250 }, direction: "up" })).toMatch(
        /^Turned the wheel over application "Map" \(uid \S+\); nothing scrolled\./,
      );
      expect(await page.event("zoom")).toMatchObject({ x: 30, y: 250, dy: -100, zoom: 2, trusted: true });
      page.forget();
      await t.pilot.ok("scroll", {
        uid,
        at: { x: 0.5, y: 0.1, share: true },
        direction: "down",
        amount: 240,
        modifiers: ["Control"],
      });
      expect(await page.event("zoom")).toMatchObject({ x: 200, y: 30, dy: 240, ctrl: true });
    });

    it("scroll an area both ways by pixels", async () => {
      const page = t.site.html(map);
      await t.pilot.see(page);
      const uid = t.pilot.uid("region", "Area");
      expect(await t.pilot.ok("scroll", { uid, by: { dx: 120, dy: 40 } })).toContain("scrolled 120 px");
      await page.event("scrolled", ({ left, top }) => left === 120 && top === 40);
      expect(await t.pilot.ok("scroll", { uid, by: { dx: -60 } })).toContain("scrolled 60 px");
      await page.event("scrolled", ({ left, top }) => left === 60 && top === 40);
    });

    it("turn the wheel over the page as a whole", async () => {
      const page = t.site.html(`<div style="width:4000px;height:4000px"></div>
        <script>onscroll = () => record("page", { x: Math.round(scrollX), y: Math.round(scrollY) })</script>`);
      await t.pilot.see(page);
      expect(await t.pilot.ok("scroll", { by: { dx: 300, dy: 150 } })).toContain("scrolled 300 px");
      await page.event("page", ({ x, y }) => x === 300 && y === 150);
    });

    it("refuse what contradicts itself", async () => {
      await t.pilot.see(t.site.html(map));
      const uid = t.pilot.uid("application", "Map");
      for (const args of [
        { at: { x: 1, y: 1 }, direction: "down" },
        { uid, at: { x: 1, y: 1 } },
        { uid, direction: "down", by: { dx: 1 } },
        { uid, by: {} },
        { uid, at: { x: 900, y: 1 }, direction: "down" },
      ])
        await t.pilot.fails("INVALID_INPUT", "scroll", args);
    });

    it("take the same words in interactWithPage", async () => {
      const page = t.site.html(map);
      await t.pilot.see(page);
      await t.pilot.ok("interactWithPage", {
        action: "scroll",
        target: { by: "role", value: "application", name: "Map" },
        value: "up",
        options: { at: { x: 44, y: 55 }, modifiers: ["Shift"] },
      });
      expect(await page.event("zoom")).toMatchObject({ x: 44, y: 55, shift: true });
    });
  },
  { args: ["--tools", "web,more"] },
);
