// Refusals of the extension, with error numbers that the engine knows from crates/engine/src/backend/wire/error.rs.

export const DENIED = { origin: -32901, tab: -32902, attach: -32903, command: -32904 } as const;

/** Thrown for a command that the extension does not pass on. */
export class Denied extends Error {
  readonly code: number;

  constructor(what: keyof typeof DENIED, message: string) {
    super(message);
    this.code = DENIED[what];
  }
}
