import { expect, it } from "vitest";
import { does, refuses } from "../support/interact.ts";
import { inOneBrowser } from "../support/suite.ts";
import { until } from "../support/wait.ts";

/**
 * A field of a component library: its list is for screen readers only and of no size, and the rows that are drawn beside it have no roles
 * (Ant Design). Of 60 rows, those around the scroll position are rendered, in a box that hides its scroll bar.
 */
const ROWS_BESIDE = `
  <style>.rows { height: 120px; overflow-y: hidden; position: relative } .row { position: absolute; height: 24px; width: 200px }</style>
  <ul role="tree" aria-label="Files"><li role="treeitem">Blue</li></ul>
  <div class="field" style="position: relative; width: 220px; height: 30px; border: 1px solid">
    <input role="combobox" aria-label="Colour" aria-haspopup="listbox" aria-controls="list" aria-expanded="false" readonly
      style="opacity: 0; width: 100%"></div>
  <div id="popup" style="display: none; width: 220px"><div>
    <div role="listbox" id="list" style="height: 0; width: 0; overflow: hidden"></div>
    <div class="rows"><div style="height: 1440px"></div></div></div></div>
  <script>
    const names = ["Red", "Green", "Gone", ...Array.from({ length: 57 }, (_, at) => "Shade " + (at + 4))];
    const rows = document.querySelector(".rows"), list = document.querySelector("#list");
    let chosen;
    const close = () => { popup.style.display = "none"; };
    const draw = () => {
      const first = Math.floor(rows.scrollTop / 24);
      for (const row of rows.querySelectorAll(".row")) row.remove();
      list.innerHTML = names.slice(first, first + 2).map((name) =>
        '<div role="option" aria-selected="' + (name === chosen) + '" aria-label="' + name + '">' + name.toLowerCase() + "</div>").join("");
      names.slice(first, first + 6).forEach((name, at) => {
        const row = rows.appendChild(document.createElement("div"));
        row.className = "row";
        row.style.top = (first + at) * 24 + "px";
        row.ariaSelected = String(name === chosen);
        row.innerHTML = "<span>" + name + "</span>";
        row.onclick = (event) => {
          if (name === "Gone") return;
          chosen = name;
          record("chosen", { name, trusted: event.isTrusted });
          close();
        };
      });
    };
    rows.onscroll = draw;
    document.querySelector(".field").onclick = () => { popup.style.display = ""; draw(); };
    onkeydown = (event) => { if (event.key === "Escape") { close(); record("closed", {}); } };
  </script>`;

/** Fields under something of their own box: a text, the box itself, or nothing that takes the pointer. */
const COVERED = `
  <style>.box { position: relative; width: 200px; height: 32px; border: 1px solid } input { width: 120px }</style>
  <div class="box" id="text"><div><input role="combobox" aria-label="Under its text" aria-haspopup="listbox" readonly></div>
    <div style="position: absolute; inset: 0">Choose</div></div>
  <div class="box" id="own" style="z-index: 0"><input role="combobox" aria-label="Under its box" aria-haspopup="listbox" readonly
    style="position: absolute; z-index: -1; opacity: 0; width: 100%">
    <div style="position: absolute; inset: 0; display: flex"><button onclick='event.stopPropagation(); record("removed", {})'
      style="flex: 1">×</button><span style="flex: 1">&nbsp;</span></div></div>
  <div class="box" id="deep" tabindex="-1"><div style="position: relative; height: 0"><div style="position: absolute; opacity: 0"><input role="combobox"
    aria-label="In a box of no height" aria-haspopup="listbox"></div><div style="position: absolute; width: 200px; height: 30px">Choose</div></div></div>
  <div class="box" id="none"><div><input aria-label="Without a pointer" aria-haspopup="listbox" readonly style="pointer-events: none"></div></div>
  <script>for (const name of ["text", "own", "deep", "none"]) document.getElementById(name).onclick = () => record("opened", { name });</script>`;

/** Older libraries make the field a combobox in a combobox, with a select for forms that nobody sees (Vuetify). */
const NESTED = `
  <div role="combobox" aria-haspopup="listbox" aria-expanded="false" style="width: 200px; height: 40px; border: 1px solid" id="outer">
    <label for="inner">Fruit</label><div style="width: 150px; height: 20px"><select hidden><option>Pear</option></select>
      <input id="inner" role="combobox" aria-controls="fruits" style="pointer-events: none; width: 20px"></div></div>
  <ul id="fruits" role="listbox" style="display: none"><li role="option">Apple</li><li role="option">Pear</li></ul>
  <script>
    outer.onclick = () => { fruits.style.display = ""; };
    fruits.onclick = ({ target }) => { record("chosen", { name: target.textContent }); fruits.style.display = "none"; };
  </script>`;

/** A list of suggestions, in which the arrow keys are at the first one at once, and that calls it selected (Choices). It renames its field. */
const ACTIVE = `
  <span id="s" role="combobox" tabindex="0" aria-haspopup="listbox" aria-controls="list" aria-label="Pet"
    style="display: inline-block; width: 100px; height: 20px; border: 1px solid"></span>
  <div id="list" role="listbox" style="display: none"><div role="option" id="o1" aria-selected="true">Cat</div><div role="option" id="o2"
    aria-selected="false">Dog</div></div>
  <script>
    s.onclick = () => { list.style.display = ""; s.setAttribute("aria-activedescendant", "o1"); s.ariaLabel = "Pet, open"; };
    list.onclick = ({ target }) => {
      record("chosen", { name: target.textContent });
      s.textContent = target.textContent;
      list.style.display = "none";
    };
  </script>`;

/** A field and a select in boxes of no size, beside what is drawn for both, and a field that opens a tree (PrimeReact). */
const CUT = `
  <style>.cut { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) } .cut input { pointer-events: none }
    .box { position: relative; width: 200px; height: 32px; border: 1px solid; border-radius: 8px }</style>
  <div><label for="city">City</label><div class="box" id="cities"><div class="cut"><input id="city" readonly aria-haspopup="listbox"></div>
    <div class="cut"><select tabindex="-1"><option>None</option></select></div><span>None</span></div></div>
  <div><label for="folder">Folder</label><div class="box" id="folders"><div class="cut"><input id="folder" role="listbox" readonly
    aria-haspopup="tree" aria-controls="tree"></div><span>None</span></div></div>
  <div id="tree" style="display: none"><ul role="tree"><li role="treeitem">Music</li><li role="treeitem">Pictures</li></ul></div>
  <script>
    cities.onclick = () => {
      const list = document.body.appendChild(document.createElement("ul"));
      list.role = "listbox";
      list.innerHTML = '<li role="option">Berlin</li><li role="option">Dublin</li>';
      list.onclick = ({ target }) => { city.value = target.textContent; list.remove(); record("chosen", { name: city.value }); };
    };
    folders.onclick = () => { tree.style.display = ""; };
    tree.onclick = ({ target }) => { tree.style.display = "none"; record("chosen", { name: target.textContent }); };
  </script>`;

/** Radio buttons that their labels are drawn for, and that let the pointer through (Bootstrap). */
const THROUGH = `
  <style>.check { position: absolute; clip: rect(0, 0, 0, 0); pointer-events: none }</style>
  <div><input type="radio" class="check" name="side" id="left"><label for="left">Left</label>
    <input type="radio" class="check" name="side" id="right"><label for="right">Right</label></div>
  <div style="width: 40px; height: 20px; background: silver" onclick="this.querySelector('input').checked = true; record('rated', {})"><span
    style="position: absolute; width: 1px; height: 1px; overflow: hidden; pointer-events: none"><input type="radio" name="stars"
    aria-label="3 stars" style="width: 1px; height: 1px; opacity: 0; pointer-events: none; position: absolute"></span></div>
  <script>watch("[name=side]", "change")</script>`;

/** A switch that has no box, and takes clicks on what is drawn in its place. A click on its label is undone in the field itself. */
const SWITCH = `
  <label for="s">Alarm</label> <div id="drawn" style="width: 40px; height: 20px; background: silver">
    <input type="checkbox" role="switch" id="s" aria-checked="false" style="position: absolute; width: 0; height: 0; margin: 0; opacity: 0">
    <span></span></div>
  <script>
    let on = false;
    drawn.onclick = (event) => {
      event.preventDefault();
      on = !on;
      s.ariaChecked = String(on);
      setTimeout(() => { s.checked = event.target === s ? !on : on; }, 0);
      record("switched", { on });
    };
  </script>`;

/** A list that marks what is disabled by style alone. */
const DISABLED = `
  <button id="b" aria-haspopup="listbox" aria-controls="list" aria-label="Colour">None</button>
  <ul id="list" role="listbox" style="display: none"><li role="option" aria-selected="false">Red</li>
    <li role="option" aria-selected="false" data-disabled style="opacity: .5">Mauve</li></ul>
  <script>
    const show = (shown) => { list.style.display = shown ? "" : "none"; };
    b.onclick = () => show(true);
    list.onclick = ({ target }) => {
      if ("disabled" in target.dataset) return;
      record("chosen", { name: target.textContent });
      setTimeout(() => { b.textContent = target.textContent; show(false); }, 1200);
    };
    onkeydown = (event) => { if (event.key === "Escape") { show(false); record("closed", {}); } };
  </script>`;

inOneBrowser(
  "what is drawn in place of an element",
  (t) => {
    const colour = { by: "label", value: "Colour" };

    it("are the rows beside a list of no size", async () => {
      const page = t.site.html(ROWS_BESIDE);
      await t.pilot.open(page);
      await does(t.pilot, "select", colour, { value: "Green" });
      expect(await page.event("chosen")).toMatchObject({ name: "Green", trusted: true });
      await does(t.pilot, "select", colour, { value: "Shade 55" });
      await page.event("chosen", ({ name }) => name === "Shade 55");
      const refused = await refuses(t.pilot, "OPTION_NOT_FOUND", "select", colour, { value: "Blue" });
      expect(refused.text).toContain("scrolled to its end (60 options)");
      const unchosen = await refuses(t.pilot, "WRONG_ELEMENT", "select", colour, { value: "Gone" });
      expect(unchosen.text).toContain("was clicked");
      await page.event("closed");
    });

    it("is the row of an option that nobody sees", async () => {
      const page = t.site.html(ROWS_BESIDE);
      await t.pilot.open(page);
      await does(t.pilot, "click", colour);
      const uid = (await t.pilot.snapshot()).uid("option", "Green");
      await t.pilot.ok("click_by_uid", { uid });
      expect(await page.event("chosen")).toMatchObject({ name: "Green", trusted: true });
    });

    it("is the box of a field", async () => {
      const page = t.site.html(COVERED);
      const seen = await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: seen.uid("combobox", "Under its text") });
      await page.event("opened", ({ name }) => name === "text");
      await t.pilot.ok("click_by_uid", { uid: seen.uid("combobox", "Under its box") });
      await page.event("opened", ({ name }) => name === "own");
      await t.pilot.ok("click_by_uid", { uid: seen.uid("combobox", "In a box of no height") });
      await page.event("opened", ({ name }) => name === "deep");
      await t.pilot.ok("click_by_uid", { uid: seen.uid("textbox", "Without a pointer") });
      await page.event("opened", ({ name }) => name === "none");
      expect(page.events("removed")).toEqual([]);
      expect(page.events("opened")).toHaveLength(4);
    });

    it("is the box of a field that is cut off, and of one that opens a tree", async () => {
      const page = t.site.html(CUT);
      const seen = await t.pilot.see(page);
      await t.pilot.ok("select_option", { uid: seen.uid("textbox", "City"), values: ["Dublin"] });
      await page.event("chosen", ({ name }) => name === "Dublin");
      await t.pilot.ok("fill_by_uid", { uid: seen.uid("textbox", "City"), value: "Berlin" });
      await page.event("chosen", ({ name }) => name === "Berlin");
      await t.pilot.ok("select_option", { uid: seen.uid("listbox", "Folder"), values: ["Pictures"] });
      await page.event("chosen", ({ name }) => name === "Pictures");
    });

    it("is the combobox around a field, and no field that nobody sees beside it", async () => {
      const page = t.site.html(NESTED);
      const seen = await t.pilot.see(page);
      await t.pilot.ok("select_option", { uid: seen.uid("combobox", "Fruit"), values: ["Pear"] });
      await page.event("chosen", ({ name }) => name === "Pear");
    });

    it("is not chosen because the arrow keys are at it", async () => {
      const page = t.site.html(ACTIVE);
      await t.pilot.open(page);
      await does(t.pilot, "select", { by: "label", value: "Pet" }, { value: "Cat" });
      await page.event("chosen", ({ name }) => name === "Cat");
      const again = await does(t.pilot, "select", { by: "role", value: "combobox" }, { value: "Dog" });
      expect(again.text).not.toContain("No change");
      await page.event("chosen", ({ name }) => name === "Dog");
    });

    it("is the label, or the box, of a radio button that lets the pointer through", async () => {
      const page = t.site.html(THROUGH);
      const seen = await t.pilot.see(page);
      await t.pilot.ok("click_by_uid", { uid: seen.uid("radio", "Left") });
      await page.event("change");
      const set = await t.pilot.ok("set_checked", { uid: seen.uid("radio", "Right"), checked: true });
      expect(set).toContain("It is checked now.");
      const rated = await t.pilot.ok("set_checked", { uid: seen.uid("radio", "3 stars"), checked: true });
      expect(rated).toContain("It is checked now.");
      await page.event("rated");
    });

    it("is that of a switch, and not its label", async () => {
      const page = t.site.html(SWITCH);
      const uid = (await t.pilot.see(page)).uid("switch", "Alarm");
      const checked = await t.pilot.ok("set_checked", { uid, checked: true });
      expect(checked).toContain("It is checked now.");
      expect(await page.event("switched")).toMatchObject({ on: true });
      await does(t.pilot, "uncheck", "Alarm");
      await page.event("switched", ({ on }) => on === false);
      expect(page.events("switched")).toHaveLength(2);
    });

    it("is its own again where a label names an element of the page's own", async () => {
      const page =
        t.site.html(`<label><x-radio tabindex="0" style="display: inline-block; width: 20px; height: 20px"></x-radio>One</label>
        <script>
          customElements.define("x-radio", class extends HTMLElement {
            static formAssociated = true;
            internals = this.attachInternals();
            constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<i></i>"; }
          });
          watch("x-radio", "click");
        </script>`);
      const uid = (await t.pilot.see(page)).uid("generic", "One");
      await t.pilot.ok("click_by_uid", { uid });
      await page.event("click");
      await does(t.pilot, "click", { by: "label", value: "One" });
      await until("the second click", () => page.events("click").length > 1);
    });

    it("is no option that takes no click", async () => {
      const page = t.site.html(DISABLED);
      await t.pilot.open(page);
      const refused = await refuses(t.pilot, "WRONG_ELEMENT", "select", colour, { value: "Mauve" });
      expect(refused.text).toContain("showed it as not chosen");
      await page.event("closed");
      // A page that asks its server first is waited for.
      await does(t.pilot, "select", colour, { value: "Red" });
      expect(page.events("chosen")).toEqual([expect.objectContaining({ name: "Red" })]);
    });
  },
  { args: ["--tools", "web,more"] },
);

/** A box that keeps a control for the keyboard and for screen readers only, by one of the styles for that. */
const unseen = (style: string, control: string): string =>
  `<span style="border: 0; height: 1px; margin: -1px; overflow: hidden; padding: 0; position: absolute; width: 1px; white-space: nowrap; ${style}">${control}</span>`;

inOneBrowser(
  "a checkbox that is clipped away",
  (t) => {
    it.each([
      ["overflow: hidden"],
      ["clip: rect(0 0 0 0)"],
      ["clip-path: inset(50%)"],
      ["clip: rect(0 0 0 0); clip-path: inset(50%)"],
    ])("by a box around it (%s) is checked by its label", async (style) => {
      // Nothing around it is positioned, so it is where nothing of it shows, and under what is drawn there.
      const page = t.site.html(`<div style="position: relative; height: 40px; background: #ddd">Track</div>
          <p><label id="k">${unseen(style, '<input type="checkbox" style="margin: 0">')} Agree</label></p>
          <p><label>${unseen(`${style}; top: 5px; left: 5px`, '<input type="checkbox" role="switch">')} Wi-Fi</label></p>
          <script>document.addEventListener("change", ({ target, isTrusted }) =>
            record("change", { checked: target.checked, isTrusted }));</script>`);
      await t.pilot.see(page);
      for (const [role, name] of [
        ["checkbox", "Agree"],
        ["switch", "Wi-Fi"],
      ] as const) {
        const text = await t.pilot.ok("set_checked", { uid: t.pilot.uid(role, name), checked: true });
        expect(text).toContain("It is checked now.");
      }
      await until("two changes", () => page.events("change").length === 2);
    });

    it("has the label in its place that is drawn over it", async () => {
      const page = t.site.html(`<style>
          .r { position: relative } .r input { position: absolute; opacity: 0; z-index: -1; width: 17px; height: 17px; margin: 0 }
          .r label { display: block; padding-left: 26px; position: relative }</style>
        <div class="r"><input type="radio" name="p" value="a"><label>Plan A</label></div>
        <div class="r"><input type="radio" name="p" value="b"><label>Plan B</label></div>
        <script>for (const box of document.querySelectorAll(".r")) box.onclick = () => {
          box.firstChild.checked = true;
          record("chosen", { value: box.firstChild.value });
        };</script>`);
      const tree = await t.pilot.see(page);
      const radios = tree.nodes.filter(({ role }) => role === "radio");
      const text = await t.pilot.ok("set_checked", { uid: radios[1]?.uid, checked: true });
      expect(text).toContain("It is checked now.");
      await page.event("chosen", ({ value }) => value === "b");
    });
  },
  { args: ["--tools", "web,more"] },
);
