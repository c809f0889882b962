import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StuckPage, stuckPages, synchronousRequest, type Trap, TrapServer } from "../stuck/pages.ts";
import { cells, LEFT_OUT, PICTURE } from "../stuck/tools.ts";
import { browsers } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";

/** The limit of a call that has no option of its own, in milliseconds. */
const ACTION_MS = 4_000;
/** What a loaded machine may add to an answer. `npm run stuck -w tests` prints the exact figures. */
const MACHINE_MS = 4_000;

for (const browser of browsers) {
  describe(`a page that does not answer, in ${browser}`, () => {
    let pilot: Pilot;
    let traps: TrapServer;
    beforeAll(async () => {
      traps = await TrapServer.start();
      pilot = await Pilot.start({
        browser,
        args: [
          "--allow-script",
          "--tools",
          "web,more,devtools,record,audits",
          "--action-timeout",
          String(ACTION_MS),
          "--navigation-timeout",
          "10000",
        ],
      });
    });
    afterAll(async () => {
      await pilot?.close();
      await traps?.close();
    });

    /** Opens a page of this kind and takes its snapshot. */
    const open = async (kind: string | StuckPage): Promise<Trap> => {
      const page = typeof kind === "string" ? stuckPages.find((stuck) => stuck.name === kind) : kind;
      if (!page) throw new Error(`there is no page ${kind}`);
      const trap = traps.set(page);
      await pilot.ok("navigate_page", { url: trap.url });
      await pilot.snapshot();
      return trap;
    };

    it("is an error by the deadline that names the page and the cause, and can be left", async () => {
      const trap = await open("busy-main");
      await trap.spring();
      const uid = pilot.uid("button", "Press");
      writeFileSync(path.join(pilot.folder, "before.png"), PICTURE);
      for (const [tool, args] of [
        ["take_snapshot", {}],
        ["click_by_uid", { uid }],
        ["wait_for", { text: "Never here", timeoutMs: ACTION_MS }],
        ["screenshot_page", {}],
        ["save_pdf", { file: "stuck.pdf" }],
        ["compare_screenshots", { before: "before.png" }],
      ] as const) {
        const answer = await pilot.call(tool, args);
        expect(answer.code, `${tool}: ${answer.text}`).toBe("TIMEOUT");
        expect(answer.text).toContain(`the page "${trap.url}" has not answered`);
        expect(answer.ms).toBeLessThan(ACTION_MS + MACHINE_MS);
      }
      const [{ page } = { page: 0 }] = (await pilot.pages()).filter(({ selected }) => selected);
      const left = await pilot.ok("navigate_page", { url: traps.free });
      expect(left).toContain(`in page ${page}.`);
      expect(left).toMatch(/did not answer, so (its|a new tab)/);
      expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
    });

    // Firefox does not ask its pages.
    it.runIf(browser === "chromium")("is counted where all pages are told something", async () => {
      const trap = await open("busy-main");
      await trap.spring();
      for (const [tool, args, back] of [
        ["emulate", { reducedMotion: "reduce" }, { reset: true }],
        ["set_network", { latencyMs: 1 }, {}],
      ] as const) {
        expect(await pilot.ok(tool, args)).toContain("One page does not answer, and may change later.");
        await pilot.ok(tool, back);
      }
    });

    it("does not stop new pages", async () => {
      const trap = await open("busy-main");
      await trap.spring();
      await pilot.ok("new_page", { url: traps.free });
      expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
    });

    it("a frame is left out and named, and the rest of the page works", async () => {
      const trap = await open("busy-cross-origin-frame");
      await trap.spring();
      await pilot.snapshot();
      const clicked = await pilot.ok("click_by_uid", { uid: pilot.uid("button", "Press") });
      expect(clicked).toMatch(/The frame "http:\/\/localhost.*" does not answer and is left out/);
      expect((await pilot.snapshot()).has("button", "Press!")).toBe(true);
      const found = await pilot.ok("find_in_page", { text: "Press" });
      expect(found).toMatch(/does not answer and is left out/);
    });

    it("a navigation that gets no answer is stopped, and the page stays readable", async () => {
      await pilot.ok("navigate_page", { url: traps.free });
      for (const timeoutMs of [1_000, 0]) {
        const answer = await pilot.call("navigate_page", { url: traps.at("/silent"), timeoutMs });
        expect(answer.code).toBe("TIMEOUT");
        expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
        await pilot.ok("navigate_page", { url: traps.free });
      }
    });

    it("a body without an end is answered when the document can be used", async () => {
      const answer = await pilot.call("navigate_page", { url: traps.at("/endless"), timeoutMs: 30_000 });
      expect(answer.isError, answer.text).toBe(false);
      expect(answer.text).toContain("still loading");
      expect(answer.ms).toBeLessThan(6_000 + MACHINE_MS);
      expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
      await pilot.ok("navigate_page", { url: traps.free });
    });

    it("a page that opens dialogs without end can be left", async () => {
      const trap = await open("alert-loop");
      await trap.spring();
      await until("the first dialog", async () => (await pilot.pages()).some(({ dialog }) => dialog));
      await pilot.fails("DIALOG_OPEN", "navigate_page", { url: traps.free });
      for (let i = 0; i < 3; i++) expect(await pilot.ok("accept_dialog")).toContain('"again"');
      const left = await pilot.ok("navigate_page", { url: traps.free });
      expect(left).toMatch(/opens dialogs without end, so (its|a new tab)/);
      expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
    });

    it("a click that blocks the page is done or unknown, and says that the page does not answer", async () => {
      const body = `<button onclick="${synchronousRequest}">Block</button>`;
      await open({ name: "blocks-on-click", place: "main", script: "void 0", body });
      const answer = await pilot.call("click_by_uid", { uid: pilot.uid("button", "Block") });
      expect(answer.code ?? "done", answer.text).toMatch(/^(done|OUTCOME_UNKNOWN|TIMEOUT)$/);
      expect(answer.text).toMatch(/not (answered|responded)/);
      expect(answer.ms).toBeLessThan(ACTION_MS + MACHINE_MS);
      await pilot.ok("navigate_page", { url: traps.free });
      expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
    });

    it("a page that waits for a synchronous request gets no input that is called done", async () => {
      const trap = await open("sync-xhr-to-silent");
      const uid = pilot.uid("textbox", "Field");
      const check = pilot.uid("checkbox", "Check");
      await trap.spring();
      for (const [tool, args] of [
        ["press_key", { key: "a" }],
        ["type_text", { uid, text: "typed" }],
        ["set_checked", { uid: check, checked: true }],
        ["evaluate_script", { function: "() => document.title", timeoutMs: ACTION_MS }],
      ] as const) {
        const answer = await pilot.call(tool, args);
        expect(answer.code, `${tool}: ${answer.text}`).toBe("TIMEOUT");
        expect(answer.text).toContain("has not answered");
      }
      await pilot.ok("navigate_page", { url: traps.free });
    });

    it("a busy frame holds up no script of the caller in the main frame, nor in another page", async () => {
      const trap = await open("busy-cross-origin-frame");
      await trap.spring();
      expect(await pilot.ok("evaluate_script", { function: "() => document.title" })).toContain("busy-cross-origin");
      await pilot.ok("new_page", { url: traps.free });
      expect(await pilot.ok("evaluate_script", { function: "() => document.title" })).toContain("Free");
      await pilot.ok("close_page", { page: (await pilot.pages()).find(({ selected }) => !selected)?.page });
    });

    it("a page that is being replaced is closed at the first call", async () => {
      await pilot.ok("new_page", { url: traps.free });
      const trap = await open("navigates-to-endless");
      await trap.spring();
      const selected = (await pilot.pages()).find(({ selected }) => selected);
      expect(await pilot.ok("close_page", { page: selected?.page })).toContain(`Closed page ${selected?.page}.`);
    });

    it("a click that makes a frame load without end is done", async () => {
      const frame = "document.body.append(Object.assign(document.createElement('iframe'), { src: '/silent' }))";
      await open({
        name: "loads-a-frame",
        place: "main",
        script: "void 0",
        body: `<button onclick="${frame}">Load</button>`,
      });
      const answer = await pilot.ok("click_by_uid", { uid: pilot.uid("button", "Load") });
      expect(answer).toContain("Clicked");
      await pilot.ok("press_key", { key: "Enter" });
      await pilot.ok("navigate_page", { url: traps.free });
    });

    it("print() leaves the page usable", async () => {
      const trap = await open("print");
      await trap.spring();
      await pilot.ok("click_by_uid", { uid: pilot.uid("button", "Press") });
      expect((await pilot.snapshot()).has("button", "Press!")).toBe(true);
    });
  });
}

it("every tool for web pages is in the table of stuck pages", async () => {
  const sets = "web,more,vision,state,devtools,record,audits,webmcp,sessions,suite";
  const pilot = await Pilot.start({ args: ["--allow-script", "--tools", sets] });
  try {
    const { tools } = await pilot.client.listTools();
    const known = new Set([...cells.map(({ tool }) => tool), ...LEFT_OUT.keys()]);
    expect(tools.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    expect(tools.length).toBeGreaterThan(70);
  } finally {
    await pilot.close();
  }
});
