// A command line that is wrong, and what to say about it.

import { brief } from "../quote.ts";

export { meant } from "../near.ts";

/** A wrong command line. The message is for its writer. */
export class WrongUsage extends Error {
  /** @param command the command whose help says more, if it is known */
  constructor(
    message: string,
    readonly command?: string,
  ) {
    super(message);
  }
}

/** A word of the command line as it is shown. */
export const shown = (word: string): string => brief(word, 60);
