/** What the user decides: which tabs, which origins, and when it is over. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { connected, pairAt, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { type Site, type SitePage, startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";

const { folder, remove } = temporaryFolder();
let site: Site;
let pilot: Pilot;
let user: UserBrowser;

/** The page under a name that is not this machine's. */
const elsewhere = (page: SitePage) => `http://shop.test:${page.port}${page.path}`;

beforeAll(async () => {
  site = await startSite();
  const port = await freePort();
  [pilot, user] = await Promise.all([startInTab(port, folder), UserBrowser.start()]);
  await pairAt(user, pilot, port);
});

afterAll(async () => {
  await pilot?.close();
  await user?.close();
  await site?.close();
  remove();
});

test("without a grant there is nothing to work on", async () => {
  const page = site.html("<button>Private</button>", { title: "Private page" });
  await user.open(page.url);
  expect(await pilot.fails("TAB_NOT_GRANTED", "take_snapshot")).toContain("popup");
});

test("only granted tabs are seen, and a grant can be taken back", async () => {
  await user.open(site.html("<h1>One</h1>", { title: "Tab one" }).url);
  await user.open(site.html("<h1>Two</h1>", { title: "Tab two" }).url);
  await user.grant("Tab one");
  expect((await pilot.pages()).map(({ title }) => title)).toEqual(["Tab one"]);
  await pilot.snapshot();
  await user.grant("Tab two");
  expect((await pilot.pages()).map(({ title }) => title)).toEqual(["Tab one", "Tab two"]);
  await user.press("Revoke", "Tab one");
  await until("the tab to be gone", async () => (await pilot.pages()).length === 1);
  expect((await pilot.snapshot()).node("heading", "Two").name).toBe("Two");
  await user.press("Revoke", "Tab two");
  await until("the other tab to be gone", async () => (await pilot.call("list_pages")).code === "TAB_NOT_GRANTED");
});

test("an origin that is not allowed is refused until the user allows it", async () => {
  const page = site.html("<button>Order</button><script>watch('button', 'click')</script>", { title: "Shop page" });
  await user.open(elsewhere(page));
  await user.grant("Shop page");
  expect(await pilot.fails("ORIGIN_NOT_ALLOWED", "take_snapshot")).toContain("shop.test");
  expect(await pilot.fails("ORIGIN_NOT_ALLOWED", "screenshot_page")).toContain("shop.test");
  expect(await pilot.fails("ORIGIN_NOT_ALLOWED", "press_key", { key: "Enter" })).toContain("shop.test");
  // Of a page that is off limits, no more than its origin is told.
  expect(await pilot.ok("list_pages")).not.toContain(page.path);
  expect(await pilot.ok("list_pages")).not.toContain("Shop page");
  await user.press("Allow", "Shop page");
  await until("the origin to be allowed", async () => !(await pilot.call("take_snapshot")).isError);
  await pilot.snapshot();
  await pilot.click("button", "Order");
  await page.event("click");
  await user.press("Remove", "shop.test");
  await until(
    "the origin to be refused",
    async () => (await pilot.call("take_snapshot")).code === "ORIGIN_NOT_ALLOWED",
  );
  await user.press("Revoke", "Shop page");
});

test("a tab cannot be taken to an origin that is not allowed, and can be taken back from one", async () => {
  const page = site.html(`<a href="/nowhere">x</a>`, { title: "Start page" });
  const other = site.html("<h1>Other</h1>", { title: "Other page" });
  const tab = await user.open(page.url);
  await user.grant("Start page");
  await pilot.snapshot();
  expect(await pilot.fails("ORIGIN_NOT_ALLOWED", "navigate_page", { url: elsewhere(other) })).toContain("popup");
  for (const url of ["https://example.com/", "http://127.0.0.1.evil.test/", "http://localhost.evil.test/"]) {
    await pilot.fails("ORIGIN_NOT_ALLOWED", "navigate_page", { url });
  }
  // The page itself may go where it likes; nothing can be done there.
  await tab.evaluate(`location.href = ${JSON.stringify(elsewhere(other))}`);
  await tab.until(`location.hostname === "shop.test" && document.readyState === "complete"`);
  await pilot.fails("ORIGIN_NOT_ALLOWED", "take_snapshot");
  await pilot.open(page.url);
  expect((await pilot.snapshot()).uid("link", "x")).toMatch(/_/);
  await user.press("Revoke", "Start page");
});

test("a frame of an origin that is not allowed is left out", async () => {
  const inner = site.html("<button>Pay</button>");
  const page = site.html(`<h1>Outer</h1><iframe src="${elsewhere(inner)}"></iframe>`, { title: "Framed page" });
  await user.open(page.url);
  await user.grant("Framed page");
  const text = await pilot.ok("take_snapshot");
  expect(text).toContain("Outer");
  expect(text).not.toContain("Pay");
  await user.press("Revoke", "Framed page");
});

test("a frame of an origin that is not allowed is left out, also in the page's own process", async () => {
  const inner = site.html("<button>Pay</button>");
  const page = site.html(`<h1>Outer</h1><iframe src="http://pay.shop.test:${inner.port}${inner.path}"></iframe>`, {
    title: "Same site page",
  });
  // One site, and so one process; two origins.
  await user.open(`http://www.shop.test:${page.port}${page.path}`);
  await user.enter("Origin to allow", `http://www.shop.test:${page.port}`);
  await user.grant("Same site page");
  const text = await pilot.ok("take_snapshot");
  expect(text).toContain("Outer");
  expect(text).not.toContain("Pay");
  await user.enter("Origin to allow", `http://pay.shop.test:${page.port}`);
  await until("the frame to be there", async () => (await pilot.ok("take_snapshot")).includes("Pay"));
  await user.press("Revoke", "Same site page");
});

test("stop takes everything back at once, and start finds the server again", async () => {
  const page = site.html("<h1>Here</h1>", { title: "Stopped page" });
  await user.open(page.url);
  await user.grant("Stopped page");
  await pilot.snapshot();
  await user.press("Stop");
  await until("the browser to be gone", async () =>
    (await pilot.ok("extension_status")).includes("no browser is connected"),
  );
  await user.press("Start");
  await connected(pilot);
  // The grants do not come back by themselves.
  await pilot.fails("TAB_NOT_GRANTED", "take_snapshot");
});
