/** The user's own DevTools are open in the tab: on a display, since a browser without one has no windows for them. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Desktop } from "../../scripts/lib/desktop.mjs";
import { App } from "../desktop/support/driver.ts";
import { pairAt, startInTab } from "../support/in-tab.ts";
import { does } from "../support/interact.ts";
import { Pilot } from "../support/pilot.ts";
import { freePort } from "../support/port.ts";
import { type Site, startSite } from "../support/site.ts";
import { temporaryFolder, UserBrowser } from "../support/user-browser.ts";
import { until } from "../support/wait.ts";

// A display of its own is there on Linux only; `npm test extension` installs what it needs.
describe.skipIf(process.platform !== "linux")("with the user's own DevTools open", () => {
  const { folder, remove } = temporaryFolder();
  let display: Desktop | undefined;
  let site: Site;
  let pilot: Pilot;
  let user: UserBrowser;
  let port = 0;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    display = await Desktop.start();
    ends.push(async () => display?.stop());
    site = await startSite();
    ends.push(() => site.close());
    port = await freePort();
    pilot = await startInTab(port, folder);
    ends.push(() => pilot.close());
    user = await UserBrowser.start(undefined, {
      // Its bar is clicked through accessibility.
      display: { ...display.env, ACCESSIBILITY_ENABLED: "1", GNOME_ACCESSIBILITY: "1" },
      args: ["--auto-open-devtools-for-tabs", "--force-renderer-accessibility", "--window-size=1200,800"],
    });
    ends.push(() => user.close());
    await pairAt(user, pilot, port);
    await until("the DevTools of its two tabs", async () => (await devtools()).length === 2, 15_000);
  });
  afterAll(async () => {
    const ended = await Promise.allSettled(ends.reverse().map((end) => end()));
    remove();
    for (const end of ended) if (end.status === "rejected") throw end.reason;
  });

  /** The windows of DevTools that are open: each is a page, and a tab around it that goes with it. */
  const devtools = async () =>
    (await user.devtools.targets())
      .filter(({ type, url }) => type === "page" && url.startsWith("devtools://"))
      .map(({ targetId }) => targetId)
      .sort();

  async function show(title: string) {
    const page = site.html(
      `<button>Save</button><label>Name <input></label><script>watch("button,input", "click", "input")</script>`,
      { title },
    );
    const before = await devtools();
    const tab = await user.open(page.url);
    await until("its DevTools", async () => (await devtools()).some((id) => !before.includes(id)), 15_000);
    await user.grant(title);
    const listed = (await pilot.pages()).find((found) => found.title === title);
    await pilot.ok("select_page", { page: listed?.page });
    return { page, tab };
  }

  async function works(page: Awaited<ReturnType<typeof show>>["page"], text: string): Promise<void> {
    const clicks = page.events("click").length;
    await pilot.snapshot();
    await pilot.click("button", "Save");
    await until("a click", () => page.events("click").length > clicks);
    expect(page.events("click").every(({ trusted }) => trusted === true)).toBe(true);
    await does(pilot, "type", { by: "label", value: "Name" }, { value: text });
    await page.event("input", ({ value, trusted }) => value === text && trusted === true);
    expect((await pilot.call("screenshot_page")).images).toHaveLength(1);
  }

  test("attaching, acting and detaching leave them alone, and closing them leaves us alone", async () => {
    const { page } = await show("First page");
    const open = await devtools();
    await works(page, "with them");
    expect(await devtools()).toEqual(open);
    await user.press("Revoke", "First page");
    await user.popup.until(`!document.body.innerText.includes("In use")`);
    expect(await devtools()).toEqual(open);
    await pilot.fails("TAB_NOT_GRANTED", "take_snapshot");
    await user.grant("First page");
    await works(page, "again");
    for (const targetId of await devtools()) await user.devtools.send("Target.closeTarget", { targetId });
    await until("DevTools to be closed", async () => (await devtools()).length === 0);
    await works(page, "without them");
    await user.press("Revoke", "First page");
  });

  test("the browser's own Cancel ends it with a clear error, and the next call works once the user wants it again", async () => {
    const { page } = await show("Cancelled page");
    await works(page, "before");
    const desktop = await Pilot.start({
      bare: true,
      args: ["--tools", "desktop"],
      env: display?.env as Record<string, string>,
    });
    try {
      const pid = user.chromium.process.pid ?? 0;
      const sessionId = /sessionId (\S+),/.exec(await desktop.ok("debug_attach", { pid }))?.[1] ?? "";
      const browser = new App(desktop, sessionId, pid);
      const cancel = await browser.id("button", "Cancel");
      expect(await browser.act("click", { id: cancel })).toMatchObject({ success: true });
    } finally {
      await desktop.close();
    }
    await user.popup.until(`document.body.innerText.includes("Stopped")`);
    const began = performance.now();
    const failed = await pilot.call("interactWithPage", { action: "click", target: { value: "Save" } });
    expect(failed.code, failed.text).toBe("CONNECT_FAILED");
    expect(failed.text).toContain("the user has stopped the browser extension");
    expect(failed.text).toContain("press Start in its popup");
    expect(performance.now() - began).toBeLessThan(10_000);
    await user.press("Start");
    await user.connected();
    await user.grant("Cancelled page");
    await works(page, "after");
  });
});
