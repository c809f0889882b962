// Errors of the server itself. Those of the engine have the same fields.

import type { Attempt, NextStep } from "@uipilot/core";

/** A call that cannot be done, with its stable code and the next step. */
export class ToolError extends Error {
  constructor(
    /** Stable code, as the engine's. */
    readonly code: string,
    message: string,
    /** What to do next, a clause without a final stop. */
    readonly nextStep: string,
  ) {
    super(message);
    this.name = "ToolError";
  }
}

/** An error that says what it is and what to do: the engine's or ours. */
export interface CodedError extends Error {
  readonly code: string;
  readonly nextStep: string;
  /** The next step of an error of the engine as data, which this server words as its own tools. */
  readonly step?: NextStep;
  /** How far a call with a locator came. */
  readonly attempt?: Attempt | undefined;
}

/** Whether an error has a code of ours and a next step. */
export function isCoded(error: unknown): error is CodedError {
  return error instanceof Error && "code" in error && "nextStep" in error && typeof error.nextStep === "string";
}

/** Whether an error comes from the operating system, by way of Node. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
