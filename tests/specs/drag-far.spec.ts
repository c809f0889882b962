import { expect, it } from "vitest";
import { does } from "../support/interact.ts";
import { inOneBrowser } from "../support/suite.ts";

/** A list in a box of 200 px. "html": an HTML drag; "ptr": pointer events only. */
const list = (kind: "html" | "ptr", more = ""): string =>
  `<style>.row{height:30px;border:1px solid;user-select:none;touch-action:none}</style>
  <div id="sc" style="height:200px;overflow:auto">${Array.from({ length: 60 }, (_, i) => `<div id="r${i}" class="row" role="button" aria-label="R${i}" data-testid="r${i}"${kind === "html" ? ' draggable="true"' : ""}>R${i}</div>`).join("")}</div>
  <script>
    const id = (event) => (event.target.closest ? event.target.closest(".row") : null)?.id ?? "none";
    for (const row of document.querySelectorAll(".row")) {
      row.addEventListener("dragstart", (event) => { event.dataTransfer.setData("text/plain", row.id); record("start", { on: row.id }); });
      row.addEventListener("dragover", (event) => event.preventDefault());
      row.addEventListener("drop", (event) => { event.preventDefault(); record("drop", { on: id(event), data: event.dataTransfer.getData("text/plain") }); });
      row.addEventListener("dragend", () => record("end"));
    }
    ${kind === "ptr" ? `addEventListener("pointerdown", (event) => record("down", { on: id(event) })); addEventListener("pointerup", (event) => record("drop", { on: id(event) }));` : ""}
    ${more}
  </script>`;

/** S, then a tall zone that takes what is dropped on it, then T far below. */
const tall = `<style>body{margin:0}.zone{border:1px solid}</style>
  <div id="s" draggable="true" role="button" aria-label="S" style="height:40px;width:100px;background:#cce">S</div>
  <div id="trash" class="zone" role="region" aria-label="Trash" style="height:3000px">Trash</div>
  <div id="t" class="zone" role="region" aria-label="T" style="height:60px">T</div>
  <script>
    s.addEventListener("dragstart", (event) => event.dataTransfer.setData("text/plain", "s"));
    s.addEventListener("dragend", () => record("end"));
    for (const zone of [trash, t]) {
      zone.addEventListener("dragover", (event) => event.preventDefault());
      zone.addEventListener("drop", (event) => { event.preventDefault(); record("drop", { on: zone.id }); });
    }
  </script>`;

inOneBrowser("dragging to what is out of view", (t) => {
  const drag = async (html: string, from: string, to: string, role = "button") => {
    const page = t.site.html(html);
    const tree = await t.pilot.see(page);
    const [fromUid, toUid] = [tree.uid("button", from), tree.uid(role, to)];
    return { page, answer: await t.pilot.call("drag_by_uid_to_uid", { fromUid, toUid }) };
  };

  for (const kind of ["html", "ptr"] as const) {
    it(`drops on the row that was meant, further down and further up, ${kind}`, async () => {
      for (const [from, to] of [
        ["R1", "R40"],
        ["R59", "R5"],
        ["R0", "R59"],
      ] as const) {
        const more = from === "R59" ? "sc.scrollTop = 1e6;" : "";
        const { page, answer } = await drag(list(kind, more), from, to);
        const drop = await page.event("drop");
        expect([answer.text.split("\n")[0], drop.on]).toEqual([expect.stringContaining("Dragged"), to.toLowerCase()]);
        expect(page.events("drop")).toHaveLength(1);
        if (kind === "html") expect(drop.data).toBe(from.toLowerCase());
        else expect((await page.event("down")).on).toBe(from.toLowerCase());
      }
    });
  }

  it("drops in a zone far below, and not in the one on the way", async () => {
    const { page, answer } = await drag(tall, "S", "T", "region");
    expect((await page.event("drop")).on).toBe("t");
    expect(answer.text).toContain("Dragged");
    expect(page.events("drop")).toHaveLength(1);
  });

  it("does the same for an interaction", async () => {
    const page = t.site.html(list("html"));
    await t.pilot.see(page);
    const from = { by: "role", value: "button", name: "R1" };
    const done = await does(t.pilot, "drag", { ...from, exact: true }, { to: "testid=r40" });
    expect([done.text, (await page.event("drop")).on]).toEqual([expect.any(String), "r40"]);
  });

  it("drops nothing if the page keeps what was meant out of view", async () => {
    // A list that always goes back to its beginning.
    const back = `sc.addEventListener("scroll", () => { if (window.armed) sc.scrollTop = 0; });
      addEventListener("dragstart", () => { window.armed = true; }, true); addEventListener("pointerdown", () => { window.armed = true; }, true);`;
    for (const kind of ["html", "ptr"] as const) {
      const { page, answer } = await drag(list(kind, back), "R1", "R40");
      await page.event(kind === "html" ? "end" : "drop");
      const on = page.events("drop").map((drop) => drop.on);
      expect(on.filter((name) => name !== "r1")).toEqual([]);
      expect(answer.text).toMatch(/^\[(OUTCOME_UNKNOWN|NOT_VISIBLE)\]/);
      // The button is up.
      await t.pilot.click("button", "R2");
    }
  });
});
