/**
 * The tokens that an agent reads over whole tasks, on plain pages and on applications of component libraries.
 *
 *   npm run tokens [-- --peers] [--task MUI,Radix] [--way defaults] [--record]
 *
 * Each task is carried out in each way, with a new server. A caller that gets no changes from its actions takes a
 * snapshot (a whole one, or only the changes) after each action after which the next step needs one. Counts the tokens of
 * all answers and calls. `--peers` carries out the same tasks with playwright-mcp and agent-browser, too, each with its
 * defaults, and with agent-browser's `delta`. `--task` and `--way` choose by parts of the name. `--record` adds the totals
 * to bench/tokens-history.json.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "../support/paths.ts";
import { startSite } from "../support/site.ts";
import { benchServers, installPeers, peerVersions } from "./servers.ts";
import { table } from "./statistics.ts";
import { tasks } from "./tasks/index.ts";
import { carryOut, ownWays, peerWays, type Spent } from "./token-ways.ts";

const { values } = parseArgs({
  options: {
    peers: { type: "boolean", default: false },
    task: { type: "string", default: "" },
    way: { type: "string", default: "" },
    record: { type: "boolean", default: false },
  },
});
const servers = benchServers(() => undefined);
const ours = servers.find(({ name }) => name === "ours");
if (!ours) throw new Error("the benchmark has no server of its own");
const ways = [...ownWays(ours), ...(values.peers ? peerWays(servers) : [])].filter(({ title }) =>
  title.includes(values.way),
);
if (values.peers) installPeers();

const chosen = tasks.filter(({ name }) => values.task.split(",").some((part) => name.includes(part)));
const results = new Map<string, (Spent | undefined)[]>();
const failures: string[] = [];
const site = await startSite();
try {
  for (const task of chosen) {
    const row: (Spent | undefined)[] = [];
    results.set(task.name, row);
    for (const way of ways) {
      const page = await task.page(site);
      const spent = await carryOut(way, task, page.url).catch((error: Error) => {
        failures.push(`${task.name}, ${way.title}: ${error.message.replaceAll("\n", " ").slice(0, 300)}`);
        return undefined;
      });
      row.push(spent);
      console.error(`${task.name}, ${way.title}: ${spent ? `${spent.tokens} in ${spent.calls}` : "not done"}`);
    }
  }
} finally {
  await site.close();
}

const number = (value: number): string => value.toLocaleString("en");
const cell = (spent: Spent | undefined): string => (spent ? `${number(spent.tokens)} in ${spent.calls}` : "–");
/** Sums over the tasks that both the first way and this one have done. */
const totals = ways.map((_, index) => {
  const both = [...results.values()].filter((row) => row[0] && row[index]);
  const sum = (column: number, what: keyof Spent): number =>
    both.reduce((total, row) => total + (row[column]?.[what] ?? 0), 0);
  return { tasks: both.length, tokens: sum(index, "tokens"), calls: sum(index, "calls"), first: sum(0, "tokens") };
});
console.log(
  table([
    ["task", "steps", ...ways.map(({ title }) => title)],
    ...chosen.map(({ name, steps }) => [name, String(steps.length), ...(results.get(name) ?? []).map(cell)]),
    ["total", "", ...totals.map((total) => `${cell(total)}, ${total.tasks} tasks`)],
    ["the first way against this one", "", ...totals.map(({ tokens, first }) => (first / tokens).toFixed(2))],
  ]),
);
if (failures.length > 0) console.log(`\nNot done:\n${failures.map((failure) => `- ${failure}`).join("\n")}`);

if (values.record) {
  const file = path.join(root, "tests/bench/tokens-history.json");
  const history = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as unknown[]) : [];
  const ofWays = Object.fromEntries(ways.map(({ title }, index) => [title, totals[index]]));
  history.push({ taken: new Date().toISOString().slice(0, 10), peers: peerVersions, ways: ofWays });
  writeFileSync(file, `${JSON.stringify(history, null, 2)}\n`);
}
if (failures.some((failure) => failure.includes(", uipilot"))) process.exitCode = 1;
