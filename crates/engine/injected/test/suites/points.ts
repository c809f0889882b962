import { expect, test } from "vitest";
import type { Spot } from "../../src/protocol.js";
import type { TestBrowser } from "../browsers.ts";
import { type Answer, outcome, prepare, walk } from "../page.ts";

/** Points that the caller names, and the places of elements that scrolling and shapes put elsewhere. */
export function pointsSuite(browser: () => TestBrowser): void {
  const at = async (name: string, spot: Partial<Spot> & { x: number; y: number }, role = "button") => {
    const { page } = browser();
    const target = (await walk(page)).target(role, name);
    return page.call<Answer>("prepare", { target, action: "click", attempt: 0, at: { share: false, ...spot } });
  };
  const hits = async (name: string, spot: { x: number; y: number }, role = "button") => {
    const { page } = browser();
    const answer = await at(name, spot, role);
    expect(answer).toMatchObject({ state: "ready" });
    await page.click(answer.x, answer.y);
    expect(await outcome(page)).toMatchObject({ seen: "hit", arrived: 1 });
    return answer;
  };

  test.each([
    ["scale(1.5)", [1.5, 1.5]],
    ["scale(.5)", [0.5, 0.5]],
    ["scale(2,.8)", [2, 0.8]],
  ] as const)("point: in a scroll area with transform: %s", async (transform, [across, down]) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><body style="margin:0"><div id="area" style="transform:${transform};transform-origin:0 0;height:60px;overflow:auto;width:150px"><div style="height:200px"></div><button style="width:80px;height:30px">B</button></div>`,
    );
    // Points are lengths of what is drawn.
    for (const spot of [
      { x: 30 * across, y: 15 * down },
      { x: 30 * across, y: 28 * down },
    ]) {
      await page.main("area.scrollTop=0");
      await hits("B", spot);
    }
    const again = await prepare(page, (await walk(page)).target("button", "B"));
    expect(again).toMatchObject({ state: "ready" });
  });
}
