/** Selecting text: asserted by the selection that the page sees. */

import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

/** Reports each change of the selection: in a field by its offsets, elsewhere by its text. */
const told = `<script>
  document.addEventListener("selectionchange", (event) => {
    const field = document.activeElement;
    const inField = field?.selectionStart != null;
    record("selection", {
      text: inField ? field.value.slice(field.selectionStart, field.selectionEnd) : String(getSelection()),
      at: inField ? field.selectionStart : getSelection().anchorOffset,
      collapsed: inField ? field.selectionStart === field.selectionEnd : getSelection().isCollapsed,
      trusted: event.isTrusted,
    });
  });
  document.addEventListener("select", (event) => record("select"));
</script>`;

inEachBrowser(
  "select_text",
  (t) => {
    it("select a word, a range and all of an input, and type over it", async () => {
      const page = t.site.html(`<input aria-label="Title" value="The quick brown fox">${told}`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Title");
      expect(await t.pilot.ok("select_text", { uid, text: "uic", unit: "word" })).toContain(
        'Selected "quick" in textbox "Title"',
      );
      expect(await page.event("selection", ({ text }) => text === "quick")).toMatchObject({ at: 4, trusted: true });
      await page.event("select");
      await t.pilot.ok("select_text", { uid, from: 10, to: 15 });
      await page.event("selection", ({ text }) => text === "brown");
      await t.pilot.ok("select_text", { uid });
      await page.event("selection", ({ text }) => text === "The quick brown fox");
      await t.pilot.ok("select_text", { uid, text: "brown" });
      await t.pilot.ok("press_key", { key: "x" });
      expect((await t.pilot.snapshot()).node("textbox", "Title").attributes.value).toBe("The quick x fox");
    });

    it("refuse the text of an editor that draws it itself", async () => {
      await t.pilot.see(
        t.site.html(`<div role="code" aria-label="Script" tabindex="0"><textarea style="width: 1px; opacity: 0"></textarea>
        <div>alpha second</div></div>${told}`),
      );
      const uid = t.pilot.uid("code", "Script");
      const refused = await t.pilot.fails("WRONG_ELEMENT", "select_text", { uid, text: "second" });
      expect(refused).toContain("keeps a selection of its own");
    });

    it("select in an editor that draws only the lines in view, without a scroll", async () => {
      await t.pilot.see(
        t.site.html(`<div id="area" style="height: 200px; overflow: auto">
          <div id="editor" contenteditable role="textbox" aria-label="Code" style="position: relative; height: 6000px"></div></div><script>
          const draw = () => {
            const first = Math.floor(area.scrollTop / 20);
            editor.innerHTML = "";
            for (let i = Math.max(0, first - 2); i < Math.min(300, first + 12); i++)
              editor.insertAdjacentHTML("beforeend", '<div style="position: absolute; height: 20px; top: ' + i * 20 + 'px">line ' + (i + 1) + ';</div>');
          };
          area.onscroll = draw;
          draw();</script>`),
      );
      const uid = t.pilot.uid("textbox", "Code");
      expect(await t.pilot.ok("select_text", { uid, text: "line 3;" })).toContain('Selected "line 3;"');
      await t.pilot.fails("INVALID_INPUT", "select_text", { uid, text: "line 3000;" });
    });

    it("put the caret to a place", async () => {
      const page = t.site.html(`<input aria-label="Title" value="one one one">${told}`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Title");
      await t.pilot.ok("select_text", { uid, text: "one", nth: 1, caret: "after" });
      await page.event("selection", ({ at, collapsed }) => at === 7 && collapsed === true);
      await t.pilot.ok("press_key", { key: "s" });
      await t.pilot.ok("select_text", { uid, from: 0, to: 0 });
      await t.pilot.ok("press_key", { key: "#" });
      await t.pilot.ok("select_text", { uid, text: "one", nth: -1, caret: "before" });
      await t.pilot.ok("press_key", { key: "@" });
      expect((await t.pilot.snapshot()).node("textbox", "Title").attributes.value).toBe("#one ones @one");
    });

    it("select a line of a textarea", async () => {
      const page = t.site.html(
        `<textarea aria-label="Notes" rows="5">first line\nsecond line\nthird</textarea>${told}`,
      );
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Notes");
      expect(await t.pilot.ok("select_text", { uid, text: "second", unit: "line" })).toContain('"second line"');
      await page.event("selection", ({ text, at }) => text === "second line" && at === 11);
      await t.pilot.ok("press_key", { key: "Delete" });
      expect(await t.pilot.ok("select_text", { uid })).toContain("first line");
    });

    it("select over the elements of an editor, and type over that", async () => {
      const page = t.site.html(
        `<div id="e" contenteditable role="textbox" aria-label="Editor"><p>A <i>short</i>\n   draft of</p><p>two paragraphs</p></div>
         ${told}<script>e.addEventListener("input", () => record("html", { html: e.innerHTML }))</script>`,
      );
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Editor");
      expect(await t.pilot.ok("select_text", { uid, text: "short draft" })).toContain('Selected "short draft"');
      await page.event("selection", ({ text }) => String(text).replace(/\s+/g, " ") === "short draft");
      await t.pilot.ok("press_key", { key: "X" });
      await page.event("html", ({ html }) => /A <i>X<\/i>(?: |&nbsp;)of/.test(String(html)));
      await t.pilot.ok("select_text", { uid, text: "paragraphs", unit: "line" });
      await page.event("selection", ({ text }) => text === "two paragraphs");
    });

    it("select plain text, also below the fold and in a frame", async () => {
      const inner = t.site.html(`<p id="p" role="note" aria-label="Inner">Some <b>plain</b> words.</p>${told}`);
      const page = t.site.html(
        `<div style="height:2000px"></div><p role="note" aria-label="Outer">Here is text to read.</p><iframe src="${inner.otherOrigin}"></iframe>${told}`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("select_text", { uid: t.pilot.uid("note", "Outer"), text: "text to" });
      await page.event("selection", ({ text }) => text === "text to");
      await t.pilot.ok("select_text", { uid: t.pilot.uid("note", "Inner"), text: "plain words" });
      await inner.event("selection", ({ text }) => text === "plain words");
    });

    it("select plain text beside a field with the focus, so that a copy is of that text", async () => {
      const page = t.site.html(`<input aria-label="Query" value="typed" onchange="record('changed')">
        <p role="note" aria-label="Text">The quick brown fox</p>
        <script>document.addEventListener("copy", () => record("copied", { text: String(getSelection()), on: document.activeElement.tagName }));</script>`);
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Query"), text: "more" });
      await t.pilot.ok("select_text", { uid: t.pilot.uid("note", "Text"), text: "quick" });
      await page.event("changed");
      await t.pilot.ok("press_key", { key: "Control+C" });
      expect(await page.event("copied")).toMatchObject({ text: "quick", on: "BODY" });
    });

    it("say that the page changed the selection, and keep a password to itself", async () => {
      const page = t.site.html(
        `<p role="note" aria-label="Stubborn">Never selected</p><input type="password" aria-label="Secret" value="hunter2">
         <script>document.addEventListener("selectionchange", () => { if (String(getSelection())) getSelection().empty(); })</script>`,
      );
      await t.pilot.see(page);
      expect(await t.pilot.ok("select_text", { uid: t.pilot.uid("note", "Stubborn"), text: "selected" })).toContain(
        "has changed the selection",
      );
      const answer = await t.pilot.ok("select_text", { uid: t.pilot.uid("textbox", "Secret") });
      expect(answer).not.toContain("hunter2");
    });

    it("say that a field is gone which the page replaced when it got the focus, at once or later", async () => {
      const page = t.site.html(`<div id="h"></div><script>
        const draw = (html) => { h.innerHTML = html; };
        const fields = { Field: '<input aria-label="Field" value="one two">', Count: '<input type="number" aria-label="Count" value="42">',
          Editor: '<div contenteditable role="textbox" aria-label="Editor">one two</div>' };
        const [name, when] = location.hash.slice(1).split("-");
        const html = fields[name];
        draw(html);
        h.firstChild.addEventListener("focus", () => {
          const replace = () => { draw(html); h.firstChild.focus(); };
          if (when === "now") replace(); else queueMicrotask(replace);
        });
      </script>`);
      for (const [name, role] of [
        ["Field", "textbox"],
        ["Count", "spinbutton"],
        ["Editor", "textbox"],
      ] as const) {
        for (const when of ["now", "later"]) {
          await t.pilot.ok("navigate_page", { url: "about:blank" });
          await t.pilot.ok("navigate_page", { url: `${page.url}#${name}-${when}` });
          await t.pilot.snapshot();
          const said = await t.pilot.fails("STALE_UID", "select_text", { uid: t.pilot.uid(role, name) });
          expect(said).toContain("take a new snapshot");
        }
      }
    });

    it("select in an editor that draws its text anew when it gets the focus", async () => {
      const page = t.site.html(
        `<div id="e" contenteditable role="textbox" aria-label="Editor"><p>one two</p></div>
         ${told}<script>e.addEventListener("focus", () => { e.innerHTML = "<p>one <b>two</b></p>"; })</script>`,
      );
      await t.pilot.see(page);
      const said = await t.pilot.ok("select_text", { uid: t.pilot.uid("textbox", "Editor"), text: "two" });
      expect(said).toContain('Selected "two"');
      expect(said).not.toContain("has changed the selection");
      await page.event("selection", ({ text }) => text === "two");
    });

    it("say that the selection is another one where the page moves the focus on", async () => {
      await t.pilot.see(
        t.site.html(
          `<input id="f" aria-label="Field" value="one two"><input type="number" id="n" aria-label="Count" value="42"><input id="g" aria-label="Other">
           <script>f.onfocus = n.onfocus = () => g.focus();</script>`,
        ),
      );
      for (const uid of [t.pilot.uid("textbox", "Field"), t.pilot.uid("spinbutton", "Count")])
        expect(await t.pilot.ok("select_text", { uid })).toContain("has changed the selection");
    });

    it("refuse text that is not there, and fields without offsets", async () => {
      const page = t.site.html(
        `<input aria-label="Title" value="abc"><input type="number" aria-label="Count" value="42">`,
      );
      await t.pilot.see(page);
      const uid = t.pilot.uid("textbox", "Title");
      for (const part of [
        { text: "xyz" },
        { text: "abc", nth: 1 },
        { from: 2, to: 9 },
        { from: 2, to: 1 },
        { text: "a", from: 1 },
        { nth: 1 },
        { text: "" },
      ])
        await t.pilot.fails("INVALID_INPUT", "select_text", { uid, ...part });
      const count = t.pilot.uid("spinbutton", "Count");
      await t.pilot.fails("WRONG_ELEMENT", "select_text", { uid: count, from: 0, to: 1 });
      await t.pilot.ok("select_text", { uid: count });
      await t.pilot.ok("press_key", { key: "7" });
      expect((await t.pilot.snapshot()).node("spinbutton", "Count").attributes.value).toBe("7");
    });
  },
  { args: ["--tools", "web,more"] },
);
