// How the server ends: calls that run may finish if other clients could still get their answers, then everything
// that was started is closed.

import { type Log, trace } from "./log.ts";

/** After this time the process ends in any case. The browser's guard process then ends the browser. */
const CLOSE_WITHIN_MS = 1_800;
/** How long calls may run on after a server on a port was told to end. */
const DRAIN_WITHIN_MS = 10_000;

/** How long work in the system may take to end beside that. */
const SYSTEM_WITHIN_MS = 300;
const LOOK_AGAIN_MS = 20;

/** What Node calls work that one of its threads does in the system: with files, and with names of hosts. */
const IN_SYSTEM = /^(?:FSReq|FileHandleCloseReq|Get(?:Addr|Name)InfoReq)/;

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
    process.once("SIGINT", () => this.begin("SIGINT", 130, "SIGINT"));
    process.once("SIGTERM", () => this.begin("SIGTERM", 143, "SIGTERM"));
    process.once("SIGHUP", () => this.begin("SIGHUP", 129, "SIGHUP"));
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

  /**
   * Ends the process with a status.
   *
   * @param signal ends the process where it cannot end with a status
   */
  begin(why: string, status: number, signal: NodeJS.Signals = "SIGKILL"): void {
    if (this.#begun) return;
    this.#begun = true;
    this.log.write("info", "server", `ending: ${why}`);
    void this.#end(status, signal);
  }

  async #end(status: number, signal: NodeJS.Signals): Promise<void> {
    if (this.#drain !== undefined) {
      this.#drain.drain();
      await this.#calls();
    }
    const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS));
    await Promise.race([late, Promise.allSettled([this.#drain?.close(), this.#closeAll()])]);
    await this.#exit(status, signal);
  }

  /** Exiting waits for all threads, and one may hang in the system for ever, as in a folder of a network whose server is gone. */
  async #exit(status: number, signal: NodeJS.Signals): Promise<void> {
    const until = performance.now() + SYSTEM_WITHIN_MS;
    while (process.getActiveResourcesInfo().some((name) => IN_SYSTEM.test(name))) {
      if (performance.now() > until) {
        this.log.write("warn", "server", "a file or a name is still being opened or looked up; that is left undone");
        process.kill(process.pid, signal);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
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
