/** Real programs of every toolkit. What they show decides. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { until } from "../support/wait.ts";
import { App, Panel, startPilot } from "./support/driver.ts";
import { calculator, chromium } from "./support/programs.ts";

const shop = `data:text/html,<title>Shop</title><p id=p>none</p><input aria-label=Name><button onclick="p.textContent='hello '+document.querySelector('input').value">Greet</button>`;

let pilot: Pilot;
beforeAll(async () => {
  pilot = await startPilot();
});
afterAll(async () => {
  await pilot?.close();
});

describe("programs of others", () => {
  it("calculates in a Qt program", async () => {
    const app = await App.launch(pilot, calculator);
    for (const key of ["7", "\u00d7", "6", "="]) {
      const outcome = await app.act("click", { id: await app.id("button", key) });
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ success: true, method: "atspi" });
    }
    expect(await app.ui({ role: "textbox" })).toContain('value="42"');
    await app.stop();
  });

  it("types into mousepad and copies by its menu", async () => {
    const app = await App.launch(pilot, "/usr/bin/mousepad");
    const id = /id=(\S+) textbox/.exec(await app.ui())?.[1];
    const typed = await app.act("type", { id, text: "one two" });
    expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, verified: true });
    expect(await app.ui({ role: "textbox" })).toContain('value="one two"');
    const undone = await pilot.ok("menu_action", { sessionId: app.sessionId, path: ["Edit", "Undo"] });
    expect(undone).toContain("value");
    await app.stop();
  });

  it("fills and clicks a page in Chromium through accessibility", async () => {
    const { command, args } = chromium(shop);
    const app = await App.launch(pilot, command, args);
    await expect.poll(() => app.ui({ role: "textbox" }), { timeout: 10_000 }).toContain('"Name"');
    const typed = await app.act("type", { id: await app.id("textbox", "Name"), text: "Ada" });
    expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, verified: true });
    const clicked = await app.act("click", { id: await app.id("button", "Greet"), settleMs: 300 });
    expect(clicked, JSON.stringify(clicked)).toMatchObject({ success: true });
    expect(await app.ui({ find: "hello" })).toContain("hello Ada");
    await app.stop();
  });

  it("presses, sets and toggles in GTK 4", async () => {
    const app = await App.launch(pilot, "/usr/bin/gtk4-widget-factory");
    const box = await until(
      "the checkbox",
      async () => /id=(\S+) checkbox "checkbutton"\s*$/m.exec(await app.ui({ role: "checkbox" }))?.[1],
    );
    const toggled = await app.act("click", { id: box });
    expect(toggled, JSON.stringify(toggled)).toMatchObject({ success: true, verified: true });
    await app.stop();
  });
});

describe("windows", () => {
  it("are listed, moved, resized, raised and closed", async () => {
    const [below, above] = [await Panel.start(pilot, "Below"), await Panel.start(pilot, "Above")];
    const windows = async () => pilot.ok("list_windows");
    expect(await windows()).toMatch(/"Below"[\s\S]*"Above"/);
    const { sessionId } = below;
    await pilot.ok("window_action", { sessionId, action: "raise" });
    expect(await windows()).toMatch(/"Above"[\s\S]*"Below".* active/);
    const moved = await pilot.ok("window_action", { sessionId, action: "move", x: 200, y: 100 });
    expect(moved).toMatch(/at 2\d\d,1\d\d/);
    const sized = await pilot.ok("window_action", { sessionId, action: "resize", width: 950, height: 700 });
    expect(sized).toContain("950×700");
    await pilot.ok("window_action", { sessionId: above.sessionId, action: "close" });
    await expect.poll(windows).not.toContain("Above");
    await pilot.fails("SESSION_ENDED", "debug_ui", { sessionId: above.sessionId });
    await below.stop();
    await above.stop();
  });

  it("in front are not clicked through: the right one is raised, and that is said", async () => {
    const [below, above] = [await Panel.start(pilot, "Below"), await Panel.start(pilot, "Above")];
    const scrolled = await below.act("scroll", { id: await below.id("group", "Area"), direction: "down" });
    expect(scrolled.notices?.join()).toContain("raised");
    await below.until("its own list moves", (state) => state.scrolled > 0);
    expect(above.state.scrolled).toBe(0);
    const typed = await above.act("type", { id: await above.id("textbox", "Name"), text: "mine" });
    expect(typed, JSON.stringify(typed)).toMatchObject({ success: true, verified: true });
    expect([below.state.name, above.state.name]).toEqual(["", "mine"]);
    await below.stop();
    await above.stop();
  });
});
