import { expect, test } from "vitest";
import type { Covered } from "../../src/elements/blocked-protocol.js";
import type { Spot } from "../../src/protocol.js";
import type { TestBrowser } from "../browsers.ts";
import { type Answer, walk } from "../page.ts";

/** What is told of what covers a target. */
export function coversSuite(browser: () => TestBrowser): void {
  const covers = async (html: string, role: string, name: string, at?: Spot) => {
    const { page } = browser();
    await page.open(`<!doctype html><style>body{margin:0}</style>${html}`);
    const target = (await walk(page)).target(role, name);
    return page.call<Partial<Covered> & Pick<Answer, "state">>("prepare", { target, action: "click", attempt: 0, at });
  };

  const small = `<div role="dialog" aria-modal="true" aria-label="Colour" style="width:160px;height:30px"><button>Close</button></div>`;
  const box = (more: string) =>
    `<div id="panel" style="position:absolute;left:0;top:0;width:180px;height:300px;background:#eee">${small}${more}</div>`;
  const picture = (panel: string) =>
    `<div style="position:relative;width:600px;height:400px"><canvas aria-label="C" role="button" width="600" height="400"></canvas>${panel}</div>`;
  const button = (style: string) => `<button style="position:absolute;${style}">B</button>`;
  const panel = expect.stringContaining("#panel");

  test.each([
    [
      "a label beside it, in one panel",
      picture(box(`<label style="display:block;margin-top:100px">Opacity <input type="range"></label>`)),
      "C",
      { x: 20, y: 140, share: false },
      { by: panel, transient: false },
    ],
    [
      "the ground of a panel beside it",
      picture(box(`<input type="range" aria-label="Opacity">`)),
      "C",
      { x: 90, y: 200, share: false },
      { by: panel, transient: false },
    ],
    [
      "a tool beside it, on a small target",
      `${button("left:10px;top:200px")}${box(`<div style="margin-top:150px"><button style="width:180px;height:100px">Pen</button></div>`)}`,
      "B",
      undefined,
      { by: panel, transient: false },
    ],
    [
      "a veil elsewhere",
      `${button("left:300px;top:200px")}${small}<div id="panel" style="position:absolute;left:250px;top:150px;width:200px;height:200px"></div>`,
      "B",
      undefined,
      { by: panel, transient: true },
    ],
  ] as const)("covers: a dialog has no backdrop in %s", async (_what, html, name, at, told) => {
    const answer = await covers(html, "button", name, at);
    expect(answer).toMatchObject({ state: "covered", ...told });
    expect(answer.how).toBeUndefined();
    expect(answer.closer).toBeUndefined();
  });

  const dialog = `<div role="dialog" aria-label="D" style="position:fixed;left:100px;top:100px;width:200px;height:150px;background:#fff">D <button>Close</button></div>`;
  const veil = `<div style="position:fixed;inset:0;background:#0008"></div>`;
  test.each([
    ["beside it", `${veil}${dialog}`],
    ["beside it, in one layer", `<div>${veil}${dialog}</div>`],
    ["around it", `<div style="position:fixed;inset:0">${dialog}</div>`],
    ["around it, which closes it", `<div onclick="this.remove()" style="position:fixed;inset:0">${dialog}</div>`],
    [
      "around it, beside other things of its layer",
      `<div><div style="position:fixed;inset:0">${dialog}</div><button style="position:fixed;right:0;top:0">Undo</button></div>`,
    ],
    [
      "around it, with boxes between",
      `<div style="position:fixed;inset:0"><div style="height:100%"><div style="width:400px;height:100%">${dialog}</div></div></div>`,
    ],
    [
      "that a pseudo-element draws",
      `<style>.w::before{content:"";position:fixed;inset:0}</style><div class="w">${dialog}</div>`,
    ],
  ])("covers: the backdrop of a dialog, %s", async (_what, html) => {
    const answer = await covers(`${button("left:10px;top:10px")}${html}`, "button", "B");
    expect(answer).toMatchObject({
      state: "covered",
      by: expect.stringContaining('dialog "D"'),
      how: "backdrop",
      closer: { name: "Close" },
    });
  });
}
