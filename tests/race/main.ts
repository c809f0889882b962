/**
 * Races between an action and the page: `npm run -s race -w tests -- --tries 500 --browser firefox`. Each try replaces the
 * meant element in the middle of the action, and compares the answer with what the elements saw. Prints a table; fails if a
 * foreign element was reached, lost input was called done, input that arrived was denied, or an answer has a code for faults of
 * ours.
 *
 * `--tries` (300) in all, `--browser` (chromium; `extension` is a tab of the user's own), `--action` (click; a list with
 * commas, or `all`), `--kind` and `--trigger` (all). `--brief`: a row an action.
 */

import { parseArgs } from "node:util";
import { OWN_FAULTS } from "../chaos/codes.ts";
import { InTab } from "../chaos/lanes.ts";
import { type BrowserName, Pilot } from "../support/pilot.ts";
import { ACTIONS, type Action, delayOf, FAULTS, Race, triggersOf, type Verdict } from "./run.ts";
import { KINDS, type Kind, RaceSite, TRIGGERS, type Trigger } from "./site.ts";

const { values } = parseArgs({
  options: {
    tries: { type: "string", default: "300" },
    browser: { type: "string", default: "chromium" },
    action: { type: "string", default: "click" },
    kind: { type: "string", default: KINDS.join() },
    trigger: { type: "string", default: TRIGGERS.join() },
    brief: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});

/** A tab of a user's own browser, granted. */
async function userTab(): Promise<InTab> {
  const lane = new InTab();
  await lane.start();
  await lane.user.open(site.foreign("granted", "button"));
  await lane.user.grant("Foreign");
  return lane;
}

const VERDICTS: Verdict[] = ["done", "refused", "uncertain", "foreign", "lost", "denied"];
const browser = values.browser as BrowserName;
const actions = values.action === "all" ? Object.keys(ACTIONS) : values.action.split(",");
const cases = (actions as Action[]).flatMap((action) =>
  (values.kind.split(",") as Kind[]).flatMap((kind) =>
    (values.trigger.split(",") as Trigger[])
      .filter((trigger) => triggersOf(action).includes(trigger))
      .map((trigger) => ({ action, kind, trigger })),
  ),
);
const site = await RaceSite.start();
const tab = values.browser === "extension" ? await userTab() : undefined;
const pilot = tab?.pilot ?? (await Pilot.start({ browser, args: ["--tools", "web,more"] }));
const race = new Race(pilot, site);
const table = new Map<string, Map<Verdict, number>>();
const codes = new Map<string, number>();
let faults = 0;
for (let index = 0; index < Number(values.tries); index++) {
  const { action, kind, trigger } = cases[index % cases.length] as (typeof cases)[number];
  const delay = delayOf(Math.floor(index / cases.length), browser === "firefox");
  const result = await race.try(action, kind, trigger, delay);
  const row = values.brief ? action : `${action} ${kind}`;
  const counts = table.get(row) ?? new Map<Verdict, number>();
  counts.set(result.verdict, (counts.get(result.verdict) ?? 0) + 1);
  table.set(row, counts);
  if (result.code) codes.set(result.code, (codes.get(result.code) ?? 0) + 1);
  const isFault = FAULTS.includes(result.verdict) || OWN_FAULTS.includes(result.code);
  if (isFault) faults++;
  if (isFault || values.verbose) {
    const seen = result.seen.map((sighting) => `${sighting.button}:${sighting.type}`).join(" ");
    console.log(`${result.verdict}: ${action} ${kind} ${trigger} ${delay} ms: ${result.text.slice(0, 400)} | ${seen}`);
  }
}
const width = Math.max(...[...table.keys()].map((row) => row.length));
console.log(`\n${browser}, ${values.tries} tries`);
console.log(`${"".padEnd(width)} ${VERDICTS.map((verdict) => verdict.padStart(9)).join(" ")}`);
for (const [row, counts] of table)
  console.log(
    `${row.padEnd(width)} ${VERDICTS.map((verdict) => String(counts.get(verdict) ?? 0).padStart(9)).join(" ")}`,
  );
console.log(`codes: ${[...codes].map(([code, count]) => `${code} ${count}`).join(", ")}`);
await (tab === undefined ? pilot.close() : tab.stop());
await site.close();
if (faults > 0) process.exitCode = 1;
