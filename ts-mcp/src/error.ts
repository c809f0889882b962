// Errors of the server itself. The engine's errors have the same fields.

import type { Attempt, NextStep } from "@uipilot/core";

/** The error of a call, with its stable code and the next step. */
export class ToolError extends Error {
  constructor(
    /** The stable code, as in the engine's errors. */
    readonly code: string,
    message: string,
    /** What to do next, as a clause without a final stop. */
    readonly nextStep: string,
  ) {
    super(message);
    this.name = "ToolError";
  }
}

/** An error with a code and a next step, of the engine or of the server. */
export interface CodedError extends Error {
  readonly code: string;
  readonly nextStep: string;
  /** The next step of an engine's error as data. This server writes it with the names of its tools. */
  readonly step?: NextStep;
  /** The progress of a call with a locator. */
  readonly attempt?: Attempt | undefined;
}

/** Whether an error has a code and a next step. */
export function isCoded(error: unknown): error is CodedError {
  return error instanceof Error && "code" in error && "nextStep" in error && typeof error.nextStep === "string";
}

/** Whether an error comes from the operating system, through Node. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "syscall" in error;
}
