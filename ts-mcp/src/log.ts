// The joined log of the server and the engine. It never goes to stdout, which carries the protocol.

import { closeSync, constants, openSync, writeSync } from "node:fs";
import { isSystemError } from "./error.ts";
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
   * @throws an error that says why, when the file cannot be opened
   */
  static open(level: LogLevel, file?: string): Log {
    return new Log(level, file === undefined ? STDERR : openAppending(file));
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

/**
 * Opens a file, or a device such as /dev/null. A pipe may be one, too, if a program reads it: neither opening it nor writing to
 * it waits for that program. Only its owner may read the file, because it contains addresses and titles of pages.
 */
function openAppending(file: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0 } = constants;
  try {
    return openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, 0o600);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENXIO") throw error;
    throw new Error(`${file} is a pipe that no program reads, or a socket: name a file`);
  }
}

/** The text of an error for the log, with its stack. */
export function trace(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
