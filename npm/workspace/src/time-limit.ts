// A time limit for work that does not wait: parsing, and patterns of a schema.

import { createContext, Script } from "node:vm";

/** Work that took too long and was ended. */
export class OutOfTime extends Error {
  constructor(readonly milliseconds: number) {
    super(`the work took more than ${milliseconds} ms`);
    this.name = "OutOfTime";
  }
}

const CALL = new Script("run()");

/** Making a context takes a millisecond: there is one. */
let context: { run?: () => unknown } | undefined;

/**
 * Runs a function, and ends it when its time is over, even inside of a regular expression.
 *
 * @throws {OutOfTime}
 */
export function withinTime<T>(milliseconds: number, run: () => T): T {
  context ??= createContext({}) as { run?: () => unknown };
  context.run = run;
  try {
    return CALL.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw new OutOfTime(milliseconds);
    }
    throw error;
  } finally {
    delete context.run;
  }
}
