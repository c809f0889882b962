import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

/**
 * A field of several options, with the list in its box. The list calls the option selected that the arrow keys or the pointer are at. What
 * is chosen leaves the list for the box. `told`: the field says which one is highlighted.
 */
const page = ({ told = true, chips = "<span>NAME</span>" } = {}): string => `
  <style>.box { width: 300px; border: 1px solid } .box input { width: 60px } [hidden] { display: none }</style>
  <div class="box" id="box" role="${told ? "none" : "combobox"}"><div><span id="chosen"></span><input id="f" aria-label="Colours"
    ${told ? 'role="combobox" aria-haspopup="listbox" aria-controls="l"' : ""}></div>
    <div id="l" role="listbox" hidden></div></div>
  <script>
    const names = ["Red", "Green", "Blue"], taken = [];
    const field = ${told} ? f : box;
    let at = 0;
    const light = (to) => {
      at = to;
      [...l.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === to)));
      if (${told}) f.setAttribute("aria-activedescendant", "o" + to);
    };
    const draw = () => {
      const left = names.filter((name) => !taken.includes(name));
      l.innerHTML = left.map((name, index) => '<div role="option" id="o' + index + '">' + name + "</div>").join("");
      [...l.children].forEach((option, index) => {
        option.onmouseenter = () => light(index);
        option.onclick = () => { taken.push(option.textContent); record("chosen", { names: [...taken] }); draw(); };
      });
      light(0);
      chosen.innerHTML = taken.map((name) => ${JSON.stringify(chips)}.replaceAll("NAME", name)).join("");
    };
    const open = (is) => { l.hidden = !is; field.setAttribute("aria-expanded", String(is)); };
    open(false);
    f.onclick = () => { draw(); open(true); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A list that says of each option whether it is chosen, on a button that only counts them. The arrow keys begin at the first one. */
const COUNTED = `
  <button id="b" aria-haspopup="listbox" aria-expanded="false" aria-label="Colours">None</button>
  <ul id="l" role="listbox" tabindex="-1" aria-multiselectable="true" hidden></ul><script>
    const names = ["Red", "Green", "Blue"], taken = new Set(["Red"]);
    const draw = () => {
      l.innerHTML = names.map((name, index) =>
        '<li role="option" id="o' + index + '" aria-selected="' + taken.has(name) + '">' + name + "</li>").join("");
    };
    const open = (is) => { l.hidden = !is; b.setAttribute("aria-expanded", String(is)); if (is) l.focus(); };
    b.onclick = () => { draw(); l.setAttribute("aria-activedescendant", "o0"); open(true); };
    l.onmousemove = ({ target }) => { setTimeout(() => l.setAttribute("aria-activedescendant", target.id), 20); };
    l.onclick = ({ target: { textContent: name } }) => {
      taken.has(name) ? taken.delete(name) : taken.add(name);
      b.textContent = taken.size + " chosen";
      record("chosen", { names: [...taken] });
      draw();
    };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A list that offers to make an option of the text in its field. */
const MAKES = `<input id="f" role="combobox" aria-expanded="false" aria-controls="l" aria-label="Colours"><ul id="l" role="listbox" hidden></ul>
  <script>
    const draw = () => {
      const names = ["Red", "Green"].filter((name) => name.includes(f.value));
      if (f.value !== "" && names.length === 0) names.push('Make "' + f.value + '"');
      l.replaceChildren(...names.map((name) => {
        const option = document.createElement("li");
        option.setAttribute("role", "option");
        option.textContent = name;
        return option;
      }));
    };
    const open = (is) => { l.hidden = !is; f.setAttribute("aria-expanded", String(is)); if (is) draw(); };
    f.onclick = () => open(true);
    f.oninput = () => open(true);
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A field of suggestions that come while it is typed into, each called selected. What was typed is not chosen before its option is. */
const TYPED = `<h2>Green</h2><input id="f" role="combobox" aria-expanded="false" aria-controls="l" aria-label="Colours"><ul id="l" role="listbox" hidden></ul>
  <script>
    const open = (is) => { l.hidden = !is; f.setAttribute("aria-expanded", String(is)); };
    f.oninput = () => setTimeout(() => {
      const names = ["Red", "Green", "Greenish"].filter((name) => f.value !== "" && name.includes(f.value));
      l.innerHTML = names.map((name) => '<li role="option" aria-selected="true">' + name + "</li>").join("");
      open(names.length > 0);
    }, 100);
    l.onclick = ({ target }) => { f.value = target.textContent; record("chosen", { names: [f.value] }); open(false); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

inOneBrowser(
  "an option that is highlighted",
  (t) => {
    const choose = async (html: string, role: string, values: string[]) => {
      const shown = t.site.html(html);
      await t.pilot.open(shown);
      const uid = (await t.pilot.snapshot()).uid(role, "Colours");
      return { shown, text: await t.pilot.ok("select_option", { uid, values }) };
    };

    for (const told of [true, false]) {
      const role = told ? "combobox" : "textbox";
      const chips = told
        ? "<span>NAME</span>"
        : '<div role="listbox"><div role="option" aria-selected="true">NAME <button>Remove NAME</button></div></div>';

      it(`is not chosen for that, ${told ? "as its field says" : "with no word of it in the field"}`, async () => {
        const { shown, text } = await choose(page({ told, chips }), role, ["Red"]);
        expect(await shown.event("chosen")).toMatchObject({ names: ["Red"] });
        expect(text).not.toContain("No change");
      });

      it(`is chosen with others, ${told ? "beside their names" : "and those are no options any more"}`, async () => {
        const { shown } = await choose(page({ told, chips }), role, ["Red", "Blue"]);
        await until("two choices", () => shown.events("chosen").length >= 2);
        expect(shown.events("chosen").at(-1)).toMatchObject({ names: ["Red", "Blue"] });
      });
    }

    it("is none that the list would make of a text, which is named", async () => {
      await t.pilot.open(t.site.html(MAKES));
      const uid = (await t.pilot.snapshot()).uid("combobox", "Colours");
      const said = await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Mauve"] });
      expect(said).toContain(String.raw`the list showed "Make \"Mauve\""`);
      expect(said).toContain('use one of "Red", "Green"');
    });

    for (const name of ["Green", "Red"]) {
      it(`is chosen where it is called selected for the text that was typed to find it: ${name}`, async () => {
        const { shown, text } = await choose(TYPED, "combobox", [name]);
        expect(await shown.event("chosen")).toMatchObject({ names: [name] });
        expect(text).not.toContain("No change");
      });
    }

    it("is left alone where it is chosen, too", async () => {
      const { shown, text } = await choose(COUNTED, "button", ["Red"]);
      expect(text).toContain("No change was detected");
      expect(shown.events("chosen")).toEqual([]);
    });
  },
  // A list is searched in several steps, which take their time on a busy machine.
  { args: ["--tools", "web,more", "--action-timeout", "15000"] },
);
