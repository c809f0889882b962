// The browser session of this server. It is opened once and closed once.

import type { Session, SessionOptions } from "@uipilot/core";
import { type Log, trace } from "./log.ts";

/** Opens the session on first use, so that listing the server's tools stays cheap. */
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
    // The addon is loaded here, because loading it would delay the start of the server.
    const { initLogging, Session } = await import("@uipilot/core");
    initLogging(this.#log.level, ({ level, target, message }) => this.#log.write(level, target, message));
    return Session.open(this.#options);
  }

  /** Starts the browser before the first call. That call reports any failure. */
  async warmUp(): Promise<void> {
    try {
      await (await this.session()).start();
    } catch (error) {
      this.#log.write("info", "browser", `not started ahead: ${trace(error)}`);
    }
  }

  /** Lets the extension connect before the first call, and logs the pairing code. */
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

  /** Ends the session, and the browser if the session launched it. */
  async close(): Promise<void> {
    try {
      await (await this.#opening)?.close();
    } catch (error) {
      this.#log.write("warn", "browser", `closing failed: ${trace(error)}`);
    }
  }
}
