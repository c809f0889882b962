/** Workers sleep, browsers and servers restart: the connection comes back, and nothing is done twice. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connected, pairAt, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { type Site, startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.close());

describe("one browser", () => {
  const { folder, remove } = temporaryFolder();
  let port: number;
  let pilot: Pilot;
  let user: UserBrowser;

  beforeAll(async () => {
    port = await freePort();
    [pilot, user] = await Promise.all([startInTab(port, folder), UserBrowser.start()]);
    await pairAt(user, pilot, port);
  });

  afterAll(async () => {
    await pilot?.close();
    await user?.close();
    remove();
  });

  test("a worker that was killed comes back with its grants", async () => {
    const page = site.html("<button>Go</button><script>watch('button', 'click')</script>", { title: "Lasting page" });
    await user.open(page.url);
    await user.grant("Lasting page");
    await pilot.snapshot();
    await user.killWorker();
    await connected(pilot);
    await pilot.snapshot();
    await pilot.click("button", "Go");
    await page.event("click");
    await user.press("Revoke", "Lasting page");
  });

  test("an action under way when the connection drops fails at once and is not done again", async () => {
    // The page is busy after the click, so that the answer is still out when the worker dies.
    const page = site.html(
      `<button>Buy</button><script>document.querySelector("button").onclick = () => {
        record("bought"); const until = Date.now() + 3000; while (Date.now() < until); }</script>`,
      { title: "Busy page" },
    );
    await user.open(page.url);
    await user.grant("Busy page");
    await pilot.snapshot();
    const uid = pilot.uid("button", "Buy");
    const clicking = pilot.call("click_by_uid", { uid });
    await page.event("bought");
    await user.killWorker();
    const answer = await clicking;
    expect(answer.code, answer.text).toBe("SESSION_ENDED");
    expect(answer.ms).toBeLessThan(15_000);
    await connected(pilot);
    await pilot.snapshot();
    expect(page.events("bought")).toHaveLength(1);
    // What was known before the break is stale, and says so.
    await pilot.fails("STALE_UID", "click_by_uid", { uid });
    expect(page.events("bought")).toHaveLength(1);
    await user.press("Revoke", "Busy page");
  });

  test("a server that was started again is found, at its port and at another one", async () => {
    const page = site.html("<h1>Still here</h1>", { title: "Patient page" });
    await user.open(page.url);
    await user.grant("Patient page");
    await pilot.snapshot();
    await pilot.close();
    pilot = await startInTab(port, folder);
    await connected(pilot);
    // The grants are the user's, not the server's.
    expect((await pilot.snapshot()).node("heading", "Still here").name).toBe("Still here");
    await pilot.close();
    port = await freePort();
    pilot = await startInTab(port, folder);
    await user.enter("Origin to allow", String(port));
    await connected(pilot);
    expect((await pilot.snapshot()).node("heading", "Still here").name).toBe("Still here");
    await user.press("Revoke", "Patient page");
  });

  test("500 actions in a row", { timeout: 110_000 }, async () => {
    const page = site.html(
      `<button>Count</button><output id=o>0</output><script>
        document.querySelector("button").onclick = () => { o.textContent = Number(o.textContent) + 1; }</script>`,
      { title: "Counting page" },
    );
    const tab = await user.open(page.url);
    await user.grant("Counting page");
    await pilot.snapshot();
    const uid = pilot.uid("button", "Count");
    for (let action = 0; action < 500; action++) await pilot.ok("click_by_uid", { uid });
    expect(await tab.evaluate("document.getElementById('o').textContent")).toBe("500");
    await user.press("Revoke", "Counting page");
  });
});

test("a browser that was started again is still paired", async () => {
  const state = temporaryFolder();
  const profile = temporaryFolder();
  const port = await freePort();
  const pilot = await startInTab(port, state.folder);
  let user = await UserBrowser.start(profile.folder);
  try {
    await pairAt(user, pilot, port);
    await user.close();
    user = await UserBrowser.start(profile.folder);
    await connected(pilot);
    const page = site.html("<h1>Again</h1>", { title: "Returned page" });
    await user.open(page.url);
    await user.grant("Returned page");
    expect((await pilot.snapshot()).node("heading", "Again").name).toBe("Again");
  } finally {
    await pilot.close();
    await user.close();
    state.remove();
    profile.remove();
  }
});
