// Parses documents in a thread of their own, which can be ended whatever a hostile document makes a parser do.

import { Worker } from "node:worker_threads";
import type { Deadline } from "../../net/deadline.js";
import { type Job, type Outcome, type Parsed, ParseError } from "./job.js";

/** The built thread. The address is the same seen from `src` and from `dist`. */
const THREAD = new URL("../../../dist/fetch/parse/thread.js", import.meta.url);
/** The heap of a thread, in megabytes. */
const HEAP_MB = 512;
/** What the process may grow by while a thread runs, in bytes: buffers are not on its heap. */
const MOST_GROWTH = 1_000 * 2 ** 20;
const WATCH_MS = 50;

/**
 * Parses a document.
 *
 * @throws {@link ParseError}; the signal's reason at the deadline or when the call is cancelled
 */
export async function parse(job: Job, deadline: Deadline): Promise<Parsed> {
  deadline.signal.throwIfAborted();
  const worker = new Worker(THREAD, {
    workerData: job,
    // The thread needs no settings and no secrets of this process.
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // What libraries print is not for the client, which may read this process's output.
  worker.stdout.resume();
  worker.stderr.resume();
  const before = process.memoryUsage.rss();
  let watch: NodeJS.Timeout | undefined;
  let cancel: (() => void) | undefined;
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      const tooMuch = () => resolve({ failure: "bomb", message: "its parser needs more memory than a document may" });
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? tooMuch()
          : resolve({ failure: "failed", message: "its parser gave up on it" }),
      );
      worker.once("exit", () => resolve({ failure: "failed", message: "its parser ended early" }));
      watch = setInterval(() => {
        if (process.memoryUsage.rss() - before > MOST_GROWTH) tooMuch();
      }, WATCH_MS);
      cancel = () => reject(deadline.signal.reason);
      deadline.signal.addEventListener("abort", cancel, { once: true });
    });
    if ("parsed" in outcome) return outcome.parsed;
    throw new ParseError(outcome.failure === "failed" ? "damaged" : outcome.failure, outcome.message);
  } finally {
    clearInterval(watch);
    if (cancel !== undefined) deadline.signal.removeEventListener("abort", cancel);
    await worker.terminate();
  }
}
