// Parses documents in threads of their own, which can be ended whatever a hostile document makes a parser do.

import { Worker } from "node:worker_threads";
import type { Deadline } from "../../deadline.js";
import { type Job, type Outcome, type Parsed, ParseError } from "./job.js";

/** The built thread. The address is the same seen from `src` and from `dist`. */
const THREAD = new URL("../../../dist/fetch/parse/thread.js", import.meta.url);
/** The heap of a thread, in megabytes. */
const HEAP_MB = 512;
/** What the process may grow by while a document is parsed, in bytes: buffers are not on a thread's heap. */
const MOST_GROWTH = 1_024 * 2 ** 20;
const WATCH_MS = 50;
/** How long a thread without work is kept, in milliseconds. Loading the parsers again takes longer than most documents. */
const IDLE_MS = 60_000;
/** How many threads without work are kept. */
const MOST_IDLE = 2;

const FAILED: Outcome = { failure: "failed", message: "its parser gave up on it" };
const HEAP_FULL: Outcome = { failure: "bomb", message: `its parser needs more than ${HEAP_MB} MB of memory` };
const TOO_MUCH: Outcome = {
  failure: "bomb",
  message: `memory grew by more than ${MOST_GROWTH / 2 ** 20} MB while it was parsed`,
};

/** The threads of a tool. */
export class Parsers {
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  #closed = false;

  /**
   * Parses a document.
   *
   * @throws {@link ParseError}; the signal's reason at the deadline or when the call is cancelled
   */
  async parse(job: Job, deadline: Deadline): Promise<Parsed> {
    deadline.signal.throwIfAborted();
    const worker = this.#take();
    let healthy = false;
    try {
      const outcome = await run(worker, job, deadline.signal);
      healthy = "parsed" in outcome || outcome.failure === "damaged" || outcome.failure === "encrypted";
      if ("parsed" in outcome) return outcome.parsed;
      throw new ParseError(outcome.failure === "failed" ? "damaged" : outcome.failure, outcome.message);
    } finally {
      if (healthy && !this.#closed && this.#idle.size < MOST_IDLE) this.#keep(worker);
      else await worker.terminate();
    }
  }

  /** Ends the threads without work. The others end with their documents. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#idle.keys()].map((worker) => this.#drop(worker)));
  }

  #take(): Worker {
    for (const [worker, timer] of this.#idle) {
      clearTimeout(timer);
      this.#idle.delete(worker);
      worker.ref();
      return worker;
    }
    const worker = new Worker(THREAD, {
      // The thread needs no settings and no secrets of this process.
      env: {},
      execArgv: [],
      stdin: false,
      // What libraries print stays in the thread: this process's output may belong to a protocol. Reading it would keep the
      // process from ending.
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    // Errors of a thread that is being ended concern no document.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      clearTimeout(this.#idle.get(worker));
      this.#idle.delete(worker);
    });
    return worker;
  }

  #keep(worker: Worker): void {
    worker.unref();
    const timer = setTimeout(() => this.#drop(worker), IDLE_MS);
    timer.unref();
    this.#idle.set(worker, timer);
  }

  #drop(worker: Worker): Promise<number> {
    clearTimeout(this.#idle.get(worker));
    this.#idle.delete(worker);
    return worker.terminate();
  }
}

function run(worker: Worker, job: Job, signal: AbortSignal): Promise<Outcome> {
  const before = process.memoryUsage.rss();
  return new Promise<Outcome>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearInterval(watch);
      signal.removeEventListener("abort", cancel);
      worker.off("message", answer).off("error", fault).off("exit", end);
      settle();
    };
    const answer = (outcome: Outcome) => finish(() => resolve(outcome));
    const fault = (error: NodeJS.ErrnoException) =>
      finish(() => resolve(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? HEAP_FULL : FAILED));
    const end = () => finish(() => resolve(FAILED));
    const cancel = () => finish(() => reject(signal.reason));
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > MOST_GROWTH) finish(() => resolve(TOO_MUCH));
    }, WATCH_MS);
    worker.on("message", answer).on("error", fault).on("exit", end);
    signal.addEventListener("abort", cancel, { once: true });
    worker.postMessage(job);
  });
}
