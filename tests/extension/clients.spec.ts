/** Two servers work in one browser at once, in tabs of their own and in the same one. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { connected, pairAt, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { type Site, startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";

const { folder, remove } = temporaryFolder();
let site: Site;
let one: Pilot;
let two: Pilot;
let user: UserBrowser;

beforeAll(async () => {
  site = await startSite();
  const ports = [await freePort(), await freePort()] as const;
  [one, user] = await Promise.all([startInTab(ports[0], folder), UserBrowser.start()]);
  await pairAt(user, one, ports[0]);
  // The second server of the same user knows the pairing already.
  two = await startInTab(ports[1], folder);
  await user.enter("Origin to allow", String(ports[1]));
  await connected(two);
});

afterAll(async () => {
  await one?.close();
  await two?.close();
  await user?.close();
  await site?.close();
  remove();
});

const counter = (name: string) => `<button>${name}</button><output>0</output><script>
  document.querySelector("button").onclick = () => {
    const out = document.querySelector("output"); out.textContent = Number(out.textContent) + 1; }</script>`;

test("each in a tab of its own, side by side", async () => {
  const pages = [
    site.html(counter("Left"), { title: "Left tab" }),
    site.html(counter("Right"), { title: "Right tab" }),
  ];
  const tabs = [];
  for (const page of pages) tabs.push(await user.open(page.url));
  await user.grant("Left tab");
  await user.grant("Right tab");
  const select = async (pilot: Pilot, title: string) => {
    const page = (await pilot.pages()).find((listed) => listed.title === title)?.page;
    await pilot.ok("select_page", { page });
    await pilot.snapshot();
  };
  await select(one, "Left tab");
  await select(two, "Right tab");
  const clicks = async (pilot: Pilot, name: string) => {
    for (let click = 0; click < 20; click++) await pilot.click("button", name);
  };
  await Promise.all([clicks(one, "Left"), clicks(two, "Right")]);
  for (const tab of tabs) expect(await tab.evaluate("document.querySelector('output').textContent")).toBe("20");
  await user.press("Revoke", "Left tab");
  await user.press("Revoke", "Right tab");
});

test("both in the same tab, with a frame of another process in it", async () => {
  const inner = site.html("<button>Inner</button><script>watch('button', 'click')</script>");
  const page = site.html(
    `<button>Outer</button><iframe src="${inner.otherOrigin}"></iframe>
    <script>watch("button", "click")</script>`,
    { title: "Shared tab" },
  );
  await user.open(page.url);
  await user.grant("Shared tab");
  for (const pilot of [one, two]) {
    const tree = await pilot.snapshot();
    expect(tree.uid("button", "Inner")).toMatch(/_/);
    await pilot.click("button", "Outer");
    await pilot.click("button", "Inner");
  }
  expect(page.events("click")).toHaveLength(2);
  expect(inner.events("click")).toHaveLength(2);
  // One leaves; the other goes on.
  await one.close();
  await two.snapshot();
  await two.click("button", "Inner");
  expect(inner.events("click")).toHaveLength(3);
});
