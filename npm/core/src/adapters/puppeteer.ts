// Sessions over Puppeteer.

import { raise } from "../error.js";
import { Session } from "../session.js";
import { type CdpSession, targetOf } from "./cdp.js";
import type { AdapterOptions } from "./options.js";

/** What is used of a `Browser` of puppeteer 24 and 25. */
export interface PuppeteerBrowser {
  wsEndpoint(): string;
  pages(): Promise<PuppeteerPage[]>;
}

/** What is used of a `Page` of puppeteer 24 and 25. */
export interface PuppeteerPage {
  browser(): PuppeteerBrowser;
  createCDPSession(): Promise<CdpSession>;
}

/**
 * A session in a page of Puppeteer, or in the last page of its browser's list.
 *
 * @throws {@link UipilotError} `UNSUPPORTED` for a browser that is driven over a pipe, or over BiDi, which lets one client in
 *
 * @example
 * ```js
 * const page = await (await puppeteer.launch()).newPage();
 * const session = await fromPuppeteer(page);
 * ```
 */
export async function fromPuppeteer(
  of: PuppeteerPage | PuppeteerBrowser,
  options: AdapterOptions = {},
): Promise<Session> {
  const browser = "wsEndpoint" in of ? of : of.browser();
  const endpoint = browser.wsEndpoint();
  if (endpoint === "") {
    raise({
      code: "UNSUPPORTED",
      message: "Puppeteer drives this browser over a pipe, which nobody else can use",
      nextStep: "launch it without pipe: true",
    });
  }
  if (!new URL(endpoint).pathname.startsWith("/devtools/")) {
    raise({
      code: "UNSUPPORTED",
      message: "Puppeteer drives this browser over BiDi, and the browser lets one client in",
      nextStep: "launch a Chromium over CDP, or open a session of its own",
    });
  }
  const page = "createCDPSession" in of ? of : (await browser.pages()).at(-1);
  if (page === undefined) return Session.open({ ...options, attach: { endpoint } });
  return Session.open({ ...options, attach: { endpoint, target: await targetOf(await page.createCDPSession()) } });
}
