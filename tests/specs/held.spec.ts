import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A button to hold, another one, and a record of the pointer's buttons as the page sees them. */
const page = (down: string): string => `<button id="hold">Hold</button> <button id="next">Next</button>
  <div id="source" style="width:80px;height:40px;background:#ccc" role="button" aria-label="Piece">Piece</div>
  <div id="target" style="width:80px;height:40px;margin-top:40px" role="button" aria-label="Place">Place</div>
  <script>
    addEventListener("mouseup", (event) => record("up", { buttons: event.buttons }), true);
    hold.addEventListener("mousedown", () => { record("down"); ${down} });
    source.addEventListener("mousedown", () => { record("down"); ${down} });
    next.addEventListener("mousedown", (event) => record("next-down", { buttons: event.buttons }));
    next.addEventListener("click", () => record("next"));
  </script>`;

const hold = (uid: string, ms: number): Record<string, unknown> => ({
  action: "pressAndHold",
  target: { by: "uid", value: uid },
  value: String(ms),
});

inOneBrowser(
  "what is pressed",
  (t) => {
    it("is released when the press opens a dialog, and the next click is a click", async () => {
      const site = t.site.html(page("alert('Held')"));
      const tree = await t.pilot.see(site);
      const answer = await t.pilot.call("interactWithPage", hold(tree.uid("button", "Hold"), 300));
      expect(answer.text).toContain('"Held"');
      expect(answer.text).toContain("A dialog opened during the hold");
      await t.pilot.ok("accept_dialog");
      await t.pilot.click("button", "Next");
      await site.event("next");
      expect(site.events("up").map(({ buttons }) => buttons)).toEqual([0, 0]);
      expect(await site.event("next-down")).toMatchObject({ buttons: 1 });
    });

    it("is released when the call is cancelled, and the next click is a click", async () => {
      const site = t.site.html(page(""));
      const tree = await t.pilot.see(site);
      const stop = new AbortController();
      const holding = t.pilot.call("interactWithPage", hold(tree.uid("button", "Hold"), 20_000), {
        signal: stop.signal,
      });
      await site.event("down");
      stop.abort();
      await expect(holding).rejects.toThrow();
      expect(await site.event("up")).toMatchObject({ buttons: 0 });
      expect((await t.pilot.ok("recent_actions")).split("\n")[1]).toMatch(/pressAndHold .*: CANCELLED/);
      await t.pilot.click("button", "Next");
      await site.event("next");
    });

    it("is released when the press leaves the page", async () => {
      const other = t.site.html(
        `<button>Next</button><script>document.querySelector("button").onclick = () => record("next")</script>`,
      );
      const site = t.site.html(page(`location.href = ${JSON.stringify(other.url)}`));
      const tree = await t.pilot.see(site);
      await t.pilot.call("interactWithPage", hold(tree.uid("button", "Hold"), 600));
      await t.pilot.snapshot();
      await t.pilot.click("button", "Next");
      await other.event("next");
    });

    it("is released when a drag opens a dialog, and the next click is a click", async () => {
      const site = t.site.html(page("alert('Dragged')"));
      const tree = await t.pilot.see(site);
      await t.pilot.call("drag_by_uid_to_uid", {
        fromUid: tree.uid("button", "Piece"),
        toUid: tree.uid("button", "Place"),
      });
      await t.pilot.ok("accept_dialog");
      await t.pilot.click("button", "Next");
      await site.event("next");
      expect(await site.event("next-down")).toMatchObject({ buttons: 1 });
    });
  },
  { args: ["--tools", "web,more"] },
);
