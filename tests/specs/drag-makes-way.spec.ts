/** Drags onto elements that move while something is dragged over them: asserted by where the page saw the release. */

import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** Two columns. The card travels with the pointer, and `react` moves the card in the other column while the pointer is over that. */
const columns = (react: string): string => `<style>
    .column { position: absolute; top: 60px; width: 180px; height: 400px; background: #eee }
    .card { position: absolute; left: 5px; top: 5px; width: 160px; height: 40px; background: white }
  </style>
  <div class="column" id="left" style="left:10px"><div class="card" id="own" role="button" tabindex="0">Own card</div></div>
  <div class="column" id="right" style="left:220px"><div class="card" id="other" role="button" tabindex="0">Other card</div></div>
  <script>
    let from;
    const over = (event) => event.clientX > 220 && event.clientX < 400;
    own.onpointerdown = (event) => { from = event; own.style.pointerEvents = "none"; };
    onpointermove = (event) => {
      if (from === undefined) return;
      own.style.transform = "translate(" + (event.clientX - from.clientX) + "px," + (event.clientY - from.clientY) + "px)";
      other.style.transform = over(event) ? (${react})(event) : "";
    };
    onpointerup = (event) => {
      if (from === undefined) return;
      const place = other.style.transform === "" ? "below" : "above";
      record("up", { x: event.clientX, y: event.clientY, began: [from.clientX, from.clientY], put: over(event) ? place : "back" });
      from = undefined;
    };
  </script>`;

inOneBrowser("drags onto what makes way", (t) => {
  const drag = (more = {}): Promise<{ text: string; isError: boolean }> =>
    t.pilot.call("drag_by_uid_to_uid", {
      fromUid: t.pilot.uid("button", "Own card"),
      toUid: t.pilot.uid("button", "Other card"),
      ...more,
    });

  it("end where the element was, if it moves to and fro between two places", async () => {
    // As lists do it that show where something would be put: above the card as long as the pointer is above its middle.
    const page = t.site.html(columns(`(event) => event.clientY <= 60 + 5 + 20 ? "translateY(50px)" : ""`));
    await t.pilot.see(page);
    const { text, isError } = await drag();
    expect(isError, text).toBe(false);
    expect(text).toContain("made way wherever the pointer came");
    const { x, y, put } = await page.event("up");
    expect([x, y, put]).toEqual([305, 85, "above"]);
  });

  it("are taken back to where the button went down, if the element flees, and not to where the dragged one is by then", async () => {
    const page = t.site.html(columns(`(event) => "translateY(" + (event.clientY + 60 - 85) + "px)"`));
    await t.pilot.see(page);
    const { text, isError } = await drag();
    expect(isError, text).toBe(true);
    const { x, y, began, put } = await page.event("up");
    expect(text).toContain("taken back to where it began");
    expect(put).toBe("back");
    expect([x, y]).toEqual(began);
  });
});
