/**
 * What sessions and transports cost: `npm run bench:overhead -w tests [-- --rounds 40]`. Prints the start and the memory of a session
 * in the running browser, the same call over stdio and over HTTP, the same call at a chromedriver and through a Selenium Grid, and
 * eight sessions at work against one. Calls that are compared take turns, and each number is a median.
 */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { gridArguments } from "../grid/crowd.ts";
import type { Caller } from "../support/caller.ts";
import { Grid, noGrid } from "../support/grid.ts";
import { HttpServer } from "../support/http-server.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { marked } from "../support/processes.ts";
import { startSite } from "../support/site.ts";
import { Tree } from "../support/tree.ts";
import { Driver } from "../support/webdriver.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "40" }, sessions: { type: "string", default: "8" } },
});
const rounds = Number(values.rounds);
const many = Number(values.sessions);
const rows = [["", "median", "compared with", "difference or ratio"]];

const site = await startSite();
const { url } = site.html(
  `<title>Bench</title><label>Name <input></label><button>Act</button>${"<p>Row <a href='#'>link</a></p>".repeat(100)}`,
);

/** Proportional memory of all processes with a mark, in bytes. */
function memory(mark: string): number {
  return marked(mark).reduce((sum, { pid }) => {
    try {
      return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) * 1024;
    } catch {
      return sum;
    }
  }, 0);
}

async function opened(caller: Caller): Promise<string> {
  const session = /session (\S{22})\./.exec(await caller.ok("open_session"))?.[1];
  if (session === undefined) throw new Error("open_session answered no id");
  await caller.ok("navigate_page", { session, url });
  return session;
}

/** Snapshot, fill and click. */
async function work(caller: Caller, session: string, text: string): Promise<void> {
  const tree = new Tree(await caller.ok("take_snapshot", { session }));
  await caller.ok("fill_by_uid", { session, uid: tree.uid("textbox", "Name"), value: text });
  await caller.ok("click_by_uid", { session, uid: tree.uid("button", "Act") });
}

/** Medians of the same calls by several clients, which take turns. */
async function inTurn(
  callers: readonly [Caller, Record<string, unknown>][],
): Promise<[snapshot: number, click: number][]> {
  const taken = callers.map(() => [[], []] as [number[], number[]]);
  const uids = await Promise.all(
    callers.map(async ([caller, own]) => new Tree(await caller.ok("take_snapshot", own)).uid("button", "Act")),
  );
  for (let round = -3; round < rounds; round++) {
    for (const [index, [caller, own]] of callers.entries()) {
      const snapshot = await caller.call("take_snapshot", own);
      const click = await caller.call("click_by_uid", { ...own, uid: uids[index], includeSnapshot: "none" });
      if (snapshot.isError || click.isError) throw new Error(`${snapshot.text}\n${click.text}`);
      // The first ones load and compile code.
      if (round < 0) continue;
      taken[index]?.[0].push(snapshot.ms);
      taken[index]?.[1].push(click.ms);
    }
  }
  return taken.map(([snapshots, clicks]) => [median(snapshots), median(clicks)]);
}

/** Rows for two ways of the same calls. */
function compare(what: string, against: string, [first, second]: [number, number][]): void {
  for (const [index, call] of ["take_snapshot", "click_by_uid"].entries()) {
    const [a = Number.NaN, b = Number.NaN] = [first?.[index], second?.[index]];
    rows.push([`${call} ${what}`, `${short(b)} ms`, `${short(a)} ms ${against}`, `+${short(b - a)} ms`]);
  }
}

/** Sessions in one browser. */
async function sessions(pilot: Pilot): Promise<void> {
  await opened(pilot);
  const before = memory(pilot.mark);
  const starts: number[] = [];
  const ids: string[] = [];
  for (let index = 0; index < many; index++) {
    const began = performance.now();
    ids.push(await opened(pilot));
    starts.push(performance.now() - began);
  }
  rows.push(["start of a session, with its page", `${short(median(starts))} ms`, "", ""]);
  rows.push(["memory of a session", `${short((memory(pilot.mark) - before) / many / 2 ** 20)} MB`, "", ""]);
  const turns = async (session: string): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await work(pilot, session, `turn ${turn}`);
  };
  const ratios: number[] = [];
  const alone: number[] = [];
  const cores: number[] = [];
  for (let round = 0; round < 5; round++) {
    const timed = async (all: readonly string[]): Promise<[ms: number, cpu: number]> => {
      const [began, ticks] = [performance.now(), processorMs(pilot.mark)];
      await Promise.all(all.map(turns));
      return [performance.now() - began, processorMs(pilot.mark) - ticks];
    };
    const [one] = await timed(ids.slice(0, 1));
    const [together, cpu] = await timed(ids);
    alone.push(one);
    ratios.push(together / one);
    cores.push(cpu / together);
  }
  rows.push([
    `${many} sessions at work, five turns each`,
    `${short(median(ratios) * median(alone))} ms`,
    `${short(median(alone))} ms for one`,
    `${short(median(ratios))} times, with ${short(median(cores))} cores busy`,
  ]);
}

/** Processor time of all processes with a mark, in milliseconds. */
function processorMs(mark: string): number {
  const tick = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  return marked(mark).reduce((sum, { pid }) => {
    try {
      // The name of a process, which may hold spaces, ends with the last parenthesis.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      return sum + (Number(fields[11]) + Number(fields[12])) * tick;
    } catch {
      return sum;
    }
  }, 0);
}

async function http(): Promise<void> {
  const pilot = await Pilot.start();
  const server = await HttpServer.start("chromium");
  try {
    const client = await server.connect();
    for (const caller of [pilot, client]) await caller.ok("navigate_page", { url });
    compare("over HTTP", "over stdio", await inTurn([pilot, client].map((caller) => [caller, {}])));
  } finally {
    await server.close();
    await pilot.close();
  }
}

async function grid(): Promise<void> {
  const missing = noGrid();
  if (missing !== undefined) {
    process.stdout.write(`skipped: ${missing}\n`);
    return;
  }
  const running = await Grid.start({ nodes: 1, sessionsPerNode: 1 });
  const driver = await Driver.start(executables.chromedriver);
  const start = (address: string) =>
    Pilot.start({
      bare: true,
      args: gridArguments(running, executables.chromium, 1).map((word) => (word === running.url ? address : word)),
    });
  const direct = await start(driver.url);
  const remote = await start(running.url);
  try {
    for (const caller of [direct, remote]) await caller.ok("navigate_page", { url });
    compare("through a grid", "at chromedriver", await inTurn([direct, remote].map((caller) => [caller, {}])));
  } finally {
    await direct.close();
    await remote.close();
    await driver.close();
    await running.close();
  }
}

const load = loadavg()[0] ?? 0;
const pilot = await Pilot.start({ args: ["--tools", "web,sessions", "--max-sessions", String(many + 1)] });
try {
  await sessions(pilot);
} finally {
  await pilot.close();
}
await http();
await grid();
await site.close();
process.stdout.write(`${table(rows)}\nload at the start ${short(load)}, at the end ${short(loadavg()[0] ?? 0)}\n`);
