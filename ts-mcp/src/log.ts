// The joined log of the server and the engine. It never goes to stdout, which carries the protocol.

import { closeSync, openSync, writeSync } from "node:fs";

import { masker } from "./secrets/mask.ts";

/** The levels, most urgent first. */
export const LEVELS = ["off", "error", "warn", "info", "debug", "trace"] as const;

/** The name of a level. */
export type LogLevel = (typeof LEVELS)[number];

/** `process.stderr` would be made for its number. */
const STDERR = 2;

/** Writes lines of at least one level to a file or to stderr. */
export class Log {
  readonly #descriptor: number;

  private constructor(
    /** Records of this level and more urgent ones are written. */
    readonly level: LogLevel,
    descriptor: number,
  ) {
    this.#descriptor = descriptor;
  }

  /**
   * Opens the log.
   *
   * @param file - the file to append to; default: stderr
   * @throws the system's error when the file cannot be opened
   */
  static open(level: LogLevel, file?: string): Log {
    // Only its owner may read it, because it contains addresses and titles of pages.
    return new Log(level, file === undefined ? STDERR : openSync(file, "a", 0o600));
  }

  /** Writes one record without the values of secrets; line breaks in it are escaped, so that one record is one line. */
  write(level: Exclude<LogLevel, "off">, source: string, message: string): void {
    if (LEVELS.indexOf(level) > LEVELS.indexOf(this.level)) return;
    const text = masker.text(message).replace(/\r?\n/g, "\\n");
    try {
      writeSync(this.#descriptor, `${new Date().toISOString()} ${level.toUpperCase()} ${source} ${text}\n`);
    } catch {
      // A full disk or a closed stderr must not end a session.
    }
  }

  /** Closes the file. */
  close(): void {
    if (this.#descriptor !== STDERR) closeSync(this.#descriptor);
  }
}

/** The text of an error for the log, with its stack. */
export function trace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
