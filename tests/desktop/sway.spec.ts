/** Input, windows and pictures under a Wayland compositor: headless sway. The programs' own output decides. */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Desktop } from "../../scripts/lib/desktop.mjs";
import type { Pilot } from "../support/pilot.ts";
import { processes } from "../support/processes.ts";
import { App, Panel, python, startPilot } from "./support/driver.ts";
import { chromium } from "./support/programs.ts";

const launcher = fileURLToPath(new URL("fixtures/launcher.py", import.meta.url));
const slowToDraw = fileURLToPath(new URL("fixtures/slow_to_draw.py", import.meta.url));

let desktop: Desktop;
let env: Record<string, string>;

beforeAll(async () => {
  desktop = await Desktop.start({ wayland: "sway" });
  env = desktop.env as Record<string, string>;
});
afterAll(async () => {
  await desktop?.stop();
});

/** Runs a sway command on a program's window, as the user would. */
function arrange({ pid }: Panel, command: string): void {
  execFileSync("swaymsg", [`[pid=${pid}] ${command}`], { env });
}

/** Waits until a program's state stops changing. */
async function quiet(panel: Panel): Promise<void> {
  let last = "";
  await expect
    .poll(
      () => {
        const before = last;
        last = JSON.stringify(panel.state);
        return last === before;
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBe(true);
}

describe("with sway's own socket", () => {
  let pilot: Pilot;
  let panel: Panel;

  beforeAll(async () => {
    pilot = await startPilot(env);
    panel = await Panel.start(pilot);
  });
  afterAll(async () => {
    await panel?.stop();
    await pilot?.close();
  });

  it("acts through accessibility first, as everywhere", async () => {
    const outcome = await panel.act("click", { id: await panel.id("button", "Count") });
    expect(outcome).toMatchObject({ success: true, method: "atspi", verified: true });
    expect(panel.state.count).toBe(1);
  });

  it("clicks with a pointer what offers no action", async () => {
    const outcome = await panel.act("click", { id: await panel.id("text", "Line 3") });
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: true, method: "wayland", verified: true });
    await panel.until("the row is chosen", ({ row }) => row === "Line 3");
  });

  it("types text exactly, whatever its characters", async () => {
    const id = await panel.id("textbox", "Notes");
    const text = "Hello, World! 123 äöß é 漢字 😀 {[]}\nsecond line~";
    const outcome = await panel.act("type", { id, text });
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: true, method: "wayland", verified: true });
    await panel.until("the text arrives", (state) => state.notes === text);
  });

  it("types more kinds of characters than a keyboard has free keys", async () => {
    const id = await panel.id("textbox", "Name");
    const text = Array.from({ length: 130 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join("");
    expect(await panel.act("type", { id, text })).toMatchObject({ success: true, method: "wayland", verified: true });
    await panel.until("the text arrives", ({ name }) => name === text);
  });

  it("presses keys, with modifiers and by every name", async () => {
    expect(await panel.act("key", { key: "s", modifiers: ["ctrl"] })).toMatchObject({
      success: true,
      method: "wayland",
    });
    await panel.until("Control+S", ({ keys }) => keys.at(-1) === "ctrl+s");
    for (const [key, name] of [
      ["ctrl+shift+k", "ctrl+shift+K"],
      ["alt+x", "alt+x"],
      ["pagedown", "Page_Down"],
      ["f7", "F7"],
      ["f13", "F13"],
      ["home", "Home"],
    ] as const) {
      expect(await panel.act("key", { key })).toMatchObject({ success: true });
      await panel.until(name, ({ keys }) => keys.at(-1) === name);
    }
  });

  it("scrolls a list", async () => {
    const before = panel.state.scrolled;
    const outcome = await panel.act("scroll", { id: await panel.id("group", "Area"), direction: "down", amount: 3 });
    expect(outcome).toMatchObject({ success: true, method: "wayland" });
    await panel.until("the list moves", ({ scrolled }) => scrolled > before);
  });

  it("drags one element onto another", async () => {
    const id = await panel.id("button", "Drag me");
    const outcome = await panel.act("drag", { id, toId: await panel.id("button", "Drop here"), settleMs: 300 });
    expect(outcome).toMatchObject({ success: true, method: "wayland" });
    await panel.until("the drop", ({ dropped }) => dropped === "payload");
  });

  it("takes a picture of the window, with marks where the elements are", async () => {
    const answer = await pilot.call("debug_ui", { sessionId: panel.sessionId, screenshot: true });
    expect(answer.text).toMatch(/^\d+ id=\S+ button "Count"/m);
    const data = answer.images[0]?.data as Buffer;
    const [, width, height] = /(\d+)×(\d+) at/.exec(await pilot.ok("list_windows")) ?? [];
    expect([data.readUInt32BE(16), data.readUInt32BE(20)]).toEqual([Number(width), Number(height)]);
    // A picture of one colour would have a few hundred bytes.
    expect(data.length).toBeGreaterThan(10_000);
  });

  it("a tiled window is not moved, and a floating one is", async () => {
    const { sessionId } = panel;
    const move = { sessionId, action: "move", x: 200, y: 100 };
    await pilot.fails("UNSUPPORTED", "window_action", move);
    arrange(panel, "floating enable");
    expect(await pilot.ok("window_action", { sessionId, action: "resize", width: 950, height: 700 })).toContain(
      "950×700",
    );
    expect(await pilot.ok("window_action", move)).toContain("950×700 at 200,100");
    // The places of nodes follow the window.
    const line = [...(await panel.ui()).matchAll(/text "(Line \d+)"/g)][2]?.[1] ?? "no line is shown";
    const clicked = await panel.act("click", { id: await panel.id("text", line) });
    expect(clicked, JSON.stringify(clicked)).toMatchObject({ success: true, method: "wayland" });
    await panel.until("the row is chosen", ({ row }) => row === line);
  });

  it("raises, tells apart and closes windows", async () => {
    const other = await Panel.start(pilot, "Other");
    const windows = async () => pilot.ok("list_windows");
    expect(await windows()).toMatch(/"Other".*active/);
    expect(await pilot.ok("window_action", { sessionId: panel.sessionId, action: "raise" })).toContain("active");
    const typed = await other.act("type", { id: await other.id("textbox", "Name"), text: "mine" });
    expect(typed).toMatchObject({ success: true, method: "wayland", verified: true });
    expect(typed.notices?.join()).toContain("raised");
    expect([other.state.name, panel.state.name]).toEqual(["mine", panel.state.name]);
    expect(panel.state.name).not.toContain("mine");
    await pilot.ok("window_action", { sessionId: other.sessionId, action: "close" });
    await expect.poll(windows).not.toContain("Other");
    await other.stop();
  });

  it("launches until the window is there for the compositor, too", async () => {
    const slow = await App.launch(pilot, python, [slowToDraw]);
    expect(await pilot.ok("list_windows", { sessionId: slow.sessionId })).toMatch(/"Slow to draw".*active/);
    await slow.stop();
  });

  it("refuses a click where another window stays in front, and names it", async () => {
    const above = await Panel.start(pilot, "Above");
    arrange(panel, "floating disable");
    arrange(above, "floating enable");
    await pilot.ok("window_action", { sessionId: above.sessionId, action: "move", x: 2, y: 25 });
    const [before, untouched] = [panel.state, above.state];
    for (const [action, args] of [
      ["drag", { id: await panel.id("button", "Drag me"), toId: await panel.id("button", "Drop here") }],
      ["click", { id: await panel.id("text", `counted ${panel.state.count}`) }],
    ] as const) {
      const outcome = await panel.act(action, args);
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: false, code: "COVERED" });
      expect(outcome.error).toContain(`window "Above" of pid ${above.pid}`);
    }
    expect([panel.state, above.state]).toEqual([before, untouched]);
    await above.stop();
  });

  it("refuses keys where something keeps the keyboard, also in the middle of a text", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "uipilot-launcher-"));
    const heard = path.join(folder, "keys");
    const notes = await panel.id("textbox", "Notes");
    const typing = panel.act("type", { id: notes, text: "x".repeat(20_000) });
    await panel.until("the text begins", (state) => state.notes.includes("xxx"));
    const child = spawn(python, [launcher, heard], { env, stdio: "ignore" });
    try {
      const typed = await typing;
      expect(typed, `${typed.method}: ${typed.error}`).toMatchObject({ success: false, code: "COVERED" });
      expect(typed.error).toMatch(/^(\d+) of 20000 characters were typed, then the keyboard went to .*launcher/);
      await quiet(panel);
      await expect.poll(async () => pilot.ok("list_windows"), { timeout: 5_000 }).not.toContain("active");
      for (const [action, args] of [
        ["type", { id: await panel.id("textbox", "Name"), text: "secret" }],
        ["key", { key: "z" }],
      ] as const) {
        const before = panel.state;
        const outcome = await panel.act(action, args);
        expect(outcome).toMatchObject({ success: false, code: "COVERED" });
        expect(outcome.error).toContain("launcher");
        expect(panel.state).toEqual(before);
      }
      // At most the part of the text that was being sent when the launcher opened has arrived.
      expect(existsSync(heard) ? readFileSync(heard, "utf8") : "").toMatch(/^x{0,40}$/);
    } finally {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    }
    await expect.poll(async () => pilot.ok("list_windows")).toContain("active");
    expect(await panel.act("key", { key: "f9" })).toMatchObject({ success: true });
    await panel.until("F9", ({ keys }) => keys.at(-1) === "F9");
  });
});

it("waits for a compositor that hangs only so long", async () => {
  const pilot = await startPilot(env);
  const panel = await Panel.start(pilot);
  const folder = path.dirname(env.SWAYSOCK as string);
  const sway = processes().find(({ arguments: given }) => given.includes(path.join(folder, "config")));
  const pid = sway?.pid as number;
  process.kill(pid, "SIGSTOP");
  const began = performance.now();
  const outcome = await panel.act("key", { key: "f5" });
  process.kill(pid, "SIGCONT");
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: false, code: "TIMEOUT" });
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await panel.act("key", { key: "f6" })).toMatchObject({ success: true });
  await panel.until("F6, and no F5", ({ keys }) => keys.at(-1) === "F6" && !keys.includes("F5"));
  await panel.stop();
  await pilot.close();
});

it("types into Chromium, which looks at places on the keyboard too", async () => {
  const say = "onkeydown=\"p.textContent=event.code+' '+event.key+' '+event.ctrlKey\"";
  const page = `data:text/html,<title>Keys</title><input aria-label=Name><p id=p>none</p><input aria-label=Keys ${say}>`;
  const pilot = await startPilot(env);
  const { command, args } = chromium(page);
  const app = await App.launch(pilot, command, ["--ozone-platform=wayland", ...args]);
  await expect.poll(() => app.ui({ role: "textbox" }), { timeout: 10_000 }).toContain('"Keys"');
  const typed = await app.act("type", { id: await app.id("textbox", "Name"), text: "Ada, äöü é 漢字!" });
  expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, method: "wayland", verified: true });
  const id = await app.id("textbox", "Keys");
  for (const [key, said] of [
    ["a", "KeyA a false"],
    ["ctrl+shift+l", "KeyL L true"],
    ["end", "End End false"],
  ] as const) {
    expect(await app.act("key", { id, key })).toMatchObject({ success: true });
    await expect.poll(() => app.ui({ find: said })).toContain(`text "${said}"`);
  }
  await app.stop();
  await pilot.close();
});

describe("without sway's socket, as on other compositors", () => {
  let pilot: Pilot;
  let one: Panel;
  let two: Panel;

  beforeAll(async () => {
    pilot = await startPilot({ ...env, SWAYSOCK: "" });
    [one, two] = [await Panel.start(pilot, "One"), await Panel.start(pilot, "Two")];
  });
  afterAll(async () => {
    await one?.stop();
    await two?.stop();
    await pilot?.close();
  });

  it("lists windows by title, without places", async () => {
    const text = await pilot.ok("list_windows");
    expect(text).toMatch(/^window \d+: "One"$/m);
    expect(text).toMatch(/^window \d+: "Two" active$/m);
    expect(await pilot.ok("list_windows", { sessionId: one.sessionId })).not.toContain("Two");
  });

  it("types into the window that is meant, and presses keys there", async () => {
    const typed = await one.act("type", { id: await one.id("textbox", "Name"), text: "für eins" });
    expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, method: "wayland", verified: true });
    expect(typed.notices?.join()).toContain("raised");
    expect([one.state.name, two.state.name]).toEqual(["für eins", ""]);
    expect(await two.act("key", { key: "f8" })).toMatchObject({ success: true, method: "wayland" });
    await two.until("F8", ({ keys }) => keys.at(-1) === "F8");
    expect(one.state.keys).not.toContain("F8");
  });

  it("refuses what needs a place on the screen, and says why", async () => {
    const dragged = { id: await one.id("button", "Drag me"), toId: await one.id("button", "Drop here") };
    for (const [action, args] of [
      ["drag", dragged],
      ["click", { id: await one.id("text", "Line 3") }],
    ] as const) {
      const outcome = await one.act(action, args);
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: false, code: "UNSUPPORTED" });
      expect(outcome.error).toContain("SWAYSOCK");
    }
    const { sessionId } = one;
    await pilot.fails("UNSUPPORTED", "debug_ui", { sessionId, screenshot: true });
    await pilot.fails("UNSUPPORTED", "window_action", { sessionId, action: "move", x: 1, y: 1 });
    expect([one.state.dropped, one.state.row]).toEqual(["", ""]);
  });

  it("scrolls by scroll bars instead of the wheel", async () => {
    const outcome = await one.act("scroll", { id: await one.id("group", "Area"), direction: "down" });
    expect(outcome).toMatchObject({ success: true, method: "atspi" });
    await one.until("the list moves", ({ scrolled }) => scrolled > 0);
  });

  it("does not guess between windows with the same title", async () => {
    const twin = await Panel.start(pilot, "Two");
    // Accessibility itself does not depend on windows.
    const id = await two.id("textbox", "Name");
    expect(await two.act("type", { id, text: "which" })).toMatchObject({ success: true, method: "atspi" });
    expect([two.state.name, twin.state.name]).toEqual(["which", ""]);
    const before = [two.state, twin.state];
    const outcome = await two.act("key", { id, key: "f8" });
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: false, code: "UNSUPPORTED" });
    await pilot.fails("UNSUPPORTED", "window_action", { sessionId: two.sessionId, action: "close" });
    expect([two.state, twin.state]).toEqual(before);
    await twin.stop();
  });

  it("raises and closes windows", async () => {
    expect(await pilot.ok("window_action", { sessionId: one.sessionId, action: "raise" })).toContain('"One" active');
    await pilot.ok("window_action", { sessionId: two.sessionId, action: "close" });
    await expect.poll(async () => pilot.ok("list_windows")).not.toContain("Two");
  });
});
