/** Applications that are hostile, that hang, and that take the keyboard away. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Pilot } from "../support/pilot.ts";
import { Panel, python, startPilot } from "./support/driver.ts";

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

let pilot: Pilot;
const started: ChildProcess[] = [];

beforeEach(async () => {
  pilot = await startPilot();
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
  await pilot?.close();
});

/** Starts a program that says when it is ready. */
async function start(name: string, ...args: string[]): Promise<number> {
  const child = spawn(python, [fixture(name), ...args], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  await once(child.stdout, "data");
  return child.pid ?? 0;
}

describe("a hostile application", () => {
  it.each([
    ["unixexec", (canary: string) => `unixexec:path=/usr/bin/touch,argv1=${canary}`],
    ["unixexec behind a socket", (canary: string) => `unix:path=/no/such;unixexec:path=/usr/bin/touch,argv1=${canary}`],
    ["tcp", () => "tcp:host=127.0.0.1,port=1"],
    ["a socket of another process", () => String(process.env.DBUS_SESSION_BUS_ADDRESS)],
  ])("is read over the bus where its address is %s", async (_, address) => {
    const canary = path.join(pilot.folder, "canary");
    const pid = await start("hostile.py", address(canary));
    expect(await pilot.ok("list_applications")).toContain(`pid ${pid}: "Hostile"`);
    const attached = await pilot.ok("debug_attach", { pid });
    const sessionId = /sessionId (\S+),/.exec(attached)?.[1];
    const text = await pilot.ok("debug_ui", { sessionId });
    expect(existsSync(canary)).toBe(false);
    // The window contains itself; it is read once, and its name stays within its line.
    expect(text.match(/window/g)).toHaveLength(1);
    expect(text).not.toMatch(/^\s*id=btn_00000000/m);
    const all = text + (await pilot.ok("list_applications"));
    for (const character of ["\u202e", "\u0007"]) expect(all).not.toContain(character);
  });
});

describe("an application that hangs", () => {
  it("delays every tool by less than its limit, and the others not at all", async () => {
    const [frozen, other] = [await Panel.start(pilot, "Frozen"), await Panel.start(pilot, "Other")];
    const { sessionId } = frozen;
    const id = await frozen.id("button", "Count");
    const counts = await other.id("button", "Count");
    process.kill(frozen.pid, "SIGSTOP");
    try {
      const first = performance.now();
      await pilot.fails("TIMEOUT", "debug_ui", { sessionId });
      expect(performance.now() - first).toBeLessThan(4_000);
      const calls: [string, Record<string, unknown>][] = [
        ["debug_ui", { sessionId }],
        ["debug_ui_action", { sessionId, action: "click", id }],
        ["debug_ui_action", { sessionId, action: "key", key: "a" }],
        ["menu_action", { sessionId, path: ["File", "Save"] }],
      ];
      for (const [tool, args] of calls) {
        const began = performance.now();
        await pilot.fails("TIMEOUT", tool, args);
        const took = performance.now() - began;
        expect(took, `${tool} ${JSON.stringify(args)}`).toBeLessThan(1_500);
      }
      const list = await pilot.ok("list_applications");
      expect(list).toContain(`pid ${frozen.pid}: does not answer`);
      expect(list).toContain(`pid ${other.pid}: "panel.py"`);
      expect(await other.act("click", { id: counts })).toMatchObject({ success: true, verified: true });
    } finally {
      process.kill(frozen.pid, "SIGCONT");
    }
    expect(await frozen.act("click", { id })).toMatchObject({ success: true, verified: true });
    expect([frozen.state.count, other.state.count]).toEqual([1, 1]);
  });
});

describe("typing", () => {
  it("stops where another window takes the keyboard, and says after how many characters", async () => {
    const panel = await Panel.start(pilot, "Meant");
    const id = await panel.id("textbox", "Notes");
    const typing = panel.act("type", { id, text: "x".repeat(3_000) });
    await panel.until("the first letters", ({ notes }) => notes.length > 20);
    const thief = await Panel.start(await secondPilot(), "Thief");
    const typed = await typing;
    expect(typed, JSON.stringify(typed)).toMatchObject({ success: false, code: "COVERED" });
    const count = Number(/^(\d+) of 3000 characters were typed/.exec(typed.error ?? "")?.[1]);
    await panel.until(`${count} characters`, ({ notes }) => notes.length === count);
    expect(thief.state.notes + thief.state.name).toBe("");
  });

  it("ends with the call, not with the text", async () => {
    const panel = await Panel.start(pilot, "Given up");
    const id = await panel.id("textbox", "Notes");
    const caller = new AbortController();
    const args = { sessionId: panel.sessionId, action: "type", id, text: "x".repeat(3_000) };
    const typing = pilot.call("debug_ui_action", args, { signal: caller.signal }).catch(() => "given up");
    await panel.until("the first letters", ({ notes }) => notes.length > 20);
    caller.abort();
    expect(await typing).toBe("given up");
    // The next action comes after what is left of the first, with no key held.
    const pressed = await panel.act("key", { key: "f7" });
    expect(pressed, JSON.stringify(pressed)).toMatchObject({ success: true });
    await panel.until("F7", ({ keys }) => keys.at(-1) === "F7");
    expect(panel.state.notes.length).toBeLessThan(3_000);
  });
});

const others: Pilot[] = [];
afterEach(async () => {
  for (const other of others.splice(0)) await other.close();
});

/** A server beside the one under test. */
async function secondPilot(): Promise<Pilot> {
  const other = await startPilot();
  others.push(other);
  return other;
}
