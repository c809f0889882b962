/** Repeats a load and reads what the server holds. */

import { median } from "../bench/statistics.ts";
import { type BrowserName, Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";
import { type Reading, read, serverMemory } from "./gauge.ts";
import type { Load } from "./loads.ts";

/** How much a value may grow. */
const TOLERANCE = 0.1;
/** How many readings there are. The first is after this share of the rounds, the last at the end. */
const PARTS = 5;

/** What one load did to one server. */
export interface Growth {
  browser: BrowserName;
  load: string;
  rounds: number;
  seconds: number;
  /** After each fifth of the rounds. */
  readings: Reading[];
  /** Resident memory of the server after each round, in bytes. */
  memory: number[];
}

/** Repeats a load on a server of its own. @throws where a round fails. */
export async function grow(
  browser: BrowserName,
  load: Load,
  rounds: number,
  onReading: (growth: Growth) => void = () => {},
): Promise<Growth> {
  const site = await startSite();
  const pilot = await Pilot.start({ browser, args: ["--log-level", "debug"] });
  const began = performance.now();
  const growth: Growth = { browser, load: load.name, rounds, seconds: 0, readings: [], memory: [] };
  let close: (() => void) | undefined;
  try {
    const prepared = await load.prepare(pilot, site);
    const { step } = prepared;
    close = prepared.close;
    for (let round = 1; round <= rounds; round += 1) {
      await step(round);
      growth.memory.push(serverMemory(pilot));
      if (round >= ((growth.readings.length + 1) * rounds) / PARTS) {
        growth.readings.push(await read(pilot));
        growth.seconds = (performance.now() - began) / 1000;
        onReading(growth);
      }
    }
    return growth;
  } finally {
    close?.();
    await pilot.close();
    await site.close();
  }
}

/** The median memory of the server in the second tenth of the rounds, which follows the warm-up, and in the last one. */
export function steady({ memory }: Growth): { was: number; is: number } {
  const tenth = Math.max(1, Math.floor(memory.length / 10));
  return { was: median(memory.slice(tenth, 2 * tenth)), is: median(memory.slice(-tenth)) };
}

function compare(what: string, was: number, is: number, slack: number): string[] {
  return is > was * (1 + TOLERANCE) + slack ? [`${what}: ${was} at first, ${is} at the end`] : [];
}

/** Which tables of the engine have grown, in words. */
export function grownTables({ readings }: Growth): string[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last || Object.keys(first.tables).length === 0) return ["there are no readings"];
  return Object.entries(first.tables).flatMap(([name, was]) =>
    // The browser frees elements when it likes, so UIDs come and go in waves.
    compare(name, was, last.tables[name] ?? 0, name === "uids" ? 10_000 : 16),
  );
}

/** What has grown, in words; empty if nothing has. */
export function faults(growth: Growth): string[] {
  const [first, last] = [growth.readings[0], growth.readings.at(-1)];
  const { was, is } = steady(growth);
  return [
    ...compare("memory of the server", was, is, 0),
    ...compare("open files", first?.files ?? 0, last?.files ?? 0, 2),
    ...compare("processes", first?.processes ?? 0, last?.processes ?? 0, 2),
    ...grownTables(growth),
  ];
}
