import { expect, test } from "vitest";
import type { Area } from "../../src/protocol.ts";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { walk } from "../page.ts";

/** Where the page is scrolled to, once it has been at rest for a while. */
async function place(page: TestPage): Promise<number> {
  let [before, now] = [-1, 0];
  while (before !== now) {
    before = now;
    await new Promise((done) => setTimeout(done, 300));
    now = Number(await page.main("Math.round(scrollY)"));
  }
  return now;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export function scrollSuite(browser: () => TestBrowser): void {
  const tall = async (script = ""): Promise<{ page: TestPage; at: [number, number] }> => {
    const { page } = browser();
    await page.open(`<body style="margin:0;height:5000px">Tall<script>${script}</script>`);
    const { at } = await page.call<Area>("area", { axis: "y" });
    if (!at) throw new Error("the page has no point for the wheel");
    return { page, at };
  };

  test("scroll: a wheel that comes late is waited for", async () => {
    const { page, at } = await tall();
    const scrolled = page.call<Area>("scrolled", {});
    await pause(350);
    await page.wheel(...at, 300);
    expect((await scrolled).position[1]).toBe(300);
    expect((await scrolled).wheel).toBe("arrived");
  });

  test("scroll: a wheel that comes after the script in its place scrolls nothing", async () => {
    const { page, at } = await tall();
    expect((await page.call<Area>("scrolled", {})).position[1]).toBe(0);
    const byScript = await page.call<Area>("scrolled", { by: [0, 300] });
    expect(byScript.position[1]).toBe(300);
    expect(byScript.wheel).toBeUndefined();
    await page.wheel(...at, 300);
    expect(await place(page)).toBe(300);
    // The next one is the user's.
    await page.wheel(...at, 300);
    expect(await place(page)).toBe(600);
  });

  test("scroll: a wheel that comes between the wait and the script is enough", async () => {
    const { page, at } = await tall();
    expect((await page.call<Area>("scrolled", {})).position[1]).toBe(0);
    await page.wheel(...at, 300);
    expect(await place(page)).toBe(300);
    const after = await page.call<Area>("scrolled", { by: [0, 300] });
    expect(after.position[1]).toBe(300);
    expect(after.wheel).toBe("arrived");
  });

  test("scroll: at the end of an area, the wheel scrolls nothing around it, and the page gets it", async () => {
    const { page } = browser();
    await page.open(`<div id="outer" style="height:200px;overflow:auto">
      <div id="inner" role="region" aria-label="Inner" style="height:120px;overflow:auto;margin-bottom:500px">
      <div style="height:600px"></div></div></div>
      <script>inner.scrollTop = 480; let turns = 0; inner.onwheel = () => turns++</script>`);
    const target = (await walk(page)).target("region", "Inner");
    const { at } = await page.call<Area>("area", { target, axis: "y" });
    if (!at) throw new Error("the area has no point for the wheel");
    await page.wheel(...at, 100);
    await page.call<Area>("scrolled", {});
    await pause(300);
    expect(Number(await page.main("outer.scrollTop"))).toBe(0);
    expect(Number(await page.main("turns"))).toBe(1);
  });

  test("scroll: a wheel that the page prevents is not waited for", async () => {
    const { page, at } = await tall(`addEventListener("wheel", (event) => event.preventDefault(), { passive: false })`);
    await page.wheel(...at, 300);
    await pause(200);
    const began = performance.now();
    const after = await page.call<Area>("scrolled", {});
    expect(performance.now() - began).toBeLessThan(800);
    expect(after.position[1]).toBe(0);
    expect((await page.call<Area>("scrolled", { by: [0, 300] })).position[1]).toBe(300);
  });
}
