/** The nine scenarios of the specification, on our own GTK application. Its state file decides. */

import { spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { Panel, startPilot } from "./support/driver.ts";

let pilot: Pilot;
let panel: Panel;

beforeAll(async () => {
  pilot = await startPilot();
  panel = await Panel.start(pilot);
});
afterAll(async () => {
  await panel?.stop();
  await pilot?.close();
});

describe("actions", () => {
  it("click a button by its own action, and tell what changed elsewhere", async () => {
    const outcome = await panel.act("click", { id: await panel.id("button", "Count") });
    expect(outcome).toMatchObject({ success: true, method: "atspi", verified: true });
    expect(outcome.nodeBefore?.title).toBe("Count");
    expect(outcome.nodeAfter?.title).toBe("Count");
    expect(JSON.stringify(outcome.changes)).toContain("counted 1");
    expect(panel.state.count).toBe(1);
  });

  it("set a number", async () => {
    const id = await panel.id("slider", "Volume");
    const outcome = await panel.act("set_value", { id, value: 80 });
    expect(outcome).toMatchObject({ success: true, method: "atspi", changed: true, verified: true });
    expect(Number(outcome.nodeAfter?.value)).toBe(80);
    expect(panel.state.volume).toBe(80);
  });

  it("set a text", async () => {
    const id = await panel.id("textbox", "Name");
    const outcome = await panel.act("set_value", { id, value: "programmatic" });
    expect(outcome).toMatchObject({ success: true, method: "atspi", changed: true, verified: true });
    expect(panel.state.name).toBe("programmatic");
  });

  it("type text exactly, whatever its characters", async () => {
    const id = await panel.id("textbox", "Notes");
    const text = "Hello, World! 123 äöß é 漢字 😀 {[]}\nsecond line~";
    const outcome = await panel.act("type", { id, text });
    expect(outcome).toMatchObject({ success: true, method: "xtest", verified: true });
    await panel.until("the text arrives", (state) => state.notes === text);
  });

  it("press keys, with modifiers and by every name", async () => {
    const outcome = await panel.act("key", { key: "s", modifiers: ["ctrl"] });
    expect(outcome).toMatchObject({ success: true, method: "xtest" });
    expect(outcome.nodeBefore).toBeUndefined();
    expect(outcome.nodeAfter).toBeUndefined();
    await panel.until("Control+S", ({ keys }) => keys.at(-1) === "ctrl+s");
    for (const [key, name] of [
      ["pagedown", "Page_Down"],
      ["f7", "F7"],
      ["home", "Home"],
    ] as const) {
      expect(await panel.act("key", { key })).toMatchObject({ success: true });
      await panel.until(name, ({ keys }) => keys.at(-1) === name || keys.at(-1) === `KP_${name}`);
    }
  });

  it("scroll a list", async () => {
    const area = await panel.id("group", "Area");
    const before = panel.state.scrolled;
    const outcome = await panel.act("scroll", { id: area, direction: "down", amount: 3 });
    expect(outcome).toMatchObject({ success: true, method: "xtest" });
    await panel.until("the list moves", ({ scrolled }) => scrolled > before);
  });

  it("drag one element onto another", async () => {
    const id = await panel.id("button", "Drag me");
    const outcome = await panel.act("drag", { id, toId: await panel.id("button", "Drop here"), settleMs: 300 });
    expect(outcome).toMatchObject({ success: true, method: "xtest" });
    expect(outcome.nodeBefore).toBeDefined();
    await panel.until("the drop", ({ dropped }) => dropped === "payload");
  });

  it("drop also on a busy machine, each time", async () => {
    const loops = availableParallelism() * 2;
    const busy = Array.from({ length: loops }, () => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
    try {
      for (let turn = 1; turn <= 4; turn += 1) {
        const { drops } = panel.state;
        const ids = { id: await panel.id("button", "Drag me"), toId: await panel.id("button", "Drop here") };
        const outcome = await panel.act("drag", ids);
        // Nothing of the tree shows the drop.
        expect(outcome).toMatchObject({ success: true, verified: "unverified" });
        await panel.until(`drop ${turn}`, (state) => state.drops === drops + 1);
      }
    } finally {
      for (const loop of busy) loop.kill("SIGKILL");
    }
  });

  it("say that a node is not there", async () => {
    const outcome = await panel.act("click", { id: "btn_0000" });
    expect(outcome).toMatchObject({ success: false, code: "UNKNOWN_UID" });
    expect(outcome.error).toContain("not found");
  });

  it("say that a key is unknown, and which are known", async () => {
    const outcome = await panel.act("key", { key: "blorp" });
    expect(outcome).toMatchObject({ success: false, code: "INVALID_INPUT" });
    expect(outcome.error).toContain("unknown key");
    expect(outcome.error).toContain("pagedown");
  });
});

it("the demo tells its story to the end", () => {
  const demo = path.join(import.meta.dirname, "../../scripts/desktop/demo.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [demo, "--no-setup"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toContain("done; the program itself says");
  expect(status).toBe(0);
});

describe("what an action makes sure of", () => {
  it("a disabled element is refused", async () => {
    const outcome = await panel.act("click", { id: await panel.id("button", "Grey") });
    expect(outcome).toMatchObject({ success: false, code: "NOT_ENABLED" });
    expect(panel.state.count).toBe(1);
  });

  it("a button that does nothing is not called a success that was seen", async () => {
    const outcome = await panel.act("click", { id: await panel.id("button", "Nothing") });
    expect(outcome).toMatchObject({ success: true, verified: "unverified" });
  });

  it("a click on a field focuses it", async () => {
    const outcome = await panel.act("click", { id: await panel.id("textbox", "Name") });
    expect(outcome).toMatchObject({ success: true, verified: true });
    expect(outcome.nodeAfter?.focused).toBe(true);
  });

  it("checkboxes are toggled, and set to a state once", async () => {
    const id = await panel.id("checkbox", "Remember");
    expect(await panel.act("click", { id })).toMatchObject({ success: true, verified: true, changed: true });
    expect(panel.state.remember).toBe(true);
    expect(await panel.act("set_value", { id, value: true })).toMatchObject({ success: true, changed: false });
    expect(panel.state.remember).toBe(true);
    expect(await panel.act("set_value", { id, value: false })).toMatchObject({ success: true, changed: true });
    expect(panel.state.remember).toBe(false);
  });

  it("choices of a combo box are chosen by title", async () => {
    const id = await panel.id("combobox", "Colour");
    const outcome = await panel.act("set_value", { id, value: "Green" });
    expect(outcome.success, JSON.stringify(outcome)).toBe(true);
    await panel.until("green", ({ colour }) => colour === "Green");
    expect(await panel.act("set_value", { id, value: "Mauve" })).toMatchObject({
      success: false,
      code: "OPTION_NOT_FOUND",
    });
  });

  it("a password is typed, never set and never told", async () => {
    const id = await panel.id("textbox", "Secret");
    expect(await panel.act("set_value", { id, value: "hunter2" })).toMatchObject({ success: false });
    expect(panel.state.secret).toBe("");
    const typed = await panel.act("type", { id, text: "hunter2" });
    expect(typed.success, JSON.stringify(typed)).toBe(true);
    await panel.until("the secret", ({ secret }) => secret === "hunter2");
    expect(JSON.stringify(typed)).not.toContain("hunter2");
    expect(await panel.ui({ format: "json" })).not.toContain("hunter2");
    expect(pilot.stderr).not.toContain("hunter2");
  });

  it("a title that changes is a change, not another element", async () => {
    const id = await panel.id("button", "Before");
    const outcome = await panel.act("click", { id });
    expect(outcome).toMatchObject({ success: true, changed: true, verified: true });
    expect(outcome.nodeAfter).toMatchObject({ id, title: "After" });
    expect(await panel.id("button", "After")).toBe(id);
  });

  it("a menu item is pressed by its path", async () => {
    await pilot.ok("menu_action", { sessionId: panel.sessionId, path: ["File", "Save"] });
    await panel.until("saved", ({ saved }) => saved === 1);
    const missing = await pilot.fails("OPTION_NOT_FOUND", "menu_action", {
      sessionId: panel.sessionId,
      path: ["File", "Sav"],
    });
    expect(missing).toContain('"Save"');
  });

  it("a dialog is seen and answered", async () => {
    const opened = await panel.act("click", { id: await panel.id("button", "Confirm"), settleMs: 300 });
    expect(JSON.stringify(opened.changes?.added)).toContain("Sure?");
    const yes = await panel.act("click", { id: await panel.id("button", "Yes") });
    expect(yes.success, JSON.stringify(yes)).toBe(true);
    await panel.until("confirmed", ({ confirmed }) => confirmed === 1);
  });

  it("says what changed since a tree", async () => {
    const number = Number(/\(tree (\d+)/.exec(await panel.ui())?.[1]);
    expect(await panel.ui({ since: number })).toContain("Nothing changed");
    await panel.act("click", { id: await panel.id("button", "Count") });
    expect(await panel.ui({ since: number })).toMatch(/~ \S+ text "counted 2": title "counted 1" → "counted 2"/);
  });

  it("is refused while the session is switched off", async () => {
    await pilot.ok("debug_attach", { sessionId: panel.sessionId, enabled: false });
    const id = await panel.id("button", "Count");
    await pilot.fails("PERMISSION_DENIED", "debug_ui_action", { sessionId: panel.sessionId, action: "click", id });
    await pilot.ok("debug_attach", { sessionId: panel.sessionId, enabled: true });
    expect(panel.state.count).toBe(2);
  });

  it("gives a picture with numbered marks", async () => {
    const answer = await pilot.call("debug_ui", { sessionId: panel.sessionId, screenshot: true });
    expect(answer.images[0]?.mimeType).toBe("image/png");
    expect(answer.text).toMatch(/^\d+ id=\S+ button "Count"/m);
  });

  it.each([
    [{ sessionId: "", action: "click", id: "a" }, "sessionId must not be empty"],
    [{ sessionId: "s", action: "click" }, "id is required for all actions except 'key'"],
    [{ sessionId: "s", action: "set_value", id: "a" }, "value is required for 'set_value' action"],
    [{ sessionId: "s", action: "type", id: "a" }, "text is required for 'type' action"],
    [{ sessionId: "s", action: "key" }, "key is required for 'key' action"],
    [{ sessionId: "s", action: "scroll", id: "a" }, "direction is required for 'scroll' action"],
    [{ sessionId: "s", action: "drag", id: "a" }, "toId is required for 'drag' action"],
  ])("%j is refused: %s", async (args, text) => {
    expect(await pilot.fails("INVALID_INPUT", "debug_ui_action", args)).toContain(text);
  });
});
