/** Input to documents of frames that are scrolled into view for it: no other document may get any of it. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** Reports each press that the window sees, before any other listener can stop it. */
const presses = `<script>
  for (const type of ["pointerdown", "mousedown", "click"])
    addEventListener(type, (event) => record("pressed", { type, on: event.target.id }), true);
</script>`;

const tall = `<div style="height:900px"></div>`;

/** A document with something to drag and a zone to drop on, both far down. */
const dragged = (
  name = "",
): string => `${presses}${tall}<div id="from" draggable="true" role="button" aria-label="Card${name}" style="width:80px;height:30px;background:silver">Card</div>
  <div id="to" role="region" aria-label="Bin${name}" style="width:120px;height:60px;background:pink">Bin</div>${tall}<script>
    from.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", "card"));
    to.addEventListener("dragover", (event) => event.preventDefault());
    to.addEventListener("drop", (event) => { event.preventDefault(); record("drop"); });
  </script>`;

const frame = (url: string): string => `<iframe src="${url}" style="width:300px;height:300px;border:0"></iframe>`;

inOneBrowser("what is in frames out of view", (t) => {
  for (const site of ["url", "otherOrigin"] as const) {
    it(`is dragged from one to another by one press (${site})`, async () => {
      const [first, second] = [t.site.html(dragged(" 1")), t.site.html(dragged(" 2"))];
      const page = t.site.html(
        `${presses}<div style="height:500px"></div>${frame(first[site])}${tall}${frame(second[site])}${tall}`,
      );
      const tree = await t.pilot.see(page);
      const drag = { fromUid: tree.uid("button", "Card 1"), toUid: tree.uid("region", "Bin 2") };
      const answer = await t.pilot.call("drag_by_uid_to_uid", drag);
      // Firefox finishes no HTML drag by input, and says so.
      if (t.browser === "chromium") await second.event("drop");
      else expect(answer.text).toContain("INTERRUPTED");
      expect(second.events("pressed")).toEqual([]);
      expect(first.events("pressed").filter(({ type }) => type === "pointerdown")).toHaveLength(1);
      expect(first.events("pressed").every(({ on }) => on === "from")).toBe(true);
    });

    it(`is dragged from the page into a frame by one press (${site})`, async () => {
      const inner = t.site.html(dragged());
      const page = t.site.html(
        `${presses}<div style="height:500px"></div><div id="top" draggable="true" role="button" aria-label="Top" style="width:80px;height:30px;background:silver"
          ondragstart="event.dataTransfer.setData('text/plain', 'top')">Top</div>${tall}${frame(inner[site])}${tall}`,
      );
      const tree = await t.pilot.see(page);
      const drag = { fromUid: tree.uid("button", "Top"), toUid: tree.uid("region", "Bin") };
      const answer = await t.pilot.call("drag_by_uid_to_uid", drag);
      if (t.browser === "chromium") await inner.event("drop");
      else expect(answer.text).toContain("INTERRUPTED");
      expect(inner.events("pressed")).toEqual([]);
      expect(page.events("pressed").filter(({ type }) => type === "pointerdown")).toHaveLength(1);
    });
  }

  it("is clicked there, and nothing around it is", async () => {
    const button = `<button id="one" style="width:100px;height:40px">One</button>`;
    for (const inside of [button, `${tall}${button}${tall}`]) {
      const inner = t.site.html(`${presses}${inside}`);
      const middle = t.site.html(`${presses}${tall}${frame(inner.url)}${tall}`);
      const page = t.site.html(`${presses}${tall}${frame(middle.otherOrigin)}${tall}`);
      for (let time = 0; time < 4; time++) {
        inner.forget();
        const tree = await t.pilot.see(page);
        await t.pilot.ok("click_by_uid", { uid: tree.uid("button", "One") });
        await inner.event("pressed", ({ type }) => type === "click");
        expect([...page.events("pressed"), ...middle.events("pressed")]).toEqual([]);
        expect(inner.events("pressed").every(({ on }) => on === "one")).toBe(true);
      }
    }
  });
});
