import { expect, it } from "vitest";
import { refuses } from "../support/interact.ts";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

const SETS = { args: ["--tools", "web,more"] };

/** A pad that reports what fingers do on it. */
const pad = `<div id="p" role="application" aria-label="Pad" tabindex="0"
    style="position:absolute;left:100px;top:100px;width:400px;height:300px;background:#eee;touch-action:none"></div><script>
  const fingers = new Map();
  const spread = () => { const [a, b] = [...fingers.values()]; return b && Math.hypot(a.x - b.x, a.y - b.y); };
  let first, began;
  p.onpointerdown = (event) => {
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    began = performance.now();
    if (fingers.size === 1) first = [event.clientX, event.clientY];
    record("down", { type: event.pointerType, pressed: event.pressure > 0, x: event.offsetX, y: event.offsetY, trusted: event.isTrusted });
    if (fingers.size === 2) { const start = spread(); p.onpointerup = () => { record("pinch", { scale: spread() / start }); p.onpointerup = null; fingers.clear(); }; }
  };
  p.onpointermove = (event) => { if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY }); };
  p.addEventListener("pointerup", (event) => record("up", { dx: Math.round(event.clientX - first[0]), dy: Math.round(event.clientY - first[1]), held: performance.now() - began >= 700 }));
  p.addEventListener("touchstart", (event) => record("touch", { count: event.touches.length }));
  p.onclick = (event) => record("click", { type: event.pointerType });
  p.ondblclick = () => record("double", {});
</script>`;

/** A pad that reports when its last finger is gone. */
const ends = `<div id="p" role="application" aria-label="Pad" style="width:400px;height:300px;touch-action:none"></div><script>
  let ends = 0, cancels = 0;
  p.addEventListener("touchcancel", () => cancels++);
  p.addEventListener("touchend", (event) => { ends += event.changedTouches.length; if (event.touches.length === 0) record("lifted", { ends, cancels, left: event.touches.length }); });
</script>`;

inEachBrowser(
  "touch",
  (t) => {
    const touch = (gesture: string, more: object = {}) =>
      t.pilot.ok("touch_by_uid", { uid: t.pilot.uid("application", "Pad"), gesture, ...more });

    it("taps at a point, and the page gets touch events and a click", async () => {
      const page = t.site.html(pad);
      await t.pilot.see(page);
      expect(await touch("tap", { at: { x: 30, y: 40 } })).toContain('Tapped application "Pad"');
      expect(await page.event("down")).toMatchObject({ type: "touch", pressed: true, x: 30, y: 40, trusted: true });
      expect(await page.event("touch")).toMatchObject({ count: 1 });
      expect(await page.event("click")).toMatchObject({ type: "touch" });
    });

    it("follows a link that is tapped, and checks a box", async () => {
      const next = t.site.html("<h1>Next</h1>");
      await t.pilot.see(t.site.html(`<label><input type="checkbox">Agree</label><p><a href="${next.url}">Go</a></p>`));
      const box = { uid: t.pilot.uid("checkbox", "Agree"), gesture: "tap" };
      expect(await t.pilot.ok("touch_by_uid", box)).toMatch(/checked/);
      expect(await t.pilot.ok("touch_by_uid", { ...box, uid: t.pilot.uid("link", "Go") })).toContain(next.url);
    });

    it("does not leave the page by a swipe to the right", async () => {
      const before = t.site.html("<h1>Before</h1>");
      const page = t.site.html(
        `<div role="region" aria-label="Card" style="width:600px;height:300px;background:#eee">Card</div>
         <script>addEventListener("touchend", () => record("end", {})); addEventListener("touchcancel", () => record("cancel", {}));</script>`,
      );
      for (let round = 0; round < 3; round++) {
        await t.pilot.open(before);
        await t.pilot.see(page);
        await t.pilot.ok("touch_by_uid", {
          uid: t.pilot.uid("region", "Card"),
          gesture: "swipe",
          by: { dx: 300, dy: 0 },
        });
        expect((await t.pilot.pages()).find(({ selected }) => selected)?.url).toContain(page.url);
      }
    });

    it("holds a long press, and swipes by a distance", async () => {
      const page = t.site.html(pad);
      await t.pilot.see(page);
      await touch("longPress");
      expect(await page.event("up")).toMatchObject({ dx: 0, dy: 0, held: true });
      page.forget();
      await touch("swipe", { by: { dx: -120, dy: 40 } });
      expect(await page.event("up")).toMatchObject({ dx: -120, dy: 40 });
      expect(page.events("click")).toEqual([]);
    });

    it("pinches with two fingers where the page prevents the first one's event, and moves their middle", async () => {
      const page = t.site.html(`${pad}<script>
        const middles = new Set();
        p.addEventListener("pointerdown", (event) => event.preventDefault());
        p.addEventListener("pointermove", () => {
          const [a, b] = [...fingers.values()];
          if (b) middles.add((a.x + b.x) / 2);
        });
        p.addEventListener("pointerup", () => record("middles", { count: middles.size }));
      </script>`);
      await t.pilot.see(page);
      await touch("pinch", { scale: 2 });
      await until("two fingers to go up", () => page.events("up").length === 2);
      expect(page.events("down").length).toBe(2);
      expect((await page.event("pinch")).scale).toBeCloseTo(2, 1);
      expect(Number(page.events("middles")[0]?.count)).toBeGreaterThan(1);
    });

    it("says of input whose page goes meanwhile that it may have been touched or pressed", async () => {
      const next = t.site.html("<h1>Next</h1>");
      const leaves = (event: string): string =>
        t.site.html(
          `<button style="width:200px;height:100px" on${event}="location.href = '${next.url}'">Leave</button>`,
        ).url;
      await t.pilot.see(leaves("pointerdown"));
      const said = await t.pilot.fails("OUTCOME_UNKNOWN", "touch_by_uid", {
        uid: t.pilot.uid("button", "Leave"),
        gesture: "longPress",
        durationMs: 2_000,
      });
      expect(said).toContain("may have been touched: the page replaced its document");
      await t.pilot.see(leaves("mousedown"));
      const answer = await refuses(t.pilot, "OUTCOME_UNKNOWN", "pressAndHold", "Leave", { value: "2000" });
      expect(answer.text).toContain("may have been pressed: the page replaced its document");
    });

    it("pinches apart and together", async () => {
      const page = t.site.html(pad);
      await t.pilot.see(page);
      for (const scale of [3, 0.5]) {
        page.forget();
        await touch("pinch", { scale });
        const pinch = await page.event("pinch");
        expect(pinch.scale as number).toBeCloseTo(scale, 1);
      }
    });

    it("touches the next page after a pinch", async () => {
      const first = t.site.html(ends);
      await t.pilot.see(first);
      await touch("pinch", { scale: 2 });
      expect(await first.event("lifted")).toMatchObject({ ends: 2, left: 0, cancels: 0 });
      for (const page of [t.site.html(pad), t.site.html(pad)]) {
        await t.pilot.see(page);
        await touch("tap");
        expect(await page.event("touch")).toMatchObject({ count: 1 });
        expect(await page.event("click")).toMatchObject({ type: "touch" });
        page.forget();
        await touch("swipe", { by: { dx: -80, dy: 0 } });
        expect(await page.event("up")).toMatchObject({ dx: -80, dy: 0 });
        page.forget();
        await touch("pinch", { scale: 2 });
        expect((await page.event("pinch")).scale as number).toBeCloseTo(2, 1);
      }
    });

    it("draws with a pen in Chromium, and says where there is none", async () => {
      const page = t.site.html(pad);
      await t.pilot.see(page);
      const pen = { uid: t.pilot.uid("application", "Pad"), pointerType: "pen" };
      if (t.browser === "firefox") {
        await t.pilot.fails("UNSUPPORTED", "drag_by_uid", { ...pen, by: { dx: 50 } });
        expect(page.events()).toEqual([]);
        return;
      }
      await t.pilot.ok("drag_by_uid", { ...pen, by: { dx: 50 } });
      expect(await page.event("down")).toMatchObject({ type: "pen", pressed: true });
      expect(await page.event("up")).toMatchObject({ dx: 50 });
      page.forget();
      await t.pilot.ok("click_by_uid", pen);
      expect(await page.event("click")).toMatchObject({ type: "pen" });
      page.forget();
      await t.pilot.ok("click_by_uid", { uid: pen.uid });
      expect(await page.event("click")).toMatchObject({ type: "mouse" });
    });

    it("refuses what is covered or disabled, and options of another gesture", async () => {
      const page =
        t.site.html(`<button disabled>Off</button><div style="position:relative"><button onclick="record('hit', {})">Under</button>
        <div role="dialog" style="position:fixed;inset:0;background:#fff">Cookies <button>OK</button></div></div>`);
      await t.pilot.see(page);
      const under = { uid: t.pilot.uid("button", "Under"), gesture: "tap" };
      expect(await t.pilot.fails("COVERED", "touch_by_uid", under)).toContain("OK");
      await t.pilot.fails("INVALID_INPUT", "touch_by_uid", { ...under, by: { dx: 5 } });
      await t.pilot.fails("INVALID_INPUT", "touch_by_uid", { ...under, gesture: "pinch" });
      expect(page.events("hit")).toEqual([]);
    });
  },
  SETS,
);
