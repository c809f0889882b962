import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const stack = (over: string, css = ""): string =>
  `<div id="box" style="position:relative;width:300px;height:200px" onclick="record('click', { on: event.target.id, x: event.offsetX, y: event.offsetY })">
     <canvas id="below" aria-label="Chart" width="300" height="200" style="background:silver"></canvas>
     <${over} id="over" style="position:absolute;left:0;top:0;width:300px;height:200px;${css}"></${over}>
   </div>`;

inOneBrowser("a canvas", (t) => {
  it.each(["div", "canvas"])("is clicked at a point through a clear %s over it", async (over) => {
    const page = t.site.html(stack(over));
    await t.pilot.see(page);
    await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("canvas", "Chart"), at: { x: 250, y: 150 } });
    expect(await page.event("click")).toMatchObject({ on: "over", x: 250, y: 150 });
  });

  it.each([
    ["that has a colour", "background:white"],
    ["while the page is busy", "cursor:wait"],
  ])("is not clicked through a layer %s", async (_, css) => {
    const page = t.site.html(stack("div", css));
    await t.pilot.see(page);
    const refused = await t.pilot.call("interactWithPage", {
      action: "click",
      target: { by: "uid", value: t.pilot.uid("canvas", "Chart") },
      options: { timeoutMs: 600 },
    });
    expect(refused.code).toBe("COVERED");
    expect(page.events("click")).toEqual([]);
  });

  it("is not clicked through a layer with words, and once that is gone, it is", async () => {
    const page = t.site.html(
      `${stack("div").replace("></div>", ">Loading…</div>")}<script>setTimeout(() => over.remove(), 700)</script>`,
    );
    await t.pilot.see(page);
    await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("canvas", "Chart") });
    expect(await page.event("click")).toMatchObject({ on: "below" });
  });
});

inOneBrowser("a page that prevents the default of its presses", (t) => {
  it("is clicked and dragged on, and the end of the drag is seen", async () => {
    const page = t.site.html(
      `<button id="a">From</button><button id="b" style="margin:80px">To</button>
       <script>for (const button of [a, b]) button.onpointerdown = (event) => event.preventDefault();
         onpointerup = (event) => record("up", { on: event.target.id }); onclick = (event) => record("click", { on: event.target.id })</script>`,
    );
    await t.pilot.see(page);
    const [fromUid, toUid] = [t.pilot.uid("button", "From"), t.pilot.uid("button", "To")];
    await t.pilot.ok("click_by_uid", { uid: fromUid });
    expect(await page.event("click")).toMatchObject({ on: "a" });
    page.forget();
    expect(await t.pilot.ok("drag_by_uid_to_uid", { fromUid, toUid })).not.toContain("could not be observed");
    expect(await page.event("up")).toMatchObject({ on: "b" });
  });
});
