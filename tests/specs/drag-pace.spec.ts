/** How long drags and touches take, and which way the pointer goes meanwhile: asserted by what the page saw. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A pad that reports each gesture: its time, and the moves with their time since the press. */
const pad = (rest = ""): string =>
  `<div id="p" role="application" aria-label="Pad" style="position:absolute;left:0;top:0;width:700px;height:300px;background:#eee;touch-action:none">${rest}</div><script>
  let began, moves;
  p.onpointerdown = (event) => { began = performance.now(); moves = []; event.preventDefault(); };
  onpointermove = (event) => { if (began !== undefined) moves.push({ at: performance.now() - began, x: event.clientX, y: event.clientY }); };
  onpointerup = (event) => { record("up", { took: performance.now() - began, moves, x: event.clientX, y: event.clientY }); began = undefined; };
</script>`;

interface Move {
  at: number;
  x: number;
  y: number;
}

inOneBrowser(
  "the pace of drags",
  (t) => {
    const uid = (): string => t.pilot.uid("application", "Pad");

    it("a drag takes the time that is asked for, with its rest", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      for (const durationMs of [800, 2_000]) {
        page.forget();
        await t.pilot.ok("drag_by_uid", { uid: uid(), at: { x: 50, y: 50 }, by: { dx: 400 }, durationMs });
        const { took, moves } = await page.event("up");
        expect(Number(took)).toBeGreaterThan(durationMs * 0.85);
        expect(Number(took)).toBeLessThan(durationMs * 1.3);
        expect((moves as Move[]).length).toBeGreaterThan(8);
      }
    });

    it("a short one is a flick: it ends in its movement", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", { uid: uid(), at: { x: 450, y: 50 }, by: { dx: -300 }, durationMs: 80 });
      const { took, moves, x } = await page.event("up");
      const seen = moves as Move[];
      expect(x).toBe(150);
      expect(seen.length).toBeGreaterThan(2);
      expect(Number(took) - (seen.at(-1)?.at ?? 0)).toBeLessThan(60);
    });

    it("without a time, it rests before its end", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", { uid: uid(), at: { x: 450, y: 50 }, by: { dx: -300 } });
      const { took, moves } = await page.event("up");
      const rest = (moves as Move[]).find(({ x }) => x <= 151);
      expect(Number(took) - (rest?.at ?? 0)).toBeGreaterThan(80);
    });

    it("what is let go after a rest has no speed by its last two moves that differ", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      for (const by of [{ dx: -300 }, { dx: 300 }, { dx: 20, dy: -200 }]) {
        page.forget();
        await t.pilot.ok("drag_by_uid", { uid: uid(), at: { x: 350, y: 250 }, by });
        const { took, moves } = await page.event("up");
        const differ = (moves as Move[]).filter(({ x, y }, at, all) => x !== all[at - 1]?.x || y !== all[at - 1]?.y);
        const [before, last] = differ.slice(-2) as [Move, Move];
        const far = Math.max(Math.abs(last.x - before.x), Math.abs(last.y - before.y));
        expect(far / (last.at - before.at)).toBeLessThan(0.02);
        expect(Number(took)).toBeGreaterThanOrEqual(last.at);
      }
    });

    it("the pointer of a mouse moves by whole pixels", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", { uid: uid(), at: { x: 50, y: 50 }, by: { dx: 40, dy: 30 } });
      const { moves, x, y } = await page.event("up");
      expect([x, y]).toEqual([90, 80]);
      for (const move of moves as Move[]) expect([move.x, move.y]).toEqual([Math.round(move.x), Math.round(move.y)]);
    });

    it("a hold before the first move lets a page begin its drag", async () => {
      const page = t.site.html(
        `<div id="b" role="button" aria-label="Item" style="position:absolute;left:0;top:0;width:80px;height:80px;background:silver">Item</div>
         <div role="button" aria-label="Zone" style="position:absolute;left:300px;top:0;width:80px;height:80px;background:green">Zone</div>
         <script>
           let timer, armed = false;
           b.onmousedown = (event) => { event.preventDefault(); armed = false; timer = setTimeout(() => { armed = true; }, 400); };
           onmousemove = (event) => { if (event.movementX || event.movementY) clearTimeout(timer); };
           onmouseup = (event) => { clearTimeout(timer); record("end", { armed, x: event.clientX }); };
         </script>`,
      );
      await t.pilot.see(page);
      const drag = { fromUid: t.pilot.uid("button", "Item"), toUid: t.pilot.uid("button", "Zone") };
      expect(await t.pilot.ok("drag_by_uid_to_uid", drag)).toContain("holdMs");
      expect(await page.event("end")).toMatchObject({ armed: false });
      page.forget();
      await t.pilot.ok("drag_by_uid_to_uid", { ...drag, holdMs: 600 });
      expect(await page.event("end")).toMatchObject({ armed: true, x: 340 });
      await t.pilot.fails("INVALID_INPUT", "drag_by_uid_to_uid", { ...drag, holdMs: 60_000 });
    });

    it("a point of a path that leads nowhere is a rest", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      const path = [{ dx: 0 }, { dx: 300 }];
      await t.pilot.ok("drag_by_uid", { uid: uid(), at: { x: 50, y: 50 }, path, durationMs: 1_200 });
      const { moves } = await page.event("up");
      const early = (moves as Move[]).filter(({ at }) => at < 350);
      expect(early.filter(({ x }) => x !== 50)).toEqual([]);
    });

    it("a swipe is as quick as a hand's, and takes longer if asked", async () => {
      const page = t.site.html(pad());
      await t.pilot.see(page);
      const swipe = { uid: uid(), gesture: "swipe", at: { x: 300, y: 50 }, by: { dx: -150 } };
      await t.pilot.ok("touch_by_uid", swipe);
      const quick = await page.event("up");
      expect(Number(quick.took)).toBeLessThan(260);
      expect((quick.moves as Move[]).length).toBeGreaterThan(2);
      page.forget();
      await t.pilot.ok("touch_by_uid", { ...swipe, durationMs: 1_000 });
      const slow = await page.event("up");
      expect(Number(slow.took)).toBeGreaterThan(900);
      expect(Number(slow.took)).toBeLessThan(1_300);
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser(
  "what is said of gestures",
  (t) => {
    it("of cells that got other texts, nothing is said of their places", async () => {
      const page = t.site.html(
        `<table><tr id="r">${["Name", "Age", "City"].map((name) => `<th style="width:100px">${name}</th>`).join("")}</tr></table><script>
           let from;
           const cells = [...r.children];
           r.onmousedown = (event) => { event.preventDefault(); from = cells.indexOf(event.target); };
           onmouseup = (event) => { const to = cells.indexOf(event.target);
             const names = cells.map((cell) => cell.textContent); const [name] = names.splice(from, 1); names.splice(to, 0, name);
             cells.forEach((cell, at) => { cell.textContent = names[at]; }); record("moved", { names }); };
         </script>`,
      );
      await t.pilot.open(page);
      const seen = await t.pilot.snapshot({ includeAll: true });
      const said = await t.pilot.ok("drag_by_uid_to_uid", {
        fromUid: seen.uid("columnheader", "Name"),
        toUid: seen.uid("columnheader", "City"),
        place: "right",
      });
      expect(await page.event("moved")).toMatchObject({ names: ["Age", "City", "Name"] });
      expect(said).not.toContain("not on that side");
    });

    it("of what lies over a canvas, it is not said that nothing changed", async () => {
      const page = t.site.html(
        `<div role="application" aria-label="Map" style="position:relative;width:400px;height:300px" onpointerup="paint()">
           <canvas id="c" width="400" height="300" style="pointer-events:none"></canvas>
           <div style="position:absolute;inset:0"></div></div>
         <div role="application" aria-label="Plain" style="width:400px;height:100px">Plain</div>
         <script>const paint = () => c.getContext("2d").fillRect(0, 0, 99, 99);</script>`,
      );
      await t.pilot.see(page);
      const drag = async (name: string): Promise<string> =>
        await t.pilot.ok("drag_by_uid", { uid: t.pilot.uid("application", name), by: { dx: 40 } });
      expect(await drag("Map")).toContain("What a canvas draws is not read");
      expect(await drag("Plain")).toContain("No change was detected.");
    });

    it("of a handle that is there only under the pointer, the hover is named", async () => {
      const page = t.site.html(
        `<style>#h { display: none } #i:hover #h { display: block }</style>
         <div id="i" role="group" aria-label="Item" style="width:200px;height:100px;background:silver">Item
           <button id="h" onpointerdown="record('handle')">Handle</button></div><button>Elsewhere</button>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("group", "Item") });
      const handle = (await t.pilot.snapshot()).uid("button", "Handle");
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("button", "Elsewhere") });
      const said = await t.pilot.fails("NOT_VISIBLE", "drag_by_uid", { uid: handle, by: { dx: 5 } });
      expect(said).toContain("hover that first");
    });
  },
  { args: ["--tools", "all"] },
);
