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
