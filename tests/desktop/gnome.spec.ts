/** Keys on GNOME. Its compositor accepts them only through the portal, after the user has agreed in a dialog. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Desktop } from "../../scripts/lib/desktop.mjs";
import type { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";
import { App, Panel, python, startPilot } from "./support/driver.ts";

const keyboardOfTheMachine = fileURLToPath(new URL("fixtures/keyboard.py", import.meta.url));

let desktop: Desktop;
let keyboard: ChildProcess;
/** A second server that plays the user. */
let user: Pilot;
let pilot: Pilot;
let panel: Panel;

beforeAll(async () => {
  desktop = await Desktop.start({ wayland: "gnome" });
  const env = desktop.env as Record<string, string>;
  keyboard = spawn(python, [keyboardOfTheMachine], { env, stdio: ["ignore", "pipe", "inherit"] });
  if (keyboard.stdout) await once(keyboard.stdout, "data");
  user = await startPilot(env);
});
afterAll(async () => {
  await user?.close();
  keyboard?.kill("SIGKILL");
  await desktop?.stop();
});

beforeEach(async () => {
  pilot = await startPilot(desktop.env as Record<string, string>);
  panel = await Panel.start(pilot);
  await active(panel);
});
afterEach(async () => {
  await panel?.stop();
  await pilot?.close();
});

/** Waits until the user sees that a window has the keyboard. */
async function active(app: App): Promise<void> {
  await expect.poll(() => app.ui({ depth: 1 }), { timeout: 5_000 }).toMatch(/window .* active/);
}

/** The application of the portal's dialog. */
const portal = { name: "xdg-desktop-portal-gnome" };

/** Whether the dialog is on the screen. */
const isAsked = async (): Promise<boolean> =>
  (await user.ok("list_applications")).includes('"xdg-desktop-portal-gnome", 1 window');

/** Waits for the dialog and answers it as a person does. */
async function answer(button: "Share" | "Cancel"): Promise<void> {
  const attached = await until(
    "the portal's window",
    async () => {
      const { isError, text } = await user.call("debug_attach", portal);
      return !isError && /sessionId (\S+), pid (\d+)/.exec(text);
    },
    10_000,
    100,
  );
  const dialog = new App(user, attached[1] as string, Number(attached[2]));
  /** GTK puts a button's mnemonic before its name. */
  const find = async (line: RegExp): Promise<string> =>
    until(`${line} in the dialog`, async () => line.exec(await dialog.ui())?.[1], 10_000, 100);
  const press = await find(new RegExp(`id=(\\S+) button "[^"]*${button}"`));
  if (button === "Share") {
    const id = await find(/id=(\S+) checkbox "Allow remote interaction"/);
    const ticked = await dialog.act("click", { id });
    expect(ticked, JSON.stringify(ticked)).toMatchObject({ success: true });
  }
  await dialog.act("click", { id: press });
  await dialog.stop();
}

it("asks the user before the first key, and once", async () => {
  const first = panel.act("key", { key: "s", modifiers: ["ctrl"] });
  await answer("Share");
  expect(await first).toMatchObject({ success: true, method: "wayland" });
  await panel.until("Control+S", ({ keys }) => keys.at(-1) === "ctrl+s");
  for (const [key, name] of [
    ["ctrl+shift+k", "ctrl+shift+K"],
    ["alt+x", "alt+x"],
    ["pagedown", "Page_Down"],
    ["f7", "F7"],
  ] as const) {
    expect(await panel.act("key", { key })).toMatchObject({ success: true, method: "wayland" });
    await panel.until(name, ({ keys }) => keys.at(-1) === name);
  }
  const text = "Hello, World! 123 {[]}~ #@\\";
  const typed = await panel.act("type", { id: await panel.id("textbox", "Name"), text });
  expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, method: "wayland", verified: true });
  await panel.until("the text", ({ name }) => name === text);
  // Characters that some layouts lack go through accessibility.
  const foreign = await panel.act("type", { id: await panel.id("textbox", "Notes"), text: "für 漢字 😀" });
  expect(foreign, JSON.stringify(foreign)).toMatchObject({ success: true, method: "atspi", verified: true });
  await panel.until("the other text", ({ notes }) => notes === "für 漢字 😀");
});

it("presses nothing where the user refuses, and does not ask again", async () => {
  const before = panel.state.keys;
  const first = panel.act("key", { key: "f7" });
  await answer("Cancel");
  for (const outcome of [await first, await panel.act("key", { key: "f8" })]) {
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: false, code: "PERMISSION_DENIED" });
    expect(outcome.error).toContain("the user refused");
  }
  expect(await isAsked()).toBe(false);
  expect(panel.state.keys).toEqual(before);
});

it("keeps what the user says for the next key where the call was given up", async () => {
  const caller = new AbortController();
  const args = { sessionId: panel.sessionId, action: "key", key: "f7" };
  const given = pilot.call("debug_ui_action", args, { signal: caller.signal }).catch(() => "given up");
  await expect.poll(isAsked, { timeout: 10_000 }).toBe(true);
  caller.abort();
  expect(await given).toBe("given up");
  await answer("Share");
  await active(panel);
  expect(await panel.act("key", { key: "f8" })).toMatchObject({ success: true, method: "wayland" });
  await panel.until("F8", ({ keys }) => keys.at(-1) === "F8");
  expect(panel.state.keys).toEqual(["F8"]);
  expect(await isAsked()).toBe(false);
});

it("does not ask for what accessibility does", async () => {
  const typed = await panel.act("type", { id: await panel.id("textbox", "Name"), text: "unasked" });
  expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, method: "atspi", verified: true });
  const clicked = await panel.act("click", { id: await panel.id("button", "Count") });
  expect(clicked).toMatchObject({ success: true, method: "atspi", verified: true });
  expect(await isAsked()).toBe(false);
});

it("refuses keys for a window that is not in front, without asking", async () => {
  const other = await Panel.start(pilot, "Other");
  await active(other);
  const pressed = await panel.act("key", { key: "f7" });
  expect(pressed, JSON.stringify(pressed)).toMatchObject({ success: false, code: "UNSUPPORTED" });
  expect(pressed.error).toContain("ask the user to bring the window to the front");
  expect([panel.state.keys, other.state.keys]).toEqual([[], []]);
  expect(await isAsked()).toBe(false);
  await other.stop();
});

it("stops in the middle of a text where the keyboard goes elsewhere", async () => {
  const first = panel.act("key", { key: "f9" });
  await answer("Share");
  await first;
  const typing = panel.act("type", { id: await panel.id("textbox", "Notes"), text: "x".repeat(4_000) });
  await panel.until("the text begins", ({ notes }) => notes.includes("xxx"));
  const other = await Panel.start(user, "Other");
  const typed = await typing;
  expect(typed, JSON.stringify(typed)).toMatchObject({ success: false, code: "COVERED" });
  expect(typed.error).toMatch(/^(\d+) of 4000 characters were typed, then the keyboard went to another window/);
  expect(other.state.keys.length).toBeLessThanOrEqual(40);
  await other.stop();
});

it("takes its dialog along when the server ends", async () => {
  const pressed = panel.act("key", { key: "a" }).catch(() => undefined);
  await expect.poll(isAsked, { timeout: 10_000 }).toBe(true);
  process.kill(pilot.pid, "SIGKILL");
  await pressed;
  await expect.poll(isAsked, { timeout: 10_000 }).toBe(false);
  await pilot.close();
  pilot = await startPilot(desktop.env as Record<string, string>);
  panel = await Panel.start(pilot);
});
