import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { body, walk } from "../page.ts";

const FIXED = "position:fixed;left:0;top:0;width:200px;height:100%;background:#ddd";
const TINY = "position:absolute;right:4px;top:4px;width:24px;height:24px";
const REST = `<main style="margin-left:200px"><h1>Hi</h1><p>one</p><p>two</p><p>three</p></main>`;

export function walkViewSuite(browser: () => TestBrowser): void {
  const marked = async (html: string): Promise<string[]> =>
    (await body(browser().page, html)).split("\n").filter((line) => /covers=|offscreen=/.test(line));

  test("view: a box without a height, whose content is in view", async () => {
    const side = `<div style="${FIXED}"><button style="${TINY}" aria-label="Toggle"></button><p><a href="#">Images</a></p><p><a href="#">Docs</a></p></div>`;
    const html = `<style>body{margin:0}</style><aside aria-label="Side">${side}</aside>${REST}`;
    expect(await marked(html)).toEqual([`complementary "Side" covers=25%`]);
  });

  test("view: a small control is not the layer that it begins", async () => {
    const layer = `<div style="${FIXED}"><button style="${TINY}" aria-label="Toggle"></button><p>Images</p></div>`;
    expect(await marked(`${layer}${REST}`)).toEqual([]);
    const big = `<div style="${FIXED}"><button style="width:190px;height:100vh">Shade</button><p>Images</p></div>`;
    expect(await marked(`${big}${REST}`)).toEqual([expect.stringMatching(/^button "Shade".* covers=25%$/)]);
  });

  test("view: a text, or a control alone, stands for the layer that it begins", async () => {
    const text = `<div style="${FIXED}"><p>We use cookies</p><button>Accept</button></div>`;
    expect(await marked(`${REST}${text}`)).toEqual([`paragraph "We use cookies" covers=25%`]);
    const alone = `<div style="${FIXED}"><button style="${TINY}">Close</button></div>`;
    expect(await marked(`${REST}${alone}`)).toEqual([`button "Close" covers=25%`]);
  });

  test("view: what is sticky covers something only where it is stuck", async () => {
    const { page } = browser();
    const side = `<div style="position:sticky;top:31vh;float:left;width:30%;height:60vh"><h2>Filters</h2><label><input type=checkbox>New</label></div>`;
    const bar = `<header style="position:sticky;top:0;height:30vh;background:#fff">Bar</header>`;
    const products = `<main style="margin-left:32%;height:3000px"><h1>Products</h1>${"<p>One <button>Buy</button></p>".repeat(50)}</main>`;
    expect(await marked(`${bar}${side}${products}`)).toEqual([]);
    await page.main("scrollTo(0, 600); 0");
    const { text } = await walk(page);
    expect(text.match(/.*covers=.*/g)).toEqual([expect.stringMatching(/banner covers=25%/)]);
  });

  // [what, markup, the marks]: a button that is below or right of the viewport.
  const at = (style: string, more = ""): string => `<button style="${style}">B</button>${more}`;
  const inside = (style: string, inner: string): string => `<div style="${style}">${inner}</div>`;
  test.each([
    ["fixed below", at("position:fixed;bottom:-80px;height:40px"), ["below"]],
    ["fixed at the right", at("position:fixed;left:100vw;top:10px"), ["right"]],
    ["fixed in part below", at("position:fixed;bottom:-20px;height:40px"), []],
    ["in what is fixed", inside("position:fixed;bottom:0", at("position:relative;bottom:-80px")), ["below"]],
    [
      "in a drawer that scrolls, and is out",
      inside(`${FIXED};left:100vw;overflow:auto`, at("margin:90px;width:400px")),
      ["right"],
    ],
    ["further on in what is fixed and scrolls", inside(`${FIXED};overflow:auto`, at("margin-top:200vh")), []],
    ["further on in the page", at("margin-top:200vh"), []],
    ["fixed in what is moved, in the page", inside("transform:translateX(0)", at("position:fixed;top:200vh")), []],
  ])("view: whether a button is out of reach that is %s", async (_, html, expected) => {
    const lines = await marked(`<!doctype html><p>Text</p>${html}`);
    expect(lines.flatMap((line) => /offscreen=(\w+)/.exec(line)?.[1] ?? [])).toEqual(expected);
  });

  const virtual = (rows: string): string =>
    `<div style="height:200px;overflow:auto"><div style="height:9000px">${rows}</div></div>`;
  const goesOn = async (html: string): Promise<string[]> =>
    (await body(browser().page, html)).split("\n").filter((line) => line.includes("more="));

  test("view: a list that goes on says so where it is out of view, too", async () => {
    const rows = Array.from({ length: 6 }, (_, i) => `<p><button>Row ${i}</button></p>`).join("");
    expect(await goesOn(`<div style="height:300vh">Top</div>${virtual(rows)}`)).toEqual([`button "Row 5" more=below`]);
  });

  test("view: a list that goes on says so at its last row, not at the field in that", async () => {
    const row = (cell: string): string => `<div role=row><div role=gridcell>${cell}</div></div>`;
    const rows = `${row("A") + row("B") + row("C")}${row("<input aria-label=Name>")}`;
    const lines = await goesOn(`<div role=grid aria-label=G>${virtual(rows)}</div>`);
    expect(lines.map((line) => line.trim())).toEqual(["row more=below"]);
  });
}
