// The error that callers see, and the only place that throws it.

import type { Outcome } from "../binding.js";
import type { Attempt, Fault, NextStep } from "./generated/types.js";

/**
 * The reason why a call failed.
 *
 * Branch on {@link code}; messages may be reworded in any release, codes may not.
 */
export class UipilotError extends Error {
  override readonly name = "UipilotError";
  /** Stable code, for example `STALE_UID`, `COVERED`, `TIMEOUT`, `INVALID_INPUT`. */
  readonly code: string;
  /** What to do next, as one clause without a final stop. May be reworded in any release. */
  readonly nextStep: string;
  /** The same step as data, for a caller with its own names for the steps. */
  readonly step: NextStep;
  /** The progress of a call with a locator. */
  readonly attempt: Attempt | undefined;

  /**
   * @param code - the stable code
   * @param message - what was tried and what was found, as one clause without a final stop
   * @param nextStep - what to do next
   * @param details - the next step as data, and the progress of a call with a locator
   */
  constructor(code: string, message: string, nextStep: string, details: { step?: NextStep; attempt?: Attempt } = {}) {
    super(message);
    this.code = code;
    this.nextStep = nextStep;
    this.step = details.step ?? { kind: "advice", text: nextStep };
    this.attempt = details.attempt;
  }
}

/** Throws a fault as a {@link UipilotError}. Nothing else in this package throws one. */
export function raise(fault: Pick<Fault, "code" | "message" | "nextStep"> & Partial<Fault>): never {
  const { step, attempt } = fault;
  throw new UipilotError(fault.code, fault.message, fault.nextStep, {
    ...(step === undefined ? {} : { step }),
    ...(attempt === undefined ? {} : { attempt }),
  });
}

/** Returns the answer of a call, or throws its fault. */
export function unwrap<T>({ ok, json, parts }: Outcome): T {
  if (!ok) raise(JSON.parse(json));
  // Binary data is passed beside the JSON, which refers to it by number.
  const part = (_key: string, value: unknown) => (isPart(value) ? parts[value.$bytes] : value);
  const answer = parts.length === 0 ? JSON.parse(json) : JSON.parse(json, part);
  return answer ?? undefined;
}

/** Returns the opened object, or throws its fault. */
export function opened<T extends object>(result: T | Outcome): T {
  return "ok" in result ? unwrap(result) : result;
}

function isPart(value: unknown): value is { $bytes: number } {
  return typeof value === "object" && value !== null && typeof (value as { $bytes?: unknown }).$bytes === "number";
}
