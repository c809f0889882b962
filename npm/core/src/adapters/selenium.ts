// Sessions over selenium-webdriver.

import { raise } from "../error.js";
import { Session } from "../session.js";
import type { AdapterOptions } from "./options.js";

/** What is used of a `WebDriver` of selenium-webdriver 4. */
export interface SeleniumDriver {
  getSession(): PromiseLike<{ getId(): string }>;
  getCapabilities(): PromiseLike<{ get(name: string): unknown }>;
  getWindowHandle(): PromiseLike<string>;
}

/** Options of {@link fromSelenium}. */
export interface SeleniumOptions extends AdapterOptions {
  /**
   * The URL of the WebDriver server: what `usingServer` was given, or the `address()` of a driver service. Chrome, Edge and
   * other Chromiums on this machine need none.
   */
  url?: string;
}

/**
 * A session in the current window of a selenium-webdriver driver.
 *
 * Chromium is reached by its own socket, which is faster than the server. Other browsers are driven through the server,
 * since a browser gives its BiDi socket to one client only.
 *
 * @throws {@link UipilotError} `INVALID_INPUT` if the browser cannot be reached without `url`
 *
 * @example
 * ```js
 * const driver = await new Builder().forBrowser("chrome").build();
 * const session = await fromSelenium(driver);
 * console.log((await session.snapshot()).text);
 * ```
 */
export async function fromSelenium(driver: SeleniumDriver, options: SeleniumOptions = {}): Promise<Session> {
  const { url, ...rest } = options;
  if (url !== undefined) {
    const session = (await driver.getSession()).getId();
    return Session.open({ ...rest, webdriver: { url, session } });
  }
  const endpoint = debuggerAddress(await driver.getCapabilities());
  if (endpoint === undefined) {
    raise({
      code: "INVALID_INPUT",
      message:
        "this driver's browser offers no debugger address, and selenium-webdriver does not tell its server's URL",
      nextStep: "give url: what usingServer was given, or the address of the driver service",
    });
  }
  return Session.open({ ...rest, attach: { endpoint, target: await driver.getWindowHandle() } });
}

/** Where a Chromium that its driver started listens. */
function debuggerAddress(capabilities: { get(name: string): unknown }): string | undefined {
  for (const name of ["goog:chromeOptions", "ms:edgeOptions"]) {
    const options = capabilities.get(name) as { debuggerAddress?: unknown } | undefined;
    if (typeof options?.debuggerAddress === "string") return `http://${options.debuggerAddress}`;
  }
  return undefined;
}
