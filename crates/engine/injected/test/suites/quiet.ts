/** `quiet` after a click whose `outcome` began the wait for it. */
import { expect, test } from "vitest";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { prepare, walk } from "../page.ts";

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Opens a page with a button `Go`, and clicks it once the page has been idle for long. */
async function clicked(page: TestPage, html: string): Promise<void> {
  await page.open(`<!doctype html>${html}<button onclick="go()">Go</button>`);
  const walked = await walk(page, { known: { doc: "", serial: 0 } });
  await pause(200);
  const { x, y } = await prepare(page, walked.target("button", "Go"));
  const answer = page.call("outcome", { after: 1, rest: true });
  await page.click(x, y);
  expect(await answer).toMatchObject({ seen: "hit" });
}

const log = async (page: TestPage): Promise<string> =>
  String(await page.main("document.querySelector('p').textContent"));

export function quietSuite(browser: () => TestBrowser): void {
  test.each([
    ["at once", "say('now')", "now"],
    ["by a timer", "say('now');setTimeout(()=>say('timer'),30)", "now timer"],
    ["in frames", "requestAnimationFrame(()=>requestAnimationFrame(()=>say('frame')))", "frame"],
    [
      "as the size of an element changes",
      "new ResizeObserver((_,o)=>{if(p.offsetHeight>90){o.disconnect();say('size')}}).observe(p);p.style.height='99px'",
      "size",
    ],
    ["step by step", "let n=0;const step=()=>{say(++n);if(n<4)setTimeout(step,15)};step()", "1 2 3 4"],
  ])("quiet: a click that changes the page %s", async (_, script, expected) => {
    const { page } = browser();
    await clicked(
      page,
      `<p></p><script>const p=document.querySelector("p"),say=(word)=>{p.textContent=(p.textContent+" "+word).trim()};function go(){${script}}</script>`,
    );
    expect(await page.call("quiet")).toEqual({ state: "done" });
    expect(await log(page)).toBe(expected);
  });

  test("quiet: what changes after the wait and before the question", async () => {
    const { page } = browser();
    await clicked(
      page,
      `<p></p><script>function say(word){document.querySelector("p").textContent=word}function go(){say("now")}</script>`,
    );
    await pause(120);
    await page.main(`say("more");setTimeout(()=>say("last"),35);0`);
    await page.call("quiet");
    expect(await log(page)).toBe("last");
  });

  test("quiet: a wait that an earlier action began is not joined", async () => {
    const { page } = browser();
    await clicked(page, `<p></p><input><script>function go(){}</script>`);
    await pause(120);
    const target = (await walk(page)).lines.find((line) => line.role === "textbox");
    const { doc } = await walk(page);
    await prepare(page, { doc, id: target?.id ?? 0, role: "textbox", name: "" });
    const took = await page.inside(
      `(() => { const began = performance.now(); return __uipilot("quiet", "{}").then(() => performance.now() - began); })()`,
    );
    expect(Number(took)).toBeGreaterThanOrEqual(4.5);
  });
}
