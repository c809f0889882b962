// The desktop applications of this server. The first call connects to them, and they are released once.

import type { Desktop } from "@uipilot/core";
import { type Log, trace } from "./log.ts";

/** Opens the desktop on first use, so that unused tools cost nothing. */
export class DesktopHolder {
  readonly #log: Log;
  #opening: Promise<Desktop> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The desktop. */
  desktop(): Promise<Desktop> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<Desktop> {
    const { Desktop, initLogging } = await import("@uipilot/core");
    initLogging(this.#log.level, ({ level, target, message }) => this.#log.write(level, target, message));
    return Desktop.open();
  }

  /** Ends the programs that were launched. */
  async close(): Promise<void> {
    try {
      await (await this.#opening)?.close();
    } catch (error) {
      this.#log.write("warn", "desktop", `closing failed: ${trace(error)}`);
    }
  }
}
