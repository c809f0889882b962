import { expect, test } from "vitest";
import type { Step } from "../../src/locator/protocol.ts";
import type { TestBrowser } from "../browsers.ts";
import { locate, shown } from "./locate.ts";

/** What an action means by words that several elements have, or that are in a label. */
export function locateDoingSuite(browser: () => TestBrowser): void {
  test.each([
    ["type", "Title", `textbox "Title"`],
    ["select", "City", `combobox "City"`],
    ["check", "Terms", `checkbox "Terms"`],
    ["upload", "File", `button "File"`],
  ] as const)(
    "locate: to %s, the control of several of a name that this can be done to",
    async (doing, value, told) => {
      const { page } = browser();
      await page.open(
        `<!doctype html><nav><a href="#t">Title</a><a href="#x">Terms</a><a href="#f">File</a></nav><input id=t aria-label=Title><button>City</button><select aria-label=City><option>A</select><input id=x type=checkbox aria-label=Terms><input type=file id=f aria-label=File>`,
      );
      const step: Step = { by: "any", value };
      expect(shown(await locate(page, step, { doing }))).toEqual([told]);
      expect((await locate(page, step, { doing: "act" })).total).toBe(2);
      await page.main(`document.body.append(...document.body.cloneNode(true).children);0`);
      expect((await locate(page, step, { doing })).total).toBe(4);
    },
  );

  test.each([
    ["check", "Pro Mouse", "button#m"],
    ["type", "City", "input#c"],
    ["type", "Zip", "input#z"],
    ["upload", "Photo", "input#p"],
    ["select", "City", "span"],
    ["check", "Terms", "a"],
    ["act", "City", "span"],
  ] as const)("locate: to %s, what words inside a label stand for: %s", async (doing, value, tag) => {
    const { page } = browser();
    await page.open(
      `<!doctype html><h2>City</h2><label><button role=checkbox id=m></button><div><b>Pro Mouse</b> <i>fast</i></div></label>
       <label for=c><span>City</span><span>(optional)</span></label><input id=c><label><span>Zip</span> <input id=z><small>Zip</small></label>
       <label><input type=checkbox>I agree to the <a href="#t">Terms</a></label><label><i>Photo</i> or film<input type=file id=p hidden></label>`,
    );
    for (const by of ["any", "text"] as const) {
      const { matches } = await locate(page, { by, value }, { doing, visible: doing !== "upload" });
      expect(matches.map((match) => match.tag)).toContain(tag);
      if (tag !== "span") expect(matches).toHaveLength(1);
    }
  });
}
