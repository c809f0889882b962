/** A user's own browser, paired with a server, for the tests of one file or group. */

import { afterAll, beforeAll } from "vitest";
import type { DevToolsPage } from "./devtools.ts";
import { pairAt, startInTab } from "./in-tab.ts";
import type { Pilot } from "./pilot.ts";
import { freePort } from "./port.ts";
import { type Site, type SitePage, startSite } from "./site.ts";
import { temporaryFolder, UserBrowser } from "./user-browser.ts";

/** What a test can use. */
export interface UserTab {
  readonly site: Site;
  /** A server for the user's own browser. */
  readonly pilot: Pilot;
  readonly user: UserBrowser;
  /** Where the server listens. */
  readonly port: number;
  /** Where the server remembers its pairings. */
  readonly folder: string;
  /** Opens a page in a tab that the user grants, and selects it. */
  use(page: SitePage, title: string): Promise<DevToolsPage>;
  /** Restarts the server, at another port if one is given. */
  restart(port?: number): Promise<void>;
}

/** Prepares the browser, the server (with further arguments) and a site before the tests around it, and ends them after. */
export function inUserTab(more: string[] = []): UserTab {
  const { folder, remove } = temporaryFolder();
  let site: Site | undefined;
  let pilot: Pilot | undefined;
  let user: UserBrowser | undefined;
  let port = 0;
  beforeAll(async () => {
    site = await startSite();
    port = await freePort();
    // Both are assigned before either can fail, so that afterAll ends both.
    const starts = [
      startInTab(port, folder, more).then((started) => {
        pilot = started;
      }),
      UserBrowser.start().then((started) => {
        user = started;
      }),
    ];
    await Promise.allSettled(starts);
    await Promise.all(starts);
    await pairAt(there(user), there(pilot), port);
  });
  afterAll(async () => {
    // A failed close does not prevent the others.
    const ended = await Promise.allSettled([pilot?.close(), user?.close(), site?.close()]);
    remove();
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  });
  return {
    folder,
    get site() {
      return there(site);
    },
    get pilot() {
      return there(pilot);
    },
    get user() {
      return there(user);
    },
    get port() {
      return port;
    },
    async use(page, title) {
      const tab = await there(user).open(page.url);
      await there(user).grant(title);
      const listed = (await there(pilot).pages()).find((found) => found.title === title);
      await there(pilot).ok("select_page", { page: listed?.page });
      return tab;
    },
    async restart(at = port) {
      await there(pilot).close();
      port = at;
      pilot = await startInTab(port, folder, more);
    },
  };
}

function there<T>(made: T | undefined): T {
  if (made === undefined) throw new Error("the user's browser or the server did not start");
  return made;
}
