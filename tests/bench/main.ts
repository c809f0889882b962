/**
 * The benchmark: uipilot and its peers on the same pages, through MCP over stdio, in one interleaved run.
 *
 *   npm run bench -- [--rounds 15] [--only ours,playwright-mcp,… or floor] [--metric snapshot10k,fill,…] [--no-floor] [--minutes 9]
 *
 * No round starts after `--minutes`. Each round starts new servers, in a different order. Prints a table
 * with the targets and writes all samples to tests/output/bench.json.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { outputFolder } from "../support/paths.ts";
import { emptyFloor, measureFloor } from "./floor.ts";
import { type Metric, measure, metrics, type Samples } from "./measure.ts";
import { report } from "./report.ts";
import { benchServers, installPeers } from "./servers.ts";
import { startBenchSite } from "./site.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    only: { type: "string" },
    metric: { type: "string" },
    minutes: { type: "string", default: "9" },
    "no-floor": { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const only = values.only?.split(",");
const metric = values.metric?.split(",");
const unknown = metric?.filter((name) => !(metrics as readonly string[]).includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`no such metric: ${unknown.join(", ")}; there are ${metrics.join(", ")}`);
const wanted = (name: Metric): boolean => metric === undefined || metric.includes(name);

const notes: string[] = [];
const note = (text: string): void => {
  notes.push(text);
  console.error(text);
};

const servers = benchServers(note).filter(({ name }) => only === undefined || only.includes(name));
if (servers.length === 0 && values.only !== "floor") throw new Error(`no server is called ${values.only}`);
if (servers.some(({ ours }) => !ours)) installPeers();

const site = await startBenchSite();
const results = new Map<string, Samples>(servers.map(({ name }) => [name, {}]));
const floor = values["no-floor"] ? undefined : emptyFloor();
const began = performance.now();
try {
  for (let round = 0; round < rounds; round += 1) {
    if (performance.now() - began > Number(values.minutes) * 60_000) {
      note(`stopped after ${round} of ${rounds} rounds: ${values.minutes} minutes are over`);
      break;
    }
    // The order rotates, so that no server always follows the same one.
    for (let index = 0; index < servers.length; index += 1) {
      const server = servers[(index + round) % servers.length];
      if (!server) continue;
      const samples = results.get(server.name) ?? {};
      try {
        for (const [name, taken] of Object.entries(await measure(server, site, wanted)) as [Metric, number[]][]) {
          samples[name] = [...(samples[name] ?? []), ...taken];
        }
      } catch (error) {
        note(`round ${round + 1}: ${(error as Error).message}`);
      }
    }
    if (floor) await measureFloor(floor, site, String(round), note);
    console.error(`round ${round + 1} of ${rounds}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  mkdirSync(outputFolder, { recursive: true });
  const file = path.join(outputFolder, "bench.json");
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
  writeFileSync(
    file,
    `${JSON.stringify({ taken: new Date().toISOString(), rounds, machine, notes, floor, results: Object.fromEntries(results) }, null, 1)}\n`,
  );
  console.log(report(servers, results, floor));
  console.log(`\nAll samples: ${path.relative(process.cwd(), file)}`);
} finally {
  await site.close();
}
