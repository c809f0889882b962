/** Applications that end, hang or lose their bus, and many actions in a row. */

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { Desktop } from "../../scripts/lib/desktop.mjs";
import { rounds } from "../support/browsers.ts";
import type { Pilot } from "../support/pilot.ts";
import { isAlive, processTree } from "../support/processes.ts";
import { until } from "../support/wait.ts";
import { App, outcome, Panel, type State, startPilot } from "./support/driver.ts";

const pilots: Pilot[] = [];

async function pilotOf(env: Record<string, string> = {}): Promise<Pilot> {
  const pilot = await startPilot(env);
  pilots.push(pilot);
  return pilot;
}

afterEach(async () => {
  for (const pilot of pilots.splice(0)) await pilot.close();
});

describe("an application", () => {
  it("that is killed in the middle of an action gives an answer, and errors from then on", async () => {
    const pilot = await pilotOf();
    const panel = await Panel.start(pilot);
    const id = await panel.id("textbox", "Notes");
    const typing = pilot.call("debug_ui_action", {
      sessionId: panel.sessionId,
      action: "type",
      id,
      text: "x".repeat(3_000),
    });
    await panel.until("the first letters", ({ notes }) => notes.length > 0);
    process.kill(panel.pid, "SIGKILL");
    const answer = await typing;
    expect(answer.text).toMatch(/ended|exited|gone|left/);
    const text = await pilot.fails("SESSION_ENDED", "debug_ui_action", {
      sessionId: panel.sessionId,
      action: "click",
      id,
    });
    expect(text).toContain(`Process not running (PID ${panel.pid} exited)`);
    await panel.stop();
  });

  it("that hangs gives a timeout, and works again when it goes on", async () => {
    const pilot = await pilotOf();
    const panel = await Panel.start(pilot);
    const id = await panel.id("button", "Count");
    process.kill(panel.pid, "SIGSTOP");
    const began = performance.now();
    const answer = await pilot.call("debug_ui_action", { sessionId: panel.sessionId, action: "click", id });
    process.kill(panel.pid, "SIGCONT");
    expect(answer).toMatchObject({ isError: true, code: "TIMEOUT" });
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await panel.act("click", { id })).toMatchObject({ success: true });
    await panel.stop();
  });

  it("ends with its children when its session is stopped, and when the server is killed", async () => {
    const pilot = await pilotOf();
    const command = ["-c", "sleep 600 & exec /usr/bin/mousepad"];
    const app = await App.launch(pilot, "/bin/sh", command);
    const first = processTree(app.pid).map(({ pid }) => pid);
    expect(first.length).toBeGreaterThan(1);
    await app.stop();
    await until("the end of all", () => !first.some(isAlive), 5_000);

    const other = await App.launch(pilot, "/bin/sh", command);
    const second = processTree(other.pid).map(({ pid }) => pid);
    process.kill(pilot.pid, "SIGKILL");
    await until("the end of all", () => !second.some(isAlive), 5_000);
  });

  it("that was attached to is left alone", async () => {
    const pilot = await pilotOf();
    const child = spawn("/usr/bin/mousepad", [], { stdio: "ignore" });
    try {
      await expect.poll(() => pilot.ok("list_applications"), { timeout: 10_000 }).toContain(`pid ${child.pid}:`);
      const text = await pilot.ok("debug_attach", { pid: child.pid });
      const sessionId = /sessionId (\S+),/.exec(text)?.[1];
      expect(await pilot.ok("debug_ui", { sessionId })).toContain("menubar");
      await pilot.ok("debug_stop", { sessionId });
      expect(isAlive(child.pid ?? 0)).toBe(true);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("has its own session beside that of another", async () => {
    const pilot = await pilotOf();
    const [one, two] = [await Panel.start(pilot, "One"), await Panel.start(pilot, "Two")];
    const [first, second] = [await one.id("button", "Count"), await two.id("button", "Count")];
    await Promise.all([1, 2, 3].flatMap(() => [one.act("click", { id: first }), two.act("click", { id: second })]));
    await one.act("click", { id: first });
    expect([one.state.count, two.state.count]).toEqual([4, 3]);
    await one.stop();
    await two.stop();
  });

  it("that does not start, or is not there, is told with its own words", async () => {
    const pilot = await pilotOf();
    await pilot.fails("LAUNCH_FAILED", "debug_launch", { command: "/no/such/program" });
    const text = await pilot.fails("LAUNCH_FAILED", "debug_launch", {
      command: "/bin/sh",
      args: ["-c", "echo no good >&2; exit 3"],
    });
    expect(text).toContain("no good");
    await pilot.fails("INVALID_INPUT", "debug_attach", { pid: 1 });
    await pilot.fails("INVALID_INPUT", "debug_ui", { sessionId: "desktop-99" });
  });
});

it("goes on with new programs after the buses were started again", async () => {
  const desktop = await Desktop.start();
  try {
    const env = desktop.env as Record<string, string>;
    const pilot = await pilotOf(env);
    const before = await Panel.start(pilot);
    expect(await before.act("click", { id: await before.id("button", "Count") })).toMatchObject({ success: true });
    desktop.stopBus();
    // A program with a direct connection is still reachable; any other gives an error soon.
    const began = performance.now();
    const lost = await pilot.call("debug_ui", { sessionId: before.sessionId });
    expect(!lost.isError || ["SESSION_ENDED", "PROTOCOL", "TIMEOUT"].includes(lost.code ?? "")).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
    await desktop.startBus();
    const after = await Panel.start(pilot);
    expect(await after.act("click", { id: await after.id("button", "Count") })).toMatchObject({ success: true });
    expect(after.state.count).toBe(1);
  } finally {
    for (const pilot of pilots.splice(0)) await pilot.close();
    await desktop.stop();
  }
  await until("the end of everything on that desktop", () => !runsWith(String(desktop.env.XDG_RUNTIME_DIR)), 5_000);
});

/** Whether the command line of some process contains this text. */
function runsWith(text: string): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
    } catch {
      return false;
    }
  });
}

describe("many random actions", () => {
  it("lose no effect and claim none that was not there", async () => {
    const pilot = await pilotOf();
    const panel = await Panel.start(pilot);
    const find = async () => ({
      count: await panel.id("button", "Count"),
      nothing: await panel.id("button", "Nothing"),
      remember: await panel.id("checkbox", "Remember"),
      loud: await panel.id("togglebutton", "Loud"),
      a: await panel.id("radio", "A"),
      b: await panel.id("radio", "B"),
      volume: await panel.id("slider", "Volume"),
      amount: await panel.id("spinbutton", "Amount"),
      name: await panel.id("textbox", "Name"),
      grey: await panel.id("button", "Grey"),
    });
    const ids = await find();
    const model = { ...panel.state };
    const random = generator(20_260_223);
    const pick = (most: number) => Math.floor(random() * most);
    const most = Number(process.env.UIPILOT_DESKTOP_ACTIONS ?? rounds(150, 500));
    for (let round = 0; round < most; round += 1) {
      const [action, args, apply, refusal] = choose(pick, ids, model);
      const did = outcome(
        await pilot.call("debug_ui_action", { sessionId: panel.sessionId, action, settleMs: 20, ...args }),
      );
      const told = `${round} ${action} ${JSON.stringify(args)}: ${JSON.stringify(did)}`;
      expect(did.success, told).toBe(refusal === undefined);
      expect(did.code, told).toBe(refusal);
      const changes = apply();
      await panel.until(`${round} ${action} ${JSON.stringify(args)}`, (state) => same(state, model));
      if (!changes && did.verified === true && did.changed === true) {
        // A moved focus is a change too.
        expect(did.nodeBefore?.focused, JSON.stringify(did)).not.toBe(did.nodeAfter?.focused);
      }
    }
    await panel.stop();
  }, 900_000);
});

type Ids = Record<
  "count" | "nothing" | "remember" | "loud" | "a" | "b" | "volume" | "amount" | "name" | "grey",
  string
>;
type Choice = [action: string, args: Record<string, unknown>, apply: () => boolean, refusal?: string];

/** An action and its effect on the model. `apply` returns whether anything changes. */
function choose(pick: (most: number) => number, ids: Ids, model: State): Choice {
  const set = <K extends keyof State>(name: K, value: State[K]) => {
    const changes = model[name] !== value;
    model[name] = value;
    return changes;
  };
  const [number, flag] = [pick(50), pick(2) === 1];
  const word = Array.from({ length: 1 + pick(8) }, () => "abcXYZ 12é"[pick(10)]).join("");
  const choices: Choice[] = [
    ["click", { id: ids.count }, () => set("count", model.count + 1)],
    ["click", { id: ids.nothing }, () => false],
    ["click", { id: ids.remember }, () => set("remember", !model.remember)],
    ["click", { id: ids.loud }, () => set("loud", !model.loud)],
    ["set_value", { id: ids.remember, value: flag }, () => set("remember", flag)],
    ["click", { id: flag ? ids.a : ids.b }, () => set("choice", flag ? "A" : "B")],
    ["set_value", { id: ids.volume, value: number }, () => set("volume", number)],
    ["set_value", { id: ids.amount, value: number }, () => set("amount", number)],
    ["set_value", { id: ids.name, value: word }, () => set("name", word)],
    // GTK selects all text of a field that gets the focus, so typing replaces it.
    ["type", { id: ids.name, text: word }, () => set("name", word)],
    ["click", { id: ids.grey }, () => false, "NOT_ENABLED"],
    ["set_value", { id: ids.volume, value: `${word}x` }, () => false, "WRONG_ELEMENT"],
    ["click", { id: "btn_00000000" }, () => false, "UNKNOWN_UID"],
  ];
  return choices[pick(choices.length)] as Choice;
}

function same(state: State, model: State): boolean {
  return (["count", "remember", "loud", "choice", "volume", "amount", "name"] as const).every(
    (name) => state[name] === model[name],
  );
}

/** Pseudo-random numbers, the same in each run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
