import type { NativeSession } from "../binding.js";
import { call, type Given } from "./call.js";
import { opened } from "./error.js";
import { SessionCalls } from "./generated/calls.js";
import { SESSION_CALLS, SESSION_OPTIONS } from "./generated/shapes.js";
import type { SessionOptions } from "./generated/types.js";
import { check } from "./input.js";
import { binding } from "./loader.js";

/**
 * One connection to one browser.
 *
 * Methods may be called at any time, also while others run. Each rejects with a {@link UipilotError}, and
 * takes an `AbortSignal` as `signal` in its last argument. The first call that needs the browser starts it.
 *
 * @example
 * ```js
 * const session = Session.open({ launch: { browser: "firefox" } });
 * await session.newPage("https://example.org");
 * console.log((await session.snapshot()).text);
 * await session.close();
 * ```
 */
export class Session extends SessionCalls {
  readonly #native: NativeSession;

  private constructor(native: NativeSession) {
    super();
    this.#native = native;
  }

  /**
   * Opens a session. Only checks the options, and starts nothing.
   *
   * @throws {@link UipilotError} `INVALID_INPUT`
   */
  static open(options: SessionOptions = {}): Session {
    check("open", { options }, { options: { is: "object", fields: SESSION_OPTIONS } });
    return new Session(opened(binding().NativeSession.open(JSON.stringify(options))));
  }

  protected override call<T>(name: string, given: Given): Promise<T> {
    return call(this.#native, SESSION_CALLS, name, given);
  }
}
