import { expect, it } from "vitest";
import { componentPage } from "../../support/component.ts";
import { inOneBrowser } from "../../support/suite.ts";

inOneBrowser(
  "an editor",
  (t) => {
    it.each(["lexical.ts", "prosemirror.ts", "slate.tsx"])(
      "of %s takes a filled text into its own document",
      async (file) => {
        const page = await componentPage(t.site, file);
        await t.pilot.see(page);
        await t.pilot.fill("textbox", "Text", "New text");
        await page.event("state", ({ text, paragraphs }) => text === "New text" && paragraphs === 1);
      },
    );

    it.each(["lexical.ts", "prosemirror.ts", "slate.tsx"])("of %s makes paragraphs of lines", async (file) => {
      const page = await componentPage(t.site, file);
      await t.pilot.see(page);
      await t.pilot.fill("textbox", "Text", "One\nTwo\nThree");
      await page.event(
        "state",
        ({ text, paragraphs }) => String(text).replaceAll(/\n+/g, "\n") === "One\nTwo\nThree" && paragraphs === 3,
      );
    });

    it("that makes its own paragraphs and refuses some keys has its content told", async () => {
      const page = t.site.html(`<div id="e" contenteditable role="textbox" aria-label="Text"><p>old</p></div><script>
        let kept = e.innerHTML;
        const keep = () => { kept = e.innerHTML; record("state", { text: e.innerText }); };
        e.addEventListener("input", (event) => {
          if (event.inputType !== "insertParagraph") return keep();
          e.innerHTML = kept;
          getSelection().selectAllChildren(e);
          getSelection().collapseToEnd();
        });
        e.addEventListener("keydown", (event) => {
          if ("0123456789".includes(event.key)) event.preventDefault();
          if (event.key !== "Enter") return;
          event.preventDefault();
          const made = e.appendChild(document.createElement("p"));
          made.textContent = "-";
          getSelection().setPosition(made.firstChild, 1);
          keep();
        });</script>`);
      await t.pilot.see(page);
      const said = await t.pilot.fill("textbox", "Text", "One\nTwo 2");
      await page.event("state", ({ text }) => String(text).replaceAll(/\s+/g, " ").trim() === "One -Two");
      expect(said).toContain('but its value is now "One -Two".');
    });

    it("that joins lines has its content told", async () => {
      const page = t.site.html(`<div id="e" contenteditable role="textbox" aria-label="Text">old</div><script>
        e.addEventListener("input", () => {
          if (e.childElementCount > 0) e.textContent = e.textContent;
          getSelection().selectAllChildren(e);
          getSelection().collapseToEnd();
          record("state", { text: e.innerText });
        });</script>`);
      await t.pilot.see(page);
      const said = await t.pilot.fill("textbox", "Text", "One\nTwo");
      await page.event("state", ({ text }) => text === "OneTwo");
      expect(said).toContain('Its value is now "OneTwo".');
    });

    it.each(["lexical.ts", "prosemirror.ts", "slate.tsx"])(
      "of %s is said to hold what was asked for by nothing else",
      async (file) => {
        await t.pilot.see(await componentPage(t.site, file));
        expect(await t.pilot.fill("textbox", "Text", "One\nTwo\nThree")).not.toContain("Its value is now");
      },
    );

    it.each(["lexical.ts", "prosemirror.ts", "slate.tsx"])("of %s takes a text that is typed", async (file) => {
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
