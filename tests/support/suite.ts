/** The same tests in every browser. */

import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { browsers } from "./browsers.ts";
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

/**
 * Declares a group of tests that runs in each browser, with a site of its own. Without options, and with those that many
 * spec files have, it shares its server with other files.
 */
export function inEachBrowser(name: string, body: (context: Context) => void, options: PilotOptions = {}): void {
  if (!isShared(options)) inEachOwnBrowser(name, body, options);
  else
    declare(
      name,
      body,
      (browser) => take(browser, options),
      (browser, pilot) => keep(browser, options, pilot),
    );
}

/** The same with a server of its own: for tests that end the browser, or that count its pages. */
export function inEachOwnBrowser(name: string, body: (context: Context) => void, options: PilotOptions = {}): void {
  const start = (browser: BrowserName): Promise<Pilot> => Pilot.start({ browser, ...options });
  declare(name, body, start, (_, pilot) => pilot.close());
}

function declare(
  name: string,
  body: (context: Context) => void,
  start: (browser: BrowserName) => Promise<Pilot>,
  leave: (browser: BrowserName, pilot: Pilot) => Promise<void>,
): void {
  for (const browser of browsers) {
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
