/**
 * Looks for growth: `npm run -s soak -w tests -- [--share 0.1] [--browser chromium] [load…]`. Prints a table, and fails
 * where something grows by more than a tenth. A full run takes a few hours; loads can be run one by one.
 */

import { parseArgs } from "node:util";
import { table } from "../bench/statistics.ts";
import { browsers } from "../support/browsers.ts";
import type { BrowserName } from "../support/pilot.ts";
import { soak, soakFaults } from "../support/soak.ts";
import { faults, type Growth, grow, steady } from "./growth.ts";
import { loads } from "./loads.ts";

const { values, positionals } = parseArgs({
  options: { share: { type: "string", default: "1" }, browser: { type: "string" } },
  allowPositionals: true,
});
const share = Number(values.share);
const wanted = values.browser === undefined ? browsers : [values.browser as BrowserName];
const mega = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** The readings of one kind, or one number where all are equal. */
function series(numbers: number[]): string {
  return numbers.every((number) => number === numbers[0]) ? String(numbers[0]) : numbers.join(" ");
}

function row(growth: Growth): string[] {
  const { readings } = growth;
  const { was, is } = steady(growth);
  const tables = Object.keys(readings.at(-1)?.tables ?? {});
  return [
    growth.load,
    growth.browser,
    String(growth.rounds),
    growth.seconds.toFixed(0),
    mega(was),
    mega(is),
    `${((is / was - 1) * 100).toFixed(1)}%`,
    series(readings.map(({ files }) => files)),
    series(readings.map(({ processes }) => processes)),
    readings.map(({ browser }) => (browser / 1e6).toFixed(0)).join(" "),
    tables.map((name) => `${name} ${series(readings.map(({ tables }) => tables[name] ?? 0))}`).join(", "),
  ];
}

const rows = [
  [
    "load",
    "browser",
    "rounds",
    "s",
    "server, MB: second tenth",
    "last tenth",
    "growth",
    "files",
    "processes",
    "browser, MB",
    "entries of tables",
  ],
];
const found: string[] = [];
for (const browser of wanted) {
  for (const name of positionals.length > 0 ? positionals : [...Object.keys(loads), "restarts"]) {
    const load = loads[name];
    if (name === "restarts") {
      const report = await soak(browser, Math.max(20, Math.round(200 * share)));
      console.log(
        `${browser}: ${report.rounds} pages opened and closed, ${report.restarts} browsers killed, ${report.seconds.toFixed(0)} s; server ${mega(report.rssWarm)} MB warm, ${mega(report.rssEnd)} MB at the end`,
      );
      found.push(...soakFaults(report).map((fault) => `${browser}, restarts: ${fault}`));
      continue;
    }
    if (!load) throw new Error(`there is no load ${name}; there are ${Object.keys(loads).join(", ")}, restarts`);
    const growth = await grow(browser, load, Math.max(50, Math.round(load.times * share)), (now) => {
      const reading = now.readings.at(-1);
      console.log(`${browser}: ${load.name}, ${now.seconds.toFixed(0)} s, server ${mega(reading?.server ?? 0)} MB`);
    });
    rows.push(row(growth));
    found.push(...faults(growth).map((fault) => `${browser}, ${load.name}: ${fault}`));
  }
}
if (rows.length > 1) console.log(`\n${table(rows)}`);
for (const fault of found) console.error(fault);
if (found.length > 0) process.exitCode = 1;
