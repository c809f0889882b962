/**
 * The duration of each part of a snapshot on pages of 1,000, 10,000 and 50,000 elements, with its lower
 * bound, and the cost of reporting one change.
 *
 *   npm run profile -w tests [-- --rounds 5] [--sizes 1000,10000,50000] [--browser chromium] [--record]
 *
 * Prints medians. `--record` adds them to bench/history.json, which shows changes over time.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { OwnChromium } from "../support/chromium.ts";
import { PageSocket } from "../support/page-socket.ts";
import { root } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { inEngine, inPage, noParts, partNames } from "./profile-parts.ts";
import { type BenchSite, startBenchSite } from "./site.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    sizes: { type: "string", default: "1000,10000,50000" },
    browser: { type: "string", default: "chromium,firefox" },
    record: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const sizes = values.sizes.split(",").map(Number);
const browsers = values.browser.split(",") as ("chromium" | "firefox")[];

/** Measurements over MCP: milliseconds, and bytes of the answers. */
interface Calls {
  /** The first whole snapshot of a fresh page, requested at once, so that nothing is prepared. */
  first: number[];
  /** The same for a page that was idle for a moment. */
  whole: number[];
  wholeBytes: number[];
  /** The second whole snapshot. */
  again: number[];
  /** `since`, after one element was changed. */
  since: number[];
  sinceBytes: number[];
  /** A call that does almost nothing: the cost of MCP and the protocol. */
  bare: number[];
}

const CHANGE = `(() => {
  const buttons = document.querySelectorAll(".foot button");
  buttons[buttons.length >> 1].textContent = "Changed " + performance.now();
  return document.body.getBoundingClientRect().width;
})()`;

/** Snapshots of a fresh page, and of one that has changed in one place, as a client sees them. */
async function byCalls(pilot: Pilot, site: BenchSite, size: number, calls: Calls): Promise<void> {
  const timed = async (args: Record<string, unknown>): Promise<{ ms: number; bytes: number; text: string }> => {
    const { isError, text, ms } = await pilot.call(args.saveTo === undefined ? "take_snapshot" : "save_page", args);
    if (isError) throw new Error(text);
    const whole = args.saveTo === undefined ? text : readFileSync(path.join(pilot.folder, String(args.saveTo)), "utf8");
    return { ms, bytes: Buffer.byteLength(whole), text };
  };
  // The whole snapshot needs a file, because an answer is cut.
  const all = { saveTo: "snapshot.txt", overwrite: true };
  await pilot.ok("navigate_page", { url: site.address(size, `profile-${Math.random()}`) });
  calls.first.push((await timed(all)).ms);
  await pilot.ok("navigate_page", { url: site.address(size, `profile-${Math.random()}`) });
  await new Promise((done) => setTimeout(done, 300));
  const whole = await timed(all);
  calls.whole.push(whole.ms);
  calls.wholeBytes.push(whole.bytes);
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((done) => setTimeout(done, 100));
    calls.bare.push((await pilot.call("evaluate_script", { function: "() => 1" })).ms);
    await pilot.ok("evaluate_script", { function: `() => ${CHANGE}` });
    await new Promise((done) => setTimeout(done, 50));
    const { ms, bytes, text } = await timed({ since: 0 });
    if (!text.includes("Changed")) throw new Error(`the change is not reported: ${text.slice(0, 300)}`);
    calls.since.push(ms);
    calls.sinceBytes.push(bytes);
  }
  calls.again.push((await timed(all)).ms);
}

/** Numbers of one size in one browser, for the history. */
type Figures = Record<string, number>;

const site = await startBenchSite();
const found: Record<string, Record<string, Figures>> = {};
try {
  for (const browser of browsers) {
    const results: Record<string, Figures> = {};
    found[browser] = results;
    for (const size of sizes) {
      const calls: Calls = { first: [], whole: [], wholeBytes: [], again: [], since: [], sinceBytes: [], bare: [] };
      const parts = noParts();
      const pilot = await Pilot.start({ browser, args: ["--tools", "web,more", "--allow-script"] });
      try {
        for (let round = 0; round < rounds; round += 1) await byCalls(pilot, site, size, calls);
      } finally {
        await pilot.close();
      }
      if (browser === "chromium") {
        const own = await OwnChromium.start();
        try {
          const devTools = await PageSocket.firstPage(own);
          for (let round = 0; round < rounds; round += 1) await inPage(devTools, site.address(size, "parts"), parts);
          devTools.close();
          parts["parse and format"].ms.push(...(await inEngine(site.address(size, "engine"), rounds)));
        } finally {
          await own.close();
        }
      }
      const figures: Figures = Object.fromEntries(
        Object.entries(calls).map(([name, samples]) => [name, median(samples as number[])]),
      );
      if (parts.again.length > 0) figures.walkAgain = median(parts.again);
      for (const name of partNames) {
        if (parts[name].ms.length === 0) continue;
        figures[name] = median(parts[name].ms);
        figures[`${name}Floor`] = median(parts[name].floor);
      }
      results[String(size)] = Object.fromEntries(
        Object.entries(figures).map(([name, value]) => [name, Number(short(value))]),
      );
      console.error(`${browser}, ${size} elements: done`);
    }
    const of = (size: number, name: string): number => results[String(size)]?.[name] ?? Number.NaN;
    const row = (title: string, cell: (size: number) => string): string[] => [title, ...sizes.map(cell)];
    console.log(
      `\n${browser}\n\n${table([
        ["medians, ms", ...sizes.map((size) => `${size.toLocaleString("en")} elements`)],
        ...(browser === "chromium"
          ? partNames.map((name) =>
              row(`${name} / floor`, (size) => {
                const [ms, floor] = [of(size, name), of(size, `${name}Floor`)];
                return `${short(ms)} / ${short(floor)} = ${short(ms / floor)}`;
              }),
            )
          : []),
        row("whole snapshot by MCP, at once", (size) => short(of(size, "first"))),
        row("the same, later", (size) => short(of(size, "whole"))),
        row("… per 1,000 elements", (size) => short((of(size, "whole") / size) * 1000)),
        row("… kB", (size) => short(of(size, "wholeBytes") / 1000)),
        row("the same again", (size) => short(of(size, "again"))),
        ...(browser === "chromium" ? [row("a walk, nothing changed", (size) => short(of(size, "walkAgain")))] : []),
        row("one change, `since`", (size) => short(of(size, "since"))),
        row("… bytes", (size) => short(of(size, "sinceBytes"))),
        row("… against the whole at once", (size) => short(of(size, "since") / of(size, "first"))),
        row("a call that does nothing", (size) => short(of(size, "bare"))),
      ])}`,
    );
  }
} finally {
  await site.close();
}

if (values.record) {
  const file = path.join(root, "tests/bench/history.json");
  const history = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as unknown[]) : [];
  history.push({
    taken: new Date().toISOString().slice(0, 10),
    cpus: cpus().length,
    load: Number(short(loadavg()[0] ?? 0)),
    rounds,
    ...found,
  });
  writeFileSync(file, `${JSON.stringify(history, null, 2)}\n`);
  console.error(`added to ${path.relative(process.cwd(), file)}`);
}
