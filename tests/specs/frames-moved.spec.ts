/** Frames that the page around them moves as it is scrolled. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const records = (types: string[]): string =>
  `<script>for (const type of ${JSON.stringify(types)}) addEventListener(type, () => record(type), true);</script>`;

/** How a page moves a frame that comes into view. */
const MOVES = {
  "at once": "onscroll = () => { frame.style.transform = `translateY(${-scrollY / 4}px)`; };",
  "in a while":
    "frame.style.transition = 'transform .3s'; onscroll = () => { frame.style.transform = `translateY(${-scrollY / 20}px)`; };",
};

inOneBrowser(
  "a frame that the page moves as it is scrolled",
  (t) => {
    for (const origin of ["url", "otherOrigin"] as const)
      for (const [when, move] of Object.entries(MOVES))
        it(`is followed where it is moved ${when} (${origin})`, async () => {
          const inner = t.site.html(
            `<style>body{margin:0}</style><p style="height:400px">Long</p>
            <div id="d" role="slider" aria-label="Knob" tabindex="0" style="width:60px;height:24px;background:#8cf;touch-action:none"></div>
            ${records(["pointerdown", "pointerup", "click"])}`,
          );
          const page = t.site.html(
            `<style>body{margin:0}</style><p style="height:1500px">Long</p>
            <iframe id="frame" src="${inner[origin]}" style="border:0;width:300px;height:200px"></iframe><p style="height:1500px">Long</p>
            <script>${move}</script>${records(["pointerdown", "click"])}`,
          );
          await t.pilot.see(page);
          const knob = (more: object) => ({ uid: t.pilot.uid("slider", "Knob"), ...more });
          const tools: [string, object][] = [
            ["click_by_uid", {}],
            ["touch_by_uid", { gesture: "tap" }],
            ["drag_by_uid", { by: { dx: 20 } }],
            ["touch_by_uid", { gesture: "pinch", scale: 1.2 }],
          ];
          for (const [tool, more] of tools) {
            await t.pilot.see(page);
            inner.forget();
            await t.pilot.ok(tool, knob(more));
            await inner.event("pointerup");
          }
          expect(page.events("pointerdown")).toEqual([]);
        });
  },
  { args: ["--tools", "web,more"] },
);
