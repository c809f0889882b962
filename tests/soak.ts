/**
 * The long form of the soak test: `npm run soak -- [rounds] [browser…]`, 200 rounds in Chromium and in Firefox
 * unless told otherwise. Prints memory as it goes and fails when something is left or grows.
 */

import { browsers } from "./support/browsers.ts";
import type { BrowserName } from "./support/pilot.ts";
import { soak, soakFaults } from "./support/soak.ts";

const [rounds = "200", ...named] = process.argv.slice(2);
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

for (const browser of named.length > 0 ? (named as BrowserName[]) : browsers) {
  const report = await soak(browser, Number(rounds), 20, (round, rss) => {
    if (round % 20 === 0) console.log(`${browser}: round ${round}, server ${mega(rss)}`);
  });
  console.log(
    `${browser}: ${report.rounds} rounds, ${report.restarts} restarts, ${report.seconds.toFixed(0)} s; server ${mega(report.rssWarm)} warm, ${mega(report.rssEnd)} at the end; left: ${report.left.join(", ") || "nothing"}`,
  );
  for (const fault of soakFaults(report)) {
    console.error(`${browser}: ${fault}`);
    process.exitCode = 1;
  }
}
