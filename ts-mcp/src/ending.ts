// How the server ends: calls that run may finish if other clients could still get their answers, then everything
// that was started is closed.

import { type Log, trace } from "./log.ts";

/** After this time the process ends in any case. The browser's guard process then ends the browser. */
const CLOSE_WITHIN_MS = 1_800;
/** How long calls may run on after a server on a port was told to end. */
const DRAIN_WITHIN_MS = 10_000;

/** What stops taking calls before the end. */
export interface Drain {
  drain(): void;
  close(): Promise<void>;
}

/** The end of the server. A second signal ends the process at once. */
export class Ending {
  readonly log: Log;
  readonly #closeAll: () => Promise<unknown>;
  readonly #running = new Set<Promise<unknown>>();
  #drain: Drain | undefined;
  #begun = false;

  /** @param closeAll closes what the server started */
  constructor(log: Log, closeAll: () => Promise<unknown>) {
    this.log = log;
    this.#closeAll = closeAll;
    process.once("SIGINT", () => this.begin("SIGINT", 130));
    process.once("SIGTERM", () => this.begin("SIGTERM", 143));
    process.once("SIGHUP", () => this.begin("SIGHUP", 129));
    process.once("uncaughtException", (error) => {
      log.write("error", "server", trace(error));
      this.begin("an uncaught error", 1);
    });
  }

  /** Whether the server ends. */
  get begun(): boolean {
    return this.#begun;
  }

  /** From now on the end lets running calls finish. */
  drains(drain: Drain): void {
    this.#drain = drain;
    if (this.#begun) drain.drain();
  }

  /** Counts a call as running until it settles. */
  waitFor(call: Promise<unknown>): void {
    this.#running.add(call);
    const done = () => this.#running.delete(call);
    call.then(done, done);
  }

  /** Ends the process with a status. */
  begin(why: string, status: number): void {
    if (this.#begun) return;
    this.#begun = true;
    this.log.write("info", "server", `ending: ${why}`);
    void this.#end(status);
  }

  async #end(status: number): Promise<void> {
    if (this.#drain !== undefined) {
      this.#drain.drain();
      await this.#calls();
    }
    setTimeout(() => process.exit(status), CLOSE_WITHIN_MS);
    await Promise.allSettled([this.#drain?.close(), this.#closeAll()]);
    process.exit(status);
  }

  /** Waits until no call runs. */
  async #calls(): Promise<void> {
    if (this.#running.size === 0) return;
    this.log.write("info", "server", `${this.#running.size} calls run; they have ${DRAIN_WITHIN_MS / 1_000} s to end`);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, DRAIN_WITHIN_MS);
    });
    await Promise.race([Promise.allSettled([...this.#running]), late]);
    clearTimeout(timer);
  }
}
