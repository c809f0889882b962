/** Acting at points of screenshots: asserted by what the page saw, and by where that was. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

/** A canvas that reports where it gets which events, in its own pixels. */
const canvas = (style = "", ...types: string[]): string => `
  <canvas id="board" width="300" height="200" style="display:block;background:silver;${style}"></canvas>
  <script>
    for (const type of ${JSON.stringify(types.length > 0 ? types : ["click"])})
      document.querySelector("#board").addEventListener(type, (event) => record(type, {
        x: Math.round(event.offsetX), y: Math.round(event.offsetY), button: event.button, buttons: event.buttons,
        shift: event.shiftKey, ctrl: event.ctrlKey, dx: event.deltaX, dy: event.deltaY, detail: event.detail, trusted: event.isTrusted,
      }));
  </script>`;

/** A page without margins, so that points of the page are easy to name. */
const bare = { head: "<style>body { margin: 0 }</style>" };

inOneBrowser(
  "sight",
  (t) => {
    const look = (args: Record<string, unknown> = {}): Promise<string> => t.pilot.ok("screenshot_page", args);

    it("click what a canvas shows, and name the canvas", async () => {
      const page = t.site.html(canvas("margin:40px 0 0 60px"), bare);
      await t.pilot.open(page);
      await look();
      const answer = await t.pilot.ok("click_at", { x: 160, y: 90 });
      expect(answer).toMatch(/^Clicked canvas <canvas#board> \(uid \d+_\d+\)\./);
      expect(await page.event("click")).toMatchObject({ x: 100, y: 50, trusted: true, button: 0 });
      page.forget();
      expect(await t.pilot.ok("click_at", { x: 161, y: 91, clickCount: 2, modifiers: ["Shift"] })).toContain(
        "Double-clicked",
      );
      expect(await page.event("click", ({ detail }) => detail === 2)).toMatchObject({ x: 101, y: 51, shift: true });
    });

    it("click with other buttons", async () => {
      const page = t.site.html(canvas("", "contextmenu", "auxclick"), bare);
      await t.pilot.open(page);
      await look();
      expect(await t.pilot.ok("click_at", { x: 30, y: 20, button: "right" })).toContain("Right-clicked");
      expect(await page.event("contextmenu")).toMatchObject({ x: 30, y: 20, button: 2 });
      await t.pilot.ok("click_at", { x: 31, y: 21, button: "middle" });
      expect(await page.event("auxclick", ({ button }) => button === 1)).toMatchObject({ x: 31, y: 21 });
    });

    it.each([
      ["a mark of what would be chosen", "", "1x2"],
      ["a veil that says so", "Wait", ""],
    ])("where the pointer's arrival lays %s over the point", async (_what, says, chosen) => {
      const page = t.site.html(
        `<div id="grid" style="position:relative;width:200px;height:200px">
          ${[0, 1, 2, 3].map((cell) => `<div style="position:absolute;left:${(cell % 2) * 100}px;top:${cell > 1 ? 100 : 0}px;width:100px;height:100px;outline:1px solid"></div>`).join("")}
          <div id="mark" style="position:absolute;left:0;top:0;background:rgba(0,0,255,.3)">${says}</div></div>
        <script>
          const at = ({ clientX, clientY }) => [Math.floor(clientX / 100) + 1, Math.floor(clientY / 100) + 1];
          grid.onmousemove = (event) => { const [x, y] = at(event); mark.style.width = x * 100 + "px"; mark.style.height = y * 100 + "px"; };
          grid.onclick = (event) => record("chosen", { size: at(event).join("x") });
        </script>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      if (chosen) {
        expect(await t.pilot.ok("click_at", { x: 50, y: 150 })).toContain("Clicked");
        expect(await page.event("chosen")).toMatchObject({ size: chosen });
      } else {
        expect(await t.pilot.fails("COVERED", "click_at", { x: 50, y: 150 })).toContain("#mark");
        expect(page.events("chosen")).toEqual([]);
      }
    });

    it("name the control that was hit, by role, name and a UID that works", async () => {
      const page = t.site.html(
        `<button style="position:absolute;left:50px;top:50px;width:120px;height:40px" onclick="record('pressed')"><b>Save</b> <i>all</i></button>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      const answer = await t.pilot.ok("click_at", { x: 110, y: 70 });
      expect(answer).toMatch(/^Clicked button "Save all" \(uid \d+_\d+\)\./);
      await page.event("pressed");
      page.forget();
      const uid = /uid (\d+_\d+)/.exec(answer)?.[1];
      await t.pilot.ok("click_by_uid", { uid });
      await page.event("pressed");
      expect((await t.pilot.snapshot()).uid("button", "Save all")).toBe(uid);
    });

    it("scale the point back from a smaller picture", async () => {
      const page = t.site.html(canvas("margin:40px 0 0 60px"), bare);
      await t.pilot.open(page);
      const text = await look({ maxSide: 400, format: "jpeg" });
      const scale = Number(/scaled by ([\d.]+)/.exec(text)?.[1]);
      expect(scale).toBeLessThan(0.6);
      await t.pilot.ok("click_at", { x: 200 * scale, y: 120 * scale });
      const { x, y } = await page.event("click");
      expect(Math.abs(Number(x) - 140)).toBeLessThanOrEqual(2);
      expect(Math.abs(Number(y) - 80)).toBeLessThanOrEqual(2);
    });

    it("take points of a picture of an element from its own corner, after scrolling too", async () => {
      const page = t.site.html(
        `<div style="height:1500px"></div>${canvas("margin-left:70px")}<div style="height:1500px"></div><input aria-label="Top" style="position:absolute;top:0">`,
        bare,
      );
      await t.pilot.see(page);
      // The canvas has no role of its own, so its UID comes from a find.
      const uid = /uid=(\S+)/.exec(await t.pilot.ok("take_snapshot", { selector: "#board", includeAll: true }))?.[1];
      await t.pilot.ok("screenshot_by_uid", { uid });
      await t.pilot.ok("click_at", { x: 25, y: 35 });
      expect(await page.event("click")).toMatchObject({ x: 25, y: 35 });
      page.forget();
      // The page scrolls away from it; the point is still known.
      await t.pilot.ok("hover_by_uid", { uid: t.pilot.uid("textbox", "Top") });
      await t.pilot.ok("click_at", { x: 26, y: 36 });
      expect(await page.event("click")).toMatchObject({ x: 26, y: 36 });
    });

    it("take points of a picture of the whole page", async () => {
      const page = t.site.html(`<div style="height:900px"></div>${canvas()}`, bare);
      await t.pilot.open(page);
      const text = await look({ fullPage: true });
      const scale = Number(/scaled by ([\d.]+)/.exec(text)?.[1] ?? 1);
      await t.pilot.ok("click_at", { x: 100 * scale, y: 1_000 * scale });
      const { x, y } = await page.event("click");
      expect(Math.abs(Number(x) - 100)).toBeLessThanOrEqual(2);
      expect(Math.abs(Number(y) - 100)).toBeLessThanOrEqual(2);
    });

    it("act in frames of the same and of another origin, also in nested ones", async () => {
      const inner = t.site.html(canvas("margin:10px 0 0 20px", "click", "wheel", "mousemove"), bare);
      const middle = t.site.html(
        `<iframe style="position:absolute;left:30px;top:40px;width:500px;height:300px;border:5px solid red;padding:7px" src="${inner.url}"></iframe>`,
        bare,
      );
      const outer = t.site.html(
        `<iframe title="Middle" style="position:absolute;left:100px;top:50px;width:600px;height:400px;border:0" src="${middle.otherOrigin}"></iframe>`,
        bare,
      );
      await t.pilot.see(outer);
      await look();
      // 100 + 30 + 5 + 7 + 20 and 50 + 40 + 5 + 7 + 10
      expect(await t.pilot.ok("click_at", { x: 162 + 33, y: 112 + 44 })).toContain("<canvas#board>");
      expect(await inner.event("click")).toMatchObject({ x: 33, y: 44, trusted: true });
      await t.pilot.ok("wheel_at", { x: 162 + 50, y: 112 + 60, dy: -120 });
      expect(await inner.event("wheel")).toMatchObject({ x: 50, y: 60, dy: -120 });
    });

    it("refuse points when there is no picture of the page, or the page is another now", async () => {
      const page = t.site.html(canvas(), bare);
      await t.pilot.open(page);
      await look();
      await t.pilot.ok("navigate_history", { direction: "reload" });
      expect(await t.pilot.fails("INVALID_INPUT", "click_at", { x: 10, y: 10 })).toMatch(
        /another document.*screenshot_page/s,
      );
      await look();
      const other = await t.pilot.newPage(t.site.html("<p>Other"));
      expect(await t.pilot.fails("INVALID_INPUT", "click_at", { x: 10, y: 10 })).toContain("selected");
      await t.pilot.ok("close_page", { page: other });
      expect(page.events("click")).toEqual([]);
    });

    it("refuse points of a page that was scrolled since, as a whole or in an area around the point", async () => {
      const rows = Array.from({ length: 50 }, (_, row) => `<button onclick="record('row')">Row ${row}</button><br>`);
      const page = t.site.html(
        `<div id="area" style="height:200px;overflow:auto;background:#eee">${rows.join("")}</div>${canvas()}<div style="height:3000px"></div>
         <button style="position:fixed;right:0;bottom:0" onclick="window.scrollTo(0, 100)">Page</button>
         <button style="position:fixed;right:0;bottom:50px" onclick="document.querySelector('#area').scrollTop = 90">Area</button>`,
        bare,
      );
      await t.pilot.see(page);
      await look();
      await t.pilot.click("button", "Area");
      expect(await t.pilot.fails("INVALID_INPUT", "click_at", { x: 20, y: 50 })).toContain("was scrolled");
      // Beside the area, the picture is still right.
      await t.pilot.ok("click_at", { x: 20, y: 250 });
      await page.event("click", ({ y }) => y === 50);
      await look();
      await t.pilot.ok("click_at", { x: 20, y: 50 });
      await page.event("row");
      page.forget();
      await t.pilot.click("button", "Page");
      expect(await t.pilot.fails("INVALID_INPUT", "click_at", { x: 20, y: 250 })).toContain("was scrolled");
      expect(page.events()).toEqual([]);
    });

    it("refuse points of a page that has another size now", async () => {
      const page = t.site.html(canvas(), bare);
      await t.pilot.open(page);
      await look();
      await t.pilot.ok("resize_page", { width: 640, height: 480 });
      expect(await t.pilot.fails("INVALID_INPUT", "click_at", { x: 20, y: 50 })).toContain("another size");
      await look();
      await t.pilot.ok("click_at", { x: 20, y: 50 });
      await page.event("click");
      await t.pilot.ok("resize_page", { width: 1280, height: 720 });
    });

    it("refuse points beside the picture, and disabled controls", async () => {
      const page = t.site.html(
        `<button disabled style="width:100px;height:50px" onclick="record('pressed')">Send</button>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      expect(await t.pilot.fails("INVALID_INPUT", "click_at", { x: 5_000, y: 10 })).toContain("screenshot");
      expect(await t.pilot.fails("NOT_ENABLED", "click_at", { x: 50, y: 25 })).toContain('button "Send"');
      expect(page.events("pressed")).toEqual([]);
    });

    it("stop a press that something else would get", async () => {
      // The cover comes when the pointer does: after the check, before the press.
      const cover = `<script>addEventListener("mousemove", () => {
        if (document.querySelector("#cover")) return;
        const cover = document.createElement("button");
        cover.id = "cover"; cover.textContent = "Delete"; cover.onclick = () => record("deleted");
        cover.style.cssText = "position:absolute;left:0;top:0;width:300px;height:200px";
        document.body.append(cover);
      })</script>`;
      const page = t.site.html(canvas() + cover, bare);
      await t.pilot.open(page);
      await look();
      expect(await t.pilot.fails("COVERED", "click_at", { x: 100, y: 100 })).toContain("Delete");
      expect(page.events()).toEqual([]);
    });

    it("move the pointer to a point", async () => {
      const page = t.site.html(canvas("", "mousemove"), bare);
      await t.pilot.open(page);
      await look();
      expect(await t.pilot.ok("hover_at", { x: 70, y: 80 })).toContain("Hovered over canvas");
      expect(await page.event("mousemove", ({ x, y }) => x === 70 && y === 80)).toMatchObject({ trusted: true });
    });

    it("draw a line along a path, and drag from one thing onto another", async () => {
      const page = t.site.html(canvas("", "mousedown", "mousemove", "mouseup"), bare);
      await t.pilot.open(page);
      await look();
      const path = [
        { x: 110, y: 20 },
        { x: 110, y: 120 },
      ];
      expect(await t.pilot.ok("drag_at", { x: 10, y: 20, path })).toMatch(
        /^Dragged canvas .* to canvas .* \(uid \S+ to uid \S+\)/,
      );
      expect(await page.event("mousedown")).toMatchObject({ x: 10, y: 20, buttons: 1 });
      expect(await page.event("mouseup")).toMatchObject({ x: 110, y: 120 });
      const moves = page.events("mousemove").filter(({ buttons }) => buttons === 1);
      expect(moves.some(({ x, y }) => x === 110 && y === 20)).toBe(true);
      expect(moves.length).toBeGreaterThan(8);
      await t.pilot.fails("INVALID_INPUT", "drag_at", { x: 10, y: 20 });
    });

    it("hold the button before a drag begins to move", async () => {
      const page = t.site.html(
        `${canvas()}<script>
          let held;
          const board = document.querySelector("#board");
          board.onmousedown = () => { held = performance.now(); };
          board.onmousemove = (event) => {
            if (event.buttons !== 1 || held === undefined) return;
            record("moved", { after: performance.now() - held });
            held = undefined;
          };
        </script>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      const drag = { x: 10, y: 20, to: { x: 110, y: 20 } };
      await t.pilot.ok("drag_at", { ...drag, holdMs: 600 });
      expect(Number((await page.event("moved"))["after"])).toBeGreaterThan(550);
      await t.pilot.fails("INVALID_INPUT", "drag_at", { ...drag, holdMs: 60_000 });
    });

    it("zoom by the wheel at a point, with keys, and scroll an area both ways", async () => {
      const page = t.site.html(
        `${canvas("", "wheel")}<script>document.querySelector("#board").addEventListener("wheel", (event) => event.preventDefault(), { passive: false })</script>
         <div id="area" style="width:200px;height:100px;overflow:auto" onscroll="record('scrolled', { left: this.scrollLeft, top: this.scrollTop })"><div style="width:900px;height:900px"></div></div>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      expect(await t.pilot.ok("wheel_at", { x: 40, y: 60, dy: -240, modifiers: ["Control"] })).toContain(
        "nothing scrolled",
      );
      expect(await page.event("wheel")).toMatchObject({ x: 40, y: 60, dy: -240, ctrl: true, trusted: true });
      expect(await t.pilot.ok("wheel_at", { x: 50, y: 250, dx: 130 })).toContain("scrolled 130 px right");
      await page.event("scrolled", ({ left }) => left === 130);
      await look();
      expect(await t.pilot.ok("wheel_at", { x: 50, y: 250, dy: 70 })).toContain("scrolled 70 px down");
      await page.event("scrolled", ({ left, top }) => left === 130 && top === 70);
      await t.pilot.fails("INVALID_INPUT", "wheel_at", { x: 50, y: 250 });
    });

    it("type where a point is, and say when nothing has the focus", async () => {
      const page = t.site.html(
        `<form onsubmit="record('sent', { value: this.q.value }); return false"><input name="q" aria-label="Search" style="position:absolute;left:20px;top:20px;width:200px"></form>
         <div style="margin-top:100px">${canvas()}</div><script>addEventListener("keydown", ({ key }) => record("key", { key }))</script>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      const typed = await t.pilot.ok("type_at", {
        x: 60,
        y: 30,
        text: "maps",
        submitKey: "Enter",
        includeSnapshot: "none",
      });
      expect(typed).toContain('Typed 4 characters after a click on textbox "Search"');
      expect(typed).not.toContain("focus");
      expect(await page.event("sent")).toMatchObject({ value: "maps" });
      page.forget();
      expect(await t.pilot.ok("type_at", { x: 100, y: 150, text: "w" })).toContain("No element has the focus");
      await page.event("click");
      await page.event("key", ({ key }) => key === "w");
    });

    it("say which field got the text if that is not what was clicked", async () => {
      const page = t.site.html(
        `<input autofocus aria-label="Name" oninput="record('input', { value: this.value })">
        <div id="d" style="position:absolute;left:50px;top:100px;width:200px;height:40px" onmousedown="event.preventDefault()">hello</div>`,
        bare,
      );
      await t.pilot.open(page);
      await look();
      const typed = await t.pilot.ok("type_at", { x: 60, y: 110, text: "hi" });
      expect(typed).toContain("Typed 2 characters after a click on");
      expect(typed).toMatch(/textbox "Name" \(UID \d+_\d+\) had the focus after the click and got the text\./);
      await page.event("input", ({ value }) => value === "hi");
      const uid = /\(UID (\d+_\d+)\)/.exec(typed)?.[1];
      await t.pilot.ok("fill_by_uid", { uid, value: "" });
    });

    it("act at a point of the picture that interactWithPage returned", async () => {
      const page = t.site.html(`${canvas()}<button>Look</button>`, bare);
      await t.pilot.open(page);
      await t.pilot.ok("interactWithPage", {
        action: "hover",
        target: { by: "text", value: "Look" },
        options: { postActionScreenshot: true },
      });
      await t.pilot.ok("click_at", { x: 11, y: 12 });
      await until("the click", () => page.events("click").some(({ x, y }) => x === 11 && y === 12));
    });
  },
  { args: ["--tools", "web,more,vision"] },
);
