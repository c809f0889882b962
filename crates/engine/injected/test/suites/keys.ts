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

    /** A cell whose key runs a script with the key as `k`. */
    const cell = (script: string, more = ""): string =>
      `<!doctype html><div role="grid"><div role="row"><div role="gridcell" tabindex="0" id="c" style="width: 120px; height: 24px">Old</div></div></div>
       <input id="other" aria-label="Other" style="display: block; margin-top: 100px">${more}<script>
         c.onkeydown = (event) => { if (event.target === c) { event.preventDefault(); const k = event.key; ${script} } };
         const made = (to, style = "") => { const i = document.createElement("input"); i.id = "made"; i.style = style; to.append(i); return i; };
       </script>`;
    const hidden = `<textarea id="made" style="display: none; position: fixed; left: 8px; top: 8px"></textarea>`;

    it.each([
      ["is made in it", `c.textContent = ""; const i = made(c); i.value = k; i.focus();`, ""],
      [
        "is made over it",
        `const i = made(document.body, "position: fixed; left: 8px; top: 8px"); i.value = k; i.focus();`,
        "",
      ],
      [
        "is shown over it",
        `const i = document.getElementById("made"); i.style.display = "block"; i.value = k; i.focus();`,
        hidden,
      ],
    ])("go on in a field that %s and gets the first character by script", async (_, script, more) => {
      await page.open(cell(script, more));
      expect(await type(page, (await walk(page)).target("gridcell", "Old"), "New")).toEqual(
        expect.objectContaining({ keys: 3, opened: true }),
      );
      expect(await page.main("document.getElementById('made').value")).toBe("New");
    });

    it.each([
      ["another field that was there", `other.value = k; other.focus();`],
      [
        "a new field elsewhere",
        `const i = made(document.body, "position: fixed; top: 300px"); i.value = k; i.focus();`,
      ],
      ["a new field that did not get the character", `made(c).focus();`],
      ["a new field that came after two", `if (k === "e") { const i = made(c); i.value = k; i.focus(); }`, 2],
    ])("do not go on in %s", async (_, script, keys = 1) => {
      await page.open(cell(script));
      const seen = await type(page, (await walk(page)).target("gridcell", "Old"), "New");
      expect(seen).toMatchObject({ keys, moved: expect.stringContaining("textbox") });
      expect(seen.opened).toBeUndefined();
      expect(String(await page.main("(document.getElementById('made') ?? other).value")).length).toBeLessThan(2);
    });

    it.each([["4"], ["1"]])("go on over the boxes of a code of which the first takes %s characters", async (limit) => {
      const box = (name: string, most: string): string =>
        `<input aria-label="${name}" maxlength="${most}" oninput="this.value && this.nextElementSibling?.focus()">`;
      await page.open(`<form>${box("A", limit)}${box("B", "1")}${box("C", "1")}${box("D", "1")}</form>`);
      const seen = await type(page, (await walk(page)).target("textbox", "A"), "1234");
      expect(seen).toMatchObject({ keys: 4, over: { fields: 4, text: "1234" } });
      expect(seen.moved).toBeUndefined();
    });

    it("do not go on to a body that only has lost the focus", async () => {
      await page.open(`<!doctype html><input aria-label="Name" onkeydown="this.blur()"><p>text</p>`);
      const seen = await type(page, (await walk(page)).target("textbox", "Name"), "ab");
      expect(seen).toMatchObject({ keys: 1, moved: "no element" });
    });
  });
}
