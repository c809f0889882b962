/** What the user decides: which tabs, which origins, and when it is over. */

import { expect, test } from "vitest";
import { connected } from "../support/in-tab.ts";
import { refuses } from "../support/interact.ts";
import { freePort } from "../support/port.ts";
import type { SitePage } from "../support/site.ts";
import { inUserTab } from "../support/user-tab.ts";
import { until } from "../support/wait.ts";

const t = inUserTab();

/** The page under a name that is not this machine's. */
const elsewhere = (page: SitePage) => `http://shop.test:${page.port}${page.path}`;

test("without a grant there is nothing to work on", async () => {
  const page = t.site.html("<button>Private</button>", { title: "Private page" });
  await t.user.open(page.url);
  expect(await t.pilot.fails("TAB_NOT_GRANTED", "take_snapshot")).toContain("popup");
  const refused = await refuses(t.pilot, "TAB_NOT_GRANTED", "click", { by: "text", value: "Private" });
  expect(refused.details).toMatchObject({ selectorUsed: 'text="Private"', tried: ["text"], resolved: false });
});

test("a page of the browser's own cannot be attached to, and that is said", async () => {
  const tab = await t.user.open(t.site.html("<h1>Web</h1>", { title: "Web page" }).url);
  await t.user.grant("Web page");
  await tab.send("Page.navigate", { url: "chrome://version/" });
  await tab.until(`location.protocol === "chrome:"`);
  const refused = await refuses(t.pilot, "CDP_ATTACH_FAILED", "click", { by: "text", value: "Web" });
  expect(refused.details).toMatchObject({ selectorUsed: 'text="Web"', resolved: false });
  await tab.close();
});

test("only granted tabs are seen, and a grant can be taken back", async () => {
  await t.user.open(t.site.html("<h1>One</h1>", { title: "Tab one" }).url);
  await t.user.open(t.site.html("<h1>Two</h1>", { title: "Tab two" }).url);
  await t.user.grant("Tab one");
  expect((await t.pilot.pages()).map(({ title }) => title)).toEqual(["Tab one"]);
  await t.pilot.snapshot();
  await t.user.grant("Tab two");
  expect((await t.pilot.pages()).map(({ title }) => title)).toEqual(["Tab one", "Tab two"]);
  await t.user.press("Revoke", "Tab one");
  await until("the tab to be gone", async () => (await t.pilot.pages()).length === 1);
  expect((await t.pilot.snapshot()).node("heading", "Two").name).toBe("Two");
  await t.user.press("Revoke", "Tab two");
  await until("the other tab to be gone", async () => (await t.pilot.call("list_pages")).code === "TAB_NOT_GRANTED");
});

test("a tab that is granted again without a call in between can be used again, and its old UIDs cannot", async () => {
  await t.use(t.site.html("<button>Again</button>", { title: "Regranted page" }), "Regranted page");
  await t.pilot.snapshot();
  const uid = t.pilot.uid("button", "Again");
  await t.user.revoke("Regranted page");
  await t.user.grant("Regranted page");
  await t.pilot.fails("STALE_UID", "click_by_uid", { uid });
  expect((await t.pilot.snapshot()).node("button", "Again").name).toBe("Again");
  await t.pilot.click("button", "Again");
  await t.user.revoke("Regranted page");
});

test("a granted tab that was at a page of the browser's own can be used again", async () => {
  const page = t.site.html("<button>Back</button>", { title: "Returning page" });
  const tab = await t.use(page, "Returning page");
  await t.pilot.snapshot();
  await tab.send("Page.navigate", { url: "chrome://version/" });
  await tab.until(`location.protocol === "chrome:"`);
  await tab.send("Page.navigate", { url: page.url });
  await tab.until(`document.title === "Returning page"`);
  await until("the page to be there", async () => (await t.pilot.call("take_snapshot")).text.includes("Back"));
  const listed = (await t.pilot.pages()).find(({ title }) => title === "Returning page");
  await t.pilot.ok("select_page", { page: listed?.page });
  await t.pilot.snapshot();
  await t.pilot.click("button", "Back");
  await t.user.revoke("Returning page");
});

test("a grant that is taken back is told as that, and not as a closed page", async () => {
  await t.use(t.site.html("<button disabled>Later</button>", { title: "Taken page" }), "Taken page");
  await t.pilot.snapshot();
  const waiting = t.pilot.fails("TAB_NOT_GRANTED", "click_by_uid", { uid: t.pilot.uid("button", "Later") });
  await new Promise((resolve) => setTimeout(resolve, 600));
  await t.user.revoke("Taken page");
  expect(await waiting).toContain("taken this tab back");
  const next = await t.pilot.fails("TAB_NOT_GRANTED", "take_snapshot");
  expect(next).toMatch(/The user has taken page \d+ back/);
  expect(next).not.toMatch(/closed|opened/);
});

test("an origin that is not allowed is refused until the user allows it", async () => {
  const page = t.site.html("<button>Order</button><script>watch('button', 'click')</script>", { title: "Shop page" });
  await t.user.open(elsewhere(page));
  await t.user.grant("Shop page");
  expect(await t.pilot.fails("ORIGIN_NOT_ALLOWED", "take_snapshot")).toContain("shop.test");
  const refused = await refuses(t.pilot, "ORIGIN_NOT_ALLOWED", "click", { by: "text", value: "Order" });
  expect(refused.details).toMatchObject({ selectorUsed: 'text="Order"', resolved: false });
  expect(page.events("click")).toEqual([]);
  expect(await t.pilot.fails("ORIGIN_NOT_ALLOWED", "screenshot_page")).toContain("shop.test");
  expect(await t.pilot.fails("ORIGIN_NOT_ALLOWED", "press_key", { key: "Enter" })).toContain("shop.test");
  // Of a page that is off limits, no more than its origin is told.
  expect(await t.pilot.ok("list_pages")).not.toContain(page.path);
  expect(await t.pilot.ok("list_pages")).not.toContain("Shop page");
  await t.user.press("Allow", "Shop page");
  await until("the origin to be allowed", async () => !(await t.pilot.call("take_snapshot")).isError);
  await t.pilot.snapshot();
  await t.pilot.click("button", "Order");
  await page.event("click");
  await t.user.press("Remove", "shop.test");
  await until(
    "the origin to be refused",
    async () => (await t.pilot.call("take_snapshot")).code === "ORIGIN_NOT_ALLOWED",
  );
  await t.user.press("Revoke", "Shop page");
});

test("a tab cannot be taken to an origin that is not allowed, and can be taken back from one", async () => {
  const page = t.site.html(`<a href="/nowhere">x</a>`, { title: "Start page" });
  const other = t.site.html("<h1>Other</h1>", { title: "Other page" });
  const tab = await t.user.open(page.url);
  await t.user.grant("Start page");
  await t.pilot.snapshot();
  expect(await t.pilot.fails("ORIGIN_NOT_ALLOWED", "navigate_page", { url: elsewhere(other) })).toContain("popup");
  for (const url of ["https://example.com/", "http://127.0.0.1.evil.test/", "http://localhost.evil.test/"]) {
    await t.pilot.fails("ORIGIN_NOT_ALLOWED", "navigate_page", { url });
  }
  // The page itself may go where it likes; nothing can be done there.
  await tab.evaluate(`location.href = ${JSON.stringify(elsewhere(other))}`);
  await tab.until(`location.hostname === "shop.test" && document.readyState === "complete"`);
  await t.pilot.fails("ORIGIN_NOT_ALLOWED", "take_snapshot");
  await t.pilot.open(page.url);
  expect((await t.pilot.snapshot()).uid("link", "x")).toMatch(/_/);
  await t.user.press("Revoke", "Start page");
});

test("a frame of an origin that is not allowed is left out", async () => {
  const inner = t.site.html("<button>Pay</button>");
  const page = t.site.html(`<h1>Outer</h1><iframe src="${elsewhere(inner)}"></iframe>`, { title: "Framed page" });
  await t.user.open(page.url);
  await t.user.grant("Framed page");
  const text = await t.pilot.ok("take_snapshot");
  expect(text).toContain("Outer");
  expect(text).not.toContain("Pay");
  // It is said whose it is and what helps, which is not to read it again.
  for (const [tool, args] of [
    ["take_snapshot", {}],
    ["save_page", { saveTo: "framed.md" }],
    ["find_in_page", { text: "Pay" }],
  ] as const) {
    const said = await t.pilot.ok(tool, args);
    expect(said, tool).toContain(
      `Frames of "http://shop.test:${inner.port}" are left out: the user has not allowed this`,
    );
    expect(said, tool).not.toContain("could not be read");
  }
  await t.user.press("Revoke", "Framed page");
});

test("a frame of an origin that is not allowed is left out, also in the page's own process", async () => {
  const inner = t.site.html("<button>Pay</button>");
  const page = t.site.html(`<h1>Outer</h1><iframe src="http://pay.shop.test:${inner.port}${inner.path}"></iframe>`, {
    title: "Same site page",
  });
  // One site, and so one process; two origins.
  await t.user.open(`http://www.shop.test:${page.port}${page.path}`);
  await t.user.enter("Origin to allow", `http://www.shop.test:${page.port}`);
  await t.user.grant("Same site page");
  const text = await t.pilot.ok("take_snapshot");
  expect(text).toContain("Outer");
  expect(text).not.toContain("Pay");
  await t.user.enter("Origin to allow", `http://pay.shop.test:${page.port}`);
  await until("the frame to be there", async () => (await t.pilot.ok("take_snapshot")).includes("Pay"));
  await t.user.press("Revoke", "Same site page");
});

test("a frame that holds its document in its address is its parent's", async () => {
  const data = (text: string) => `data:text/html,<button onclick="this.textContent='Pressed'">${text}</button>`;
  const inner = t.site.html(`<button>Pay</button><iframe src="${data("Secret").replaceAll('"', "&quot;")}"></iframe>`);
  const page = t.site.html(
    `<h1>Outer</h1><iframe src="${data("Ours").replaceAll('"', "&quot;")}"></iframe><iframe src="${elsewhere(inner)}"></iframe>`,
    { title: "Data page" },
  );
  await t.use(page, "Data page");
  const text = await t.pilot.ok("take_snapshot");
  expect(text).toContain("Ours");
  expect(text).not.toMatch(/Pay|Secret/);
  await t.pilot.ok("interactWithPage", { action: "click", target: { by: "text", value: "Ours" } });
  expect(await t.pilot.ok("take_snapshot")).toContain("Pressed");
  await t.user.press("Revoke", "Data page");
});

test("what a frame of an origin that is not allowed has written into another one is left out, too", async () => {
  const inner = t.site.html(`<iframe srcdoc="<p>Secret</p>"></iframe>`);
  const page = t.site.html(`<h1>Outer</h1><iframe src="http://bank.shop.test:${inner.port}${inner.path}"></iframe>`, {
    title: "Written page",
  });
  // One site, and so one process; two origins.
  await t.user.open(`http://www.shop.test:${page.port}${page.path}`);
  await t.user.enter("Origin to allow", `http://www.shop.test:${page.port}`);
  await t.user.grant("Written page");
  const text = await t.pilot.ok("take_snapshot");
  expect(text).toContain("Outer");
  expect(text).not.toContain("Secret");
  await t.user.press("Revoke", "Written page");
});

test("stop takes everything back at once, and start finds the server again", async () => {
  const page = t.site.html("<h1>Here</h1>", { title: "Stopped page" });
  await t.user.open(page.url);
  await t.user.grant("Stopped page");
  await t.pilot.snapshot();
  await t.user.press("Stop");
  await until("the browser to be gone", async () =>
    (await t.pilot.ok("extension_status")).includes("no browser is connected"),
  );
  await t.user.press("Start");
  await connected(t.pilot);
  // The grants do not come back by themselves.
  await t.pilot.fails("TAB_NOT_GRANTED", "take_snapshot");
});

test("an address that cannot be loaded is the cause that later calls name", async () => {
  const page = t.site.html("<button>Go on</button>", { title: "Loaded page" });
  await t.user.open(page.url);
  await t.user.grant("Loaded page");
  await t.pilot.snapshot();
  const url = `http://127.0.0.1:${await freePort()}/nothing`;
  expect(await t.pilot.fails("NAVIGATION_FAILED", "navigate_page", { url })).toContain(url);
  for (const [tool, args] of [
    ["take_snapshot", {}],
    ["screenshot_page", {}],
    ["press_key", { key: "Enter" }],
  ] as const)
    expect(await t.pilot.fails("NAVIGATION_FAILED", tool, args)).toContain(url);
  await t.pilot.open(page);
  expect((await t.pilot.snapshot()).node("button", "Go on").name).toBe("Go on");
  await t.user.press("Revoke", "Loaded page");
});
