/**
 * A compositor that cannot be reached, or that offers no protocols: actions through accessibility work, the rest is
 * refused with a code. A compositor with protocols is tested in sway.spec.ts.
 */

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { App, Panel, python, startPilot } from "./support/driver.ts";

const fields = fileURLToPath(new URL("fixtures/fields.py", import.meta.url));

let pilot: Pilot;
let panel: Panel;

beforeAll(async () => {
  pilot = await startPilot({ WAYLAND_DISPLAY: "wayland-0" });
  panel = await Panel.start(pilot);
});
afterAll(async () => {
  await panel?.stop();
  await pilot?.close();
});

it("reads, presses and sets through accessibility", async () => {
  const clicked = await panel.act("click", { id: await panel.id("button", "Count") });
  expect(clicked).toMatchObject({ success: true, method: "atspi", verified: true });
  const set = await panel.act("set_value", { id: await panel.id("slider", "Volume"), value: 33 });
  expect(set).toMatchObject({ success: true, method: "atspi", verified: true });
  const typed = await panel.act("type", { id: await panel.id("textbox", "Name"), text: "by accessibility" });
  expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, method: "atspi", verified: true });
  await panel.until(
    "all of it",
    ({ count, volume, name }) => count === 1 && volume === 33 && name === "by accessibility",
  );
});

it.each(["gtk3", "gtk4", "qt5", "qt6"])("inserts any characters at the caret in %s", async (toolkit) => {
  const app = await App.launch(pilot, python, [fields, toolkit]);
  for (const [title, text, more] of [
    ["Line", "für 漢字 😀", "é😀"],
    ["Lines", "für 漢字 😀\nund mehr", "é😀"],
  ] as const) {
    const id = await app.id("textbox", title);
    const typed = await app.act("type", { id, text });
    expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, method: "atspi", verified: true });
    expect(typed.nodeAfter?.value).toBe(text);
    const again = await app.act("type", { id, text: more });
    expect([`${text}${more}`, `${more}${text}`], JSON.stringify(again)).toContain(again.nodeAfter?.value);
  }
  await app.stop();
});

it.each([
  ["key", { key: "a" }],
  ["drag", { id: "Drag me", toId: "Drop here" }],
])("refuses %s as unsupported, and nothing happens", async (action, args) => {
  const ids = Object.fromEntries(
    await Promise.all(
      Object.entries(args).map(async ([name, value]) => [
        name,
        name === "key" ? value : await panel.id("button", value as string),
      ]),
    ),
  );
  const before = panel.state;
  const outcome = await panel.act(action, ids);
  expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: false, code: "UNSUPPORTED" });
  expect(panel.state).toEqual(before);
});

it("refuses windows and pictures as unsupported", async () => {
  const { sessionId } = panel;
  for (const [tool, args] of [
    ["list_windows", {}],
    ["list_windows", { sessionId }],
    ["window_action", { sessionId, action: "raise" }],
    ["debug_ui", { sessionId, screenshot: true }],
  ] as const) {
    expect(await pilot.fails("UNSUPPORTED", tool, args)).toContain("Wayland");
  }
});
