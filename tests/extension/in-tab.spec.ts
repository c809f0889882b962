/** The tools work in a tab of the user's own browser as they do in a browser of ours. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DevToolsPage } from "../support/devtools.ts";
import { pairAt, startInTab } from "../support/in-tab.ts";
import type { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { type Site, type SitePage, startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";

const { folder, remove } = temporaryFolder();
let site: Site;
let pilot: Pilot;
let user: UserBrowser;

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

/** Shows a page in a tab, grants it and selects it. */
async function use(page: SitePage, title: string): Promise<DevToolsPage> {
  const tab = await user.open(page.url);
  await user.grant(title);
  const listed = (await pilot.pages()).find((found) => found.title === title);
  await pilot.ok("select_page", { page: listed?.page });
  return tab;
}

test("snapshot, click and fill in the tab that was granted", async () => {
  const page = site.html(
    `<button id=b>Save</button><label>Name <input id=n></label><script>watch("button,input", "click", "input")</script>`,
    { title: "Granted page" },
  );
  await use(page, "Granted page");
  const tree = await pilot.snapshot();
  expect(tree.uid("button", "Save")).toMatch(/^\d+_\d+$/);
  await pilot.click("button", "Save");
  expect(await page.event("click")).toMatchObject({ id: "b", trusted: true });
  await pilot.fill("textbox", "Name", "Zoë 🙂");
  expect(await page.event("input", ({ value }) => value === "Zoë 🙂")).toMatchObject({ id: "n", trusted: true });
});

test("dialogs and pictures", async () => {
  const page = site.html(
    `<button id=ask>Ask</button><script>
      ask.onclick = () => record("answer", { value: prompt("Your name?", "nobody") });</script>`,
    { title: "Asking page" },
  );
  const tab = await use(page, "Asking page");
  await pilot.snapshot();
  expect(await pilot.click("button", "Ask")).toContain("Your name?");
  await pilot.fails("DIALOG_OPEN", "take_snapshot");
  await pilot.ok("accept_dialog", { text: "Ada" });
  expect(await page.event("answer")).toMatchObject({ value: "Ada" });
  const picture = await pilot.call("screenshot_page");
  expect(picture.images[0]?.mimeType).toBe("image/png");
  expect(picture.images[0]?.data.readUInt32BE(16)).toBe(await tab.evaluate("innerWidth"));
});

test("trusted keys, files, closed shadow roots and frames of another process", async () => {
  const inner = site.html("<button>Inner</button><script>watch('button', 'click')</script>");
  const page = site.html(
    `<label>File <input id=f type=file></label><label>Key <input id=k></label><div id=host></div>
    <iframe src="${inner.otherOrigin}"></iframe>
    <script>
      f.onchange = async () => record("file", { value: await f.files[0].text() });
      const root = host.attachShadow({ mode: "closed" });
      root.innerHTML = "<button>Hidden away</button>";
      root.firstChild.onclick = (event) => record("hidden", { trusted: event.isTrusted });
      watch("#k", "keydown", "input");
    </script>`,
    { title: "Rich page" },
  );
  await use(page, "Rich page");
  const tree = await pilot.snapshot();
  await pilot.ok("press_key", { uid: tree.uid("textbox", "Key"), key: "x" });
  expect(await page.event("keydown")).toMatchObject({ key: "x", trusted: true });
  writeFileSync(path.join(pilot.folder, "note.txt"), "from disk");
  const file = tree.nodes.find(({ uid, name }) => uid !== undefined && name.includes("File"))?.uid;
  await pilot.ok("upload_file_by_uid", { uid: file, filePath: "note.txt" });
  expect(await page.event("file")).toMatchObject({ value: "from disk" });
  await pilot.click("button", "Hidden away");
  expect(await page.event("hidden")).toMatchObject({ trusted: true });
  await pilot.click("button", "Inner");
  expect(await inner.event("click")).toMatchObject({ trusted: true });
});

test("navigation, history, and what a tab opens", async () => {
  const next = site.html("<h1>Next</h1>", { title: "Next page" });
  const page = site.html(`<a href="${next.path}">Go on</a> <a href="${next.path}" target="_blank">Beside</a>`, {
    title: "First page",
  });
  await use(page, "First page");
  await pilot.snapshot();
  expect(await pilot.click("link", "Beside")).toMatch(/Opened page \d+/);
  // Its document may be on its way still.
  const opened = await until("the page to be there", async () =>
    (await pilot.pages()).find(({ url }) => url === next.url),
  );
  await pilot.ok("close_page", { page: opened.page });
  const first = (await pilot.pages()).find(({ title }) => title === "First page");
  await pilot.ok("select_page", { page: first?.page });
  await pilot.snapshot();
  expect(await pilot.click("link", "Go on")).toContain(`Navigated to "${next.url}"`);
  expect((await pilot.snapshot()).node("heading", "Next").name).toBe("Next");
  await pilot.ok("navigate_history", { direction: "back" });
  expect((await pilot.snapshot()).uid("link", "Go on")).toMatch(/_/);
  await pilot.newPage(next);
  expect((await pilot.snapshot()).node("heading", "Next").name).toBe("Next");
});

test("answers of many megabytes come through", async () => {
  const text = "word ".repeat(400_000);
  const page = site.html(`<p>${text}</p><h1>End</h1>`, { title: "Long page" });
  await use(page, "Long page");
  await pilot.ok("take_snapshot", { saveTo: "long.txt" });
  const saved = readFileSync(path.join(pilot.folder, "long.txt"), "utf8");
  expect(saved).toContain('heading "End"');
  expect(saved).toContain("word word");
});

test("the user's own developer tools stay open beside it", async () => {
  const page = site.html("<button>Both</button><script>watch('button', 'click')</script>", { title: "Debugged page" });
  const tab = await use(page, "Debugged page");
  // The test's own connection is a second client of the tab's debugger, as developer tools are.
  await tab.send("Debugger.enable");
  await tab.send("DOM.enable");
  await pilot.snapshot();
  await pilot.click("button", "Both");
  await page.event("click");
  expect(await tab.evaluate("1 + 1")).toBe(2);
  await user.press("Revoke", "Debugged page");
  expect(await tab.evaluate("2 + 2")).toBe(4);
});
