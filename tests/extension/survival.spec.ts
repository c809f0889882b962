/** Workers sleep, browsers and servers restart: the connection comes back, and nothing is done twice. */

import { expect, test } from "vitest";
import { connected, pairAt, startInTab } from "../support/in-tab.ts";
import { freePort } from "../support/port.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { inUserTab } from "../support/user-tab.ts";
import { until } from "../support/wait.ts";

const t = inUserTab();

test("a worker that was killed comes back with its grants", async () => {
  const page = t.site.html("<button>Go</button><script>watch('button', 'click')</script>", { title: "Lasting page" });
  await t.user.open(page.url);
  await t.user.grant("Lasting page");
  await t.pilot.snapshot();
  await t.user.killWorker();
  // The server may still take the connection of the killed worker for open.
  await until("a call to reach the new worker", async () => {
    await connected(t.pilot);
    return !(await t.pilot.call("take_snapshot")).isError;
  });
  await t.pilot.snapshot();
  await t.pilot.click("button", "Go");
  await page.event("click");
  await t.user.press("Revoke", "Lasting page");
});

test("an action under way when the connection drops fails at once and is not done again", async () => {
  // The page is busy after the click, so that the answer is still out when the worker dies.
  const page = t.site.html(
    `<button>Buy</button><script>document.querySelector("button").onclick = () => {
      record("bought"); const until = Date.now() + 3000; while (Date.now() < until); }</script>`,
    { title: "Busy page" },
  );
  await t.user.open(page.url);
  await t.user.grant("Busy page");
  await t.pilot.snapshot();
  const uid = t.pilot.uid("button", "Buy");
  const clicking = t.pilot.call("click_by_uid", { uid });
  await page.event("bought");
  await t.user.killWorker();
  const answer = await clicking;
  // The page was given the press, so that calling again may buy twice.
  expect(answer.code, answer.text).toBe("OUTCOME_UNKNOWN");
  expect(answer.ms).toBeLessThan(15_000);
  await connected(t.pilot);
  await t.pilot.snapshot();
  expect(page.events("bought")).toHaveLength(1);
  // What was known before the break is stale, and says so.
  await t.pilot.fails("STALE_UID", "click_by_uid", { uid });
  expect(page.events("bought")).toHaveLength(1);
  await t.user.press("Revoke", "Busy page");
});

test("a server that was started again is found, at its port and at another one", async () => {
  const page = t.site.html("<h1>Still here</h1>", { title: "Patient page" });
  await t.user.open(page.url);
  await t.user.grant("Patient page");
  await t.pilot.snapshot();
  await t.restart();
  await connected(t.pilot);
  // The grants are the user's, not the server's.
  expect((await t.pilot.snapshot()).node("heading", "Still here").name).toBe("Still here");
  await t.restart(await freePort());
  await t.user.enter("Origin to allow", String(t.port));
  await connected(t.pilot);
  expect((await t.pilot.snapshot()).node("heading", "Still here").name).toBe("Still here");
  await t.user.press("Revoke", "Patient page");
});

test("500 actions in a row", { timeout: 110_000 }, async () => {
  const page = t.site.html(
    `<button>Count</button><output id=o>0</output><script>
      document.querySelector("button").onclick = () => { o.textContent = Number(o.textContent) + 1; }</script>`,
    { title: "Counting page" },
  );
  const tab = await t.user.open(page.url);
  await t.user.grant("Counting page");
  await t.pilot.snapshot();
  const uid = t.pilot.uid("button", "Count");
  for (let action = 0; action < 500; action++) await t.pilot.ok("click_by_uid", { uid });
  expect(await tab.evaluate("document.getElementById('o').textContent")).toBe("500");
  await t.user.press("Revoke", "Counting page");
});

test("a browser that was started again is still paired", async () => {
  const state = temporaryFolder();
  const profile = temporaryFolder();
  const port = await freePort();
  const pilot = await startInTab(port, state.folder);
  let user = await UserBrowser.start(profile.folder);
  try {
    await pairAt(user, pilot, port);
    await pilot.fails("TAB_NOT_GRANTED", "take_snapshot");
    await user.close();
    // A call does not wait for the browser beyond its own time of 5 s. The rest is for a busy machine.
    for (let call = 0; call < 2; call++) {
      const away = await pilot.call("take_snapshot");
      expect(["SESSION_ENDED", "CONNECT_FAILED"], away.text).toContain(away.code);
      expect(away.ms).toBeLessThan(15_000);
    }
    user = await UserBrowser.start(profile.folder);
    await connected(pilot);
    const page = t.site.html("<h1>Again</h1>", { title: "Returned page" });
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
