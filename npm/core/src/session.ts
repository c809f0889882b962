import type { NativeSession } from "../binding.js";
import { call, type Given } from "./call.js";
import { opened } from "./error.js";
import { SessionCalls } from "./generated/calls.js";
import { ISOLATED_OPTIONS, SESSION_CALLS, SESSION_OPTIONS } from "./generated/shapes.js";
import type { IsolatedOptions, SessionOptions } from "./generated/types.js";
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

  /**
   * Creates a session in the browser of this one, with pages, cookies, storage and UIDs of its own. Starts nothing.
   * Closing it closes its pages and leaves the browser alone. It ends with this session.
   *
   * @throws {@link UipilotError} `UNSUPPORTED` for the user's own tabs, and at a WebDriver server; `INVALID_INPUT`
   *
   * @example
   * ```js
   * const shop = Session.open();
   * const [anna, ben] = [shop.isolated(), shop.isolated({ viewport: { width: 390, height: 844 } })];
   * await Promise.all([anna.newPage(url), ben.newPage(url)]); // two customers, each with a basket
   * ```
   */
  isolated(options: IsolatedOptions = {}): Session {
    check("isolated", { options }, { options: { is: "object", fields: ISOLATED_OPTIONS } });
    return new Session(opened(this.#native.isolated(JSON.stringify(options))));
  }

  /**
   * This session with a page that its calls use in place of the selected one, by the number that `pages` gives. It shares
   * everything else, so callers that name their pages do not disturb each other by selecting pages.
   *
   * @throws {@link UipilotError} `INVALID_INPUT`
   */
  onPage(page: number): Session {
    check("onPage", { page }, { page: { is: "count" } });
    return new Session(this.#native.onPage(page));
  }

  /**
   * This session for calls that follow on each other and have one deadline together: that of the first. Without it each
   * call has a deadline of its own, so that what is made of three calls may take three times as long. The time that a later
   * call asks for itself, such as the pauses of typing, is added. It shares everything else.
   *
   * @example
   * ```js
   * const together = session.oneDeadline();
   * const { details } = await together.interact({ action: "waitForSelector", target: { by: "css", value: "#total" } });
   * const { text } = await together.readText(details.uid); // in the time that is left
   * ```
   */
  oneDeadline(): Session {
    return new Session(this.#native.oneDeadline());
  }

  protected override call<T>(name: string, given: Given): Promise<T> {
    return call(this.#native, SESSION_CALLS, name, given);
  }
}
