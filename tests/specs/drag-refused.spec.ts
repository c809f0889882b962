import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const card = (zone: string, script: string): string =>
  `<div id="s" draggable="true" role="button" aria-label="S" style="width:80px;height:40px;background:#cce">S</div>
  <div style="height:40px"></div>${zone}
  <script>
    s.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", "s"));
    s.addEventListener("dragend", (event) => record("end", { effect: event.dataTransfer.dropEffect }));
    ${script}
  </script>`;

const zone = `<div id="t" role="region" aria-label="T" style="width:200px;height:80px;background:#ecc">T</div>`;
const drops = `t.addEventListener("drop", (event) => { event.preventDefault(); record("drop", { on: event.target.id }); });`;
const takes = `t.addEventListener("dragover", (event) => event.preventDefault());`;

inOneBrowser("drags that nothing accepts", (t) => {
  const drag = async (html: string) => {
    const page = t.site.html(html);
    const tree = await t.pilot.see(page);
    const [fromUid, toUid] = [tree.uid("button", "S"), tree.uid("region", "T")];
    const answer = await t.pilot.call("drag_by_uid_to_uid", { fromUid, toUid });
    return { page, answer };
  };

  it("drops nothing in a zone that does not take what is dragged over it", async () => {
    const { page, answer } = await drag(card(zone, `${drops} t.addEventListener("dragleave", () => record("leave"));`));
    expect((await page.event("end")).effect).toBe("none");
    await page.event("leave");
    expect(page.events("drop")).toEqual([]);
    expect(answer.text).toContain("ended without a drop");
  });

  it("drops nothing if the zone offers an effect that the source does not allow", async () => {
    const { page, answer } = await drag(
      card(
        zone,
        `${drops} s.addEventListener("dragstart", (event) => { event.dataTransfer.effectAllowed = "copy"; });
        t.addEventListener("dragover", (event) => { event.preventDefault(); event.dataTransfer.dropEffect = "move"; });`,
      ),
    );
    expect((await page.event("end")).effect).toBe("none");
    expect(page.events("drop")).toEqual([]);
    expect(answer.text).toContain("ended without a drop");
  });

  it("says the effect that both sides agree on", async () => {
    const { page, answer } = await drag(
      card(
        zone,
        `${drops} s.addEventListener("dragstart", (event) => { event.dataTransfer.effectAllowed = "copyMove"; });
        t.addEventListener("dragover", (event) => { event.preventDefault(); event.dataTransfer.dropEffect = "move"; });`,
      ),
    );
    expect((await page.event("drop")).on).toBe("t");
    expect((await page.event("end")).effect).toBe("move");
    expect(answer.text).not.toContain("without a drop");
  });

  it("drops nothing in a zone that the page hides when the drag begins", async () => {
    const other = `<div id="u" style="width:300px;height:300px"></div>`;
    const { page, answer } = await drag(
      card(
        zone + other,
        `${drops} ${takes} s.addEventListener("dragstart", () => setTimeout(() => { t.style.display = "none"; }));
        u.addEventListener("dragover", (event) => event.preventDefault());
        u.addEventListener("drop", (event) => { event.preventDefault(); record("drop", { on: "u" }); });`,
      ),
    );
    expect((await page.event("end")).effect).toBe("none");
    expect(page.events("drop")).toEqual([]);
    expect(answer.text).toMatch(/^\[OUTCOME_UNKNOWN\]/);
  });

  it("gives the events to the element under the pointer", async () => {
    const child = zone.replace(">T<", `><div id="c" style="height:80px">inside</div><`);
    const { page, answer } = await drag(
      card(
        child,
        `${drops} ${takes} c.addEventListener("drop", (event) => { event.preventDefault(); event.stopPropagation(); record("inner", { on: event.target.id }); });`,
      ),
    );
    expect((await page.event("inner")).on).toBe("c");
    expect(page.events("drop")).toEqual([]);
    expect(answer.text).not.toContain("without a drop");
  });
});

inOneBrowser(
  "drags by a distance that nothing accepts",
  (t) => {
    it("says of a drag by a distance that it ended without a drop", async () => {
      if (t.browser === "firefox") return;
      const page = t.site.html(card(zone, drops));
      const tree = await t.pilot.see(page);
      const uid = tree.uid("button", "S");
      expect(await t.pilot.ok("drag_by_uid", { uid, by: { dx: 20, dy: 100 } })).toContain("without a drop");
      expect((await page.event("end")).effect).toBe("none");
      expect(page.events("drop")).toEqual([]);
      const taken = t.site.html(card(zone, takes + drops));
      const again = (await t.pilot.see(taken)).uid("button", "S");
      expect(await t.pilot.ok("drag_by_uid", { uid: again, by: { dx: 20, dy: 100 } })).not.toContain("without a drop");
      await taken.event("drop");
    });
  },
  { args: ["--tools", "web,more"] },
);

inOneBrowser("drags between frames", (t) => {
  const source = `<div id="s" draggable="true" role="button" aria-label="S" style="width:80px;height:40px;background:#cce">S</div>
    <script>
      s.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", "s"));
      s.addEventListener("dragend", () => record("end"));
    </script>`;
  const goal = (accepts: boolean): string => `${zone}<script>${accepts ? takes : ""} ${drops}</script>`;
  const next = `<button onclick="record('next')">Next</button>`;
  const frame = (url: string): string => `<iframe width="400" height="200" src="${url}"></iframe>`;

  for (const way of ["into", "out of"]) {
    for (const accepts of [true, false]) {
      it(`${accepts ? "drops" : "says that nothing was dropped"} ${way} a frame of another origin, and leaves no drag behind`, async () => {
        const inner = t.site.html(way === "into" ? goal(accepts) : source + next.replaceAll("Next", "Inner"));
        const outer = t.site.html((way === "into" ? source : goal(accepts)) + next + frame(inner.otherOrigin));
        const [from, to] = way === "into" ? [outer, inner] : [inner, outer];
        const tree = await t.pilot.see(outer);
        const [fromUid, toUid] = [tree.uid("button", "S"), tree.uid("region", "T")];
        const answer = await t.pilot.call("drag_by_uid_to_uid", { fromUid, toUid });
        // Its script works within one frame, and the page has seen the press by then.
        if (t.browser === "firefox") {
          expect(answer.text).toMatch(/^\[INTERRUPTED\].*was pressed.*different frames/);
          await from.event("end");
          expect(to.events("drop")).toEqual([]);
        } else if (accepts) {
          await to.event("drop");
          await from.event("end");
          expect(answer.text).toMatch(/^Dragged/);
          expect(answer.text).not.toMatch(/could not be observed|without a drop/);
        } else {
          await from.event("end");
          expect(to.events("drop")).toEqual([]);
          expect(answer.text).toMatch(/^\[WRONG_ELEMENT\].*without a drop/);
        }
        await t.pilot.click("button", "Next");
        await outer.event("next");
      });
    }
  }
});
