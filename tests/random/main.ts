/**
 * Drives random pages: `npm run -s random -w tests -- --pages 1000 --browser firefox`. A page that shows a fault is printed
 * with its seed; the table at the end says what was done.
 *
 * `--first` (1) and `--pages` (200): the seeds. `--browser` (chromium), `--rounds` (3), `--actions` (2) in each round.
 */

import { parseArgs } from "node:util";
import type { BrowserName } from "../support/pilot.ts";
import { RandomRun, randomSession } from "./run.ts";
import { startRandomSite } from "./site.ts";

const { values } = parseArgs({
  options: {
    first: { type: "string", default: "1" },
    pages: { type: "string", default: "200" },
    browser: { type: "string", default: "chromium" },
    rounds: { type: "string", default: "3" },
    actions: { type: "string", default: "2" },
  },
});
const browser = values.browser as BrowserName;
const [first, pages, rounds, actions] = [values.first, values.pages, values.rounds, values.actions].map(Number) as [
  number,
  number,
  number,
  number,
];
const site = await startRandomSite();
const session = randomSession(browser);
const run = new RandomRun(session);
const { tally } = run;
let faults = 0;
const began = performance.now();
for (let seed = first; seed < first + pages; seed++) {
  try {
    await run.page(site.page(seed), seed, rounds, actions);
  } catch (error) {
    faults++;
    console.log(`✗ seed ${seed}: ${String(error).slice(0, 3_000)}\n`);
  }
}
await session.close();
await site.close();
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${browser}: seeds ${first} to ${first + pages - 1}, ${rounds} rounds of ${actions} actions, ${seconds} s`);
console.log(`pages without fault ${tally.pages}, with fault ${faults}; rounds ${tally.rounds}, nodes ${tally.nodes}`);
console.log(`frames ${tally.frames}, changes told ${tally.changes}`);
for (const [action, count] of [...tally.actions].sort()) console.log(`  ${action.padEnd(28)}${count}`);
if (faults > 0) process.exitCode = 1;
