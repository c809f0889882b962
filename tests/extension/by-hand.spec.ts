/** What the user does by hand in a tab that they granted, written out as a test. */

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { DevToolsPage } from "../support/devtools.ts";
import { inUserTab } from "../support/user-tab.ts";
import { sleep, until } from "../support/wait.ts";

const t = inUserTab(["--tools", "web,more,record"]);

/** Clicks the middle of an element, as the user does. */
async function click(tab: DevToolsPage, selector: string): Promise<void> {
  const [x, y] = await tab.until<[number, number]>(
    `(() => { const { x, y, width, height } = document.querySelector("${selector}").getBoundingClientRect();
      return [x + width / 2, y + height / 2]; })()`,
  );
  for (const type of ["mouseMoved", "mousePressed", "mouseReleased"])
    await tab.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: type === "mouseMoved" ? "none" : "left",
      clickCount: 1,
    });
}

/** Types where the focus is. */
async function type(tab: DevToolsPage, text: string): Promise<void> {
  for (const key of text) {
    await tab.send("Input.dispatchKeyEvent", { type: "keyDown", key, text: key });
    await tab.send("Input.dispatchKeyEvent", { type: "keyUp", key });
  }
}

/** Waits until the row of a tab in the popup holds a text. */
const row = (title: string, text: string) =>
  t.user.popup.until(
    `[...document.querySelectorAll("li")].some((li) => li.textContent.includes("${title}") && li.textContent.includes("${text}"))`,
  );

test("steps by hand and by tool become a test, and the extension says that it is so", async () => {
  const theirs = t.site.html(`<input id="theirs" style="position:fixed;inset:0">`, { title: "Theirs" });
  const next = t.site.html("<h1>Arrived</h1><button id=done>Done</button>", { title: "Next hand page" });
  const page = t.site.html(
    `<label>Name <input id=name></label><label>Pass phrase <input id=pass type=password></label>
    <button id=save>Save</button><p id=out role=status></p><a id=next href="${next.path}">Go on</a>
    <iframe src="http://bank.test:${theirs.port}${theirs.path}" width=200 height=60></iframe>
    <script>save.onclick = () => { out.textContent = "Saved for " + document.getElementById("name").value; }</script>`,
    { title: "Hand page" },
  );
  const tab = await t.use(page, "Hand page");
  await t.pilot.snapshot();
  await row("Hand page", "In use");
  await t.pilot.ok("start_recording", { file: "tab.spec.ts", user: true });
  await row("Hand page", "Records what you do");
  await click(tab, "#name");
  await type(tab, "Ada");
  await click(tab, "#pass");
  await type(tab, "hunter22");
  await click(tab, "iframe");
  await type(tab, "elsewhere");
  await click(tab, "#save");
  await tab.until(`out.textContent === "Saved for Ada"`);
  await sleep(500);
  await t.pilot.snapshot();
  await t.pilot.click("button", "Save");
  await sleep(500);
  await click(tab, "#next");
  await tab.until(`document.querySelector("#done")`);
  await sleep(500);
  await click(tab, "#done");
  const written = () => readFileSync(path.join(t.pilot.folder, "tab.spec.ts"), "utf8");
  await until("the last click to be written", () => written().includes('name: "Done"'));
  expect(await t.pilot.ok("stop_recording")).toMatch(/^Recorded \d+ steps/);
  await row("Next hand page", "In use");
  const spec = written();
  const order = [
    'fill("Ada")',
    'fill(env("TEST_PASS_PHRASE"))',
    'name: "Save", exact: true }).click()',
    'toContainText("Saved for Ada", ',
    'name: "Go on", exact: true }).click()',
    'name: "Done", exact: true }).click()',
  ].map((text) => spec.indexOf(text));
  expect(order, spec).toEqual(order.toSorted((a, b) => a - b));
  expect(Math.min(...order), spec).toBeGreaterThan(0);
  // By hand, and by the tool.
  expect(spec.split('name: "Save", exact: true }).click()'), spec).toHaveLength(3);
  for (const hidden of ["hunter22", "elsewhere", "bank.test"]) expect(spec).not.toContain(hidden);
});

test("the user is followed after the connection has ended", async () => {
  const page = t.site.html("<button id=b>Press</button>", { title: "Shared hand page" });
  const tab = await t.use(page, "Shared hand page");
  await t.pilot.snapshot();
  await t.pilot.ok("start_recording", { file: "shared.spec.ts", user: true });
  await row("Shared hand page", "Records what you do");
  await click(tab, "#b");
  const spec = () => readFileSync(path.join(t.pilot.folder, "shared.spec.ts"), "utf8");
  const pressed = 'name: "Press", exact: true }).click()';
  // What the extension was told and has not passed on ends with its worker.
  await until("the first click to be written", () => spec().includes(pressed));
  // The extension's worker is ended by the browser now and then.
  await t.user.killWorker();
  await until(
    "the server to be connected again",
    async () => (await t.pilot.call("list_pages")).text.includes("Shared"),
    60_000,
  );
  await t.pilot.snapshot();
  await row("Shared hand page", "Records what you do");
  await click(tab, "#b");
  await until("the second click to be written", () => spec().split(pressed).length === 3);
  await t.pilot.ok("stop_recording");
  const written = spec();
  expect(written.split(pressed), written).toHaveLength(3);
  // The page of the new connection is opened where it is.
  expect(written.split(`.goto("${page.url}")`), written).toHaveLength(3);
});
