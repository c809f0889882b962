// The browser session of this server. It is opened once and closed once.

import type { Session, SessionOptions } from "@uipilot/core";
import { type Log, trace } from "./log.ts";
import type { StateFiles } from "./state-file.ts";
import { STATE_KEY } from "./state-key.ts";

/** What a new session begins with. */
export interface Beginning {
  /** The files with states. */
  states: StateFiles;
  /** The file with the state that it begins with, if any. */
  file: string | undefined;
}

/** Puts what a file holds into a new session, if there is a file. Closes the session if that fails. */
export async function begin(session: Session, { states, file }: Beginning, log: Log): Promise<void> {
  if (file === undefined) return;
  try {
    const { state, encrypted } = await states.read(file);
    if (!encrypted && states.hasKey) {
      log.write("warn", "state", `the state file is not encrypted, although ${STATE_KEY} is set`);
    }
    await session.setStorageState(state);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Opens the session on first use, so that listing the server's tools stays cheap. */
export class Browser {
  readonly #options: SessionOptions;
  readonly #log: Log;
  readonly #beginning: Beginning;
  #opening: Promise<Session> | undefined;

  constructor(options: SessionOptions, log: Log, beginning: Beginning) {
    this.#options = options;
    this.#log = log;
    this.#beginning = beginning;
  }

  /** The session; its browser starts with the first call. */
  session(): Promise<Session> {
    if (this.#opening === undefined) {
      const opening = this.#open();
      this.#opening = opening;
      // The next call tries again, for example with a file that is there now.
      opening.catch(() => {
        this.#opening = undefined;
      });
    }
    return this.#opening;
  }

  async #open(): Promise<Session> {
    // The addon is loaded here, because loading it would delay the start of the server.
    const { initLogging, Session } = await import("@uipilot/core");
    initLogging(this.#log.level, ({ level, target, message }) => this.#log.write(level, target, message));
    const session = Session.open(this.#options);
    await begin(session, this.#beginning, this.#log);
    return session;
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
