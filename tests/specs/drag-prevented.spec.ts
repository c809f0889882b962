/** Pages decide whether a press on what can be dragged begins an HTML drag, and follow the pointer themselves where it does not. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const PIXEL =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='40' height='40'%3E%3Crect width='40' height='40'/%3E%3C/svg%3E";
const STYLE = "position:absolute;left:20px;top:60px;width:40px;height:40px;background:#88c";
const box = `<div id="thumb" draggable="true" role="button" aria-label="Thumb" style="${STYLE}"></div>`;
const image = `<img id="thumb" role="button" aria-label="Thumb" style="${STYLE}" src="${PIXEL}">`;
const link = `<a id="thumb" href="#away" role="button" aria-label="Thumb" style="${STYLE}">Thumb</a>`;

/** Follows the pointer, and reports what the page got of it. */
const follower = (thumb: string, prevents: string): string =>
  `${thumb}<button id="goal" style="position:absolute;left:300px;top:60px">Goal</button>
  <script>
    let held = false, moves = 0, left = 0;
    thumb.addEventListener("pointerdown", (event) => { held = true; record("down", { trusted: event.isTrusted }); });
    addEventListener("pointermove", (event) => { if (held) { moves++; left = event.clientX; } });
    addEventListener("pointerup", (event) => {
      if (!held) return;
      held = false;
      record("up", { trusted: event.isTrusted, left, moves });
    });
    addEventListener("dragend", () => record("dragend"));
    ${prevents}
  </script>`;

/** Where a page may prevent it. */
const WAYS = {
  dragstart: `thumb.addEventListener("dragstart", (event) => event.preventDefault());`,
  "dragstart, which goes no further": `thumb.addEventListener("dragstart", (event) => { event.stopPropagation(); event.preventDefault(); });`,
  "dragstart at the end of its way": `addEventListener("dragstart", (event) => event.preventDefault());`,
  pointerdown: `thumb.addEventListener("pointerdown", (event) => event.preventDefault());`,
  mousedown: `thumb.addEventListener("mousedown", (event) => event.preventDefault());`,
};

/** An HTML drag, of which all events are counted. */
const card = (start: string, more = ""): string =>
  `<div id="s" draggable="true" role="button" aria-label="S" style="width:80px;height:40px;background:#cce">S</div>
  <div style="height:60px"></div><div id="t" role="region" aria-label="T" style="width:200px;height:80px;background:#ecc">T</div>
  <button onclick="record('next')">Next</button>
  <script>
    for (const type of ["pointerdown", "pointerup", "pointercancel", "mousedown", "mouseup", "click", "dragstart", "dragend", "drop"])
      document.addEventListener(type, (event) => event.target === document.querySelector("button") || record(type, { trusted: event.isTrusted, effect: event.dataTransfer?.dropEffect }), true);
    s.addEventListener("dragstart", (event) => { event.dataTransfer.effectAllowed = "copyMove"; event.dataTransfer.setData("text/x-card", "seven"); ${start} });
    t.addEventListener("dragover", (event) => { event.preventDefault(); event.dataTransfer.dropEffect = "copy"; });
    t.addEventListener("drop", (event) => { event.preventDefault(); record("got", { data: event.dataTransfer.getData("text/x-card") }); });
    ${more}
  </script>`;

inOneBrowser(
  "drags that pages do not leave to the browser",
  (t) => {
    for (const [way, prevents] of Object.entries(WAYS)) {
      it(`follow the pointer if the page prevents ${way}`, async () => {
        const page = t.site.html(follower(box, prevents));
        const tree = await t.pilot.see(page);
        const answer = await t.pilot.ok("drag_by_uid_to_uid", {
          fromUid: tree.uid("button", "Thumb"),
          toUid: tree.uid("button", "Goal"),
        });
        const up = await page.event("up");
        expect(up).toMatchObject({ trusted: true });
        expect(Number(up.left)).toBeGreaterThan(250);
        expect(Number(up.moves)).toBeGreaterThan(3);
        expect(page.events("down")).toHaveLength(1);
        expect(page.events("dragend")).toEqual([]);
        expect(answer).not.toMatch(/script|without a drop/);
      });
    }

    it.each([
      ["an image", image],
      ["a link", link],
    ])("follow the pointer by a distance from %s", async (_, thumb) => {
      const page = t.site.html(follower(thumb, WAYS.dragstart));
      const uid = (await t.pilot.see(page)).uid("button", "Thumb");
      await t.pilot.ok("drag_by_uid", { uid, by: { dx: 200 } });
      const up = await page.event("up");
      expect(up).toMatchObject({ trusted: true });
      expect(Number(up.left)).toBeGreaterThan(200);
      expect(page.events("down")).toHaveLength(1);
    });

    for (const [how, start] of [
      ["as it is", ""],
      ["stopped on its way", "event.stopPropagation();"],
    ] as const) {
      it(`drop once what the page puts into a drag, ${how}`, async () => {
        const page = t.site.html(card(start));
        const tree = await t.pilot.see(page);
        const answer = await t.pilot.ok("drag_by_uid_to_uid", {
          fromUid: tree.uid("button", "S"),
          toUid: tree.uid("region", "T"),
        });
        expect(await page.event("got")).toMatchObject({ data: "seven" });
        expect(await page.event("dragend")).toMatchObject({ effect: "copy" });
        // The press is real, also where only a script can drop.
        expect(await page.event("dragstart")).toMatchObject({ trusted: true });
        for (const type of ["pointerdown", "mousedown", "dragstart", "pointercancel", "drop", "dragend"])
          expect([type, page.events(type).length]).toEqual([type, 1]);
        // Chromium's own drags end with the release.
        const ups = t.browser === "firefox" ? ["pointerup", "mouseup", "click"] : ["click"];
        for (const type of ups) expect([type, page.events(type)]).toEqual([type, []]);
        expect(answer.includes("script")).toBe(t.browser === "firefox");
        await t.pilot.click("button", "Next");
        await page.event("next");
      });
    }

    it("drop what the page hides when it begins", async () => {
      const page = t.site.html(card(`setTimeout(() => { s.style.display = "none"; });`));
      const tree = await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid_to_uid", { fromUid: tree.uid("button", "S"), toUid: tree.uid("region", "T") });
      expect(await page.event("got")).toMatchObject({ data: "seven" });
    });

    it("end without a drop by a distance where the browser cannot finish them, and say what was done", async () => {
      if (t.browser !== "firefox") return;
      const page = t.site.html(card(""));
      const uid = (await t.pilot.see(page)).uid("button", "S");
      const said = await t.pilot.fails("INTERRUPTED", "drag_by_uid", { uid, by: { dx: 20, dy: 120 } });
      expect(said).toMatch(/was pressed.*ended without a drop/);
      expect(await page.event("dragend")).toMatchObject({ effect: "none" });
      for (const type of ["pointerup", "mouseup", "click", "drop"])
        expect([type, page.events(type)]).toEqual([type, []]);
      page.forget();
      await t.pilot.click("button", "Next");
      await page.event("next");
      await t.pilot.click("button", "S");
      expect(await page.event("click")).toMatchObject({ trusted: true });
    });
  },
  { args: ["--tools", "web,more"] },
);
