import { expect, test } from "vitest";
import type { Sought } from "../../src/acting/seek-protocol.ts";
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

  const WIDE = `<div style="width:700px;height:600px;flex:none">Much</div>`;
  test.each([
    ["left to right", `<div id=a role=region tabindex=0 aria-label=A>${WIDE}</div>`],
    ["right to left", `<div id=a role=region tabindex=0 aria-label=A dir=rtl>${WIDE}</div>`],
    ["upright lines", `<div id=a role=region tabindex=0 aria-label=A style="writing-mode:vertical-rl">${WIDE}</div>`],
    [
      "upright lines from the left",
      `<div id=a role=region tabindex=0 aria-label=A style="writing-mode:vertical-lr">${WIDE}</div>`,
    ],
    [
      "upright lines, right to left",
      `<div id=a role=region tabindex=0 aria-label=A dir=rtl style="writing-mode:vertical-lr">${WIDE}</div>`,
    ],
    [
      "a row in reverse",
      `<div id=a role=region tabindex=0 aria-label=A style="display:flex;flex-direction:row-reverse">${WIDE}</div>`,
    ],
    [
      "a row in reverse, right to left",
      `<div id=a role=region tabindex=0 aria-label=A dir=rtl style="display:flex;flex-direction:row-reverse">${WIDE}</div>`,
    ],
    [
      "a column in reverse",
      `<div id=a role=region tabindex=0 aria-label=A style="display:flex;flex-direction:column-reverse">${WIDE}</div>`,
    ],
    [
      "a column in reverse, upright lines",
      `<div id=a role=region tabindex=0 aria-label=A style="display:flex;flex-direction:column-reverse;writing-mode:vertical-rl">${WIDE}</div>`,
    ],
    ["a page from right to left", `<html dir=rtl><body>${WIDE.replaceAll("00px", "000px")}`],
    ["a page whose body is from right to left", `<html><body dir=rtl>${WIDE.replaceAll("00px", "000px")}`],
    ["a page of upright lines", `<html style="writing-mode:vertical-rl"><body>${WIDE.replaceAll("00px", "000px")}`],
  ])("scroll: the room at the start of an area: %s", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><style>#a{width:200px;height:150px;overflow:scroll}</style>${html}`);
    const target = html.includes("id=a") ? (await walk(page)).target("region", "A") : undefined;
    // What can be scrolled, by scrolling it.
    const [left, up, right, down] = JSON.parse(
      String(
        await page.main(`(() => {
          const el = document.getElementById("a") ?? document.scrollingElement;
          const reach = (by) => {
            el.scrollTo(0, 0);
            el.scrollBy({ left: by[0], top: by[1], behavior: "instant" });
            return Math.abs(by[0] === 0 ? el.scrollTop : el.scrollLeft);
          };
          const all = [[-9999, 0], [0, -9999], [9999, 0], [0, 9999]].map(reach);
          el.scrollTo(0, 0);
          return JSON.stringify(all);
        })()`),
      ),
    );
    const { room } = await page.call<Area>("area", { axis: "y", ...(target && { target }) });
    for (const [at, length] of [left, up, right, down].entries())
      expect(Math.abs((room[at] as number) - length), `${at}`).toBeLessThan(1);
  });

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

  test("scroll: what has come to rest before it is asked for is not waited for", async () => {
    const { page, at } = await tall();
    await page.wheel(...at, 300);
    expect(await place(page)).toBe(300);
    const began = performance.now();
    expect((await page.call<Area>("scrolled", {})).wheel).toBe("arrived");
    // It waits a second for a scroll that has not begun.
    expect(performance.now() - began).toBeLessThan(900);
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

  test("seek: the row that a search began at may go meanwhile", async () => {
    const { page } = browser();
    await page.open(
      `<!doctype html><div id="a" style="height:200px;overflow:auto"><button id="r">Row 1</button><div style="height:3000px"></div><p>Row 237</p></div>`,
    );
    const walked = await walk(page);
    const target = walked.target("button", "Row 1");
    const args = { target, axis: "y", back: false, text: "Row 237" };
    // A search that has no time looks once.
    const begun = await page.call<Sought>("seek", { ...args, first: true, limitMs: 0, text: "Row 238" });
    expect(begun.state).toBe("sought");
    await page.main("r.remove()");
    const found = await page.call<Sought>("seek", { ...args, first: false, limitMs: 5000 });
    expect(found).toMatchObject({ state: "sought", found: { name: "Row 237" } });
    await page.main("a.remove()");
    expect(await page.call("seek", { ...args, first: false, limitMs: 0 })).toEqual({ state: "gone" });
  });
}
