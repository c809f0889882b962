import { expect, it } from "vitest";
import { inEachOwnBrowser } from "../support/suite.ts";

/** A page that opens others, tells whether it was in sight when something happened to it, and has a piece to drag. */
const PAGE = `
  <style>div { width: 120px; height: 60px; margin: 20px; border: 1px solid }</style>
  <button id="open" onclick="window.open(this.dataset.to)">Open</button>
  <button id="wait">Look</button>
  <input aria-label="Name">
  <div id="piece" draggable="true" role="button" aria-label="Piece">Piece</div>
  <div id="knob" role="button" aria-label="Knob" style="touch-action: none">Knob</div>
  <div id="zone" role="button" aria-label="Zone">Zone</div>
  <script>
    // A page behind others gets about two frames while this counts them, and as many as timers in front.
    const tell = async (what) => {
      const seen = document.visibilityState;
      let frames = 0;
      let counts = true;
      const count = () => { frames++; if (counts) requestAnimationFrame(count); };
      requestAnimationFrame(count);
      for (let i = 0; i < 20; i++) await new Promise((done) => setTimeout(done, 50));
      counts = false;
      record(what, { seen, isDrawn: frames > 8 });
    };
    document.getElementById("wait").onmousedown = () => tell("pressed");
    document.getElementById("wait").addEventListener("mousemove", () => tell("over"), { once: true });
    document.querySelector("input").oninput = () => tell("typed");
    knob.onpointerdown = ({ pointerId }) => knob.setPointerCapture(pointerId);
    knob.onpointerup = () => tell("released");
    zone.ondragover = (event) => event.preventDefault();
    zone.ondrop = (event) => { event.preventDefault(); tell("dropped"); };
    piece.ondragstart = (event) => event.dataTransfer.setData("text/plain", "piece");
  </script>`;

/** What a page in front tells. */
const inFront = { seen: "visible", isDrawn: true };

inEachOwnBrowser(
  "a page that has opened another one",
  (t) => {
    const opened = async () => {
      const next = t.site.html("<h1>Next</h1>").url;
      const site = t.site.html(PAGE.replace('id="open"', `id="open" data-to="${next}"`));
      const tree = await t.pilot.see(site);
      const told = await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Open") });
      return { site, tree, number: Number(/Opened page (\d+)/.exec(told)?.[1]) };
    };

    it.each([
      ["click_by_uid", "Look", {}, "pressed"],
      ["hover_by_uid", "Look", {}, "over"],
      ["fill_by_uid", "Name", { value: "Ada" }, "typed"],
    ])("is in front again when %s acts in it", async (tool, name, args, what) => {
      const { site, tree, number } = await opened();
      const uid = tree.nodes.find((node) => node.name === name)?.uid;
      await t.pilot.ok(tool, { uid, ...args });
      expect(await site.event(what)).toMatchObject(inFront);
      await t.pilot.ok("close_page", { page: number });
    });

    it("is in front again when something is dragged in it", async () => {
      const { site, tree, number } = await opened();
      const args = { fromUid: tree.uid("button", "Piece"), toUid: tree.uid("button", "Zone") };
      await t.pilot.ok("drag_by_uid_to_uid", args);
      expect(await site.event("dropped")).toMatchObject(inFront);
      await t.pilot.ok("close_page", { page: number });
    });

    it("is in front again when something is pulled in it", async () => {
      const { site, tree, number } = await opened();
      await t.pilot.ok("drag_by_uid", { uid: tree.uid("button", "Knob"), by: { dx: 40, dy: 0 } });
      expect(await site.event("released")).toMatchObject(inFront);
      await t.pilot.ok("close_page", { page: number });
    });

    it("is in front again when another document is loaded in it", async () => {
      const { number } = await opened();
      const site = t.site.html(PAGE);
      const tree = await t.pilot.see(site);
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Look") });
      expect(await site.event("pressed")).toMatchObject(inFront);
      await t.pilot.ok("close_page", { page: number });
    });

    it("stays where it is while the new page is the selected one, and after that", async () => {
      const { site, tree, number } = await opened();
      await t.pilot.ok("select_page", { page: number });
      await t.pilot.snapshot();
      await t.pilot.ok("press_key", { key: "Shift" });
      const first = (await t.pilot.pages()).find(({ url }) => url === site.url)?.page;
      await t.pilot.ok("select_page", { page: first });
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Look") });
      expect(await site.event("pressed")).toMatchObject(inFront);
      await t.pilot.ok("close_page", { page: number });
    });
  },
  { args: ["--tools", "web,more"] },
);

inEachOwnBrowser(
  "the page that is selected when another closes",
  (t) => {
    it("is in front when it is acted on", async () => {
      await t.pilot.open(t.site.html("<h1>First</h1>"));
      const site = t.site.html(PAGE);
      await t.pilot.newPage(site);
      const next = t.site.html(`<button onclick="window.open('${t.site.html("<h1>Last</h1>").url}')">Open</button>`);
      const one = await t.pilot.newPage(next);
      await t.pilot.snapshot();
      const told = await t.pilot.click("button", "Open");
      const last = Number(/Opened page (\d+)/.exec(told)?.[1]);
      await t.pilot.ok("close_page", { page: last });
      await t.pilot.ok("close_page", { page: one });
      const tree = await t.pilot.snapshot();
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Look") });
      expect(await site.event("pressed")).toMatchObject(inFront);
    });
  },
  { args: ["--tools", "web,more"] },
);
