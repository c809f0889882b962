/** Counts what a server holds: processes, open files, temporary folders and memory. */

import { readdirSync } from "node:fs";
import type { Pilot } from "../support/pilot.ts";
import { inspect, isBrowserMain, marked } from "../support/processes.ts";
import { until } from "../support/wait.ts";

/** One reading. */
export interface Reading {
  /** Processes beside the server's own. */
  processes: number;
  /** Main processes of browsers among them. */
  browsers: number;
  /** Open files of the server. */
  files: number;
  /**
   * Entries of the folder for temporary files. Those that a Chromium of chromedriver leaves do not count: with each session, also of
   * any other client, it leaves the folder of its singleton socket.
   */
  temporary: number;
  /** Resident memory of the server's own process, in bytes. */
  rss: number;
}

/** Reads a server and everything that carries its mark. `driver`: whether its browsers are chromedriver's. */
export function reading(pilot: Pilot, driver: boolean): Reading {
  const pid = pilot.transport.pid ?? -1;
  const own = inspect(pid);
  const others = marked(pilot.mark).filter((process) => process.pid !== pid);
  return {
    processes: others.length,
    browsers: others.filter(isBrowserMain).length,
    files: own === undefined ? 0 : readdirSync(`/proc/${pid}/fd`).length,
    temporary: pilot.temporaryFiles().filter((name) => !driver || !name.startsWith("org.chromium.Chromium.")).length,
    rss: own?.rss ?? 0,
  };
}

/** The counts of `now` that are higher than `before`, in words. Memory is not a count. */
export function leftovers(before: Reading, now: Reading): string[] {
  return (["processes", "browsers", "files", "temporary"] as const)
    .filter((what) => now[what] > before[what])
    .map((what) => `${what}: ${before[what]} before, ${now[what]} after`);
}

/** Reads once nothing is left over any more, or after `limitMs` what there is then. */
export async function settled(pilot: Pilot, driver: boolean, before: Reading, limitMs = 10_000): Promise<Reading> {
  await until("the counts of before", () => leftovers(before, reading(pilot, driver)).length === 0, limitMs, 50).catch(
    () => undefined,
  );
  return reading(pilot, driver);
}
