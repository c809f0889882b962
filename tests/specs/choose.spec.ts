import { expect, it } from "vitest";
import { does, refuses } from "../support/interact.ts";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

interface Late {
  several?: boolean;
  /** Whether the list says that it takes several. */
  says?: boolean;
  by?: string;
  fillMs?: number;
}

/** A list that a button opens, after a while, at the end of the page, without saying whose it is. */
const late = (options: string, { several = false, says = several, by = "click", fillMs = 0 }: Late = {}): string => `
  <button id="b" aria-haspopup="listbox" aria-label="Colour">None</button><button id="after">After</button>
  <script>
    const chosen = new Set();
    const close = (why) => { document.querySelector("[role=listbox]")?.remove(); record("closed", { why }); };
    const open = () => {
      if (document.querySelector("[role=listbox]")) return close("toggled");
      const list = document.body.appendChild(document.createElement("ul"));
      list.role = "listbox";
      list.ariaMultiSelectable = ${says ? '"true"' : "null"};
      const fill = () => {
        list.innerHTML = ${JSON.stringify(options)}.split(",").map((name) =>
          '<li role="option" aria-selected="' + chosen.has(name) + '">' + name + "</li>").join("");
      };
      fill();
      if (${fillMs}) { list.innerHTML = '<li role="option" aria-disabled="true">Loading</li>'; setTimeout(fill, ${fillMs}); }
      list.onclick = (event) => {
        const name = event.target.textContent;
        if (!${several}) chosen.clear();
        chosen.add(name);
        b.textContent = [...chosen].join();
        record("chosen", { name, trusted: event.isTrusted });
        if (${several}) fill(); else close("chosen");
      };
    };
    if ("${by}" === "click") b.onclick = () => setTimeout(open, 150);
    else b.onkeydown = (event) => { if (event.key === "${by}") open(); };
    onkeydown = (event) => { if (event.key === "Escape") close("escape"); };
    watch("#after", "click");
  </script>`;

inOneBrowser(
  "choosing from a list of the page's own",
  (t) => {
    const target = { by: "label", value: "Colour" };

    it("waits for the list, and for its options", async () => {
      const page = t.site.html(late("Red,Green,Blue", { fillMs: 500 }));
      await t.pilot.open(page);
      await does(t.pilot, "select", target, { value: "green" });
      expect(await page.event("chosen")).toMatchObject({ name: "Green", trusted: true });
      expect(page.events("chosen")).toHaveLength(1);
      await does(t.pilot, "click", "After");
      await page.event("click");
    });

    it("opens by the key what does not open by a click", async () => {
      const page = t.site.html(late("Red,Green", { by: "ArrowDown" }));
      await t.pilot.open(page);
      await does(t.pilot, "select", target, { value: "Red" });
      await page.event("chosen", ({ name }) => name === "Red");
    });

    it("closes a list that takes several, and leaves what was chosen before", async () => {
      const page = t.site.html(late("Red,Green,Blue", { several: true }));
      await t.pilot.open(page);
      for (const value of ["Red", "Blue"]) await does(t.pilot, "select", target, { value });
      await until("two lists to be closed", () => page.events("closed").length >= 2);
      await until("two choices", () => page.events("chosen").length >= 2);
      expect(page.events("chosen").map(({ name }) => name)).toEqual(["Red", "Blue"]);
      expect(page.events("closed").map(({ why }) => why)).toEqual(["escape", "escape"]);
      const again = await does(t.pilot, "select", target, { value: "Red" });
      expect(again.text).toContain("No change was detected");
      expect(page.events("chosen")).toHaveLength(2);
    });

    it.each([true, false])(
      "takes several options in one call, and keeps the list open for them, which says so: %s",
      async (says) => {
        const page = t.site.html(late("Red,Green,Blue", { several: true, says }));
        await t.pilot.open(page);
        const uid = (await t.pilot.snapshot()).uid("button", "Colour");
        await t.pilot.ok("select_option", { uid, values: ["Blue", "Red"] });
        await until("the list to be closed", () => page.events("closed").length >= 1);
        expect(page.events("chosen").map(({ name }) => name)).toEqual(["Blue", "Red"]);
        expect(page.events("closed").map(({ why }) => why)).toEqual(["escape"]);
        await t.pilot.ok("select_option", { uid, values: ["Red", "Blue"] });
        await until("two lists to be closed", () => page.events("closed").length >= 2);
        expect(page.events("chosen")).toHaveLength(2);
        await does(t.pilot, "select", target, { value: '["Red", "Green"]' });
        await page.event("chosen", ({ name }) => name === "Green");
        expect(page.events("chosen")).toHaveLength(3);
        const emptied = await t.pilot.fails("WRONG_ELEMENT", "select_option", { uid, values: [] });
        expect(emptied).toContain("only its own controls empty");
      },
    );

    it("takes the checkboxes of a menu for options", async () => {
      const page = t.site.html(`<button id="b" role="combobox" aria-expanded="false" aria-label="Colour">None</button>
        <div id="m" role="menu" style="display: none"></div><script>
        const names = ["Red", "Green", "Blue"], chosen = new Set(["Green"]);
        const draw = () => { m.innerHTML = names.map((name) =>
          '<div role="menuitemcheckbox" aria-checked="' + chosen.has(name) + '">' + name + "</div>").join(""); };
        b.onclick = () => { m.style.display = ""; draw(); };
        m.onclick = ({ target: { textContent: name } }) => {
          chosen.has(name) ? chosen.delete(name) : chosen.add(name);
          record("now", { names: [...chosen] });
          draw();
        };
        onkeydown = ({ key }) => { if (key === "Escape") m.style.display = "none"; };
        </script>`);
      await t.pilot.open(page);
      const uid = (await t.pilot.snapshot()).uid("combobox", "Colour");
      await t.pilot.ok("select_option", { uid, values: ["Green", "Blue", "Red"] });
      await until("two clicks", () => page.events("now").length >= 2);
      expect(page.events("now").at(-1)).toMatchObject({ names: ["Green", "Blue", "Red"] });
    });

    it("says what was chosen before the option that is not there", async () => {
      const page = t.site.html(late("Red,Green", { several: true }));
      await t.pilot.open(page);
      const uid = (await t.pilot.snapshot()).uid("button", "Colour");
      const refused = await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Green", "Mauve"] });
      expect(refused).toContain('"Green" was chosen before that');
      expect(refused).toContain('use one of "Red", "Green"');
      await page.event("closed");
      expect(page.events("chosen").map(({ name }) => name)).toEqual(["Green"]);
    });

    it("says so where a list takes one option and is given two", async () => {
      const page = t.site.html(late("Red,Green,Blue"));
      await t.pilot.open(page);
      const uid = (await t.pilot.snapshot()).uid("button", "Colour");
      const refused = await t.pilot.fails("WRONG_ELEMENT", "select_option", { uid, values: ["Red", "Blue"] });
      expect(refused).toContain('takes one option: "Blue" is chosen now, and "Red" is not any more');
      expect(page.events("chosen").map(({ name }) => name)).toEqual(["Red", "Blue"]);
    });

    it("says which options there are, and closes the list again", async () => {
      const page = t.site.html(late("Red,Green"));
      await t.pilot.open(page);
      const refused = await refuses(t.pilot, "OPTION_NOT_FOUND", "select", target, { value: "Mauve" });
      expect(refused.text).toContain('use one of "Red", "Green"');
      await page.event("closed");
      expect(page.events("chosen")).toEqual([]);
      expect(page.events("closed")).toHaveLength(1);
    });

    it("is what filling does, in a form, too", async () => {
      const page = t.site.html(late("Red,Green,Blue"));
      await t.pilot.open(page);
      const uid = (await t.pilot.snapshot()).uid("button", "Colour");
      const filled = await t.pilot.ok("fill_by_uid", { uid, value: "Green" });
      expect(filled).toContain('Filled button "Colour"');
      await page.event("chosen", ({ name }) => name === "Green");
      await t.pilot.ok("fill_form_by_uid", { elements: [{ uid, value: "Blue" }] });
      await page.event("chosen", ({ name }) => name === "Blue");
      await does(t.pilot, "type", target, { value: "Red" });
      await page.event("chosen", ({ name }) => name === "Red");
      await t.pilot.fails("OPTION_NOT_FOUND", "fill_by_uid", { uid, value: "Mauve" });
    });

    it("is one of what a text field suggests", async () => {
      const page =
        t.site.html(`<input list="cities" aria-label="Colour" oninput='record("typed", { value: this.value })'>
        <datalist id="cities"><option value="Red"><option value="Green"></datalist>`);
      await t.pilot.open(page);
      const refused = await refuses(t.pilot, "OPTION_NOT_FOUND", "select", target, { value: "Oslo" });
      expect(refused.text).toContain('"Red", "Green"');
      expect(page.events("typed")).toEqual([]);
      await does(t.pilot, "select", target, { value: "Green" });
      await page.event("typed", ({ value }) => value === "Green");
      const uid = (await t.pilot.snapshot()).uid("combobox", "Colour");
      await t.pilot.ok("select_option", { uid, values: ["Red"] });
      await page.event("typed", ({ value }) => value === "Red");
      await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Oslo"] });
    });

    it("is not the option of a list that was shown before, which is another one's", async () => {
      const page =
        t.site.html(`<input role="combobox" aria-label="Colour" aria-expanded="false" aria-haspopup="listbox">
        <ul role="listbox" aria-label="Paints"><li role="option">Red</li></ul><script>watch("[role=option]", "click")</script>`);
      await t.pilot.open(page);
      await refuses(t.pilot, "OPTION_NOT_FOUND", "select", target, { value: "Red" });
      const uid = (await t.pilot.snapshot()).uid("combobox", "Colour");
      await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Red"] });
      expect(page.events("click")).toEqual([]);
    });

    it("is that of a list that is open already, and of one in which the arrow keys are", async () => {
      const page = t.site.html(`<ul role="listbox" aria-label="Paints"><li role="option">Red</li></ul>
        <button aria-haspopup="listbox" aria-expanded="true" aria-label="Colour">None</button>
        <ul role="listbox"><li role="option" id="own">Red</li></ul>
        <input role="combobox" aria-expanded="false" aria-label="Paint" id="paint">
        <script>paint.onclick = () => paint.setAttribute("aria-activedescendant", "own"); watch("[role=option]", "click")</script>`);
      await t.pilot.open(page);
      await does(t.pilot, "select", target, { value: "Red" });
      await does(t.pilot, "select", { by: "label", value: "Paint", exact: true }, { value: "Red" });
      await until("two clicks", () => page.events("click").length >= 2);
      expect(page.events("click").map(({ id }) => id)).toEqual(["own", "own"]);
    });

    it("is nothing that is typed into a plain text field", async () => {
      const page = t.site.html(`<input aria-label="Colour" id="plain"><script>watch("#plain", "input")</script>`);
      await t.pilot.open(page);
      const refused = await refuses(t.pilot, "WRONG_ELEMENT", "select", target, { value: "Red" });
      expect(refused.text).toContain("not a native select");
      expect(page.events("input")).toEqual([]);
    });

    it("is what filling a read-only field with a list does, and none with a calendar", async () => {
      const page =
        t.site.html(`<input role="combobox" aria-label="Colour" aria-expanded="false" aria-controls="l" readonly id="c">
        <input role="combobox" aria-label="Day" aria-haspopup="dialog" readonly>
        <ul role="listbox" id="l" style="display: none"><li role="option">Red</li></ul><script>
        c.onclick = () => { l.style.display = ""; };
        l.onclick = () => { c.value = "Red"; l.style.display = "none"; record("chosen", {}); };
        </script>`);
      const seen = await t.pilot.see(page);
      await t.pilot.ok("fill_by_uid", { uid: seen.uid("combobox", "Colour"), value: "Red" });
      await page.event("chosen");
      await t.pilot.fails("NOT_EDITABLE", "fill_by_uid", { uid: seen.uid("combobox", "Day"), value: "2026-05-17" });
    });

    it("reaches the field of no width that a combobox holds, by its label", async () => {
      const page = t.site.html(`<label for="s">Colour</label>
        <div role="combobox" aria-owns="l" tabindex="-1" id="box" style="width: 200px; border: 1px solid"><div>
          <input id="s" style="width: 0; padding: 0; border: 0; position: absolute"><span>Select</span></div></div>
        <ul role="listbox" id="l" style="display: none"><li role="option">Red</li></ul><script>
        box.onclick = () => { s.style.width = "100px"; l.style.display = ""; };
        l.onclick = () => { l.style.display = "none"; record("chosen", {}); };
        </script>`);
      await t.pilot.open(page);
      await does(t.pilot, "select", target, { value: "Red" });
      await page.event("chosen");
    });

    it("leaves out the select for forms that nobody gets to", async () => {
      const page = t.site.html(`<span id="name">Colour</span>
        <button role="combobox" aria-controls="l" aria-haspopup="listbox" aria-labelledby="name" id="b">None</button>
        <select aria-hidden="true" tabindex="-1" aria-labelledby="name" style="position: absolute; width: 1px; height: 1px;
          padding: 0; border: 0; clip: rect(0, 0, 0, 0); overflow: hidden"><option>Red</option></select>
        <ul role="listbox" id="l" style="display: none"><li role="option">Red</li></ul><script>
        b.onclick = () => { l.style.display = ""; };
        l.onclick = () => { l.style.display = "none"; record("chosen", {}); };
        </script>`);
      await t.pilot.open(page);
      await does(t.pilot, "select", target, { value: "Red" });
      await page.event("chosen");
    });

    it("says which list is open where the page takes no pointer for it", async () => {
      const page = t.site.html(`<button aria-haspopup="listbox" aria-label="Colour">None</button>
        <input role="combobox" aria-expanded="true" aria-label="Size" id="size">
        <ul role="listbox" aria-label="Sizes" style="pointer-events: auto"><li role="option">Large</li></ul>
        <script>document.body.style.pointerEvents = "none"; size.focus()</script>`);
      await t.pilot.open(page);
      const began = Date.now();
      const refused = await refuses(t.pilot, "COVERED", "select", target, { value: "Red" });
      expect(refused.text).toContain('while "listbox \\"Sizes\\"');
      expect(refused.text).toContain("Escape");
      expect(Date.now() - began).toBeLessThan(3000);
    });

    it("says so where nothing opens", async () => {
      await t.pilot.open(t.site.html(`<div role="combobox" tabindex="0" aria-label="Colour">None</div>`));
      const refused = await refuses(t.pilot, "WRONG_ELEMENT", "select", target, { value: "Red" });
      expect(refused.text).toContain("shows no list");
    });

    it("clicks the option of a list that is always there", async () => {
      const page = t.site.html(`<div role="listbox" aria-label="Colour"><div role="option" data-value="r">Red</div>
      <div role="option" data-value="g">Green</div></div><script>watch("[role=option]", "click")</script>`);
      await t.pilot.open(page);
      await does(t.pilot, "select", target, { value: "g" });
      await page.event("click", ({ value }) => value === "Green");
      const uid = (await t.pilot.snapshot()).uid("listbox", "Colour");
      await t.pilot.ok("select_option", { uid, values: ["Red"] });
      await page.event("click", ({ value }) => value === "Red");
    });
  },
  { args: ["--tools", "web,more"] },
);
