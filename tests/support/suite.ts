/** The same tests in every browser: one server and one site a browser and spec file. */

import { afterAll, beforeAll, describe } from "vitest";
import { browsers } from "./browsers.ts";
import { type BrowserName, Pilot, type PilotOptions } from "./pilot.ts";
import { type Site, startSite } from "./site.ts";

/** What a test finds prepared. */
export interface Context {
  readonly browser: BrowserName;
  /** A connected server. */
  readonly pilot: Pilot;
  /** The site for its pages. */
  readonly site: Site;
}

/** Declares a group of tests that runs in each browser. */
export function inEachBrowser(name: string, body: (context: Context) => void, options: PilotOptions = {}): void {
  for (const browser of browsers) {
    describe(`${name} in ${browser}`, () => {
      let pilot: Pilot | undefined;
      let site: Site | undefined;
      beforeAll(async () => {
        site = await startSite();
        pilot = await Pilot.start({ browser, ...options });
      });
      afterAll(async () => {
        await pilot?.close();
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
