import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type OddServer, startOddServer } from "../support/odd-server.ts";
import { inOneOwnBrowser } from "../support/suite.ts";

/** The time of an action here: as long as one that waits for the held document may take. */
const LIMIT_MS = 1_500;
/** What an answer may take beyond it. */
const BEYOND_MS = 500;

let odd: OddServer;
beforeAll(async () => {
  odd = await startOddServer();
});
afterAll(() => odd.close());

const args = ["--action-timeout", String(LIMIT_MS), "--allow-script", "--tools", "all"];

inOneOwnBrowser(
  "input that makes a page leave for a server that does not answer yet",
  (t) => {
    beforeEach(() => odd.hold());
    afterEach(async () => {
      odd.release();
      await t.pilot.call("accept_dialog");
    });
    const to = (): string => `${odd.origin}/held`;
    const began = (): string => `began to load "${to()}`;

    /** The answer to a call that the page leaves under. It keeps its time, and never says that the page is silent. */
    const act = async (tool: string, call: Record<string, unknown>, limit = LIMIT_MS): Promise<string> => {
      const { text, ms } = await t.pilot.call(tool, call);
      expect(ms, text).toBeLessThan(limit + BEYOND_MS);
      expect(text, tool).not.toContain("[TIMEOUT]");
      expect(text, tool).toContain(began());
      return text;
    };

    it("is told as done where the page said so, or took it", async () => {
      const go = `location = '${to()}'`;
      const cases: [tool: string, html: string, call: (uid: string) => Record<string, unknown>, says: string][] = [
        ["hover_by_uid", `<button onmouseover="${go}">Go</button>`, (uid) => ({ uid }), "Hovered over"],
        ["press_key", `<button onkeydown="${go}">Go</button>`, (uid) => ({ uid, key: "a" }), 'Pressed "a"'],
        [
          "set_checked",
          `<label><input type="checkbox" onchange="${go}">Go</label>`,
          (uid) => ({ uid, checked: true }),
          "Checked",
        ],
        [
          "drag_by_uid",
          `<button style="width: 300px; height: 200px" onpointerup="${go}">Go</button>`,
          (uid) => ({ uid, by: { dx: 50, dy: 50 } }),
          "Dragged",
        ],
      ];
      for (const [tool, html, call, says] of cases) {
        odd.hold();
        await t.pilot.see(t.site.html(html));
        const uid = t.pilot.uid(tool === "set_checked" ? "checkbox" : "button", "Go");
        expect(await act(tool, call(uid)), tool).toContain(says);
        odd.release();
        await t.pilot.ok("wait_for", { url: "*/held*" });
      }
    });

    it("is told as unknown, with the reason, where the page cannot be asked", async () => {
      await t.pilot.see(
        t.site.html(
          `<button style="height: 300px" onwheel="location = '${to()}'">Go</button><p style="height: 3000px">`,
        ),
      );
      const wheeled = await act("scroll", { uid: t.pilot.uid("button", "Go"), by: { dx: 0, dy: 100 } });
      if (t.browser === "chromium") expect(wheeled).toContain("[OUTCOME_UNKNOWN]");
    });

    it("by a search that scrolls is told, and the search does not outlive its time", async () => {
      await t.pilot.see(
        t.site.html(`<p style="height: 5000px">Long<script>onscroll = () => { location = "${to()}" }</script>`),
      );
      // A search has the time of a navigation. It waits 1.5 s at the page's end, which Firefox lets it reach.
      await act("scroll", { direction: "down", untilText: "Nowhere" }, 2 * LIMIT_MS);
    });

    it("ends typing with the number of characters, and with where the page goes", async () => {
      await t.pilot.see(t.site.html(`<form action="${to()}"><input name="q" aria-label="Query"></form>`));
      const typed = await act("type_text", { uid: t.pilot.uid("textbox", "Query"), text: "abc\ndef" });
      expect(typed).toContain("[INTERRUPTED] 4 of 7 characters were typed");
      expect(typed).not.toContain("left its document");
    });

    it("of the focus alone is told, with that no key was pressed", async () => {
      await t.pilot.see(t.site.html(`<input aria-label="Go" onfocus="location = '${to()}'">`));
      const typed = await act("type_text", { uid: t.pilot.uid("textbox", "Go"), text: "abc" });
      if (t.browser === "chromium") expect(typed).toContain("got the focus and no key was pressed");
    });

    it("ends a form after the field that did it", async () => {
      await t.pilot.see(
        t.site.html(
          `<form action="${to()}"><input name="q" aria-label="One" oninput="this.form.submit()"><input name="r" aria-label="Two"></form>`,
        ),
      );
      const elements = ["One", "Two"].map((name) => ({ uid: t.pilot.uid("textbox", name), value: "x" }));
      // Each field adds its time.
      const told = await act("fill_form_by_uid", { elements }, 2 * LIMIT_MS);
      // Firefox may report the navigation after the second field.
      if (t.browser === "chromium") expect(told).toContain("[INTERRUPTED] field 2 of 2 (1 filled before it)");
    });

    it("is not over for wait_for before the document is there", async () => {
      await t.pilot.see(t.site.html(`<button onclick="location = '${to()}'">Go</button>`));
      await act("click_by_uid", { uid: t.pilot.uid("button", "Go") });
      for (const condition of [{ loadState: "load" }, { selector: "h1" }]) {
        const told = await t.pilot.fails("TIMEOUT", "wait_for", { ...condition, timeoutMs: 500 });
        expect(told).toContain(`is loading "${to()}" in the place of the page`);
      }
      odd.release();
      const there = await t.pilot.ok("wait_for", { loadState: "load" });
      expect(there).toContain(`at "${to()}"`);
    });

    it("is told by the answer to a dialog that opened on the way", async () => {
      await t.pilot.see(t.site.html(`<button onclick="location = '${to()}'; alert('Wait')">Go</button>`));
      expect((await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Go") })).text).toContain('alert "Wait"');
      const { text } = await t.pilot.call("accept_dialog");
      expect(text).toContain(began());
    });
  },
  { args },
);

inOneOwnBrowser(
  "a script that makes the page leave and waits",
  (t) => {
    beforeEach(() => odd.hold());
    afterEach(() => odd.release());

    it("is not run again in the documents that follow", async () => {
      const page = t.site.html(`<p>Page</p>`);
      await t.pilot.see(page);
      const script = `async () => {
        localStorage.runs = Number(localStorage.runs ?? 0) + 1;
        location = "${odd.origin}/held";
        await new Promise((done) => setTimeout(done, 60000));
      }`;
      for (let round = 1; round <= 3; round += 1) {
        await t.pilot.fails("TIMEOUT", "evaluate_script", { function: script });
        await t.pilot.open(page);
        await t.pilot.snapshot();
        const told = await t.pilot.ok("evaluate_script", { function: "Number(localStorage.runs)" });
        expect(Number(told.split("\n").at(-1))).toBe(round);
      }
    });
  },
  { args: ["--action-timeout", "800", "--allow-script"] },
);
