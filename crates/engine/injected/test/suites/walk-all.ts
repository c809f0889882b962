import { expect, test } from "vitest";
import type { TestBrowser } from "../browsers.ts";
import { walk } from "../page.ts";

const PICTURE = `<img alt="A cat" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">`;

/** [what, markup, lines]: what a walk of all lines shows in elements whose names or values hold their content. */
const CASES: [string, string, string][] = [
  [
    "an item that can be focused",
    `<ul><li tabindex="0">${PICTURE}<p>Ada</p><p>Engineer</p></li><li tabindex="0">Alan</li></ul>`,
    `list\n  listitem "A cat Ada Engineer"\n    img "A cat"\n    paragraph "Ada"\n    paragraph "Engineer"\n  listitem "Alan"`,
  ],
  [
    "options and items of a tree",
    `<div role="listbox"><div role="option">${PICTURE}<p>Ada</p></div><div role="option">Alan</div></div><div role="tree"><div role="treeitem" tabindex="0"><p>src</p><p>3 files</p></div></div>`,
    `listbox\n  option "A cat Ada"\n    img "A cat"\n    paragraph "Ada"\n  option "Alan"\ntree\n  treeitem "src 3 files"\n    paragraph "src"\n    paragraph "3 files"`,
  ],
  [
    "a row and its cells that can be focused",
    `<div role="grid"><div role="row" tabindex="0"><div role="gridcell" tabindex="0">${PICTURE}<p>Ada</p></div><div role="gridcell" tabindex="0">Engineer</div></div></div>`,
    `grid\n  row "A cat Ada Engineer"\n    gridcell "A cat Ada"\n      img "A cat"\n      paragraph "Ada"\n    gridcell "Engineer"`,
  ],
  [
    "an editor",
    `<div contenteditable aria-label="E">One ${PICTURE} Two</div><div contenteditable aria-label="F">Plain</div>`,
    `textbox "E" value=One Two\n  text "One"\n  img "A cat"\n  text "Two"\ntextbox "F" value=Plain`,
  ],
  [
    "what is a word",
    `<button>${PICTURE}Save</button><a href="#a"><b>Home</b></a>`,
    `button "A cat Save"\nlink "Home" href=#a`,
  ],
];

/** What is shown where everything was asked for. */
export function walkAllSuite(browser: () => TestBrowser): void {
  for (const [what, html, lines] of CASES)
    test(`walk all: ${what}`, async () => {
      const { page } = browser();
      await page.open(`<!doctype html><title>t</title>${html}`);
      const { text } = await walk(page, { everything: true });
      const shown = text
        .split("\n")
        .slice(1)
        .filter((line) => !/^\s*generic$/.test(line))
        .map((line) => line.trim())
        .join("\n");
      expect(shown).toBe(lines.replace(/^ +/gm, ""));
    });
}
