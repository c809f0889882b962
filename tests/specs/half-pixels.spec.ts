/** Pages that are scrolled to places between two pixels: Firefox can take them back there. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** How often: Firefox goes back in some of the cases. */
const TIMES = 15;

/** Buttons whose middles are between two pixels in the middle of the window; what is last is at the page's end. */
const page = (
  script: string,
  last = "",
): string => `<style>body { margin: 0 } button { display: block; height: 23px }</style>
  <div style="height:3000.5px"></div><button id="middle">Middle</button>
  <div style="height:380px"></div><div style="height:180px">${last}</div><script>${script}</script>`;

inOneBrowser("half pixels", (t) => {
  it("do not keep a frame from being scrolled to", async () => {
    const inner = t.site.html(`<button onmouseover="record('over')">Inner</button>`);
    const tree = await t.pilot.see(
      t.site.html(
        page(
          "middle.onclick = () => middle.scrollIntoView({ block: 'center' })",
          `<iframe src="${inner.url}"></iframe>`,
        ),
      ),
    );
    const [middle, button] = [tree.uid("button", "Middle"), tree.uid("button", "Inner")];
    for (let time = 0; time < TIMES; time++) {
      inner.forget();
      await t.pilot.ok("click_by_uid", { uid: middle });
      expect(await t.pilot.ok("hover_by_uid", { uid: button })).not.toContain("not over it");
      await inner.event("over", undefined, 2000);
    }
  });

  it("do not take a page back that scrolls itself", async () => {
    const shown = t.site.html(
      page("middle.onclick = () => setTimeout(() => { scrollTo(0, 9999); later() }, 100);") +
        `<script>
      const later = () => setTimeout(() => record("rests", { at: scrollY, end: document.documentElement.scrollHeight - innerHeight }), 100);
    </script>`,
    );
    const tree = await t.pilot.see(shown);
    for (let time = 0; time < TIMES; time++) {
      shown.forget();
      await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "Middle") });
      const { at, end } = await shown.event("rests");
      expect(Math.abs((at as number) - (end as number))).toBeLessThan(2);
    }
  });
});
