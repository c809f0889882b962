/**
 * See a web page or a desktop application as a short text tree and act on it by id.
 *
 * @packageDocumentation
 */

export type { LogRecord } from "../binding.js";
export type { CallOptions } from "./call.js";
export { Desktop } from "./desktop.js";
export { UipilotError } from "./error.js";
export type * from "./generated/types.js";
export { initLogging, type LogLevel } from "./log.js";
export { Session } from "./session.js";
