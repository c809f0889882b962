// Generated from crates/node-binding by scripts/build-addon.mjs. Do not edit.

/** What is Node's Buffer. Its types come with a package that programs need not have. */
type Buffer = Uint8Array

/** Cancels the calls it was passed to. */
export declare class Cancellation {
  /** A cancellation that was not requested yet. */
  constructor()
  /** Ends the calls it was passed to. Each returns the fault `CANCELLED`. Idempotent. */
  cancel(): void
}

/** Sessions with desktop applications. */
export declare class NativeDesktop {
  /** Does not connect yet. A fault crosses as an outcome. */
  static open(): NativeDesktop | Outcome
  /** Carries out a call of the table `uipilot_engine::api::calls`. `arguments` is one JSON object. */
  call(name: string, arguments: string, cancellation?: Cancellation | undefined | null): Promise<Outcome>
}

/** One connection to one browser. */
export declare class NativeSession {
  /** Checks the options, which are JSON. Starts nothing. A fault crosses as an outcome. */
  static open(options: string): NativeSession | Outcome
  /** A session in the same browser. The options are JSON. Starts nothing. A fault crosses as an outcome. */
  isolated(options: string): NativeSession | Outcome
  /** The same session with a page that its calls use. */
  onPage(page: number): NativeSession
  /** The same session, whose calls follow on each other and have one deadline together: that of the first. */
  oneDeadline(): NativeSession
  /** Carries out a call of the table `uipilot_engine::api::calls`. `arguments` is one JSON object. */
  call(name: string, arguments: string, cancellation?: Cancellation | undefined | null): Promise<Outcome>
}

/**
 * Sends the engine's log to `receiver`, for the whole process. A later call replaces level and
 * receiver. False: another part of the process took the log before.
 */
export declare function initLogging(level: 'off' | 'error' | 'warn' | 'info' | 'debug' | 'trace', receiver: (record: LogRecord) => void): boolean

/** One line of the engine's log. */
export interface LogRecord {
  /** Its level. */
  level: 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** The module that logged it. */
  target: string
  /** The message with its fields. */
  message: string
}

/** The outcome of a call. */
export interface Outcome {
  /** Whether `json` is the answer. Otherwise it is a fault: an object with `code`, `message`, … */
  ok: boolean
  /** The answer or the fault. `{"$bytes": n}` in it stands for the n-th of `parts`. */
  json: string
  /** Binary parts of the answer. */
  parts: Array<Buffer>
}
