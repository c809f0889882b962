/**
 * Desktop applications: uipilot through MCP over stdio against libatspi in a Python process, in turns on
 * the same applications. It needs a desktop: `npm run bench:desktop` starts a private one.
 *
 *   npm run bench:desktop -- [--rounds 6] [--minutes 12]
 *
 * Each turn starts a new application and a new contender, so that neither benefits from the other's work.
 * Prints a table and writes all samples to tests/output/bench-desktop.json.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { outputFolder } from "../support/paths.ts";
import { type Contender, contenders } from "./desktop-contenders.ts";
import { type Running, type Subject, subjects } from "./desktop-subjects.ts";
import { median, short, table } from "./statistics.ts";

const READS = 4;
const CLICKS = 4;
const TYPINGS = 2;
const TEXT = "The quick brown fox jumps over the lazy dog. Pack my box with five dozen liquor jugs! 0123456789 +-=";
const PAUSE_MS = 150;
/** The limit for reading the tree of this program, whose toolkit has bulk matching. */
const BULK_LIMIT_MS = 100;
const BULK_SUBJECT = "1,000 nodes (GTK 3)";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "6" }, minutes: { type: "string", default: "12" } },
});

/** Samples by measurement, application and contender. */
const samples = new Map<string, number[]>();
const key = (metric: string, subject: string, contender: string): string => [metric, subject, contender].join("\t");
function add(metric: string, subject: string, contender: string, value: number): void {
  const name = key(metric, subject, contender);
  samples.set(name, [...(samples.get(name) ?? []), value]);
}
const taken = (metric: string, subject: string, contender: string): number[] =>
  samples.get(key(metric, subject, contender)) ?? [];
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

/** The time from the request until the application reacted, by the application's own clock. */
async function actOn(contender: Contender, subject: string, running: Running): Promise<void> {
  const { name } = contender;
  await contender.lookUp("Count", "button");
  for (let count = 0; count < CLICKS; count += 1) {
    const before = running.state?.().count ?? 0;
    const { began, ended } = await contender.click();
    await running.until((state) => state.count === before + 1);
    add("click until the application saw it", subject, name, Number(BigInt(running.state?.().at ?? 0) - began) / 1e6);
    add("click until the answer", subject, name, Number(ended - began) / 1e6);
    await pause();
  }
  await contender.lookUp("Name", "textbox");
  for (let count = 0; count < TYPINGS; count += 1) {
    const { began, ended } = await contender.type(TEXT);
    await running.until((state) => state.name === TEXT);
    add(
      "100 characters until the application had all",
      subject,
      name,
      Number(BigInt(running.state?.().at ?? 0) - began) / 1e6,
    );
    add("100 characters until the answer", subject, name, Number(ended - began) / 1e6);
    await contender.clear();
    await running.until((state) => state.name === "");
    await pause();
  }
}

async function turn(subject: Subject, start: () => Promise<Contender>, folder: string): Promise<void> {
  const running = await subject.start(folder);
  try {
    const contender = await start();
    try {
      const { name } = contender;
      add("first read", subject.name, name, await contender.attach(running.pid));
      for (let read = 0; read < READS; read += 1) {
        const { nodes, ms } = await contender.read();
        add("read", subject.name, name, ms);
        add("nodes", subject.name, name, nodes);
      }
      const again = await contender.readKept?.();
      if (again !== undefined) add("read from its cache", subject.name, name, again);
      for (const ping of (await contender.pings?.(running.pid)) ?? []) add("ping", subject.name, "floor", ping);
      if (running.state) await actOn(contender, subject.name, running);
    } finally {
      await contender.close();
    }
  } finally {
    await running.stop();
  }
}

const folder = mkdtempSync(path.join(tmpdir(), "uipilot-bench-desktop-"));
const notes: string[] = [];
const began = performance.now();
let done = 0;
try {
  const programs = subjects();
  for (; done < Number(values.rounds); done += 1) {
    if (performance.now() - began > Number(values.minutes) * 60_000) {
      notes.push(`stopped after ${done} of ${values.rounds} rounds: ${values.minutes} minutes are over`);
      break;
    }
    for (const subject of programs) {
      for (let index = 0; index < contenders.length; index += 1) {
        const start = contenders[(index + done) % contenders.length];
        if (!start) continue;
        try {
          await turn(subject, start, folder);
        } catch (error) {
          notes.push(`round ${done + 1}, ${subject.name}: ${(error as Error).message}`);
          console.error(notes.at(-1));
        }
      }
    }
    console.error(`round ${done + 1} of ${values.rounds}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  const cell = (metric: string, subject: string, contender: string): string =>
    short(median(taken(metric, subject, contender)));
  const ratio = (metric: string, subject: string): string => {
    const value = median(taken(metric, subject, "uipilot")) / median(taken(metric, subject, "libatspi"));
    return Number.isFinite(value) ? value.toFixed(2) : "–";
  };
  console.log(
    table([
      [
        "reading a tree, ms",
        "nodes",
        "uipilot",
        "libatspi",
        "ratio",
        "first: uipilot",
        "first: libatspi",
        "libatspi, from its cache",
        "one empty call",
      ],
      ...programs.map(({ name }) => [
        name,
        `${median(taken("nodes", name, "uipilot"))} / ${median(taken("nodes", name, "libatspi"))}`,
        cell("read", name, "uipilot"),
        cell("read", name, "libatspi"),
        ratio("read", name),
        cell("first read", name, "uipilot"),
        cell("first read", name, "libatspi"),
        cell("read from its cache", name, "libatspi"),
        cell("ping", name, "floor"),
      ]),
    ]),
  );
  const acted = [
    ...new Set([...samples.keys()].filter((name) => /^(click|100)/.test(name)).map((name) => name.split("\t"))),
  ];
  const rows = [...new Set(acted.map(([metric, subject]) => `${metric}\t${subject}`))].map((name) => name.split("\t"));
  console.log(
    `\n${table([
      ["acting, ms", "uipilot", "libatspi", "ratio"],
      ...rows.map(([metric = "", subject = ""]) => [
        metric,
        cell(metric, subject, "uipilot"),
        cell(metric, subject, "libatspi"),
        ratio(metric, subject),
      ]),
    ])}`,
  );
  // The bulk limit is a time limit, so the load of the machine matters.
  const [load = 0] = loadavg();
  const bulk = median(taken("read", BULK_SUBJECT, "uipilot"));
  console.log(
    `\n${BULK_SUBJECT} in bulk: ${short(bulk)} ms, limit ${BULK_LIMIT_MS} ms: ${bulk <= BULK_LIMIT_MS ? "met" : "NOT met"} (least ${short(Math.min(...taken("read", BULK_SUBJECT, "uipilot")))} ms; load of the machine ${load.toFixed(1)})`,
  );
  console.log(`medians of ${done} rounds; ${READS} reads, ${CLICKS} clicks and ${TYPINGS} texts in each`);
  for (const note of notes) console.log(`note: ${note}`);
  mkdirSync(outputFolder, { recursive: true });
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model };
  const file = path.join(outputFolder, "bench-desktop.json");
  const results = Object.fromEntries(samples);
  writeFileSync(
    file,
    `${JSON.stringify({ taken: new Date().toISOString(), rounds: done, machine, notes, results }, null, 1)}\n`,
  );
  console.log(`All samples: ${path.relative(process.cwd(), file)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
