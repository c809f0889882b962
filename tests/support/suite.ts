/** The same tests in every browser. */

import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { browsers, oneBrowser } from "./browsers.ts";
import { type BrowserName, Pilot, type PilotOptions } from "./pilot.ts";
import { isShared, keep, take } from "./shared.ts";
import { type Site, startSite } from "./site.ts";

/** What a test can use. */
export interface Context {
  readonly browser: BrowserName;
  /** A connected server. */
  readonly pilot: Pilot;
  /** The site for its pages. */
  readonly site: Site;
}

/** What a group needs beside a server's options. */
export interface GroupOptions extends PilotOptions {
  /** Where it runs: each browser, unless given. */
  in?: readonly BrowserName[];
}

/**
 * Declares a group of tests that runs in each browser, with a site of its own. Without options, and with those that many
 * spec files have, it shares its server with other files.
 */
export function inEachBrowser(
  name: string,
  body: (context: Context) => void,
  { in: where = browsers, ...options }: GroupOptions = {},
): void {
  if (!isShared(options)) inEachOwnBrowser(name, body, { in: where, ...options });
  else
    declare(
      where,
      name,
      body,
      (browser) => take(browser, options),
      (browser, pilot) => keep(browser, options, pilot),
    );
}

/** {@link inEachBrowser} for what our own code does alike for all: see {@link oneBrowser}. */
export function inOneBrowser(name: string, body: (context: Context) => void, options: PilotOptions = {}): void {
  inEachBrowser(name, body, { in: oneBrowser, ...options });
}

/** {@link inEachBrowser} with a server of its own: for tests that end the browser, or that count its pages. */
export function inEachOwnBrowser(
  name: string,
  body: (context: Context) => void,
  { in: where = browsers, ...options }: GroupOptions = {},
): void {
  const start = (browser: BrowserName): Promise<Pilot> => Pilot.start({ browser, ...options });
  declare(where, name, body, start, (_, pilot) => pilot.close());
}

/** {@link inEachOwnBrowser} for what our own code does alike for all: see {@link oneBrowser}. */
export function inOneOwnBrowser(name: string, body: (context: Context) => void, options: PilotOptions = {}): void {
  inEachOwnBrowser(name, body, { in: oneBrowser, ...options });
}

function declare(
  where: readonly BrowserName[],
  name: string,
  body: (context: Context) => void,
  start: (browser: BrowserName) => Promise<Pilot>,
  leave: (browser: BrowserName, pilot: Pilot) => Promise<void>,
): void {
  for (const browser of where) {
    describe(`${name} in ${browser}`, () => {
      let pilot: Pilot | undefined;
      let site: Site | undefined;
      beforeAll(async () => {
        site = await startSite();
        pilot = await start(browser);
      });
      let failed = false;
      afterEach(({ task }) => {
        failed ||= task.result?.state === "fail";
      });
      afterAll(async () => {
        await (failed ? pilot?.close() : pilot && leave(browser, pilot));
        await site?.close();
      });
      body({
        browser,
        get pilot() {
          if (!pilot) throw new Error("the server did not start");
          return pilot;
        },
        get site() {
          if (!site) throw new Error("the site did not start");
          return site;
        },
      });
    });
  }
}
