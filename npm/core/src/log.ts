import type { LogRecord } from "../binding.js";
import { raise } from "./error.js";
import { binding } from "./loader.js";

/** The log level: records of this level and above are logged. */
export type LogLevel = "off" | LogRecord["level"];

const LEVELS: readonly string[] = ["off", "error", "warn", "info", "debug", "trace"] satisfies LogLevel[];

/**
 * Sends the engine's log to `receiver`, for the whole process; a later call replaces both
 * arguments. Nothing is logged before the first call.
 *
 * @returns false if another part of the process already receives the engine's log
 */
export function initLogging(level: LogLevel, receiver: (record: LogRecord) => void): boolean {
  if (!LEVELS.includes(level) || typeof receiver !== "function") {
    raise({
      code: "INVALID_INPUT",
      message: `initLogging: level must be one of ${LEVELS.join(", ")}, and receiver a function`,
      nextStep: "correct the argument and call again",
    });
  }
  return binding().initLogging(level, receiver);
}
