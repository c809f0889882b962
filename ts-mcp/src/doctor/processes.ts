// Browsers whose server has ended. The engine's guard ends them; it may have been killed, too.

import { lstat, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isAlive } from "../alive.ts";
import { type Check, type Finding, ok, type Surroundings, warning } from "./finding.ts";
import { type Running, running } from "./system-processes.ts";

/** How long the guard may take to end what a killed server has left, in milliseconds. */
const GUARD_MS = 3_500;
/** How long a process may take to end when it is asked to, in milliseconds. */
const END_MS = 3_000;

interface Orphan extends Running {
  /** The folder of the session that it belonged to. */
  folder: string;
}

/** Processes that were started for a session's folder, and whose server has ended. */
async function orphans({ platform, temporary }: Surroundings): Promise<Orphan[]> {
  const begins = `${path.resolve(temporary)}${path.sep}uipilot-`;
  return (await running(platform)).flatMap((process): Orphan[] => {
    // Only a temporary profile, or the folder that the guard watches, is certainly ours.
    for (let at = process.command.indexOf(begins); at >= 0; at = process.command.indexOf(begins, at + 1)) {
      const [, owner = "", random = ""] =
        /^(\d+)-([A-Za-z0-9]+)(?=[/\s]|$)/.exec(process.command.slice(at + begins.length)) ?? [];
      if (owner === "" || isAlive(Number(owner))) continue;
      const folder = `${begins}${owner}-${random}`;
      const rest = process.command.slice(at + folder.length);
      const before = process.command.slice(0, at);
      const isProfile = rest.startsWith("/profile") && /(?:--user-data-dir=|-profile )$/.test(before);
      if (isProfile || / uipilot-guard $/.test(before)) return [{ ...process, folder }];
    }
    return [];
  });
}

export const processes: Check = {
  name: "processes",
  // Windows ends them with the server.
  platforms: ["linux", "darwin"],
  limitMs: 20_000,
  async look(around) {
    let left = await orphans(around);
    if (left.length > 0) {
      await pause(GUARD_MS);
      left = await orphans(around);
    }
    if (left.length === 0) return [ok("no server has left a process behind")];
    const groups = new Set(left.map(({ folder }) => folder)).size;
    const finding: Finding = warning(
      `browsers of servers that have ended still run: ${left.length} processes of ${groups} sessions (${numbers(left)})`,
      "end them with --fix",
    );
    return [{ ...finding, fix: () => end(around) }];
  },
};

const numbers = (left: readonly Orphan[]): string => {
  const shown = left.slice(0, 10).map(({ pid }) => pid);
  return `${shown.join(", ")}${left.length > shown.length ? ", …" : ""}`;
};

/** Ends the processes and removes their folders. Numbers are used again, so each is looked at right before its signal. */
async function end(around: Surroundings): Promise<string> {
  const found = await orphans(around);
  for (const { pid } of found) signal(pid, "SIGTERM");
  const until = Date.now() + END_MS;
  let left = found;
  while (left.length > 0 && Date.now() < until) {
    await pause(200);
    left = remaining(found, await orphans(around));
  }
  for (const { pid } of left) signal(pid, "SIGKILL");
  if (left.length > 0) await pause(500);
  left = remaining(found, await orphans(around));
  const busy = new Set(left.map(({ folder }) => folder));
  for (const folder of new Set(found.map(({ folder }) => folder))) {
    const stats = await lstat(folder).catch(() => undefined);
    const isOurs = stats?.isDirectory() === true && stats.uid === process.getuid?.();
    if (isOurs && !busy.has(folder)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  if (left.length > 0) throw new Error(`these processes do not end: ${numbers(left)}`);
  return `ended: ${found.length}`;
}

const remaining = (before: readonly Orphan[], now: readonly Orphan[]): Orphan[] =>
  now.filter(({ pid, began }) => before.some((known) => known.pid === pid && known.began === began));

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}
