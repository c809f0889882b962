/** Words in the colour of the background around them, with something else between, or not. */
import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const WORDS = "These words are long enough to be an order to someone";

/** [what, markup]: the words are shown. */
const SHOWN: [string, string][] = [
  [
    "on a layer behind the content",
    `<style>.h{position:relative;isolation:isolate;height:80px}.h::before{content:"";position:absolute;inset:0;background:#024;z-index:-1}.h p{color:#fff}</style><div class=h><p>${WORDS}</p></div>`,
  ],
  [
    "on a layer after the content",
    `<style>.h{position:relative;height:80px}.h::after{content:"";position:absolute;inset:0;background:#024}.h p{color:#fff;position:relative;z-index:1}</style><div class=h><p>${WORDS}</p></div>`,
  ],
  [
    "on a layer of the page",
    `<style>body::before{content:"";position:fixed;inset:0;background:#024;z-index:-1}p{color:#fff}</style><p>${WORDS}</p>`,
  ],
  [
    "on another item in the cell of a grid",
    `<div style="display:grid"><div style="grid-area:1/1;background:#024;height:80px"></div><p style="grid-area:1/1;color:#fff">${WORDS}</p></div>`,
  ],
  [
    "on something in another item",
    `<div style="display:grid"><div style="grid-area:1/1"><div><div style="background:#024;height:80px"></div></div></div><p style="grid-area:1/1;color:#fff">${WORDS}</p></div>`,
  ],
  [
    "moved onto a sibling",
    `<div style="background:#024;height:80px"></div><p style="margin-top:-60px;position:relative;color:#fff">${WORDS}</p>`,
  ],
  [
    "moved onto a sibling below the window",
    `<div style="height:3000px"></div><div style="background:#024;height:80px"></div><p style="margin-top:-60px;position:relative;color:#fff">${WORDS}</p>`,
  ],
  [
    "on a column",
    `<table><colgroup><col style="background:#024"></colgroup><tr><td style="color:#fff">${WORDS}</td></tr></table>`,
  ],
  [
    "on a thick border",
    `<div style="height:0;border-top:60px solid #024"><p style="color:#fff;margin:-50px 0 0">${WORDS}</p></div>`,
  ],
  [
    "in a drawing on a layer",
    `<style>.h{position:relative}.h::before{content:"";position:absolute;inset:0;background:#024;z-index:-1}</style><div class=h style="isolation:isolate"><svg width=700 height=40><text y=20 fill=white>${WORDS}</text></svg></div>`,
  ],
];

/** [what, markup]: the words are not shown. */
const HIDDEN: [string, string][] = [
  ["beside a dark sibling", `<div style="background:#024;height:80px"></div><p style="color:#fff">${WORDS}</p>`],
  [
    "on a layer of its own colour",
    `<style>.h{position:relative;isolation:isolate}.h::before{content:"";position:absolute;inset:0;background:#fff;z-index:-1}</style><div class=h><p style="color:#fff">${WORDS}</p></div>`,
  ],
  [
    "beside a small layer",
    `<style>.h{position:relative}.h::before{content:"";position:absolute;left:0;top:0;width:5px;height:5px;background:#024}</style><div class=h><p style="color:#fff">${WORDS}</p></div>`,
  ],
  [
    "beside a layer that is moved away",
    `<style>.h{position:relative}.h::before{content:"";position:absolute;left:-3000px;top:0;width:900px;height:50px;background:#024}</style><div class=h><p style="color:#fff">${WORDS}</p></div>`,
  ],
  [
    "on a transparent layer",
    `<style>.h{position:relative}.h::before{content:"";position:absolute;inset:0;opacity:0;background:#024}</style><div class=h><p style="color:#fff">${WORDS}</p></div>`,
  ],
  [
    "below another item in the cell of a grid",
    `<div style="display:grid"><p style="grid-area:1/1;color:#fff">${WORDS}</p><div style="grid-area:1/1;background:#024;height:80px"></div></div>`,
  ],
  ["around a dark part", `<p style="color:#fff">${WORDS} <b style="background:#024">b</b></p>`],
  ["on a thin border", `<div style="border-top:1px solid #024"><p style="color:#fff;margin:0">${WORDS}</p></div>`],
];

export function unseenGroundsSuite(browser: () => TestBrowser): void {
  test.each(SHOWN)("unseen: words %s stay", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title>${html}`);
    const { text, header } = await walk(page, { known: { doc: "", serial: 0 } });
    expect(text).toContain(WORDS);
    expect(header[12]).toBe("0");
  });

  test.each(HIDDEN)("unseen: words %s are left out", async (_, html) => {
    const { page } = browser();
    await page.open(`<!doctype html><meta charset=utf-8><title>t</title>${html}`);
    const { text, header } = await walk(page, { known: { doc: "", serial: 0 } });
    expect(text).not.toContain("long enough");
    expect(header[12]).toBe("1");
  });
}
