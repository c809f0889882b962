/** Repeats a load and reads, quarter by quarter, what the server holds. */

import { type BrowserName, Pilot } from "../support/pilot.ts";
import { startSite } from "../support/site.ts";
import { type Reading, read, serverMemory } from "./gauge.ts";
import type { Load } from "./loads.ts";

/** How much a value may grow from the first quarter to the last. */
const TOLERANCE = 0.1;
/** Rounds before the first reading, as a share of all. */
const WARM_UP = 0.2;
/** The memory of a quarter is its lowest value in this share of it, so that garbage which waits to be collected does not count. */
const WINDOW = 0.3;

/** What one load did to one server. */
export interface Growth {
  browser: BrowserName;
  load: string;
  rounds: number;
  seconds: number;
  /** After the warm-up, and after each quarter of the rest. */
  readings: Reading[];
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
  const growth: Growth = { browser, load: load.name, rounds, seconds: 0, readings: [] };
  try {
    const step = await load.prepare(pilot, site);
    const warm = Math.ceil(rounds * WARM_UP);
    const ends = [0, 1, 2, 3, 4].map((quarter) => warm + Math.round(((rounds - warm) * quarter) / 4));
    const window = Math.max(3, Math.round(((rounds - warm) / 4) * WINDOW));
    let lowest = Number.POSITIVE_INFINITY;
    for (let round = 1; round <= rounds; round += 1) {
      await step(round);
      const end = ends[growth.readings.length] ?? rounds;
      if (round > end - window) lowest = Math.min(lowest, serverMemory(pilot));
      if (round === end) {
        growth.readings.push({ ...(await read(pilot)), server: lowest });
        growth.seconds = (performance.now() - began) / 1000;
        lowest = Number.POSITIVE_INFINITY;
        onReading(growth);
      }
    }
    return growth;
  } finally {
    await pilot.close();
    await site.close();
  }
}

/** Bytes of server memory for each thousand rounds: the slope of the line that fits the readings best. */
export function slope({ readings, rounds }: Growth): number {
  const step = (rounds * (1 - WARM_UP)) / 4 / 1_000;
  const middle = (readings.length - 1) / 2;
  const mean = readings.reduce((sum, { server }) => sum + server, 0) / readings.length;
  const over = readings.reduce((sum, { server }, at) => sum + (at - middle) * (server - mean), 0);
  const under = readings.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return over / under / step;
}

/** What has grown, in words; empty if nothing has. */
export function faults(growth: Growth): string[] {
  const [first, last] = [growth.readings[0], growth.readings.at(-1)];
  if (!first || !last) return ["there are no readings"];
  const found: string[] = [];
  const compare = (what: string, was: number, is: number, slack: number): void => {
    if (is > was * (1 + TOLERANCE) + slack) found.push(`${what}: ${was} at first, ${is} at the end`);
  };
  compare("memory of the server", first.server, last.server, 0);
  compare("open files", first.files, last.files, 2);
  compare("processes", first.processes, last.processes, 2);
  for (const [name, was] of Object.entries(first.tables)) compare(name, was, last.tables[name] ?? 0, 16);
  return found;
}
