/** Pages that do not answer, in a tab of the user's own browser. */

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { stuckPages, type Trap, TrapServer } from "../stuck/pages.ts";
import type { DevToolsPage } from "../support/devtools.ts";
import { pairAt, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";

/** The limits of calls that have no option of their own, in milliseconds. */
const ACTION_MS = 2_000;
const NAVIGATION_MS = 10_000;
/** What a loaded machine may add to an answer. `npm run stuck -w tests` prints exact figures for browsers that are started. */
const MACHINE_MS = 4_000;

const { folder, remove } = temporaryFolder();
let traps: TrapServer;
let pilot: Pilot;
let user: UserBrowser;
let tab: DevToolsPage;

beforeAll(async () => {
  traps = await TrapServer.start();
  const port = await freePort();
  const limits = ["--action-timeout", String(ACTION_MS), "--navigation-timeout", String(NAVIGATION_MS)];
  pilot = await startInTab(port, folder, limits);
  user = await UserBrowser.start();
  await pairAt(user, pilot, port);
});

afterAll(async () => {
  await Promise.allSettled([pilot?.close(), user?.close(), traps?.close()]);
  remove();
});

afterEach(async () => {
  // A stuck page may have been left for a new tab.
  await user.popup.evaluate(
    `for (const button of document.querySelectorAll("button")) if (button.textContent === "Revoke") button.click()`,
  );
  await tab.close().catch(() => {});
  await until("the tab to be gone", async () => (await pilot.call("list_pages")).code === "TAB_NOT_GRANTED");
});

/** Opens a page of this kind in a tab that is granted, and takes its snapshot. */
async function open(name: string): Promise<Trap> {
  const page = stuckPages.find((stuck) => stuck.name === name);
  if (page === undefined) throw new Error(`there is no page ${name}`);
  const trap = traps.set(page, name);
  tab = await user.devtools.open(trap.url);
  await tab.until(`document.title === ${JSON.stringify(name)} && document.querySelector("button")`);
  await user.grant(name);
  const listed = (await pilot.pages()).find(({ title }) => title === name);
  await pilot.ok("select_page", { page: listed?.page });
  await pilot.snapshot();
  return trap;
}

const calls = (uid: string) =>
  [
    ["take_snapshot", {}],
    ["click_by_uid", { uid }],
    ["wait_for", { text: "Never here", timeoutMs: ACTION_MS }],
    ["screenshot_page", {}],
    [
      "interactWithPage",
      { action: "click", target: { by: "text", value: "Press" }, options: { timeoutMs: ACTION_MS } },
    ],
  ] as const;

test("a busy page is an error by the deadline, and can be left", async () => {
  const trap = await open("busy-main");
  const uid = pilot.uid("button", "Press");
  await trap.spring();
  for (const [tool, args] of calls(uid)) {
    const answer = await pilot.call(tool, args);
    expect(answer.isError, `${tool}: ${answer.text}`).toBe(true);
    expect(answer.text, tool).toMatch(/TIMEOUT/);
    expect(answer.ms, `${tool}: ${answer.text}`).toBeLessThan(ACTION_MS + MACHINE_MS);
  }
  const left = await pilot.call("navigate_page", { url: traps.free });
  expect(left.ms, left.text).toBeLessThan(NAVIGATION_MS + MACHINE_MS);
  expect(left.isError, left.text).toBe(false);
  expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
});

test("a page on its way to a silent server stays usable, or says why it is not, and can be left", async () => {
  const trap = await open("navigates-to-silent");
  const uid = pilot.uid("button", "Press");
  await trap.spring();
  for (const [tool, args] of calls(uid)) {
    const answer = await pilot.call(tool, args);
    expect(answer.ms, `${tool}: ${answer.text}`).toBeLessThan(ACTION_MS + MACHINE_MS);
  }
  const left = await pilot.call("navigate_page", { url: traps.free });
  expect(left.isError, left.text).toBe(false);
  expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
});

test("alerts without end are told, each is answered, and the page can be left", async () => {
  const trap = await open("alert-loop");
  const uid = pilot.uid("button", "Press");
  await trap.spring();
  await until("the dialog", async () => (await pilot.call("take_snapshot")).code === "DIALOG_OPEN");
  for (const [tool, args] of calls(uid)) {
    const answer = await pilot.call(tool, args);
    expect(answer.text, tool).toMatch(/DIALOG_OPEN/);
    expect(answer.ms, `${tool}: ${answer.text}`).toBeLessThan(ACTION_MS + MACHINE_MS);
  }
  for (let round = 0; round < 3; round++) {
    const answered = await pilot.call("accept_dialog");
    expect(answered.ms, answered.text).toBeLessThan(ACTION_MS + MACHINE_MS);
  }
  const left = await pilot.call("navigate_page", { url: traps.free });
  expect(left.ms, left.text).toBeLessThan(NAVIGATION_MS + MACHINE_MS);
});

test("a busy frame of another origin is left out, and the rest works", async () => {
  const trap = await open("busy-cross-origin-frame");
  await trap.spring();
  await pilot.snapshot();
  const clicked = await pilot.call("click_by_uid", { uid: pilot.uid("button", "Press") });
  expect(clicked.isError, clicked.text).toBe(false);
  expect((await pilot.snapshot()).has("button", "Press!")).toBe(true);
});

test("beforeunload: what stays is not called left, and what is left is", async () => {
  const trap = await open("worker-storm");
  await tab.evaluate(`addEventListener("beforeunload", (event) => event.preventDefault())`);
  // Without a gesture the browser asks nothing.
  await pilot.click("button", "Press");
  const asked = await pilot.call("navigate_page", { url: traps.free });
  expect(asked.text).toMatch(/beforeunload/);
  expect(asked.text).not.toMatch(/Went to/);
  await pilot.ok("dismiss_dialog");
  expect(await tab.evaluate("location.href")).toBe(trap.url);
  expect((await pilot.snapshot()).has("button", "Press!")).toBe(true);
  await pilot.call("navigate_page", { url: traps.free });
  await pilot.ok("accept_dialog");
  await tab.until(`location.pathname === "/free"`);
  expect((await pilot.snapshot()).has("heading", "Controls")).toBe(true);
});
