// The one error that callers see, and the one place where it is thrown.

import type { Outcome } from "../binding.js";
import type { Attempt, Fault, NextStep } from "./generated/types.js";

/**
 * Why a call did not do what it was asked for.
 *
 * Branch on {@link code}; messages may be reworded in any release, codes may not.
 */
export class UipilotError extends Error {
  override readonly name = "UipilotError";
  /** Stable code, for example `STALE_UID`, `COVERED`, `TIMEOUT`, `INVALID_INPUT`. */
  readonly code: string;
  /** What to do next, one clause without a final stop. May be reworded in any release. */
  readonly nextStep: string;
  /** The same as data, for a caller with names of its own for the steps. */
  readonly step: NextStep;
  /** How far the call came, where it began with a locator. */
  readonly attempt: Attempt | undefined;

  /**
   * @param code - the stable code
   * @param message - what was tried and what was found, one clause without a final stop
   * @param nextStep - what to do next
   * @param details - the next step as data, and how far a call with a locator came
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

/** The answer of a call, or its fault thrown. */
export function unwrap<T>({ ok, json, parts }: Outcome): T {
  if (!ok) raise(JSON.parse(json));
  // Binary data is handed over beside the JSON, which names it by number.
  const part = (_key: string, value: unknown) => (isPart(value) ? parts[value.$bytes] : value);
  const answer = parts.length === 0 ? JSON.parse(json) : JSON.parse(json, part);
  return answer ?? undefined;
}

/** What was opened, or its fault thrown. */
export function opened<T extends object>(result: T | Outcome): T {
  return "ok" in result ? unwrap(result) : result;
}

function isPart(value: unknown): value is { $bytes: number } {
  return typeof value === "object" && value !== null && typeof (value as { $bytes?: unknown }).$bytes === "number";
}
