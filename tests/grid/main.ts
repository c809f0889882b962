/**
 * Many sessions on a Selenium Grid: `npm run test:grid [-- --sessions 50 --nodes 2 --per-node 3 --no-kill]`.
 *
 * One uipilot server works on a hub with nodes. All sessions want to begin at once, so most wait in the grid's queue. Each
 * opens a page, fills a field, clicks and closes its session. In the middle one node is killed with its browsers. Every
 * session has to end: completed, or failed with a code; those that failed are counted by it. Fails if one is lost or hangs,
 * or if the grid keeps a session.
 */

import { parseArgs } from "node:util";
import { median, short, table } from "../bench/statistics.ts";
import { Grid, noGrid } from "../support/grid.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { marked } from "../support/processes.ts";
import { startSite } from "../support/site.ts";
import { Tree } from "../support/tree.ts";
import { sleep, until } from "../support/wait.ts";

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "50" },
    nodes: { type: "string", default: "2" },
    "per-node": { type: "string", default: "3" },
    "no-kill": { type: "boolean", default: false },
  },
});
const [count, nodes, perNode] = [values.sessions, values.nodes, values["per-node"]].map(Number) as [
  number,
  number,
  number,
];
/** A session that has not ended by then hangs. */
const HANGS_MS = 240_000;
/** How often a session whose start fails is begun again. */
const TRIES = 6;
/** The hub takes a while to see that a node is dead, and sends sessions to it until then. */
const BACK_OFF_MS = 4_000;

const missing = noGrid();
if (missing !== undefined) {
  process.stdout.write(`skipped: ${missing}\n`);
  process.exit(0);
}

const FORM = `<label>Name <input></label><button onclick="out.textContent = 'in: ' + document.querySelector('input').value">Enter</button><p id="out"></p>`;

const began = performance.now();
const site = await startSite();
const form = site.html(FORM).url;
const grid = await Grid.start({ nodes, sessionsPerNode: perNode });
const ready = performance.now();
const pilot = await Pilot.start({
  bare: true,
  args: [
    ...["--tools", "web,sessions", "--max-sessions", String(count + 1)],
    ...["--webdriver-url", grid.url, "--browser", "chrome", "--executable", executables.chromium],
    ...["--headless", "--browser-arg=--no-sandbox", "--navigation-timeout", "120000"],
  ],
});

/** Milliseconds by what was done. */
const taken: Record<"start" | "snapshot" | "click", number[]> = { start: [], snapshot: [], click: [] };
let ended = 0;
let again = 0;

/** Does the work of one session. Returns the code of its failure, if it fails. */
async function work(name: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const id = /session (\S{22})\./.exec((await pilot.call("open_session")).text)?.[1];
    if (id === undefined) return "NO_SESSION";
    const own = { session: id };
    const call = async (tool: string, args: Record<string, unknown>, into?: keyof typeof taken) => {
      const answer = await pilot.call(tool, { ...args, ...own }, { timeout: HANGS_MS });
      if (answer.isError) throw new Error(answer.code ?? "NO_CODE");
      if (into !== undefined) taken[into].push(answer.ms);
      return answer.text;
    };
    let hasBegun = false;
    try {
      await call("navigate_page", { url: form }, "start");
      hasBegun = true;
      const tree = new Tree(await call("take_snapshot", {}, "snapshot"));
      await call("fill_by_uid", { uid: tree.uid("textbox", "Name"), value: name });
      const told = await call("click_by_uid", { uid: tree.uid("button", "Enter") }, "click");
      // A click that is told as done has been seen by the page.
      if (!told.includes(`in: ${name}`)) return "UNTRUE";
      return undefined;
    } catch (error) {
      if (hasBegun || attempt === TRIES) return (error as Error).message;
      again++;
      await sleep(attempt * BACK_OFF_MS);
    } finally {
      await pilot.call("close_session", own, { timeout: HANGS_MS });
    }
  }
}

const results = new Map<string, number>();
const all = Array.from({ length: count }, async (_, index) => {
  const late = sleep(HANGS_MS).then(() => "HUNG");
  const code = (await Promise.race([work(`agent ${index}`), late])) ?? "completed";
  ended++;
  results.set(code, (results.get(code) ?? 0) + 1);
});
if (!values["no-kill"]) {
  // The middle: a third has ended, and the node that dies has sessions.
  await until("a third of the sessions to end", () => ended >= count / 3, HANGS_MS);
  const [victim] = grid.nodes;
  const children = marked(grid.mark).filter(({ parent }) => parent === victim?.pid);
  victim?.kill("SIGKILL");
  for (const { pid } of children) process.kill(pid, "SIGKILL");
}
await Promise.all(all);
const worked = performance.now();
// Sessions of the killed node are gone with it; the others were closed.
const left = await until("the grid to be empty", async () => (await grid.sessions()) === 0, 60_000).then(
  () => 0,
  () => grid.sessions(),
);
await pilot.close();
await grid.close();
await site.close();

const rows = [...results].map(([code, sessions]) => [code, String(sessions)]);
process.stdout.write(`${table([["sessions that", "count"], ...rows])}\n`);
const times = Object.entries(taken).map(([what, ms]) => [what, short(median(ms)), short(Math.max(...ms))]);
process.stdout.write(`${table([["call", "median, ms", "slowest, ms"], ...times])}\n`);
process.stdout.write(
  `${count} sessions on ${nodes} nodes with ${perNode} places each: ${short((worked - ready) / 1_000)} s; the grid itself took ${short((ready - began) / 1_000)} s to start; ${again} starts were tried again\n`,
);
const wrong = ["HUNG", "NO_CODE", "UNTRUE", "NO_SESSION"].filter((code) => results.has(code));
if (wrong.length > 0 || ended !== count || left > 0) {
  process.stderr.write(`not accounted for: ${wrong.join(", ")}; ${count - ended} lost, ${left} left in the grid\n`);
  process.exitCode = 1;
}
