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
