/**
 * Damages browsers, drivers, networks and servers in the middle of calls: `npm run test:chaos -- --seed 7 --rounds 300`.
 * `--from 41` begins later, `--only 41` repeats one round, `--browser firefox,extension` chooses lanes (chromium, firefox,
 * attached, webdriver, extension). Prints each round and tables, and fails where a round failed. `--json FILE` appends
 * the outcomes, for runs in pieces; `--tables FILE` prints the tables of such a file.
 */

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { type LaneName, laneNames } from "./lanes.ts";
import { described, plan } from "./plan.ts";
import { tables } from "./report.ts";
import type { Outcome } from "./round.ts";
import { run } from "./run.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    rounds: { type: "string", default: "300" },
    from: { type: "string", default: "1" },
    only: { type: "string" },
    browser: { type: "string" },
    verbose: { type: "boolean" },
    json: { type: "string" },
    tables: { type: "string" },
  },
});

if (values.tables !== undefined) {
  const lines = readFileSync(values.tables, "utf8").trim().split("\n");
  console.log(tables(lines.map((line) => JSON.parse(line) as Outcome)));
  process.exit();
}
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6));
const only = values.only === undefined ? undefined : Number(values.only);
const lanes = (values.browser?.split(",") as LaneName[] | undefined) ?? laneNames;
const rounds = plan(seed, only ?? Number(values.rounds), lanes).filter(
  ({ number }) => number >= (only ?? Number(values.from)),
);
console.log(`seed ${seed}, ${rounds.length} rounds in ${lanes.join(", ")}`);
// A short name: a browser creates sockets below it, whose paths are limited to about 100 characters.
const folder = mkdtempSync(path.join(tmpdir(), "uc-"));
process.env.TMPDIR = folder;
const began = performance.now();
const outcomes = await run(rounds, (outcome) => {
  const { round, met, code, after, ms, faults, text } = outcome;
  const next = after.length > 0 ? `, then ${after.join(", ")}` : "";
  console.log(`${described(round)}: ${met ? "" : "(too late) "}${code} in ${Math.round(ms)} ms${next}`);
  if (values.verbose) console.log(text.replace(/^/gm, "    "));
  for (const fault of faults) console.log(fault.replace(/^/gm, "  ! "));
  if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify(outcome)}\n`);
});
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
const failed = outcomes.filter(({ faults }) => faults.length > 0);
console.log(`\n${tables(outcomes)}\n`);
console.log(
  `${outcomes.length} rounds in ${Math.round((performance.now() - began) / 1000)} s, ${failed.length} failed`,
);
const filter = values.browser === undefined ? "" : ` --browser ${values.browser}`;
for (const { round } of failed) console.log(`npm run test:chaos -- --seed ${seed}${filter} --only ${round.number}`);
// A connection of a killed browser must not keep the command running.
process.exit(failed.length > 0 ? 1 : 0);
