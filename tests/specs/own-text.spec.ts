// Pages that keep text, caret, selection, wheel or picture themselves: what an answer may say of them.

import { expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { inOneBrowser } from "../support/suite.ts";

/** The UID of what a selector finds, also if it has no role of its own. */
async function uidOf(pilot: Pilot, selector: string): Promise<string> {
  const shown = await pilot.ok("take_snapshot", { selector, includeAll: true });
  return shown.match(/uid=(\S+)/)?.[1] ?? "";
}

/** Cells that open a field with the first key, as spreadsheets do. */
const sheet = `<style>#field { position: fixed; left: 0; top: 200px }</style>
  <table role="grid" aria-label="Sheet"><tr>
    <td tabindex="-1" aria-selected="false">a1</td><td tabindex="-1" aria-selected="true">b1</td>
  </tr></table><textarea id="field" hidden></textarea>
  <script>
    const cells = [...document.querySelectorAll("td")];
    let chosen = cells[1];
    for (const cell of cells) cell.onmousedown = () => {
      for (const one of cells) one.ariaSelected = String(one === cell);
      chosen = cell;
      cell.focus();
    };
    document.addEventListener("keydown", (event) => {
      if (event.target === field || event.key.length > 1) return;
      field.hidden = false;
      field.value = "";
      field.focus();
    });
    field.onkeydown = (event) => {
      if (event.key !== "Enter") return;
      chosen.textContent = field.value;
      field.hidden = true;
      record("cell", { of: cells.indexOf(chosen), text: chosen.textContent });
    };
    document.addEventListener("paste", (event) => { record("paste", { of: cells.indexOf(chosen), text: event.clipboardData.getData("text/plain") }); });
  </script>`;

inOneBrowser(
  "what a page keeps itself",
  (t) => {
    it("a cell that opens a field with the first key gets the whole text", async () => {
      const page = t.site.html(sheet);
      await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: await uidOf(t.pilot, "td") });
      const said = await t.pilot.ok("type_text", { text: "hello", submitKey: "Enter" });
      expect(await page.event("cell")).toMatchObject({ of: 0, text: "hello" });
      expect(said).not.toContain("has not changed");
      expect(said).not.toContain("No element has the focus");
    });

    it("a cell that puts the first character into its field by script gets the whole text, too", async () => {
      const page =
        t.site.html(`<table role="grid" aria-label="Sheet"><tr><td id="c" tabindex="0">Old</td></tr></table><script>
        c.onkeydown = (event) => {
          if (event.target !== c || event.key.length > 1) return;
          event.preventDefault();
          const field = document.createElement("input");
          field.value = event.key;
          c.replaceChildren(field);
          field.focus();
          field.onkeydown = (event) => { if (event.key === "Enter") { record("cell", { text: field.value }); c.replaceChildren(field.value); } };
        };</script>`);
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: await uidOf(t.pilot, "td"), text: "hello", submitKey: "Enter" });
      expect(await page.event("cell")).toMatchObject({ text: "hello" });
    });

    it("a cell beside the selected one may not get what is typed or pasted, and the answer says so", async () => {
      const page = t.site.html(sheet);
      await t.pilot.see(page);
      const beside = "Another cell of its grid is selected";
      const uid = await uidOf(t.pilot, "td");
      expect(await t.pilot.ok("type_text", { uid, text: "q", submitKey: "Enter" })).toContain(beside);
      expect(await page.event("cell")).toMatchObject({ of: 1, text: "q" });
      expect(await t.pilot.ok("press_key", { uid, key: "Delete" })).toContain(beside);
      expect(await t.pilot.ok("paste_by_uid", { uid, text: "p" })).toContain(beside);
      await page.event("paste", ({ of }) => of === 1);
      await t.pilot.ok("click_by_uid", { uid });
      expect(await t.pilot.ok("press_key", { uid, key: "Delete" })).not.toContain(beside);
    });

    it("text goes to the end of an editor's last paragraph", async () => {
      const page =
        t.site.html(`<div contenteditable role="textbox" aria-label="Editor" oninput='record("html", { html: this.innerHTML.replace(/\\s*\\n\\s*/g, "") })'>
        <p>One</p>
        <ul><li>Two <b>bold</b></li></ul>
      </div><div contenteditable role="textbox" aria-label="Blank" oninput='record("blank", { html: this.innerHTML })'><p>A</p><p><br></p></div>`);
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Editor"), text: "!" });
      const { html } = await page.event("html");
      expect(html).toMatch(/^<p>One<\/p><ul><li>Two <b>bold(!<\/b>|<\/b>!)(<br>)?<\/li><\/ul>$/);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Blank"), text: "x" });
      expect((await page.event("blank")).html).toMatch(/^<p>A<\/p><p>x(<br>)?<\/p>$/);
    });

    it("a field of no size takes keys", async () => {
      const page = t.site.html(
        `<textarea aria-label="Keys" style="width: 0; height: 0; padding: 0; border: 0" oninput='record("keys", { value: this.value })'></textarea>
         <textarea aria-label="Gone" style="display: none"></textarea>`,
      );
      await t.pilot.see(page);
      const uid = await uidOf(t.pilot, "textarea");
      await t.pilot.ok("type_text", { uid, text: "ab" });
      await page.event("keys", ({ value }) => value === "ab");
      await t.pilot.ok("press_key", { uid, key: "c" });
      await page.event("keys", ({ value }) => value === "abc");
      await t.pilot.fails("NOT_VISIBLE", "click_by_uid", { uid });
    });

    it("a wheel that the page takes is not called without effect", async () => {
      const page =
        t.site.html(`<div id="map" role="application" aria-label="Map" style="width: 300px; height: 200px"></div>
        <script>map.addEventListener("wheel", (event) => { event.preventDefault(); record("wheel", { dy: event.deltaY }); }, { passive: false })</script>`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("application", "Map");
      const taken = "The page took the turn of the wheel itself";
      expect(await t.pilot.ok("scroll", { uid, by: { dx: 0, dy: 120 } })).toContain(taken);
      expect(await t.pilot.ok("scroll", { uid, direction: "down" })).toContain(taken);
      expect(await t.pilot.ok("scroll", { uid, direction: "up", amount: 40 })).toContain(taken);
      const target = { by: "role", value: "application" };
      const options = { at: { x: 5, y: 5 } };
      expect(await t.pilot.ok("interactWithPage", { action: "scroll", target, value: "down", options })).toContain(
        taken,
      );
      await page.event("wheel", ({ dy }) => Number(dy) < 0);
      expect(page.events("wheel").length).toBe(4);
    });

    it("what a canvas draws is not called no change", async () => {
      const page = t.site.html(`<canvas id="c" width="200" height="100" tabindex="0" aria-label="Drawing"></canvas>
        <script>
          const pen = c.getContext("2d");
          c.onpointerdown = c.onpointermove = ({ offsetX, offsetY, buttons }) => { if (buttons) pen.fillRect(offsetX, offsetY, 4, 4); };
          c.onpointerup = () => record("drawn");
        </script>`);
      await t.pilot.see(page);
      const uid = await uidOf(t.pilot, "canvas");
      const said = await t.pilot.ok("drag_by_uid", { uid, by: { dx: 50, dy: 20 } });
      await page.event("drawn");
      expect(said).toContain("What a canvas draws is not read");
      expect(said).not.toContain("No change was detected");
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser(
  "an editor with an EditContext",
  (t) => {
    it("gets what is typed, and the answer does not deny it", async () => {
      if (t.browser !== "chromium") return;
      const page =
        t.site.html(`<div id="e" role="textbox" aria-label="Editor" tabindex="0" style="width: 0; height: 20px"></div>
        <script>
          e.editContext = new EditContext();
          e.editContext.addEventListener("textupdate", () => record("text", { text: e.editContext.text }));
        </script>`);
      await t.pilot.see(page);
      const uid = await uidOf(t.pilot, "#e");
      const said = await t.pilot.ok("type_text", { uid, text: "abc" });
      await page.event("text", ({ text }) => text === "abc");
      expect(said).toContain("keeps its caret itself");
      expect(await t.pilot.ok("type_text", { text: "d" })).not.toContain("has not changed");
      expect(await t.pilot.fails("WRONG_ELEMENT", "fill_by_uid", { uid, value: "x" })).toContain("Control+A");
    });
  },
  { args: ["--tools", "web,more"] },
);
