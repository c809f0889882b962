// Sessions over webdriverio.

import { Session } from "../session.js";
import type { AdapterOptions } from "./options.js";

/** What is used of a `Browser` of webdriverio 9. */
export interface WebdriverIOBrowser {
  readonly sessionId: string;
  readonly options: {
    protocol?: string | undefined;
    hostname?: string | undefined;
    port?: number | undefined;
    path?: string | undefined;
    user?: string | undefined;
    key?: string | undefined;
  };
}

/**
 * A session in the current window of a webdriverio browser.
 *
 * @example
 * ```js
 * const browser = await remote({ capabilities: { browserName: "chrome" } });
 * const session = await fromWebdriverIO(browser);
 * ```
 */
export async function fromWebdriverIO(browser: WebdriverIOBrowser, options: AdapterOptions = {}): Promise<Session> {
  const { protocol = "http", hostname = "localhost", port = 4444, path = "/", user, key } = browser.options;
  const url = new URL(`${protocol}://${hostname}:${port}`);
  url.pathname = path;
  if (user !== undefined && key !== undefined) {
    url.username = user;
    url.password = key;
  }
  return Session.open({ ...options, webdriver: { url: url.href, session: browser.sessionId } });
}
