import { expect, test } from "vitest";
import type { Texts } from "../../src/elements/secret-protocol.ts";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const svg = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">${text}</text></svg>`)}`;

export function textsSuite(browser: () => TestBrowser): void {
  /** The boxes of the texts with a word: left, top, right, bottom. */
  const boxes = async (html: string, word = "word"): Promise<number[][]> => {
    const { page } = browser();
    await page.open(
      `<!doctype html><style>body{margin:0}p{margin:0;width:100px;height:20px;line-height:20px}</style>${html}`,
    );
    await walk(page);
    const { texts } = await page.call<Texts>("texts", { owners: [], whole: false });
    return texts.filter(([text]) => text?.includes(word)).map(([, ...box]) => box);
  };

  test.each([
    ["text-shadow", `<p style="text-shadow:0 60px 0 red">word</p>`, 60],
    ["several", `<p style="text-shadow:0 60px red,0 90px 2px red">word</p>`, 90],
    ["of what is around it", `<div style="filter:drop-shadow(0 60px 0 red)"><p>word</p></div>`, 60],
    ["one after another", `<p style="filter:drop-shadow(0 60px 0 red) drop-shadow(0 40px 0 red)">word</p>`, 100],
    ["scaled", `<p style="text-shadow:0 60px 0 red;transform:scale(2);transform-origin:0 0">word</p>`, 120],
    [
      "turned",
      `<div style="padding:200px 0"><p style="text-shadow:0 60px 0 red;transform:rotate(180deg)">word</p></div>`,
      60,
    ],
    ["zoomed", `<div style="zoom:2"><p style="text-shadow:0 60px 0 red">word</p></div>`, 120],
    [
      "in a drawing",
      `<svg viewBox="0 0 100 50" width=200 height=300><text y=20 style="filter:drop-shadow(0 60px 0 red)">word</text></svg>`,
      120,
    ],
  ])("texts: shadows, %s", async (_, html, shift) => {
    const [[, top = 0, , bottom = 0] = []] = await boxes(html);
    expect(bottom - top).toBeGreaterThan(shift + 8);
    expect(bottom - top).toBeLessThan(shift + 45);
  });

  test("texts: reflections", async () => {
    const html = `<div style="-webkit-box-reflect:below 20px;height:40px"><p>word</p></div>`;
    const [[, top = 0, , bottom = 0] = []] = await boxes(html);
    const knows = (await browser().page.main("String(CSS.supports('-webkit-box-reflect', 'below 1px'))")) === "true";
    if (knows) expect(bottom).toBeGreaterThan(95);
    else expect(bottom - top).toBeLessThan(30);
  });

  test.each([
    ["use", `<svg width=300 height=90><defs><text id=t>word</text></defs><use href="#t" x=50 y=60 /></svg>`],
    [
      "use of a group with one",
      `<svg width=300 height=90><defs><text id=t>word</text><g id=g><use href="#t"/></g></defs><use xlink:href="#g" x=50 y=60 /></svg>`,
    ],
    ["img", `<div style="height:40px"></div><img width=90 height=30 src="${svg("word")}">`],
    [
      "letters in parts",
      `<div style="height:40px"></div><img width=90 height=30 src="${svg("w<tspan>o</tspan>&#114;d")}">`,
    ],
    [
      "base64",
      `<div style="height:40px"></div><img width=90 height=30 src="data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><text>word</text></svg>')}">`,
    ],
    ["ground", `<p style='margin-top:40px;background:url("${svg("word")}")'></p>`],
    [
      "generated",
      `<style>p::before{content:"";display:block;height:9px;background:url("${svg("word")}")}</style><p style="margin-top:40px">x</p>`,
    ],
    ["a picture of a drawing", `<svg width=90 height=90><image y=40 width=90 height=30 href="${svg("word")}"/></svg>`],
  ])("texts: drawn elsewhere, by %s", async (_, html) => {
    const found = (await boxes(html)).filter(([, , , bottom = 0]) => bottom > 40);
    expect(found).toHaveLength(1);
  });

  test("texts: what is drawn elsewhere comes after all others", async () => {
    const { page } = browser();
    await page.open(`<b>pl</b><img width=9 height=9 src="${svg("icon")}"><b>ain</b>`);
    await walk(page);
    const { texts } = await page.call<Texts>("texts", { owners: [], whole: false });
    expect(texts.map(([text]) => text)).toEqual(["pl", "ain", "icon"]);
  });
}
