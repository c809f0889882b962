/**
 * Many sessions on a Selenium Grid: `npm run test:grid [-- --sessions 50 --nodes 2 --per-node 3 --no-kill]`.
 *
 * One uipilot server works on a hub with nodes. All sessions want to begin at once, so most wait in the grid's queue. Each
 * opens a page, fills a field, clicks and closes its session. In the middle one node is killed with its browsers. Every
 * session has to end: completed, or failed with a code; those that failed are counted by it. Fails if one is lost or hangs,
 * or if the grid keeps a session. CI runs a smaller one (`grid.spec.ts`).
 */

import { parseArgs } from "node:util";
import { median, short, table } from "../bench/statistics.ts";
import { Grid, noGrid } from "../support/grid.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";
import { crowd, FORM, gridArguments, WRONG } from "./crowd.ts";

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

const missing = noGrid();
if (missing !== undefined) {
  process.stdout.write(`skipped: ${missing}\n`);
  process.exit(0);
}

const began = performance.now();
const site = await startSite();
const grid = await Grid.start({ nodes, sessionsPerNode: perNode });
const ready = performance.now();
const pilot = await Pilot.start({ bare: true, args: gridArguments(grid, executables.chromium, count, 200_000) });
const { results, ended, taken, left } = await crowd(grid, pilot, site.html(FORM).url, count, !values["no-kill"]);
const worked = performance.now();
await pilot.close();
await grid.close();
await site.close();

const rows = [...results].map(([code, sessions]) => [code, String(sessions)]);
process.stdout.write(`${table([["sessions that", "count"], ...rows])}\n`);
const times = Object.entries(taken).map(([what, ms]) => [what, short(median(ms)), short(Math.max(...ms))]);
process.stdout.write(`${table([["call", "median, ms", "slowest, ms"], ...times])}\n`);
process.stdout.write(
  `${count} sessions on ${nodes} nodes with ${perNode} places each: ${short((worked - ready) / 1_000)} s; the grid itself took ${short((ready - began) / 1_000)} s to start\n`,
);
const wrong = WRONG.filter((code) => results.has(code));
if (wrong.length > 0 || ended !== count || left > 0) {
  process.stderr.write(`not accounted for: ${wrong.join(", ")}; ${count - ended} lost, ${left} left in the grid\n`);
  process.exitCode = 1;
}
