// What every call into the engine goes through: cancellation in, fault out.

import type { Cancellation, Fault } from "../binding.js";
import { raise, unwrap } from "./error.js";
import { binding } from "./loader.js";

/** Options that every call takes. */
export interface CallOptions {
  /** Aborting it ends the call, which then rejects with the code `CANCELLED`. */
  signal?: AbortSignal | undefined;
}

/** Runs an engine call, cancelled by `signal`, and answers or raises. */
export async function call<T>(
  signal: AbortSignal | undefined,
  start: (cancellation?: Cancellation) => Promise<T | Fault>,
): Promise<T> {
  if (signal === undefined) return unwrap(await start());
  if (signal.aborted) {
    raise({
      code: "CANCELLED",
      message: "The call was cancelled before it began",
      nextStep: "call again if it is still wanted",
    });
  }
  const cancellation = new (binding().Cancellation)();
  const cancel = () => cancellation.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    return unwrap(await start(cancellation));
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}
