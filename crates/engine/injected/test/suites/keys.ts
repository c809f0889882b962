/** Keys that are watched: where they may go, and where not. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Expected } from "../../src/protocol.ts";
import type { TestBrowser, TestPage } from "../browsers.ts";
import { prepare, walk } from "../page.ts";

interface Typed {
  keys: number;
  moved?: string;
  opened?: true;
}

/** Gives an element the focus and presses keys, as the engine does. */
async function type(page: TestPage, target: Expected, text: string): Promise<Typed> {
  expect(await prepare(page, target, "focus")).toMatchObject({ state: "ready" });
  await page.call("caret", { target });
  expect(await page.call("keys", { target })).toMatchObject({ state: "keys" });
  for (const key of text) await page.press(key);
  return page.call<Typed>("typed", { last: true, next: false });
}

export function keysSuite(browser: () => TestBrowser): void {
  let page: TestPage;
  beforeEach(() => {
    page = browser().page;
  });

  describe("keys", () => {
    it.each([
      ["that is an editor", `<body contenteditable aria-label="Rich"><p>One</p>`, ""],
      [
        "of a document in design mode",
        `<body role="textbox" aria-label="Rich"><p>One</p>`,
        "document.designMode = 'on'",
      ],
    ])("go to a body %s", async (_, html, script) => {
      await page.open(`<!doctype html><title>t</title>${html}`);
      if (script) await page.main(script);
      const seen = await walk(page);
      // In design mode, Firefox writes keys there from the start.
      if (!script) expect(seen.text).not.toContain("focused");
      expect(await type(page, seen.target("textbox", "Rich"), "two")).toMatchObject({ keys: 3 });
      expect(String(await page.main("document.body.textContent")).trim()).toBe("Onetwo");
      expect((await walk(page)).text).toMatch(/textbox "Rich".* focused/);
    });

    it("do not go on to a body that only has lost the focus", async () => {
      await page.open(`<!doctype html><input aria-label="Name" onkeydown="this.blur()"><p>text</p>`);
      const seen = await type(page, (await walk(page)).target("textbox", "Name"), "ab");
      expect(seen).toMatchObject({ keys: 1, moved: "no element" });
    });
  });
}
