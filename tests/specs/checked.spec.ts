/** Checkboxes and switches whose state comes late, or is neither of two. */

import { expect, it } from "vitest";
import type { SitePage } from "../support/site.ts";
import { inOneBrowser } from "../support/suite.ts";

/** Waits until a page has reported so many events of a kind, and no more. */
async function got(page: SitePage, kind: string, count: number): Promise<void> {
  await page.event(kind, () => page.events(kind).length >= count);
  expect(page.events(kind)).toHaveLength(count);
}

/** Two checkboxes that a page does not let anyone check. */
const TAKEN_BACK = `<input id="n" type="checkbox" aria-label="Native">
  <div id="o" role="checkbox" aria-label="Own" aria-checked="false" tabindex="0">Own</div>
  <script>
    n.onchange = () => setTimeout(() => { n.checked = false; }, 0);
    o.onclick = () => {
      o.setAttribute("aria-checked", "true");
      setTimeout(() => o.setAttribute("aria-checked", "false"), 0);
    };
  </script>`;

inOneBrowser(
  "a checkbox",
  (t) => {
    it("waits for a state that the page sets a moment after the click, and clicks once", async () => {
      const slow = t.site.resource({ type: "text/plain", body: "saved", delayMs: 1_500 });
      const page = t.site.html(`<div role="switch" aria-label="Dark" aria-checked="false" tabindex="0"
          onclick="record('switch'); setTimeout(() => this.setAttribute('aria-checked', 'true'), 150)">Dark</div>
        <input id="n" type="checkbox" aria-label="Agree"><input id="s" type="checkbox" aria-label="Saved">
        <script>
          const later = (box, when) => (event) => { record(box.id); event.preventDefault(); when().then(() => { box.checked = true; }); };
          n.onclick = later(n, () => new Promise((done) => setTimeout(done, 150)));
          s.onclick = later(s, () => fetch("${slow.url}"));
        </script>`);
      await t.pilot.see(page);
      const check = (role: string, name: string): Promise<string> =>
        t.pilot.ok("set_checked", { uid: t.pilot.uid(role, name), checked: true });
      for (const [role, name, event] of [
        ["switch", "Dark", "switch"],
        ["checkbox", "Agree", "n"],
        ["checkbox", "Saved", "s"],
      ] as const) {
        const answer = await check(role, name);
        expect(answer).toContain(`Checked ${role} "${name}"`);
        expect(answer).toContain("It is checked now.");
        await got(page, event, 1);
      }
      expect((await t.pilot.snapshot()).node("checkbox", "Saved").line).toContain("checked");
    });

    it("says after how long a checkbox had not got its state", async () => {
      const page = t.site.html(
        `<div role="checkbox" aria-label="Stuck" aria-checked="false" tabindex="0" onclick="record('click')">Stuck</div>`,
      );
      await t.pilot.see(page);
      const began = performance.now();
      const text = await t.pilot.fails("WRONG_ELEMENT", "set_checked", {
        uid: t.pilot.uid("checkbox", "Stuck"),
        checked: true,
      });
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(text).toMatch(/was clicked, but was not checked \d\.\d s after the click/);
      await got(page, "click", 1);
    });

    it.each(["set_checked", "fill_by_uid"])(
      "does not call a state reached that the page takes back in a task of its own: %s",
      async (tool) => {
        await t.pilot.see(t.site.html(TAKEN_BACK));
        for (const name of ["Own", "Native"]) {
          const uid = t.pilot.uid("checkbox", name);
          const given = tool === "set_checked" ? { checked: true } : { value: "true" };
          const text = await t.pilot.fails("WRONG_ELEMENT", tool, { uid, ...given });
          expect(text).toContain("was clicked, but was not checked");
        }
      },
    );

    it("says after a click what the state is when it answers, and nothing where that cannot be seen", async () => {
      const page = `${TAKEN_BACK}<div id="m" role="checkbox" aria-label="Part" aria-checked="false" tabindex="0">Part</div>
        <input type="checkbox" aria-label="Gone" onchange="Promise.resolve().then(() => this.remove())">
        <input type="checkbox" aria-label="Asks" onchange="setTimeout(() => alert('Why?'), 0)">
        <script>m.onclick = () => {
          m.setAttribute("aria-checked", "true");
          setTimeout(() => m.setAttribute("aria-checked", "mixed"), 0);
        };</script>`;
      for (const includeSnapshot of ["diff", "none"]) {
        await t.pilot.see(t.site.html(page));
        const clicked = async (name: string) => {
          const uid = t.pilot.uid("checkbox", name);
          const about = (await t.pilot.ok("click_by_uid", { uid, includeSnapshot })).split("\n");
          return about.filter((line) => /(?:checked|unchecked)(?: now)?\.$/.test(line));
        };
        for (const name of ["Own", "Native"]) expect(await clicked(name)).toEqual(["It is not checked now."]);
        expect(await clicked("Part")).toEqual(["It is mixed now: neither checked nor unchecked."]);
        expect(await clicked("Gone")).toEqual([]);
        expect(await clicked("Asks")).toEqual([]);
        await t.pilot.ok("accept_dialog");
      }
    });

    it("says what a checkbox was set to that leaves the page for it", async () => {
      await t.pilot.see(
        t.site.html(`<input type="checkbox" aria-label="Done" onchange="setTimeout(() => this.remove(), 0)">`),
      );
      const uid = t.pilot.uid("checkbox", "Done");
      expect(await t.pilot.ok("set_checked", { uid, checked: true })).toContain('Checked checkbox "Done"');
    });

    it("does not call a page's replaced checkbox unchecked", async () => {
      const page =
        t.site.html(`<div id="box"><div role="checkbox" aria-label="Row" aria-checked="false" tabindex="0">Row</div></div>
        <script>box.onclick = () => { record("click"); box.innerHTML = '<div role="checkbox" aria-label="Row" aria-checked="true" tabindex="0">Row</div>'; };</script>`);
      await t.pilot.see(page);
      const uid = t.pilot.uid("checkbox", "Row");
      const text = await t.pilot.fails("OUTCOME_UNKNOWN", "set_checked", { uid, checked: true });
      expect(text).toContain("not known whether it is checked now");
      await got(page, "click", 1);
    });

    it.each([
      ["set_checked", false],
      ["set_checked", true],
      ["fill_by_uid", false],
    ] as const)("gives a mixed checkbox the wanted state: %s %s", async (tool, wanted) => {
      const page = t.site.html(`<div id="a" role="checkbox" aria-label="All" aria-checked="mixed" tabindex="0"
          onclick="record('all'); this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">All</div>
        <input id="n" type="checkbox" aria-label="Native"><label for="l">Label</label><input id="l" type="checkbox">
        <script>for (const box of [n, l]) { box.indeterminate = true; box.onclick = () => record(box.id); }</script>`);
      await t.pilot.see(page);
      for (const [name, event] of [
        ["All", "all"],
        ["Native", "n"],
        ["Label", "l"],
      ] as const) {
        const uid = t.pilot.uid("checkbox", name);
        const given = tool === "set_checked" ? { checked: wanted } : { value: String(wanted) };
        const answer = await t.pilot.ok(tool, { uid, ...given });
        expect(answer).toContain(wanted ? "It is checked now." : "It is not checked now.");
        // A click on a mixed one checks it, so that a second one is needed to uncheck it.
        await got(page, event, wanted ? 1 : 2);
        expect((await t.pilot.snapshot()).node("checkbox", name).line).not.toContain("mixed");
      }
    });

    it("does not say that a mixed checkbox is unchecked", async () => {
      await t.pilot.see(
        t.site.html(`<div role="checkbox" aria-label="Some" aria-checked="mixed" tabindex="0">Some</div>`),
      );
      const uid = t.pilot.uid("checkbox", "Some");
      const text = await t.pilot.fails("WRONG_ELEMENT", "set_checked", { uid, checked: false });
      expect(text).toMatch(/was not unchecked \d\.\d s after the click: it is mixed/);
      const clicked = await t.pilot.ok("click_by_uid", { uid });
      expect(clicked).not.toContain("It is not checked now.");
      expect(clicked).toContain("It is mixed now: neither checked nor unchecked.");
    });
  },
  { args: ["--tools", "web,more"] },
);
