/** Texts of drawings are nodes of their own, so that each shape of a diagram can be meant. */
import { expect, it } from "vitest";
import { type Context, inOneBrowser } from "../support/suite.ts";

const shape = (x: number, y: number, name: string): string =>
  `<g transform="translate(${x},${y})"><rect width="100" height="60" fill="#cfc"/><text x="20" y="35"><tspan>${name}</tspan></text></g>`;

const suite = (t: Context): void => {
  it("the label of one shape is found and clicked", async () => {
    await t.pilot.open(
      t.site.html(
        `<h1>Diagram</h1><svg width="600" height="300">${shape(50, 50, "Alpha")}${shape(400, 200, "Beta")}</svg><p id="got"></p><script>addEventListener("click",(e)=>{got.textContent="On "+e.target.textContent})</script>`,
      ),
    );
    expect(await t.pilot.ok("take_snapshot")).toContain('text "Alpha" "Beta"');
    const found = await t.pilot.ok("find_in_page", { text: "Beta" });
    const uid = /uid=(\S+) text "Beta"/.exec(found)?.[1];
    expect(uid).toBeDefined();
    await t.pilot.ok("click_by_uid", { uid });
    expect(await t.pilot.ok("find_in_page", { text: "On " })).toContain('"On Beta"');
  });

  it("the numbers of an axis are one line", async () => {
    const ticks = Array.from(
      { length: 40 },
      (_, at) => `<g><line y2="6"/><text x="${at * 30}" y="20">${at * 10}</text></g>`,
    );
    await t.pilot.open(t.site.html(`<svg width="1200" height="40">${ticks.join("")}</svg>`));
    const lines = (await t.pilot.ok("take_snapshot")).split("\n").filter((line) => line.includes('"390"'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('text "0" "10" "20"');
    expect(lines[0]?.length).toBeLessThan(260);
  });
};

inOneBrowser("texts of drawings", suite);
