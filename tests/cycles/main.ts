/**
 * What launches and kills leave behind: `npm run cycles -w tests -- [--count 200] [--way chromium]`. Launches and closes a browser
 * `count` times in one server, for each way to a browser, then kills server, browser, tab and driver. Prints a table of the
 * counts before and after, and fails where something is left.
 */

import { parseArgs } from "node:util";
import { table } from "../bench/statistics.ts";
import { startSite } from "../support/site.ts";
import { cycle, kill, type Report, type Victim, type Way } from "./cycles.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "200" }, way: { type: "string" } } });
const all: Way[] = ["chromium", "firefox", "chromedriver"];
const ways = values.way === undefined ? all : all.filter((way) => way === values.way);
if (ways.length === 0) throw new Error(`there is no way ${values.way}; there are ${all.join(", ")}`);

const pair = (report: Report, of: "processes" | "files" | "temporary"): string =>
  `${report.before[of]} / ${report.after[of]}`;
const mega = (bytes: number): string => (bytes === 0 ? "–" : (bytes / 1e6).toFixed(1));
const rows = [["", "s", "processes", "open files", "temporary", "server, MB", "left"]];
let isFaulty = false;
const note = (report: Report): void => {
  isFaulty ||= report.faults.length > 0;
  rows.push([
    report.what,
    report.seconds.toFixed(1),
    pair(report, "processes"),
    pair(report, "files"),
    pair(report, "temporary"),
    `${mega(report.before.rss)} / ${mega(report.after.rss)}`,
    report.faults.join("; ") || "nothing",
  ]);
  process.stderr.write(`${rows.at(-1)?.join(" | ")}\n`);
};

const site = await startSite();
try {
  for (const way of ways) {
    note(await cycle(way, site, Number(values.count)));
    // A WebDriver server keeps the sessions of a client that is dead.
    const victims: Victim[] = [way === "chromedriver" ? "driver" : "server", "browser", "tab"];
    for (const victim of victims) note(await kill(way, victim, site));
  }
} finally {
  await site.close();
}
process.stdout.write(`${table(rows)}\n`);
if (isFaulty) process.exitCode = 1;
