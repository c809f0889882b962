/** Where the pointer acts, with what, and along which way: asserted by what the page saw. */

import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

/** Reports where, with which button and keys each event of these types came. */
const watcher = (...types: string[]): string =>
  `<script>
    for (const type of ${JSON.stringify(types)})
      document.querySelector("#b").addEventListener(type, (event) => record(type, {
        x: Math.round(event.offsetX), y: Math.round(event.offsetY), button: event.button, buttons: event.buttons,
        keys: ["alt", "ctrl", "meta", "shift"].filter((key) => event[key + "Key"]), pressure: event.pressure, detail: event.detail,
        time: event.timeStamp, trusted: event.isTrusted,
      }));
  </script>`;

const box = (style: string, rest = ""): string =>
  `<div id="b" role="button" aria-label="Board" style="${style}">${rest}</div>`;

inEachBrowser(
  "gestures",
  (t) => {
    const board = (): string => t.pilot.uid("button", "Board");

    it("hovers over what the pointer gives another name", async () => {
      await t.pilot.see(
        t.site.html(
          `<style>[data-tip]:hover::after { content: attr(data-tip) }</style><button data-tip=" the file">Save</button>`,
        ),
      );
      const uid = t.pilot.uid("button", "Save");
      expect(await t.pilot.ok("hover_by_uid", { uid, includeSnapshot: "none" })).not.toContain("not over it");
    });

    it("click at a point of the element, in pixels or as a share", async () => {
      const page = t.site.html(box("width:300px;height:200px;background:silver") + watcher("click"));
      await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: board(), at: { x: 12, y: 150 } });
      expect(await page.event("click")).toMatchObject({ x: 12, y: 150, trusted: true });
      page.forget();
      await t.pilot.ok("click_by_uid", { uid: board(), at: { x: 0.9, y: 0.25, share: true } });
      expect(await page.event("click")).toMatchObject({ x: 270, y: 50 });
      page.forget();
      await t.pilot.ok("click_by_uid", { uid: board(), at: { x: 1, y: 1, share: true } });
      expect(await page.event("click")).toMatchObject({ x: 299, y: 199 });
    });

    it("refuse a point beside the element, and one that is covered there", async () => {
      const cover = `<p style="position:absolute;left:208px;top:8px;width:50px;height:50px;margin:0;background:red">Cover</p>`;
      const page = t.site.html(box("width:300px;height:200px;background:silver") + cover + watcher("click"));
      await t.pilot.see(page);
      const beside = await t.pilot.fails("INVALID_INPUT", "click_by_uid", { uid: board(), at: { x: 301, y: 10 } });
      expect(beside).toContain("300 × 200");
      for (const at of [
        { x: -1, y: 0 },
        { x: 2, y: 0, share: true },
        { x: 1e9, y: 0 },
      ])
        await t.pilot.fails("INVALID_INPUT", "click_by_uid", { uid: board(), at });
      expect(await t.pilot.fails("COVERED", "click_by_uid", { uid: board(), at: { x: 220, y: 20 } })).toContain(
        "Cover",
      );
      expect(page.events("click")).toEqual([]);
      await t.pilot.ok("click_by_uid", { uid: board(), at: { x: 150, y: 150 } });
      await page.event("click");
    });

    it("are refused at once at a point of the box that is not on the element", async () => {
      const page = t.site.html(
        `${box("width:200px;height:100px;margin:100px;background:silver;transform:rotate(45deg)")}${watcher("click")}`,
      );
      await t.pilot.see(page);
      const began = performance.now();
      const beside = await t.pilot.fails("INVALID_INPUT", "click_by_uid", { uid: board(), at: { x: 10, y: 10 } });
      expect(performance.now() - began).toBeLessThan(2_000);
      expect(beside).toMatch(/not on the element itself.*choose another point, or leave it out/s);
      expect(page.events("click")).toEqual([]);
      await t.pilot.ok("click_by_uid", { uid: board() });
      await page.event("click");
    });

    it("bring a far point of a large element into view, through every scroll area", async () => {
      const large = box("width:4000px;height:6000px;background:linear-gradient(red, blue)");
      const page = t.site.html(
        `<div style="height:1500px"></div><div style="width:400px;height:300px;overflow:auto">${large}</div><div style="height:900px"></div>${watcher("click")}`,
      );
      await t.pilot.see(page);
      for (const [x, y] of [
        [3_900, 5_900],
        [10, 3_000],
        [2_000, 5],
      ] as const) {
        page.forget();
        await t.pilot.ok("click_by_uid", { uid: board(), at: { x, y } });
        expect(await page.event("click")).toMatchObject({ x, y });
      }
    });

    it("click in frames at the point of the element there", async () => {
      const inner = t.site.html(box("width:200px;height:100px;background:silver") + watcher("click"));
      const outer = t.site.html(`<iframe title="Inner" style="margin:50px" src="${inner.otherOrigin}"></iframe>`);
      await t.pilot.see(outer);
      await t.pilot.ok("click_by_uid", { uid: board(), at: { x: 33, y: 44 } });
      expect(await inner.event("click")).toMatchObject({ x: 33, y: 44 });
    });

    it.each([
      ["turned", "transform:rotate(30deg)"],
      ["turned by a property, in a box that is skewed", "rotate:-50deg", "transform:skewX(15deg) scale(0.9)"],
      ["upside down", "transform:rotate(180deg)"],
      ["mirrored", "transform:scaleX(-1)"],
      [
        "mirrored and turned around a corner",
        "transform-origin:0 0;transform:rotate(20deg) scale(1,-0.8) translateX(20px)",
      ],
    ])("click in a frame that is %s", async (_, style, around = "") => {
      const inner = t.site.html(
        `<style>button { position: absolute }</style>
         <button style="left:10px;top:120px" onclick="record('click', { target: 'Press' })">Press</button>
         <button style="left:150px;top:20px" onclick="record('click', { target: 'Other' })">Other</button>`,
      );
      for (const address of [inner.otherOrigin, inner.url]) {
        const frame = `<iframe title="Inner" width="240" height="180" style="border:5px solid;padding:3px;margin:120px;${style}" src="${address}"></iframe>`;
        await t.pilot.see(t.site.html(`<div style="${around}">${frame}</div>`));
        for (const name of ["Press", "Other"]) {
          inner.forget();
          await t.pilot.click("button", name);
          expect(await inner.event("click")).toMatchObject({ target: name });
        }
      }
    });

    it("hold keys while they click, and let go of them", async () => {
      const page = t.site.html(
        `${box("width:100px;height:50px")}<input aria-label="Field">${watcher("click", "mousedown")}`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: board(), modifiers: ["Shift", "ControlOrMeta"] });
      expect(await page.event("click")).toMatchObject({ keys: ["ctrl", "shift"] });
      page.forget();
      await t.pilot.ok("click_by_uid", { uid: board(), modifiers: ["Alt"] });
      expect(await page.event("click")).toMatchObject({ keys: ["alt"] });
      page.forget();
      await t.pilot.ok("click_by_uid", { uid: board() });
      expect(await page.event("click")).toMatchObject({ keys: [] });
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Field"), text: "plain" });
      expect((await t.pilot.snapshot()).node("textbox", "Field").attributes.value).toBe("plain");
    });

    it("choose a range of rows with Shift, and single ones with Control", async () => {
      const rows = [1, 2, 3, 4, 5].map((row) => `<option>Row ${row}</option>`).join("");
      const page = t.site.html(
        `<select multiple size="6" aria-label="Rows" oninput="record('rows', { chosen: [...this.selectedOptions].map((o) => o.text) })">${rows}</select>`,
      );
      await t.pilot.see(page);
      const row = (name: string): string => t.pilot.uid("option", name);
      await t.pilot.ok("click_by_uid", { uid: row("Row 2") });
      await t.pilot.ok("click_by_uid", { uid: row("Row 4"), modifiers: ["Shift"] });
      await until(
        "the range",
        () => JSON.stringify(page.events("rows").at(-1)?.chosen) === '["Row 2","Row 3","Row 4"]',
      );
      await t.pilot.ok("click_by_uid", { uid: row("Row 3"), modifiers: ["ControlOrMeta"] });
      await until("without one", () => JSON.stringify(page.events("rows").at(-1)?.chosen) === '["Row 2","Row 4"]');
    });

    it("click three times, which chooses the paragraph", async () => {
      const page = t.site.html(
        `<p id="b" role="button" aria-label="Board" onclick="record('chosen', { text: String(getSelection()).trim(), detail: event.detail })">Some words of a paragraph.</p>`,
      );
      await t.pilot.see(page);
      expect(await t.pilot.ok("click_by_uid", { uid: board(), clickCount: 3 })).toContain("Triple-clicked");
      await until("three clicks", () => page.events("chosen").length === 3);
      expect(page.events("chosen").at(-1)).toMatchObject({ detail: 3, text: "Some words of a paragraph." });
    });

    it("press the side buttons", async () => {
      // The browser goes back and forward by these buttons, unless the page prevents that.
      const prevents = `<script>addEventListener("mouseup", (event) => event.preventDefault())</script>`;
      const page = t.site.html(box("width:100px;height:50px") + watcher("mousedown", "mouseup") + prevents);
      await t.pilot.see(page);
      for (const [button, number] of [
        ["back", 3],
        ["forward", 4],
      ] as const) {
        page.forget();
        expect(await t.pilot.ok("click_by_uid", { uid: board(), button })).toMatch(/(Back|Forward)-clicked/);
        expect(await page.event("mouseup")).toMatchObject({ button: number });
      }
    });

    it("press with the pressure of a mouse, and move without", async () => {
      const page = t.site.html(box("width:100px;height:50px") + watcher("pointermove", "pointerdown", "pointerup"));
      await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: board() });
      expect(await page.event("pointerup")).toMatchObject({ pressure: 0 });
      expect(await page.event("pointerdown")).toMatchObject({ pressure: 0.5 });
    });

    it("hold a key down as long as is asked", async () => {
      const page = t.site.html(
        `<div id="b" role="button" tabindex="0" aria-label="Board">Game</div>
         <script>for (const type of ["keydown", "keyup"]) b.addEventListener(type, (event) => record(type, { key: event.key, time: event.timeStamp }))</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("press_key", { key: "ArrowRight", uid: board(), holdMs: 400 });
      const [down, up] = [await page.event("keydown"), await page.event("keyup")];
      expect([down.key, up.key]).toEqual(["ArrowRight", "ArrowRight"]);
      expect(Number(up.time) - Number(down.time)).toBeGreaterThan(350);
      await t.pilot.fails("INVALID_INPUT", "press_key", { key: "a", holdMs: 60_000 });
    });

    it("hover and hold at a point", async () => {
      const page = t.site.html(
        box("width:300px;height:200px;background:silver") + watcher("mousemove", "mousedown", "mouseup"),
      );
      await t.pilot.see(page);
      await t.pilot.ok("hover_by_uid", { uid: board(), at: { x: 20, y: 30 } });
      await until("the move", () => page.events("mousemove").some(({ x, y }) => x === 20 && y === 30));
      await t.pilot.ok("interactWithPage", {
        action: "pressAndHold",
        target: { by: "uid", value: board() },
        value: "150",
        options: { at: { x: 0.5, y: 0.1, share: true }, modifiers: ["Alt"] },
      });
      const [down, up] = [await page.event("mousedown"), await page.event("mouseup")];
      expect(down).toMatchObject({ x: 150, y: 20, keys: ["alt"] });
      expect(Number(up.time) - Number(down.time)).toBeGreaterThan(120);
    });
  },
  { args: ["--tools", "web,more"] },
);

inEachBrowser(
  "drags by a distance",
  (t) => {
    const canvas = `<canvas id="b" role="img" aria-label="Canvas" width="400" height="300" style="background:silver"></canvas>`;
    const sheet = (): string => t.pilot.uid("img", "Canvas");

    it("draw a line on a canvas, in steps that take time", async () => {
      const page = t.site.html(canvas + watcher("pointerdown", "pointermove", "pointerup"));
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", {
        uid: sheet(),
        at: { x: 50, y: 60 },
        by: { dx: 200, dy: 100 },
        durationMs: 300,
      });
      expect(await page.event("pointerup")).toMatchObject({ x: 250, y: 160 });
      expect(await page.event("pointerdown")).toMatchObject({ x: 50, y: 60 });
      const drawn = page.events("pointermove").filter(({ buttons }) => buttons === 1);
      // A browser that is late tells several moves as one.
      expect(drawn.length).toBeGreaterThan(5);
      expect(Number(drawn.at(-1)?.time) - Number(drawn[0]?.time)).toBeGreaterThan(150);
    });

    it("follow a path of points", async () => {
      const page = t.site.html(canvas + watcher("pointermove", "pointerup"));
      await t.pilot.see(page);
      const path = [{ dx: 100 }, { dx: 100, dy: 80 }, { dy: 80 }];
      await t.pilot.ok("drag_by_uid", { uid: sheet(), at: { x: 100, y: 100 }, path });
      expect(await page.event("pointerup")).toMatchObject({ x: 100, y: 180 });
      const seen = page.events("pointermove").map(({ x, y }) => `${x},${y}`);
      for (const corner of ["200,100", "200,180", "100,180"]) expect(seen).toContain(corner);
    });

    it("move the handle of a range, and one of the page's own", async () => {
      const page = t.site.html(
        `<input type="range" aria-label="Volume" min="0" max="100" value="50" style="width:400px" oninput="record('volume', { value: this.value })">
         <div style="position:relative;width:400px;height:20px;background:silver;margin-top:40px">
           <div id="h" role="slider" aria-label="Zoom" tabindex="0" aria-valuenow="0" style="position:absolute;left:0;width:20px;height:20px;background:navy;touch-action:none"></div></div>
         <script>
           h.onpointerdown = (down) => { h.setPointerCapture(down.pointerId); const from = down.clientX;
             h.onpointermove = (move) => { h.style.left = Math.max(0, Math.min(380, move.clientX - from)) + "px"; };
             h.onpointerup = () => { h.onpointermove = null; record("zoom", { left: parseInt(h.style.left) }); }; };
         </script>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", { uid: t.pilot.uid("slider", "Volume"), by: { dx: 100 } });
      await until("louder", () => Number(page.events("volume").at(-1)?.value) > 70);
      await t.pilot.ok("drag_by_uid", { uid: t.pilot.uid("slider", "Zoom"), by: { dx: 120 } });
      expect(await page.event("zoom")).toMatchObject({ left: 120 });
    });

    it("hold keys, and use another button", async () => {
      const page = t.site.html(canvas + watcher("pointerdown", "pointermove", "pointerup", "contextmenu"));
      await t.pilot.see(page);
      await t.pilot.ok("drag_by_uid", {
        uid: sheet(),
        at: { x: 50, y: 60 },
        by: { dx: 60 },
        button: "middle",
        modifiers: ["Shift"],
      });
      expect(await page.event("pointerup")).toMatchObject({ x: 110, button: 1, keys: ["shift"] });
      expect(page.events("pointermove").filter(({ buttons }) => buttons === 4).length).toBeGreaterThan(5);
    });

    it("are refused before the press where they would leave the page", async () => {
      const page = t.site.html(canvas + watcher("pointerdown"));
      await t.pilot.see(page);
      expect(await t.pilot.fails("INVALID_INPUT", "drag_by_uid", { uid: sheet(), by: { dx: -5_000 } })).toContain(
        "nothing was pressed",
      );
      await t.pilot.fails("INVALID_INPUT", "drag_by_uid", { uid: sheet() });
      await t.pilot.fails("INVALID_INPUT", "drag_by_uid", { uid: sheet(), by: { dx: 1 }, path: [{ dx: 1 }] });
      expect(page.events("pointerdown")).toEqual([]);
    });

    it("drop on a side of an element, and at a point of it", async () => {
      const page = t.site.html(
        `<div id="b" role="button" aria-label="Board" style="width:300px;height:200px;background:silver"></div>
         <div role="button" aria-label="Piece" style="width:40px;height:40px;background:navy;margin-top:20px;touch-action:none"></div>${watcher("pointerup")}`,
      );
      await t.pilot.see(page);
      const [fromUid, toUid] = [t.pilot.uid("button", "Piece"), t.pilot.uid("button", "Board")];
      for (const [how, at] of [
        [{ place: "above" }, { x: 150, y: 20 }],
        [{ place: "below" }, { x: 150, y: 180 }],
        [{ place: "left" }, { x: 30, y: 100 }],
        [{ toAt: { x: 7, y: 9 } }, { x: 7, y: 9 }],
      ] as const) {
        page.forget();
        await t.pilot.ok("drag_by_uid_to_uid", { fromUid, toUid, ...how });
        expect(await page.event("pointerup")).toMatchObject(at);
      }
      await t.pilot.fails("INVALID_INPUT", "drag_by_uid_to_uid", {
        fromUid,
        toUid,
        place: "above",
        toAt: { x: 1, y: 1 },
      });
    });
  },
  { args: ["--tools", "web,more"] },
);

inEachBrowser(
  "elements of any shape",
  (t) => {
    const clicked = (label: string): string =>
      `role="button" tabindex="0" aria-label="${label}" onclick="record('${label}')"`;

    it.each([
      [
        "a ring",
        `<path ${clicked("shape")} d="M100 20 A80 80 0 1 1 99 20 Z" fill="none" stroke="navy" stroke-width="8"/>`,
      ],
      ["a curve", `<path ${clicked("shape")} d="M10 10 Q 10 190 190 190" fill="none" stroke="navy" stroke-width="6"/>`],
      [
        "a horizontal line",
        `<line ${clicked("shape")} x1="10" y1="60" x2="190" y2="60" stroke="navy" stroke-width="6"/>`,
      ],
      ["a group", `<g ${clicked("shape")}><circle cx="20" cy="20" r="9"/><circle cx="180" cy="180" r="9"/></g>`],
      ["a triangle in a corner", `<polygon ${clicked("shape")} points="10,190 190,190 190,150" fill="navy"/>`],
    ])("%s of SVG is clicked where it is", async (_, shape) => {
      const page = t.site.html(`<svg width="200" height="200" role="group" aria-label="Drawing">${shape}</svg>`);
      await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "shape") });
      await page.event("shape");
    });

    it.each([
      ["a clipped corner", "clip-path: polygon(0 0, 18% 0, 0 18%)"],
      ["a rotated strip", "transform: rotate(40deg); height: 12px"],
      ["a scaled box", "transform: scale(0.4, 1.6)"],
    ])("%s is clicked where it is", async (_, style) => {
      const page = t.site.html(
        `<div style="padding:80px"><div ${clicked("shape")} style="width:200px;height:200px;background:navy;${style}"></div></div>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("button", "shape") });
      await page.event("shape");
    });

    it("the areas of a map and a link over two lines are clicked where they are", async () => {
      const page = t.site.html(
        `<img usemap="#m" width="300" height="200" alt="Plan" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'/>">
         <map name="m"><area shape="poly" coords="0,0,120,0,120,120,110,120,110,10,0,10" alt="Angle" href="#angle" onclick="record('angle')">
         <area shape="circle" coords="220,100,40" alt="Disc" href="#disc" onclick="record('disc')"></map>
         <p style="width:180px">Some words go before <a href="#x" onclick="record('link')">a link that is broken</a> here.</p>`,
      );
      await t.pilot.see(page);
      for (const [name, kind] of [
        ["Angle", "angle"],
        ["Disc", "disc"],
        ["a link that is broken", "link"],
      ] as const) {
        await t.pilot.click("link", name);
        await page.event(kind);
      }
    });

    it("a shape is dragged onto another one of the same drawing", async () => {
      const page = t.site.html(
        `<svg width="400" height="200" role="group" aria-label="Drawing">
           <path role="button" aria-label="From" d="M20 20 Q 20 150 120 150" fill="none" stroke="navy" stroke-width="8" onpointerdown="record('from')"/>
           <path role="button" aria-label="To" d="M300 20 A60 60 0 1 1 299 20 Z" fill="none" stroke="green" stroke-width="8" onpointerup="record('to')"/></svg>`,
      );
      await t.pilot.see(page);
      const [fromUid, toUid] = [t.pilot.uid("button", "From"), t.pilot.uid("button", "To")];
      await t.pilot.ok("drag_by_uid_to_uid", { fromUid, toUid });
      await page.event("from");
      await page.event("to");
    });

    it("a text area is scrolled by its UID", async () => {
      const page = t.site.html(
        `<textarea aria-label="Notes" rows="4" onscroll="record('scrolled', { top: this.scrollTop })">${"line\n".repeat(100)}</textarea>`,
      );
      await t.pilot.see(page);
      const answer = await t.pilot.ok("scroll", {
        uid: t.pilot.uid("textbox", "Notes"),
        direction: "down",
        amount: 200,
      });
      expect(answer).not.toContain("at its end");
      await until("the scroll", () => page.events("scrolled").some(({ top }) => Number(top) > 100));
    });
  },
  { args: ["--tools", "web,more"] },
);
