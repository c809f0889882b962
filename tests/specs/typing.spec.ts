import { expect, it } from "vitest";
import { inEachBrowser } from "../support/suite.ts";

inEachBrowser(
  "typing",
  (t) => {
    it("gives key events for each character, after what the field holds", async () => {
      const page = t.site.html(
        `<input id="f" aria-label="Field" value="old "><script>
        let keys = ""; f.onkeydown = (event) => { keys += event.key + (event.isTrusted ? "" : "!") + " "; };
        f.oninput = () => record("input", { value: f.value, keys });</script>`,
      );
      await t.pilot.see(page);
      const text = await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Field"), text: "aB é😀" });
      expect(text).toContain('"old aB é😀"');
      expect((await page.event("input", ({ value }) => value === "old aB é😀")).keys).toBe("a B   é 😀 ");
    });

    it("goes to what has the focus, moves on with a tab and submits with a key", async () => {
      const done = t.site.html("<h1>Signed in</h1>");
      const page = t.site.html(
        `<form action="${done.url}"><input id="a" aria-label="Name" name="a"><input id="b" type="password" aria-label="Word"><button>Go</button></form>
      <script>watch("input", "input")</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.click("textbox", "Name");
      await t.pilot.ok("type_text", { text: "ada\t" });
      await page.event("input", ({ id, value }) => id === "a" && value === "ada");
      const answer = await t.pilot.ok("type_text", { text: "secret", submitKey: "Enter" });
      await page.event("input", ({ id, value }) => id === "b" && value === "secret");
      expect(answer).toContain(done.url);
      expect(answer).not.toContain("secret");
    });

    it("never tells what a password field holds", async () => {
      await t.pilot.see(t.site.html(`<input type="password" aria-label="Word">`));
      expect(await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Word"), text: "abc" })).not.toContain("abc");
    });

    it("types as slowly as is asked, and in lines", async () => {
      const page = t.site.html(
        `<textarea id="f" aria-label="Field"></textarea><script>watch("#f", "input", "keydown")</script>`,
      );
      await t.pilot.see(page);
      await t.pilot.ok("type_text", { uid: t.pilot.uid("textbox", "Field"), text: "a\r\nb", delayMs: 200 });
      await page.event("input", ({ value }) => value === "a\nb");
      const times = page.events("keydown").map(({ at }) => at);
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(300);
    });

    it("goes to an editor that is the body of its frame, which has the focus only then", async () => {
      const rich = "<body contenteditable aria-label='Rich'><p>One</p></body>";
      await t.pilot.see(t.site.html(`<input aria-label="Name"><iframe title="Editor" srcdoc="${rich}"></iframe>`));
      expect((await t.pilot.snapshot()).node("textbox", "Rich").attributes.focused).toBeUndefined();
      const uid = t.pilot.uid("textbox", "Rich");
      expect(await t.pilot.ok("type_text", { uid, text: " two" })).toContain('"One two"');
      await t.pilot.ok("press_key", { uid, key: "s" });
      const { attributes } = (await t.pilot.snapshot()).node("textbox", "Rich");
      expect(attributes).toMatchObject({ value: "One twos" });
      expect(attributes).toHaveProperty("focused");
      await t.pilot.click("textbox", "Name");
      expect((await t.pilot.snapshot()).node("textbox", "Rich").attributes).not.toHaveProperty("focused");
    });

    it("goes to no field that the page replaced when it got the focus", async () => {
      const page = t.site.html(`<div id="h"><input id="s" aria-label="Search"></div><script>
        s.onfocus = () => { h.innerHTML = '<input id="s2" aria-label="Search">'; s2.focus(); watch("input", "input"); };
      </script>`);
      const acts: [tool: string, args: Record<string, unknown>][] = [
        ["type_text", { text: "x" }],
        ["press_key", { key: "x" }],
      ];
      for (const [tool, args] of acts) {
        await t.pilot.see(page);
        const said = await t.pilot.fails("STALE_UID", tool, { uid: t.pilot.uid("textbox", "Search"), ...args });
        expect(said).toContain("take a new snapshot");
      }
      expect(page.events("input")).toEqual([]);
      // A locator names what is there by then.
      await t.pilot.see(page);
      await t.pilot.ok("interactWithPage", { action: "focus", target: { by: "label", value: "Search" } });
      await t.pilot.ok("press_key", { key: "x" });
      expect(await page.event("input")).toMatchObject({ id: "s2" });
      // The field is there, and the page does not let it have the keys.
      await t.pilot.see(t.site.html(`<input aria-label="Date" onfocus="this.blur()">`));
      const refused = { uid: t.pilot.uid("textbox", "Date"), text: "x" };
      expect(await t.pilot.fails("WRONG_ELEMENT", "type_text", refused)).toContain("takes the focus and keeps it");
    });

    it("says so where the page writes nothing into what is no field", async () => {
      const page = t.site.html(
        `<div role="textbox" tabindex="0" aria-label="Title">Click to edit</div><div role="button" tabindex="0">Plain</div>
         <div id="own" role="textbox" tabindex="0" aria-label="Own">Words</div><div id="late" role="textbox" tabindex="0" aria-label="Late">Words</div>
         <select aria-label="Size"><option>S<option>M</select><own-field id="c" tabindex="0" role="textbox" aria-label="Component"></own-field>
         <div id="host" role="group" aria-label="Host"></div>
         <script>
           watch("[role]", "keydown");
           own.onkeydown = (event) => { own.textContent += event.key; };
           late.onkeydown = (event) => requestAnimationFrame(() => { late.textContent += event.key; });
           c.attachShadow({ mode: "closed" }).innerHTML = "<p>text</p>";
           host.attachShadow({ mode: "open", delegatesFocus: true }).innerHTML = "<input>";
         </script>`,
      );
      await t.pilot.see(page);
      const type = (role: string, name: string): Promise<string> =>
        t.pilot.ok("type_text", { uid: t.pilot.uid(role, name), text: "New" });
      const unwritten = "is no field, and its text has not changed";
      for (const [role, name] of [
        ["textbox", "Title"],
        ["button", "Plain"],
      ] as const) {
        expect(await type(role, name)).toContain(unwritten);
        // Each time: what was there before is asked anew.
        expect(await type(role, name)).toContain(unwritten);
      }
      expect(page.events("keydown").length).toBe(12);
      for (const [role, name] of [
        ["textbox", "Own"],
        ["textbox", "Late"],
        ["combobox", "Size"],
        ["textbox", "Component"],
        ["group", "Host"],
      ] as const)
        expect(await type(role, name)).not.toContain(unwritten);
    });

    it("says the same of what has the focus, and where no element has it", async () => {
      const page = t.site.html(
        `<div role="button" tabindex="0" aria-label="Plain">Plain</div><input aria-label="Name">
         <div id="late" role="textbox" tabindex="0" aria-label="Late">Words</div><div contenteditable aria-label="Editor"></div>
         <iframe srcdoc="<div role=button tabindex=0 aria-label=Inner>Inner</div>"></iframe>
         <script>late.onkeydown = (event) => requestAnimationFrame(() => { late.textContent += event.key; });</script>`,
      );
      await t.pilot.see(page);
      const unwritten = "is no field, and its text has not changed";
      const nowhere = "No element has the focus";
      const type = (text: string): Promise<string> => t.pilot.ok("type_text", { text });
      expect(await type("New")).toContain(nowhere);
      for (const [role, name] of [
        ["button", "Plain"],
        ["button", "Inner"],
      ] as const) {
        await t.pilot.click(role, name);
        const answer = await type("New");
        expect(answer).toContain(unwritten);
        expect(answer).not.toContain(nowhere);
      }
      for (const [role, name] of [
        ["textbox", "Name"],
        ["textbox", "Late"],
        ["textbox", "Editor"],
      ] as const) {
        await t.pilot.click(role, name);
        const answer = await type("New");
        expect(answer).not.toContain(unwritten);
        expect(answer).not.toContain(nowhere);
      }
      // A Tab takes the rest to a field.
      await t.pilot.click("button", "Plain");
      expect(await type("\tNew")).not.toContain(unwritten);
      await t.pilot.see(t.site.html("<body contenteditable>Words</body>"));
      expect(await type("New")).not.toContain(nowhere);
    });

    it("is refused where it cannot go", async () => {
      await t.pilot.see(t.site.html(`<input aria-label="Fixed" readonly><p id="p" role="note">Text</p>`));
      await t.pilot.fails("NOT_EDITABLE", "type_text", { uid: t.pilot.uid("textbox", "Fixed"), text: "x" });
      await t.pilot.fails("WRONG_ELEMENT", "type_text", { uid: t.pilot.uid("note"), text: "x" });
      await t.pilot.fails("INVALID_INPUT", "type_text", { text: "x", submitKey: "Nokey" });
      await t.pilot.fails("INVALID_INPUT", "type_text", { text: "x".repeat(10_001) });
    });
  },
  { args: ["--tools", "web,more"] },
);

inEachBrowser(
  "choosing",
  (t) => {
    const selects = `<select id="one" aria-label="One"><option value="r">Red</option><option value="g">Green</option></select>
    <select id="many" aria-label="Many" multiple><option selected>a</option><option>b</option><option disabled>c</option><option>d</option></select>
    <input aria-label="Text"><input id="box" type="checkbox" aria-label="Box"><button>Button</button>
    <script>
      for (const select of document.querySelectorAll("select"))
        select.onchange = () => record("change", { id: select.id, chosen: [...select.selectedOptions].map((option) => option.value).join() });
      box.onchange = () => record("box", { checked: box.checked });
    </script>`;

    it("selects options by label or value, and no others", async () => {
      const page = t.site.html(selects);
      await t.pilot.see(page);
      await t.pilot.ok("select_option", { uid: t.pilot.uid("combobox", "One"), values: ["Green"] });
      await page.event("change", ({ id, chosen }) => id === "one" && chosen === "g");
      const many = t.pilot.uid("listbox", "Many");
      await t.pilot.ok("select_option", { uid: many, values: ["b", "d"] });
      await page.event("change", ({ id, chosen }) => id === "many" && chosen === "b,d");
      await t.pilot.ok("select_option", { uid: many, values: [] });
      await page.event("change", ({ id, chosen }) => id === "many" && chosen === "");
    });

    it("says which options there are, and what is no select", async () => {
      await t.pilot.see(t.site.html(selects));
      const { pilot } = t;
      const text = await pilot.fails("OPTION_NOT_FOUND", "select_option", {
        uid: pilot.uid("combobox", "One"),
        values: ["Blue"],
      });
      expect(text).toContain("Green");
      await pilot.fails("OPTION_NOT_FOUND", "select_option", { uid: pilot.uid("listbox", "Many"), values: ["a", "c"] });
      await pilot.fails("INVALID_INPUT", "select_option", { uid: pilot.uid("combobox", "One"), values: ["r", "g"] });
      await pilot.fails("WRONG_ELEMENT", "select_option", { uid: pilot.uid("textbox", "Text"), values: ["r"] });
    });

    it("checks and unchecks what can be checked", async () => {
      const page = t.site.html(selects);
      await t.pilot.see(page);
      const uid = t.pilot.uid("checkbox", "Box");
      expect(await t.pilot.ok("set_checked", { uid, checked: true })).toContain("It is checked now.");
      await page.event("box", ({ checked }) => checked === true);
      await t.pilot.ok("set_checked", { uid, checked: true });
      await t.pilot.ok("set_checked", { uid, checked: false });
      expect((await page.event("box", ({ checked }) => checked === false)).order).toBe(1);
      await t.pilot.fails("WRONG_ELEMENT", "set_checked", { uid: t.pilot.uid("textbox", "Text"), checked: true });
      await t.pilot.fails("WRONG_ELEMENT", "set_checked", { uid: t.pilot.uid("button"), checked: true });
    });
  },
  { args: ["--tools", "web,more"] },
);
