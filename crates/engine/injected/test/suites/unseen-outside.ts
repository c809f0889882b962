/** Words in what was moved out of the page, of which a part reaches into it, or none. */
import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const WORDS = "These words are long enough to be an order to someone";
const SEEN = "Some other words which anyone can see on this page";

/** A carousel whose track was moved, in a window of 600 pixels. */
const carousel = (move: string, slides: string[], window = ""): string =>
  `<div style="overflow:hidden;width:600px;height:120px;${window}"><div id=track style="display:flex;width:600px;height:100px;transform:${move}">${slides
    .map((slide) => `<div style="flex:0 0 600px">${slide}</div>`)
    .join("")}</div></div>`;

/** [what, markup]: the words are shown, and nothing is left out. */
const SHOWN: [string, string][] = [
  ["the third slide", carousel("translateX(-1200px)", ["", "", `<p>${WORDS}</p>`, "<p>Next</p>"])],
  ["a slide after the one in view", carousel("translate3d(-1200px,0,0)", ["", "", "<p>Now</p>", `<p>${WORDS}</p>`])],
  ["a slide in a window beside", carousel("translateX(-1200px)", ["", "", `<p>${WORDS}</p>`], "margin-left:250px")],
  [
    "a slide of a track that goes up",
    `<div style="overflow:hidden;height:100px"><div style="height:100px;transform:translateY(-400px)"><div style="height:400px"></div><p>${WORDS}</p></div></div>`,
  ],
  [
    "a slide below the fold of a list that scrolls",
    `<div style="overflow:auto;height:200px"><div style="height:700px"></div>${carousel("translateX(-1200px)", ["", "", `<p>${WORDS}</p>`])}</div>`,
  ],
  [
    "the tab of a drawer",
    `<div style="position:fixed;left:-300px;width:300px;height:90px"><b style="position:absolute;left:310px;white-space:nowrap">${WORDS}</b></div>`,
  ],
];

/** [what, markup]: the words are left out, and those that are seen stay. */
const LEFT_OUT: [string, string][] = [
  ["moved far to the left", `<div style="position:absolute;left:-9999px">${WORDS}</div>`],
  [
    "moved there beside something that reaches into the page",
    `<div style="position:absolute;left:-9999px;width:100px"><p style="width:400px">${WORDS}</p><b style="position:absolute;left:10100px;white-space:nowrap">${SEEN}</b></div>`,
  ],
  ["a slide before the one in view", carousel("translateX(-1200px)", [`<p>${WORDS}</p>`, "", `<p>${SEEN}</p>`])],
  [
    "in a wide box that itself reaches into the page",
    `<div style="position:absolute;left:-9999px;width:100px"><p style="width:10300px">${WORDS}</p><b style="position:absolute;left:10100px;white-space:nowrap">${SEEN}</b></div>`,
  ],
  [
    "before spaces that reach into the page",
    `<div style="position:absolute;left:-9999px;width:100px;white-space:pre"><p>${WORDS}<i style="padding-left:9900px">.</i></p><b style="position:absolute;left:10100px">${SEEN}</b></div>`,
  ],
  [
    "cut off by what is around it there",
    `<div style="position:absolute;left:-9999px;width:100px"><div style="width:100px;overflow:hidden"><p style="margin-left:10100px;width:400px">${WORDS}</p></div><b style="position:absolute;left:10100px;white-space:nowrap">${SEEN}</b></div>`,
  ],
  [
    "cut off by a window, where another place of the page is",
    `<div style="margin-left:700px;width:300px;overflow:hidden"><div style="width:300px;transform:translateX(-1200px)"><p style="margin-left:600px;width:300px">${WORDS}</p></div></div>`,
  ],
  ["moved there as a whole in a box that clips", carousel("translateX(-2400px)", [`<p>${WORDS}</p>`, "<p>a</p>"])],
  [
    "moved there with all of it in a box of its own",
    `<div style="position:absolute;left:-9999px;width:100px;overflow:hidden"><p style="margin-left:10100px;width:400px">${WORDS}</p></div>`,
  ],
];

export function unseenOutsideSuite(browser: () => TestBrowser): void {
  const open = (html: string): Promise<void> =>
    browser().page.open(`<!doctype html><meta charset=utf-8><title>t</title>${html}<p>End</p>`);
  const known = { doc: "", serial: 0 };

  test.each(SHOWN)("unseen: kept outside: %s", async (_, html) => {
    await open(html);
    const { text, header } = await walk(browser().page, { known });
    expect(text).toContain(WORDS);
    expect(header[12]).toBe("0");
  });

  test.each(LEFT_OUT)("unseen: left out outside: %s", async (_, html) => {
    await open(html);
    const { text, header } = await walk(browser().page, { known });
    expect(text).not.toContain(WORDS);
    expect(text.includes(SEEN)).toBe(html.includes(SEEN));
    expect(header[12]).toBe("1");
  });

  test("unseen: the slides of a carousel that moves on are left out, and come back", async () => {
    const slides = ["first", "second", "third", "fourth"].map((which) => `<p>The ${which} slide</p>`);
    await open(carousel("none", slides));
    const { page } = browser();
    const seen = async (move: string): Promise<string[]> => {
      await page.main(`document.querySelector('#track').style.transform = '${move}'; 0`);
      const { text } = await walk(page, { known });
      return [...text.matchAll(/The (\w+) slide/g)].map(([, which = ""]) => which);
    };
    expect(await seen("translateX(-1800px)")).toEqual(["fourth"]);
    expect(await seen("translateX(-1200px)")).toEqual(["third", "fourth"]);
    expect(await seen("none")).toEqual(["first", "second", "third", "fourth"]);
  });

  test("unseen: of a style sheet that is not known, the same is shown and left out", async () => {
    const html = `<div class=track><div><p>${WORDS}</p></div><div></div><div><p>${SEEN}</p></div></div>`;
    // A rule for a shadow tree cannot be asked for, so nothing of the sheet is known.
    const css =
      "::slotted(i){opacity:0}.track{display:flex;width:600px;transform:translateX(-1200px)}.track>div{flex:0 0 600px}";
    await open(`<style>${css}</style><div style="overflow:hidden;width:600px">${html}</div>`);
    const { page } = browser();
    const { text } = await walk(page, { known });
    expect(text).not.toContain(WORDS);
    expect(text).toContain(SEEN);
  });
}
