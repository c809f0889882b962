// Sessions over Playwright's Chromium.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { raise } from "../error.js";
import { Session } from "../session.js";
import { type CdpSession, targetOf } from "./cdp.js";
import type { AdapterOptions } from "./options.js";

/** What is used of a `Page` of Playwright 1. */
export interface PlaywrightPage {
  context(): {
    browser(): PlaywrightBrowser | null;
    newCDPSession(page: never): Promise<unknown>;
  };
}

/** What is used of a `Browser` of Playwright 1. */
export interface PlaywrightBrowser {
  browserType(): { name(): string };
  newBrowserCDPSession(): Promise<unknown>;
}

interface BrowserCdpSession {
  send(method: "SystemInfo.getInfo"): Promise<{ commandLine: string }>;
  detach(): Promise<void>;
}

/**
 * A session in a page of Playwright's Chromium.
 *
 * Playwright talks with the browser over a pipe that no other program can use, so the browser also needs a port: launch it with
 * `args: ["--remote-debugging-port=0"]`. Pages that the session opens itself belong to no context of Playwright.
 *
 * @throws {@link UipilotError} `UNSUPPORTED` for Firefox and WebKit, and for a browser without a port
 *
 * @example
 * ```js
 * const browser = await chromium.launch({ args: ["--remote-debugging-port=0"] });
 * const session = await fromPlaywright(await browser.newPage());
 * ```
 */
export async function fromPlaywright(page: PlaywrightPage, options: AdapterOptions = {}): Promise<Session> {
  const browser = page.context().browser();
  if (browser?.browserType().name() !== "chromium") {
    raise({
      code: "UNSUPPORTED",
      message: "only the Chromium of Playwright can be shared: its other browsers speak a protocol of Playwright's own",
      nextStep: "use chromium, or open a session of its own",
    });
  }
  const cdp = (await browser.newBrowserCDPSession()) as BrowserCdpSession;
  let commandLine: string;
  try {
    ({ commandLine } = await cdp.send("SystemInfo.getInfo"));
  } finally {
    await cdp.detach();
  }
  const endpoint = await endpointOf(commandLine);
  const target = await targetOf((await page.context().newCDPSession(page as never)) as CdpSession);
  return Session.open({ ...options, attach: { endpoint, target } });
}

/** Where a Chromium with this command line listens, on this machine. */
async function endpointOf(commandLine: string): Promise<string> {
  const port = /--remote-debugging-port=(\d+)/.exec(commandLine)?.[1];
  if (port === undefined) {
    raise({
      code: "UNSUPPORTED",
      message: "this Chromium listens on no port, and nobody else can use Playwright's pipe",
      nextStep: 'launch it with args: ["--remote-debugging-port=0"]',
    });
  }
  if (port !== "0") return `http://127.0.0.1:${port}`;
  // The browser joins its arguments with spaces, and quotes none on some systems.
  const profile = /--user-data-dir=(.*?)(?= --|$)/.exec(commandLine)?.[1] ?? "";
  // The browser writes the port that it got, and its address, into its profile.
  const written = await readFile(path.join(profile.replace(/^"(.*)"$/, "$1"), "DevToolsActivePort"), "utf8");
  const [given = "", address = ""] = written.split("\n");
  return `ws://127.0.0.1:${given.trim()}${address.trim()}`;
}
