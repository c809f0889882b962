import { it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inEachBrowser } from "../../support/suite.ts";

inEachBrowser(
  "an editor",
  (t) => {
    it.each(["lexical.ts", "prosemirror.ts"])("of %s takes a filled text into its own document", async (file) => {
      const page = await componentPage(t.site, file);
      await t.pilot.see(page);
      await t.pilot.fill("textbox", "Text", "New text");
      await page.event("state", ({ text, paragraphs }) => text === "New text" && paragraphs === 1);
    });

    it.each(["lexical.ts", "prosemirror.ts"])("of %s makes paragraphs of lines", async (file) => {
      const page = await componentPage(t.site, file);
      await t.pilot.see(page);
      await t.pilot.fill("textbox", "Text", "One\nTwo\nThree");
      await page.event(
        "state",
        ({ text, paragraphs }) => String(text).replaceAll(/\n+/g, "\n") === "One\nTwo\nThree" && paragraphs === 3,
      );
    });

    it.each(["lexical.ts", "prosemirror.ts"])("of %s takes a text that is typed", async (file) => {
      const page = await componentPage(t.site, file);
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Text"), text: ", and more\nlast" });
      await page.event(
        "state",
        ({ text, paragraphs }) => /^First text, and more\n+last$/.test(String(text)) && paragraphs === 2,
      );
    });

    it.each(["lexical.ts", "prosemirror.ts"])("of %s obeys keys", async (file) => {
      const page = await componentPage(t.site, file);
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Text");
      await t.pilot.ok("press_key", { uid, key: "Control+A" });
      await t.pilot.ok("press_key", { key: "x" });
      await page.event("state", ({ text }) => text === "x");
      await t.pilot.ok("press_key", { key: "Enter" });
      await t.pilot.ok("press_key", { key: "y" });
      await page.event("state", ({ paragraphs, text }) => paragraphs === 2 && String(text).endsWith("y"));
    });
  },
  { args: ["--tools", "web,more"] },
);
