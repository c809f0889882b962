/** Fingers, drags and held buttons in a frame that the page removes meanwhile. */

import { expect, it } from "vitest";
import { refuses } from "../support/interact.ts";
import { inOneBrowser } from "../support/suite.ts";

/** A slider that says when it is pressed. */
const knob = `<style>body{margin:0}</style>
  <div id="d" role="slider" aria-label="Knob" tabindex="0" style="width:120px;height:60px;background:#8cf;touch-action:none"></div><script>
    d.addEventListener("pointerdown", () => parent.postMessage("down", "*"));
  </script>`;

inOneBrowser(
  "gestures in a frame that goes",
  (t) => {
    const call = async (tool: string, more: object): Promise<string> => {
      const answer = await t.pilot.call(tool, { uid: t.pilot.uid("slider", "Knob"), ...more });
      return answer.text;
    };
    const hold = (value: string): Promise<string> =>
      refuses(t.pilot, "OUTCOME_UNKNOWN", "pressAndHold", "Knob", { value }).then(({ text }) => text);
    const gestures: [name: string, done: string, act: () => Promise<string>][] = [
      ["long press", "touched", () => call("touch_by_uid", { gesture: "longPress", durationMs: 1_500 })],
      ["swipe", "touched", () => call("touch_by_uid", { gesture: "swipe", by: { dx: 60 }, durationMs: 1_500 })],
      ["drag", "dragged", () => call("drag_by_uid", { by: { dx: 60 }, durationMs: 1_500 })],
      ["hold", "pressed", () => hold("1500")],
      ["short hold", "pressed", () => hold("500")],
    ];
    for (const origin of ["url", "otherOrigin"] as const)
      for (const [name, done, act] of gestures)
        it(`says of a ${name} that the frame was removed (${origin})`, async () => {
          const inner = t.site.html(knob);
          const page = t.site.html(
            `<iframe id="frame" src="${inner[origin]}"></iframe><button>Below</button><script>
            for (const type of ["pointermove", "click"]) addEventListener(type, ({ buttons }) => record(type, { buttons }), true);
            onmessage = () => setTimeout(() => { frame.remove(); record("gone"); }, 200);</script>`,
          );
          await t.pilot.see(page);
          const answer = await act();
          await page.event("gone");
          expect(answer).toContain(`[OUTCOME_UNKNOWN] UID`);
          expect(answer).toContain(`may have been ${done}`);
          expect(answer).toContain("its frame was removed from the page");
          expect(answer).toMatch(/before the release|may have got only a part of the gesture/);
          // Nothing is held afterwards.
          page.forget();
          await t.pilot.click("button", "Below");
          await page.event("click");
          expect(page.events("pointermove").at(-1)?.buttons).toBe(0);
        });

    it("does not say so where the whole page goes, or only the document of the frame", async () => {
      for (const who of ["top", "self"]) {
        const next = t.site.html("<h1>Next</h1>");
        const inner = t.site.html(`${knob}<script>
          d.addEventListener("pointerdown", () => setTimeout(() => { ${who}.location.href = "${next.url}"; }, 200));</script>`);
        await t.pilot.see(t.site.html(`<iframe src="${inner.url}"></iframe>`));
        const answer = await call("drag_by_uid", { by: { dx: 60 }, durationMs: 1_500 });
        expect(answer, who).not.toContain("frame was removed");
      }
    });
  },
  { args: ["--tools", "web,more"] },
);
