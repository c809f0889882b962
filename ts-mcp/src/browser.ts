// The browser session of this server: opened once, closed once.

import type { Session, SessionOptions } from "@uipilot/core";
import { type Log, trace } from "./log.ts";

/** Opens the session when it is first asked for, so that a server that is only listed costs nothing. */
export class Browser {
  readonly #options: SessionOptions;
  readonly #log: Log;
  #opening: Promise<Session> | undefined;

  constructor(options: SessionOptions, log: Log) {
    this.#options = options;
    this.#log = log;
  }

  /** The session; its browser starts with the first call. */
  session(): Promise<Session> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<Session> {
    // The addon is loaded here and not at start-up, which it would hold up.
    const { initLogging, Session } = await import("@uipilot/core");
    initLogging(this.#log.level, ({ level, target, message }) => this.#log.write(level, target, message));
    return Session.open(this.#options);
  }

  /** Starts the browser ahead of the first call. What goes wrong is told to that call. */
  async warmUp(): Promise<void> {
    try {
      await (await this.session()).start();
    } catch (error) {
      this.#log.write("info", "browser", `not started ahead: ${trace(error)}`);
    }
  }

  /** Lets the extension connect ahead of the first call, and tells the log how to pair it. */
  async listen(): Promise<void> {
    try {
      const { port, pairingCode } = await (await this.session()).extensionStatus();
      this.#log.write(
        "warn",
        "extension",
        `listening on port ${port}; the code that pairs an extension is ${pairingCode}`,
      );
    } catch (error) {
      this.#log.write("warn", "extension", `not listening: ${trace(error)}`);
    }
  }

  /** Ends the browser, if it was started and is ours. */
  async close(): Promise<void> {
    try {
      await (await this.#opening)?.close();
    } catch (error) {
      this.#log.write("warn", "browser", `closing failed: ${trace(error)}`);
    }
  }
}
