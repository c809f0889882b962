import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

const log = `document.addEventListener("input", ({ target }) => record("input", { id: target.id, value: target.value }));`;

inOneBrowser(
  "a field that does not keep what it is given",
  (t) => {
    // A list of suggestions empties what is none of them when the focus goes on.
    const free = `<input id="a" aria-label="Country" onblur="if (value !== 'Czechia') value = ''"><input id="b" aria-label="Name">
      <input type="checkbox" aria-label="News"><script>${log}</script>`;

    it("is not counted among the filled fields of a form", async () => {
      const page = t.site.html(free);
      const tree = await t.pilot.see(page);
      const elements = (country: string): { uid: string; value: string }[] => [
        { uid: tree.uid("textbox", "Country"), value: country },
        { uid: tree.uid("textbox", "Name"), value: "Ada" },
        { uid: tree.uid("checkbox", "News"), value: "true" },
      ];
      const answer = await t.pilot.ok("fill_form_by_uid", { elements: elements("Atlantis") });
      expect(answer).toContain("Filled 2 of 3 fields:");
      expect(answer).toMatch(/textbox "Country" \(uid \S+\), but its value is now ""/);
      expect(answer).not.toMatch(/textbox "Name" \(uid \S+\), but/);
      expect(await t.pilot.ok("fill_form_by_uid", { elements: elements("Czechia") })).toContain(
        "Filled 3 of 3 fields:",
      );
    });

    it("is said at once to have another value, with the form of its values", async () => {
      // A date field that knows one form only, and is empty after any other.
      const page = t.site.html(`<input aria-label="Birthday" placeholder="MM/DD/YYYY" value="01/02/2003"
        oninput="if (!/^[0-9]{2}.[0-9]{2}.[0-9]{4}$/.test(value)) value = ''"><script>${log}</script>`);
      const tree = await t.pilot.see(page);
      const uid = tree.uid("textbox", "Birthday");
      const filled = await t.pilot.ok("fill_by_uid", { uid, value: "8 May 2024" });
      expect(filled).toMatch(/^Filled textbox "Birthday" \(uid \S+\), but its value is now ""\./);
      expect(filled).toContain('Its placeholder is "MM/DD/YYYY"');
      expect(filled.match(/value is now/g)).toHaveLength(1);
      const typed = await t.pilot.ok("interactWithPage", {
        action: "type",
        target: { by: "label", value: "Birthday" },
        value: "8 May 2024",
      });
      expect(typed).toMatch(/^Typed into textbox "Birthday" \(uid \S+\), but its value is now ""/);
      expect(await t.pilot.ok("fill_by_uid", { uid, value: "05/08/2024" })).not.toContain("its value is now");
    });

    it("is said to have lost its value a moment later", async () => {
      const page = t.site.html(`<input aria-label="Until" oninput="setTimeout(() => { this.value = ''; }, 60)">
        <script>${log}</script>`);
      const tree = await t.pilot.see(page);
      const uid = tree.uid("textbox", "Until");
      const filled = await t.pilot.ok("fill_by_uid", { uid, value: "05/20/2026" });
      expect(filled).toMatch(/^Filled textbox "Until" \(uid \S+\), but its value is now ""\./);
      const form = await t.pilot.ok("fill_form_by_uid", { elements: [{ uid, value: "05/21/2026" }] });
      expect(form).toContain("Filled 0 of 1 fields:");
    });

    it("is left with the Tab key if its list stays open when the focus goes on", async () => {
      // The list closes at a key or a press elsewhere, and the field has its value then only (Vaadin).
      const page =
        t.site.html(`<input id="a" role="combobox" aria-label="Country" aria-expanded="false"><input id="b" aria-label="Amount">
        <script>
          let keys = false;
          addEventListener("keydown", ({ key }) => { keys ||= key !== "Shift"; }, true);
          a.oninput = () => { a.ariaExpanded = "true"; };
          a.onblur = () => {
            if (!keys) return;
            a.ariaExpanded = "false";
            record("taken", { value: a.value });
          };
          b.onblur = () => record("left");
        </script>`);
      const tree = await t.pilot.see(page);
      const elements = [
        { uid: tree.uid("combobox", "Country"), value: "Denmark" },
        { uid: tree.uid("textbox", "Amount"), value: "12" },
      ];
      const answer = await t.pilot.ok("fill_form_by_uid", { elements });
      expect(answer).toContain("Filled 2 of 2 fields:");
      expect(answer).toContain("it was left with the Tab key");
      await page.event("taken", ({ value }) => value === "Denmark");
    });

    it("is said to keep its list open where the Tab key does not close that", async () => {
      const page = t.site.html(`<input id="a" role="combobox" aria-label="Country" aria-expanded="false"
        oninput="this.ariaExpanded = 'true'"><input id="b" aria-label="Amount">`);
      const tree = await t.pilot.see(page);
      const elements = [
        { uid: tree.uid("combobox", "Country"), value: "Denmark" },
        { uid: tree.uid("textbox", "Amount"), value: "12" },
      ];
      expect(await t.pilot.ok("fill_form_by_uid", { elements })).toContain("Its list is still open");
    });

    it("is told without a next step if it has the end of the value", async () => {
      const page = t.site.html(`<input aria-label="Telephone" placeholder="6 12345678"
        oninput="value = value.replace('+31', '')"><script>${log}</script>`);
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Telephone"), value: "+31612345678" });
      expect(answer).toMatch(/^Filled textbox "Telephone" \(uid \S+\), but its value is now "612345678"\./);
      expect(answer).not.toContain("key by key");
    });

    it.each([
      ["1234.5", "$1,235.00"],
      ["0.5", "5 %"],
      ["12345.6", "$ 1,234.56"],
    ])("is said to have lost %j, where it has %j", async (value, shown) => {
      const page = t.site.html(`<input aria-label="Field" oninput="value = '${shown}'">`);
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Field"), value });
      expect(answer).toContain(`but its value is now ${JSON.stringify(shown)}`);
    });

    it("is not told to have parts in the number fields beside it", async () => {
      const page =
        t.site.html(`<div><input role="spinbutton" aria-label="Price" oninput="value = '0'" aria-valuenow="0">
        <span><input role="spinbutton" aria-label="Count"><input role="spinbutton" aria-label="Weight"></span></div>`);
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("spinbutton", "Price"), value: "1234.5" });
      expect(answer).toContain('but its value is now "0"');
      expect(answer).not.toContain("Its parts are");
    });

    it("is told to have parts that are segments", async () => {
      const part = (name: string): string =>
        `<span role="spinbutton" aria-label="${name}" contenteditable tabindex="0">--</span>`;
      const page = t.site.html(
        `<div>${part("Month")}${part("Day")}<input aria-label="Born" oninput="value = ''"></div>`,
      );
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Born"), value: "2026-05-17" });
      expect(answer).toContain("Its parts are spin buttons");
    });

    it.each([
      ["9161234567", "+7 (916) 123-45-67", "'+7 (916) 123-45-67'"],
      ["1234567890", "(123) 456-7890", "'(' + value.slice(0, 3) + ') ' + value.slice(3, 6) + '-' + value.slice(6)"],
      ["2024-05-08", "08.05.2024", "value.split('-').reverse().join('.')"],
      ["1234.50", "1,234.5", "'1,234.5'"],
      ["1234.5", "$ 1,234.50", "'$ 1,234.50'"],
      ["-1234.5", "-1.234,50 €", "'-1.234,50 €'"],
      ["1234.5", "USD 1,234.50", "'USD 1,234.50'"],
      ["ada", "ADA", "value.toUpperCase()"],
    ])("is said to have %j in another form: %j", async (value, shown, code) => {
      const page = t.site.html(`<input aria-label="Field" oninput="value = ${code}"><script>${log}</script>`);
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Field"), value });
      expect(answer).toMatch(/^Filled textbox "Field" \(uid \S+\)\./);
      expect(answer).toContain(`Its value is now ${JSON.stringify(shown)}.`);
    });
  },
  { args: ["--tools", "web,more"] },
);

/** Boxes of a code: each takes one character and passes the focus on, and the first spreads what is inserted into it. */
const code = (type: string): string => `<style>input { width: 30px }</style><div role="group" aria-label="Code">
  ${[1, 2, 3, 4].map((n) => `<input id="d${n}" type="${type}" aria-label="Digit ${n}">`).join("")}</div><input aria-label="Beside">
  <script>
    const digits = [...document.querySelectorAll("[role=group] input")];
    for (const [i, digit] of digits.entries()) digit.oninput = () => {
      const text = digit.value;
      [...text].forEach((character, n) => { if (digits[i + n]) digits[i + n].value = character; });
      digits[Math.min(i + text.length, 3)].focus();
      record("code", { value: digits.map(({ value }) => value).join("") });
    };
  </script>`;

inOneBrowser(
  "the boxes of a code",
  (t) => {
    it("get a text that is typed into the first, one character each", async () => {
      const page = t.site.html(code("text"));
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("type_text", { uid: tree.uid("textbox", "Digit 1"), text: "9876" });
      expect(answer).toContain("spread over 4 fields");
      expect(answer).not.toContain("value is now");
      await page.event("code", ({ value }) => value === "9876");
    });

    it("get a text that is typed where the focus is", async () => {
      const page = t.site.html(code("text"));
      const tree = await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: tree.uid("textbox", "Digit 1") });
      expect(await t.pilot.ok("type_text", { text: "12" })).toContain("spread over 2 fields");
      await page.event("code", ({ value }) => value === "12");
    });

    it("get a text that is filled into the first", async () => {
      const page = t.site.html(code("text"));
      const tree = await t.pilot.see(page);
      const answer = await t.pilot.ok("fill_by_uid", { uid: tree.uid("textbox", "Digit 1"), value: "9876" });
      expect(answer).toContain("spread over 4 fields");
      expect(answer).not.toContain("value is now");
      await page.event("code", ({ value }) => value === "9876");
    });

    it("are not read if they are secret", async () => {
      const page = t.site.html(code("password"));
      await t.pilot.see(page);
      const args = { uid: t.pilot.uid("textbox", "Digit 1"), text: "9876" };
      const answer = await t.pilot.ok("type_text", args);
      expect(answer).toContain("spread over 4 fields");
      // Numbers of ours are none of them.
      const theirs = answer.replace(/snapshot \d+|uid=\d+_\d+|\(uid \d+_\d+\)|<\/?page-\d+>/gi, "");
      expect(theirs).not.toMatch(/9|876/);
      await page.event("code", ({ value }) => value === "9876");
    });

    it("end where the next box has a character already", async () => {
      const page = t.site.html(code("text").replace('id="d3"', 'id="d3" value="5"'));
      const tree = await t.pilot.see(page);
      const args = { uid: tree.uid("textbox", "Digit 1"), text: "9876" };
      expect(await t.pilot.fails("INTERRUPTED", "type_text", args)).toContain("2 of 4 characters were typed");
    });
  },
  { args: ["--tools", "web,more"] },
);
