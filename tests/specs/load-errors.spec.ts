import type { AddressInfo } from "node:net";
import { createServer as createPlainServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OddServer, startOddServer } from "../support/odd-server.ts";
import { inEachBrowser } from "../support/suite.ts";

let odd: OddServer;
let closed: string;
let silent: Server;
beforeAll(async () => {
  odd = await startOddServer();
  // A port on which nothing listens: it was free a moment ago.
  silent = createPlainServer();
  await new Promise<void>((resolve) => silent.listen(0, resolve));
  closed = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await new Promise((resolve) => silent.close(resolve));
});
afterAll(() => odd.close());

inEachBrowser("an address that cannot be loaded", (t) => {
  const cases: [what: string, url: () => string, says: RegExp][] = [
    ["of no host", () => "http://nosuch.invalid/", /host name has no address.*spelling of the host name/],
    ["of no server", () => `${closed}/`, /no server accepts connections.*check the port/],
    ["of a server that hangs up", () => `${odd.origin}/empty`, /without an answer|connection to the server broke/],
    ["that redirects in a circle", () => `${odd.origin}/loop`, /redirects in a circle.*another address/],
    ["of a forbidden port", () => "http://127.0.0.1:1/", /no pages from this port.*another port/],
    [
      "that is https, of a server that is http",
      () => `${odd.origin.replace("http:", "https:")}/`,
      /no secure connection.*offers https/,
    ],
    ["that needs a password", () => `${odd.origin}/auth`, /user name and a password.*name:password@host/],
    ["without a document (204)", () => `${odd.origin}/204`, /ended without a document.*204/],
    ["without a document (205)", () => `${odd.origin}/205`, /ended without a document.*205/],
  ];
  it.each(cases)("%s is refused with its cause and a step that helps", async (_, url, says) => {
    await t.pilot.open(`${odd.origin}/first`);
    const answer = await t.pilot.fails("NAVIGATION_FAILED", "navigate_page", { url: url(), timeoutMs: 15_000 });
    expect(answer).toMatch(says);
    expect(answer).not.toMatch(/its server is up|unknown error|NS_/);
  });

  it("is told by a click, by going back and by loading it again", async () => {
    await t.pilot.see(t.site.html(`<a href="${closed}/x">Go</a>`));
    const clicked = await t.pilot.ok("click_by_uid", { uid: t.pilot.uid("link", "Go") });
    expect(clicked).toContain(`"${closed}/x" could not be loaded (connectionRefused)`);
    expect(clicked).not.toContain("Navigated to");
    expect(await t.pilot.fails("NAVIGATION_FAILED", "navigate_history", { direction: "reload" })).toMatch(
      /check the port/,
    );
    await t.pilot.open(`${odd.origin}/first`);
    expect(await t.pilot.fails("NAVIGATION_FAILED", "navigate_history", { direction: "back" })).toMatch(
      /check the port/,
    );
  });
});
