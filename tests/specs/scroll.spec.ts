import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

const long = (content = ""): string => `<style>body { margin: 0 }</style>
  <div id="pane" role="region" aria-label="Pane" style="height:200px;width:300px;overflow:auto">
    <div style="height:1000px;width:900px"><button>In pane</button><button id="deep" style="position:absolute;top:900px">Deep</button></div></div>
  <div style="height:3000px">Tall</div><button>Last</button>${content}
  <script>
    onwheel = (event) => record("wheel", { trusted: event.isTrusted });
    const tell = () => record("at", { page: Math.round(scrollY), pane: Math.round(pane.scrollTop), left: Math.round(pane.scrollLeft) });
    onscroll = tell; pane.onscroll = tell;
  </script>`;

inEachBrowser(
  "scrolling",
  (t) => {
    it("moves the page by the wheel, and says how far and how much is left", async () => {
      const page = t.site.html(long());
      await t.pilot.see(page);
      expect(await t.pilot.ok("scroll", { direction: "down", amount: 500 })).toMatch(
        /the page down 500 px; \d+ px more/,
      );
      await page.event("wheel", ({ trusted }) => trusted === true);
      await page.event("at", (event) => event.page === 500 && event.pane === 0);
      expect(await t.pilot.ok("scroll", { direction: "down", amount: 1_000_000 })).toContain("that is its end");
      expect(await t.pilot.ok("scroll", { direction: "down" })).toContain("Nothing moved: the page is at its end");
      expect(await t.pilot.ok("scroll", { direction: "up", amount: 1_000_000 })).toContain("that is its end");
    });

    it("moves what holds an element, in each direction", async () => {
      const page = t.site.html(long());
      await t.pilot.see(page);
      const uid = t.pilot.uid("button", "In pane");
      expect(await t.pilot.ok("scroll", { uid, direction: "down", amount: 120 })).toContain("120 px");
      await page.event("at", (event) => event.pane === 120 && event.page === 0);
      await t.pilot.ok("scroll", { uid: t.pilot.uid("region", "Pane"), direction: "right", amount: 90 });
      await page.event("at", (event) => event.left === 90 && event.page === 0);
    });

    it("with Control zooms no browser", async () => {
      const page = t.site.html(`<div role="region" aria-label="Map" tabindex="0" style="height:200px">Map</div>
        <script>onwheel = ({ ctrlKey }) => record("turned", { ctrlKey, width: innerWidth, ratio: devicePixelRatio })</script>`);
      await t.pilot.see(page);
      const turn = async () => {
        page.forget();
        const uid = t.pilot.uid("region", "Map");
        await t.pilot.ok("scroll", { uid, by: { dx: 0, dy: -120 }, modifiers: ["Control"] });
        const { ctrlKey, width, ratio } = await page.event("turned");
        return { ctrlKey, width, ratio };
      };
      const before = await turn();
      expect(before.ctrlKey).toBe(true);
      await t.pilot.snapshot();
      expect(await turn()).toEqual(before);
    });

    it("brings an element into view", async () => {
      const page = t.site.html(long());
      await t.pilot.see(page);
      expect(await t.pilot.ok("scroll", { uid: t.pilot.uid("button", "Last") })).toMatch(/button "Last".* into view/);
      await page.event("at", (event) => Number(event.page) > 2_000);
    });

    it("works in a frame of another origin", async () => {
      const inner = t.site.html(long());
      await t.pilot.see(t.site.html(`<iframe width="500" height="400" src="${inner.otherOrigin}"></iframe>`));
      await t.pilot.ok("scroll", { uid: t.pilot.uid("button", "In pane"), direction: "down", amount: 120 });
      await inner.event("at", (event) => event.pane === 120);
      await t.pilot.ok("scroll", { uid: t.pilot.uid("button", "Last"), direction: "up", amount: 100 });
      await inner.event("at", (event) => Number(event.page) > 2_000);
    });

    it("brings into view what is in a frame that is scrolled out in a pane, for a click, too", async () => {
      for (const address of ["path", "otherOrigin"] as const) {
        const inner = t.site.html(`<button onclick="record('in')">Inner</button>`);
        const page = t.site.html(`<div id="box" style="height:100px;overflow:auto"><div style="height:400px"></div>
          <iframe src="${inner[address]}" style="height:80px"></iframe><div style="height:400px"></div></div>
          <script>box.onscroll = () => record("at", { top: Math.round(box.scrollTop) })</script>`);
        await t.pilot.see(page);
        await t.pilot.ok("scroll", { uid: t.pilot.uid("button", "Inner") });
        await page.event("at", ({ top }) => Number(top) > 300);
        await t.pilot.see(page);
        await t.pilot.click("button", "Inner");
        await inner.event("in");
      }
    });

    it("leaves what is around an area alone where the area is at its end", async () => {
      const page =
        t.site.html(`<div id="outer" style="height:200px;overflow:auto"><div id="inner" role="region" aria-label="Inner" style="height:120px;overflow:auto;margin-top:150px">
        <div style="height:600px">Text</div></div><div style="height:600px"></div></div>
        <script>outer.scrollTop = 120;
          outer.onscroll = () => record("at", { top: Math.round(outer.scrollTop) });
          inner.onwheel = () => record("turned")</script>`);
      await t.pilot.see(page);
      await page.event("at", ({ top }) => top === 120);
      const uid = t.pilot.uid("region", "Inner");
      expect(await t.pilot.ok("scroll", { uid, direction: "up" })).toContain("Nothing moved");
      await page.event("turned");
      expect(page.events("at").every(({ top }) => top === 120)).toBe(true);
    });

    it("knows the end of an area from right to left, and of one that runs upwards, at their start", async () => {
      const much = `<div style="width:900px;height:900px;flex:none">Much</div>`;
      const page =
        t.site.html(`<div dir="rtl" tabindex="0" role="region" aria-label="Leftwards" style="width:200px;height:150px;overflow:auto">${much}</div>
        <div tabindex="0" role="region" aria-label="Upwards" style="display:flex;flex-direction:column-reverse;width:200px;height:150px;overflow:auto">${much}</div>
        <div style="width:3000px;height:3000px"></div><script>addEventListener("scroll", () => record("moved"));</script>`);
      await t.pilot.see(page);
      for (const [name, direction, back] of [
        ["Leftwards", "right", "left"],
        ["Upwards", "down", "up"],
      ]) {
        const uid = t.pilot.uid("region", name as string);
        expect(await t.pilot.ok("scroll", { uid, direction })).toMatch(/Nothing moved: what holds .* is at its end/);
        expect(await t.pilot.ok("scroll", { uid, direction: back, amount: 100 })).toContain("100 px");
      }
      expect(page.events("moved")).toEqual([]);
    });

    it("finds the pane of a page that does not scroll itself, and scrolls by script where the wheel is taken", async () => {
      const page = t.site.html(`<style>html, body { overflow: hidden; height: 100%; margin: 0 }</style>
      <main id="main" style="height:100vh;overflow:auto"><div style="height:4000px">Content</div></main>
      <script>main.onscroll = () => record("at", { main: Math.round(main.scrollTop) });
        main.addEventListener("wheel", (event) => { if (main.scrollTop > 500) event.preventDefault(); }, { passive: false });</script>`);
      await t.pilot.see(page);
      expect(await t.pilot.ok("scroll", { direction: "down", amount: 600 })).toContain(
        "the page's main pane down 600 px",
      );
      await page.event("at", ({ main }) => main === 600);
      expect(await t.pilot.ok("scroll", { direction: "down", amount: 100 })).toContain("By script");
      await page.event("at", ({ main }) => main === 700);
    });

    it("refuses to be asked for nothing", async () => {
      await t.pilot.fails("INVALID_INPUT", "scroll", {});
      await t.pilot.fails("INVALID_INPUT", "scroll", { amount: 100 });
    });
  },
  { args: ["--tools", "web,more"] },
);
