// What the extension refuses, with the numbers that the engine knows; the same in
// crates/engine/src/backend/wire/error.rs.

/** The error numbers of refusals. */
export const DENIED = { origin: -32901, tab: -32902, attach: -32903, command: -32904 } as const;

/** A command that is not passed on. */
export class Denied extends Error {
  readonly code: number;

  constructor(what: keyof typeof DENIED, message: string) {
    super(message);
    this.code = DENIED[what];
  }
}
