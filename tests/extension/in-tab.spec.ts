/** The tools work in a tab of the user's own browser as they do in a browser of ours. */

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { does } from "../support/interact.ts";
import { inUserTab } from "../support/user-tab.ts";
import { until } from "../support/wait.ts";

const t = inUserTab();

test("snapshot, click and fill in the tab that was granted", async () => {
  const page = t.site.html(
    `<button id=b>Save</button><label>Name <input id=n></label><script>watch("button,input", "click", "input")</script>`,
    { title: "Granted page" },
  );
  await t.use(page, "Granted page");
  const tree = await t.pilot.snapshot();
  expect(tree.uid("button", "Save")).toMatch(/^\d+_\d+$/);
  await t.pilot.click("button", "Save");
  expect(await page.event("click")).toMatchObject({ id: "b", trusted: true });
  await t.pilot.fill("textbox", "Name", "Zoë 🙂");
  expect(await page.event("input", ({ value }) => value === "Zoë 🙂")).toMatchObject({ id: "n", trusted: true });
});

test("dialogs and pictures", async () => {
  const page = t.site.html(
    `<button id=ask>Ask</button><script>
      ask.onclick = () => record("answer", { value: prompt("Your name?", "nobody") });</script>`,
    { title: "Asking page" },
  );
  const tab = await t.use(page, "Asking page");
  await t.pilot.snapshot();
  expect(await t.pilot.click("button", "Ask")).toContain("Your name?");
  await t.pilot.fails("DIALOG_OPEN", "take_snapshot");
  await t.pilot.ok("accept_dialog", { text: "Ada" });
  expect(await page.event("answer")).toMatchObject({ value: "Ada" });
  const picture = await t.pilot.call("screenshot_page");
  expect(picture.images[0]?.mimeType).toBe("image/png");
  expect(picture.images[0]?.data.readUInt32BE(16)).toBe(await tab.evaluate("innerWidth"));
});

test("trusted keys, files, closed shadow roots and frames of another process", async () => {
  const inner = t.site.html("<button>Inner</button><script>watch('button', 'click')</script>");
  const page = t.site.html(
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
  await t.use(page, "Rich page");
  const tree = await t.pilot.snapshot();
  await t.pilot.ok("press_key", { uid: tree.uid("textbox", "Key"), key: "x" });
  expect(await page.event("keydown")).toMatchObject({ key: "x", trusted: true });
  writeFileSync(path.join(t.pilot.folder, "note.txt"), "from disk");
  const file = tree.nodes.find(({ uid, name }) => uid !== undefined && name.includes("File"))?.uid;
  await t.pilot.ok("upload_file_by_uid", { uid: file, filePath: "note.txt" });
  expect(await page.event("file")).toMatchObject({ value: "from disk" });
  await t.pilot.click("button", "Hidden away");
  expect(await page.event("hidden")).toMatchObject({ trusted: true });
  await t.pilot.click("button", "Inner");
  expect(await inner.event("click")).toMatchObject({ trusted: true });
});

test("waits until the network is idle", async () => {
  const slow = t.site.resource({ type: "text/plain", body: "slow", delayMs: 700 });
  const page = t.site.html(
    `<button>Load</button><script>document.querySelector("button").onclick = async () => {
      for (let i = 0; i < 2; i++) await (await fetch("${slow.url}")).text();
      record("loaded"); };</script>`,
    { title: "Loading page" },
  );
  await t.use(page, "Loading page");
  const loaded = await does(t.pilot, "click", "Load", { options: { waitForNetworkIdleMs: 200 } });
  expect(loaded.details.networkIdle).toBe(true);
  expect(page.events("loaded")).toHaveLength(1);
});

test("navigation, history, and what a tab opens", async () => {
  const next = t.site.html("<h1>Next</h1>", { title: "Next page" });
  const page = t.site.html(`<a href="${next.path}">Go on</a> <a href="${next.path}" target="_blank">Beside</a>`, {
    title: "First page",
  });
  await t.use(page, "First page");
  await t.pilot.snapshot();
  expect(await t.pilot.click("link", "Beside")).toMatch(/Opened page \d+/);
  // Its document may be on its way still.
  const opened = await until("the page to be there", async () =>
    (await t.pilot.pages()).find(({ url }) => url === next.url),
  );
  await t.pilot.ok("close_page", { page: opened.page });
  const first = (await t.pilot.pages()).find(({ title }) => title === "First page");
  await t.pilot.ok("select_page", { page: first?.page });
  await t.pilot.snapshot();
  expect(await t.pilot.click("link", "Go on")).toContain(`Navigated to "${next.url}"`);
  expect((await t.pilot.snapshot()).node("heading", "Next").name).toBe("Next");
  await t.pilot.ok("navigate_history", { direction: "back" });
  expect((await t.pilot.snapshot()).uid("link", "Go on")).toMatch(/_/);
  await t.pilot.newPage(next);
  expect((await t.pilot.snapshot()).node("heading", "Next").name).toBe("Next");
});

test("answers of many megabytes come through", async () => {
  const text = "word ".repeat(400_000);
  const page = t.site.html(`<p>${text}</p><h1>End</h1>`, { title: "Long page" });
  await t.use(page, "Long page");
  await t.pilot.ok("save_page", { saveTo: "long.txt" });
  const saved = readFileSync(path.join(t.pilot.folder, "long.txt"), "utf8");
  expect(saved).toContain('heading "End"');
  expect(saved).toContain("word word");
});

test("the user's own developer tools stay open beside it", async () => {
  const page = t.site.html("<button>Both</button><script>watch('button', 'click')</script>", {
    title: "Debugged page",
  });
  const tab = await t.use(page, "Debugged page");
  // The test's own connection is a second client of the tab's debugger, as developer tools are.
  await tab.send("Debugger.enable");
  await tab.send("DOM.enable");
  await t.pilot.snapshot();
  await t.pilot.click("button", "Both");
  await page.event("click");
  expect(await tab.evaluate("1 + 1")).toBe(2);
  await t.user.press("Revoke", "Debugged page");
  expect(await tab.evaluate("2 + 2")).toBe(4);
});
