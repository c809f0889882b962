// Remembers in a file which sessions are open, so that the next daemon can say that they are gone if this one is killed.

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { isSystemError } from "../error.ts";
import type { Log } from "../log.ts";
import { jsonText } from "../quote.ts";

/** Why a session ended that its user did not close. */
export type Ended = "idle" | "killed";

/** The most ended sessions that are remembered. */
const MOST_ENDED = 100;

interface Content {
  /** The daemon that wrote it. */
  pid: number;
  open: string[];
  ended: Record<string, Ended>;
}

/** The number of the daemon that wrote a memory; undefined if there is none that can be read. */
export function writer(file: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(file, "utf8")) as Partial<Content>;
    return Number.isSafeInteger(pid) && Number(pid) > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** What is known of the sessions of this daemon and of the earlier ones. */
export class Memory {
  readonly #file: string;
  readonly #log: Log;
  readonly #open = new Set<string>();
  readonly #ended = new Map<string, Ended>();

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
    const { open, ended } = this.#read();
    for (const [name, why] of Object.entries(ended)) this.#ended.set(name, why);
    for (const name of open) this.#ended.set(name, "killed");
    this.#write();
  }

  /** A session begins. */
  began(name: string): void {
    this.#ended.delete(name);
    this.#open.add(name);
    this.#write();
  }

  /** A session has ended; why, unless its user closed it. */
  over(name: string, why?: Ended): void {
    this.#open.delete(name);
    if (why === undefined) this.#ended.delete(name);
    else this.#ended.set(name, why);
    this.#write();
  }

  /** Why an earlier session of this name ended. It is told once. */
  take(name: string): Ended | undefined {
    const why = this.#ended.get(name);
    if (why === undefined) return undefined;
    this.#ended.delete(name);
    this.#write();
    return why;
  }

  #read(): Omit<Content, "pid"> {
    try {
      const { open = [], ended = {} } = JSON.parse(readFileSync(this.#file, "utf8")) as Partial<Content>;
      return { open, ended };
    } catch (error) {
      // There is none, or its writer was killed: nothing is known then.
      if (!isSystemError(error) || error.code !== "ENOENT")
        this.#log.write("warn", "daemon", "the memory is not readable");
      return { open: [], ended: {} };
    }
  }

  #write(): void {
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size <= MOST_ENDED) break;
      this.#ended.delete(oldest);
    }
    const content: Content = { pid: process.pid, open: [...this.#open], ended: Object.fromEntries(this.#ended) };
    try {
      writeFileSync(`${this.#file}.new`, jsonText(content), { mode: 0o600 });
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      // On a full disk the sessions work, and only a later message is lost.
      this.#log.write(
        "warn",
        "daemon",
        `the memory was not written: ${error instanceof Error ? error.message : error}`,
      );
    }
  }
}
