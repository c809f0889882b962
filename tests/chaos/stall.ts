/**
 * How long the machine kept a process waiting, so that a busy machine does not count as a late answer. Linux counts for
 * each thread how long it could run and had no core.
 */

import { readdirSync, readFileSync } from "node:fs";

/** The time that the threads of a process have waited for a core so far, in milliseconds; 0 once it has ended. */
function waited(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + waitOf(`/proc/${pid}/task/${thread}`), 0);
  } catch {
    return 0;
  }
}

function waitOf(folder: string): number {
  try {
    return Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  } catch {
    // The thread has ended.
    return 0;
  }
}

/** Begins to measure the waits of these processes. The returned function gives their sum since then, in milliseconds. */
export function measureStalls(pids: readonly number[]): () => number {
  const before = pids.map(waited);
  return () => pids.reduce((sum, pid, at) => sum + Math.max(0, waited(pid) - (before[at] ?? 0)), 0);
}
