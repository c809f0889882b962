/** Two servers work in one browser at once, in tabs of their own and in the same one. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { connected, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { inUserTab } from "../support/user-tab.ts";
import { until } from "../support/wait.ts";

const t = inUserTab();
let two: Pilot;

beforeAll(async () => {
  // The second server of the same user knows the pairing already.
  const port = await freePort();
  two = await startInTab(port, t.folder);
  await t.user.enter("Origin to allow", String(port));
  await connected(two);
});

afterAll(() => two?.close());

const counter = (name: string) => `<button>${name}</button><output>0</output><script>
  document.querySelector("button").onclick = () => {
    const out = document.querySelector("output"); out.textContent = Number(out.textContent) + 1; }</script>`;

test("each in a tab of its own, side by side", async () => {
  const pages = [
    t.site.html(counter("Left"), { title: "Left tab" }),
    t.site.html(counter("Right"), { title: "Right tab" }),
  ];
  const tabs = [];
  for (const page of pages) tabs.push(await t.user.open(page.url));
  await t.user.grant("Left tab");
  await t.user.grant("Right tab");
  const select = async (pilot: Pilot, title: string) => {
    const page = (await pilot.pages()).find((listed) => listed.title === title)?.page;
    await pilot.ok("select_page", { page });
    await pilot.snapshot();
  };
  await select(t.pilot, "Left tab");
  await select(two, "Right tab");
  const clicks = async (pilot: Pilot, name: string) => {
    for (let click = 0; click < 20; click++) await pilot.click("button", name);
  };
  await Promise.all([clicks(t.pilot, "Left"), clicks(two, "Right")]);
  for (const tab of tabs) expect(await tab.evaluate("document.querySelector('output').textContent")).toBe("20");
  await t.user.press("Revoke", "Left tab");
  await t.user.press("Revoke", "Right tab");
});

test("both in the same tab, with a frame of another process in it", async () => {
  const inner = t.site.html("<button>Inner</button><script>watch('button', 'click')</script>");
  const page = t.site.html(
    `<button>Outer</button><iframe src="${inner.otherOrigin}"></iframe>
    <script>watch("button", "click")</script>`,
    { title: "Shared tab" },
  );
  await t.user.open(page.url);
  await t.user.grant("Shared tab");
  for (const pilot of [t.pilot, two]) {
    const tree = await pilot.snapshot();
    expect(tree.uid("button", "Inner")).toMatch(/_/);
    await pilot.click("button", "Outer");
    await pilot.click("button", "Inner");
  }
  await until("all clicks", () => page.events("click").length === 2 && inner.events("click").length === 2);
  // One leaves; the other goes on.
  await t.pilot.close();
  await two.snapshot();
  await two.click("button", "Inner");
  await until("the third click", () => inner.events("click").length === 3);
});
