import { expect, it } from "vitest";
import { inOneBrowser } from "../support/suite.ts";

/** A list of something else, far from the field, with an option that has the same name. */
const OTHER = `<div style="height: 150px"></div><ul role="listbox" aria-label="Others" id="others"><li role="option">Green</li></ul>
  <ul role="tree" aria-label="Files"><li role="treeitem">Green</li></ul><script>watch("#others [role=option], [role=treeitem]", "click")</script>`;

/** A field that does not name its list, which stands under it in the page. A click opens it, and does not close it. */
const UNNAMED = `
  <div id="c" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-label="Colour" style="width: 200px">Red</div>
  <div id="l" role="listbox" style="display: none"><div role="option">Red</div><div role="option">Green</div></div>${OTHER}<script>
    const open = (is) => { l.style.display = is ? "" : "none"; c.setAttribute("aria-expanded", String(is)); };
    c.onclick = () => open(true);
    l.onclick = ({ target }) => { record("chosen", { name: target.textContent }); open(false); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A field whose list is drawn in a corner of the window, and toggled by a click. */
const APART = `
  <button id="c" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-label="Colour">Red</button>${OTHER}<script>
    let list;
    const close = () => { list?.remove(); list = undefined; c.setAttribute("aria-expanded", "false"); };
    const open = () => {
      list = document.createElement("div");
      list.style = "position: fixed; bottom: 0; right: 0";
      list.innerHTML = '<div role="listbox"><div role="option">Red</div><div role="option">Green</div></div>';
      list.onclick = ({ target }) => { record("chosen", { name: target.textContent }); close(); };
      document.body.prepend(list);
      c.setAttribute("aria-expanded", "true");
    };
    c.onclick = () => { if (list) close(); else open(); };
    onkeydown = ({ key }) => { if (key === "ArrowDown" && !list) open(); if (key === "Escape") close(); };
  </script>`;

/** A field with no options, which says so. */
const EMPTY = `
  <input id="c" role="combobox" aria-haspopup="listbox" aria-expanded="false" aria-label="Colour"><div id="l" style="display: none">No data</div>
  ${OTHER}<script>
    const open = (is) => { l.style.display = is ? "" : "none"; c.setAttribute("aria-expanded", String(is)); };
    c.onclick = c.oninput = () => open(true);
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A field whose list is empty until a field in its popup has a text, which is sent to a server (Select2 with a minimum length). */
const ASKED = `
  <div id="c" role="combobox" tabindex="0" aria-haspopup="true" aria-expanded="false" aria-label="Colour" style="width: 200px">Colour?</div>
  <div id="p" style="display: none"><input id="q" type="search" role="searchbox"><ul id="l" role="listbox"></ul></div>${OTHER}<script>
    const open = (is) => { p.style.display = is ? "" : "none"; c.setAttribute("aria-expanded", String(is)); };
    const say = (text) => { l.innerHTML = '<li role="alert"></li>'; l.firstChild.textContent = text; };
    c.onmousedown = (event) => { event.preventDefault(); open(true); q.value = ""; say("Enter a character"); setTimeout(() => q.focus(), 1); };
    let asks;
    q.oninput = () => {
      clearTimeout(asks);
      record("asked", { text: q.value });
      if (!q.value) return say("Enter a character");
      say("Searching…");
      asks = setTimeout(() => {
        const found = ["Red", "Green"].filter((name) => name.toLowerCase().includes(q.value.toLowerCase()));
        if (found.length === 0) return say("No results");
        l.innerHTML = found.map((name) => '<li role="option">' + name + "</li>").join("");
      }, 400);
    };
    l.onmouseup = ({ target }) => { if (target.role === "option") { record("chosen", { name: target.textContent }); c.textContent = target.textContent; open(false); } };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A list that chooses at the press of the button, and is drawn anew, closed, before it is released (Choices). */
const PRESSED = `
  <div id="c" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="l" aria-label="Colour" style="width: 200px">Red</div>
  <div id="l" role="listbox" style="display: none"></div>${OTHER}<script>
    const open = (is) => {
      l.style.display = is ? "" : "none";
      l.innerHTML = '<div role="option">Red</div><div role="option">Green</div>';
      c.setAttribute("aria-expanded", String(is));
    };
    c.onclick = () => open(true);
    l.onmousedown = ({ target }) => { c.textContent = target.textContent; record("chosen", { name: target.textContent }); open(false); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A list that takes the focus a moment after it has opened, and closes where its field loses it before that (Syncfusion). */
const HURRIED = `
  <div id="c" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="l" aria-label="Colour" style="width: 200px">Red</div>
  <div id="p" hidden><input id="f" aria-label="Filter"><div id="l" role="listbox"><div role="option">Red</div><div role="option">Green</div></div></div>
  ${OTHER}<script>
    let timer;
    const open = (is) => {
      clearTimeout(timer);
      if (is) timer = setTimeout(() => f.focus(), 200);
      p.hidden = !is;
      c.setAttribute("aria-expanded", String(is));
    };
    c.onclick = () => open(p.hidden);
    c.onblur = ({ relatedTarget }) => { if (relatedTarget !== f) open(false); };
    l.onclick = ({ target }) => { c.textContent = target.textContent; record("chosen", { name: target.textContent }); open(false); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A field that shows what is chosen as a list, and draws a field to search its list in itself as it opens (Choices). */
const SEARCHED = `
  <div id="c" role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-label="Colour" style="width: 200px; border: 1px solid">
    <div role="listbox"><div role="option" aria-selected="true">Red</div></div>
    <div id="drop" style="display: none"><input type="search" aria-label="Colours"><div id="l" role="listbox"><div
      role="option" aria-selected="true">Red</div><div role="option" aria-selected="false">Green</div></div></div></div>${OTHER}<script>
    const open = (is) => { drop.style.display = is ? "" : "none"; c.setAttribute("aria-expanded", String(is)); };
    c.onclick = ({ target }) => { if (!drop.contains(target)) open(true); };
    l.onclick = ({ target }) => { record("chosen", { name: target.textContent }); open(false); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

/** A field that names its list, which is put off the page, or scaled to nothing, while it is closed (Slim Select). */
const away = (style: string): string => `
  <div id="c" role="combobox" tabindex="0" aria-haspopup="listbox" aria-controls="l" aria-expanded="false" aria-label="Colour">Red</div><p>Below</p>
  <div id="l" role="listbox"><div role="option">Red</div><div role="option">Green</div></div><script>
    const open = (is) => {
      l.style = "position: absolute; width: 200px; " + (is ? "top: 90px; left: 8px" : ${JSON.stringify(style)});
      c.setAttribute("aria-expanded", String(is));
    };
    open(false);
    c.onclick = () => open(true);
    l.onclick = ({ target }) => { record("chosen", { name: target.textContent }); open(false); };
    onkeydown = ({ key }) => { if (key === "Escape") open(false); };
  </script>`;

inOneBrowser(
  "the list of a field that does not name it",
  (t) => {
    const show = async (html: string, { opened = false } = {}) => {
      const page = t.site.html(html);
      const seen = await t.pilot.see(page);
      const uid = seen.uid("combobox", "Colour");
      if (opened) await t.pilot.ok("click_by_uid", { uid });
      return { page, uid };
    };

    for (const style of ["top: -9999px; left: -9999px", "top: 90px; transform: scale(1, 0)"]) {
      it(`is opened first where it is away: ${style}`, async () => {
        const { page, uid } = await show(away(style));
        await t.pilot.ok("select_option", { uid, values: ["Green"] });
        expect(await page.event("chosen")).toMatchObject({ name: "Green" });
        expect(await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Below"] })).toContain(
          '"Red", "Green"',
        );
      });
    }

    it("is chosen where a hurried press closes the list", async () => {
      const { page, uid } = await show(HURRIED);
      await t.pilot.ok("select_option", { uid, values: ["Green"] });
      expect(await page.event("chosen")).toMatchObject({ name: "Green" });
      expect(page.events("chosen").length).toBe(1);
    });

    for (const opened of [false, true]) {
      const state = opened ? "open already" : "closed";

      for (const [name, html] of [
        ["under it in the page", UNNAMED],
        ["in a corner of the window", APART],
        ["under a field to search it", SEARCHED],
        ["when a text has been sent", ASKED],
        ["where a press chooses", PRESSED],
      ] as const) {
        it(`is chosen from ${name}, and no other one, when ${state}`, async () => {
          const { page, uid } = await show(html, { opened });
          await t.pilot.ok("select_option", { uid, values: ["Green"] });
          expect(await page.event("chosen")).toMatchObject({ name: "Green" });
          expect(page.events("click")).toEqual([]);
        });
      }

      it(`is empty until a text is sent, and has no such option, when ${state}`, async () => {
        const { page, uid } = await show(ASKED, { opened });
        await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Blue"] });
        // What was typed to find it is taken back, and was no text of the field itself.
        expect(page.events("asked").map(({ text }) => text)).toEqual(expect.arrayContaining(["Blue", ""]));
        expect(page.events("asked").map(({ text }) => text)).not.toContain("Colour?");
      });

      it(`is no list of something else where its own is empty, when ${state}`, async () => {
        const { page, uid } = await show(EMPTY, { opened });
        await t.pilot.fails("OPTION_NOT_FOUND", "select_option", { uid, values: ["Green"] });
        expect(page.events("click")).toEqual([]);
      });
    }
  },
  { args: ["--tools", "web,more"] },
);
