/** Code editors that keep their text in their script, and take keys by a field that nobody sees. */

import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inEachBrowser } from "../../support/suite.ts";

const CODE = 'const a = {\n  b: [1, 2],\n};\nif (a) {\n    say("x");\n}\n';

inEachBrowser("a code editor", (t) => {
  it.each(["monaco.ts", "ace.ts", "codemirror5.ts"])(
    "of %s shows its lines, and takes a filled text as it is",
    async (file) => {
      const page = await componentPage(t.site, file);
      await t.pilot.see(page);
      await page.event("state");
      const tree = await t.pilot.snapshot();
      expect(tree.text).toContain("function old() {");
      const uid = tree.nodes.find((node) => node.role === "textbox")?.uid;
      const said = await t.pilot.ok("fill_by_uid", { uid, value: CODE });
      await page.event("state", ({ text }) => text === CODE);
      expect(said).toContain(
        "The editor keeps its text itself: all of it was selected by key, and the value was pasted.",
      );
      expect(said).not.toContain("its value is now");
      const now = (await t.pilot.snapshot()).text;
      expect(now).toContain("b: [1, 2],");
      expect(now).not.toContain("function old");
      await t.pilot.ok("fill_by_uid", { uid, value: "" });
      await page.event("state", ({ text }) => text === "");
    },
  );

  it("that takes no paste is told to have its old text", async () => {
    const page = t.site.html(`<div style="width:300px;height:100px;position:relative;overflow:hidden">
      <textarea aria-label="Code" style="position:absolute;width:1px;height:1px;padding:0;border:0"
        onpaste="event.preventDefault(); record('paste', {})"></textarea><div>let old = 1;</div></div>`);
    await t.pilot.see(page);
    const said = await t.pilot.fill("textbox", "Code", "let young = 2;");
    await page.event("paste");
    expect(said).toContain('its value is now "let old = 1;"');
  });
});
