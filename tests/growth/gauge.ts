/** Reads what a server and its browser hold: memory, open files, processes, and the engine's tables. */

import { readdirSync } from "node:fs";
import type { Pilot } from "../support/pilot.ts";
import { isBrowser } from "../support/processes.ts";
import { until } from "../support/wait.ts";

/** One reading. */
export interface Reading {
  /** Resident memory of the server without its browser, in bytes. */
  server: number;
  /** Resident memory of all processes of the browser, in bytes. */
  browser: number;
  /** Open files of the server. */
  files: number;
  /** Processes of the server and of its browser. */
  processes: number;
  /** Entries of the engine's tables, by name. */
  tables: Readonly<Record<string, number>>;
}

/** Resident memory of the server's own process. */
export function serverMemory(pilot: Pilot): number {
  return pilot.ownProcess().rss;
}

const held = (pilot: Pilot): string[] =>
  Array.from(pilot.stderr.matchAll(/entries held(.*)\n/g), ([, line = ""]) => line);

/** Reads everything. Calls one tool, since the engine logs its tables when pages are listed. */
export async function read(pilot: Pilot): Promise<Reading> {
  const before = held(pilot).length;
  await pilot.ok("list_pages");
  // The log and the answer are two streams: either may arrive first.
  await until("the engine's line about its tables", () => held(pilot).length > before);
  const own = pilot.ownProcess();
  const others = pilot.children();
  const counts = [...(held(pilot).at(-1) ?? "").matchAll(/([a-z_]+)=(\d+)/g)];
  return {
    server: own.rss,
    browser: others.filter(isBrowser).reduce((sum, { rss }) => sum + rss, 0),
    files: readdirSync(`/proc/${own.pid}/fd`).length,
    processes: others.length + 1,
    tables: Object.fromEntries(counts.map(([, name, count]) => [name, Number(count)])),
  };
}
