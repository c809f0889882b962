import { expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { isBrowserMain, isRenderer } from "../support/processes.ts";
import { inEachOwnBrowser } from "../support/suite.ts";
import { sleep, until } from "../support/wait.ts";

inEachOwnBrowser("after something broke", (t) => {
  const killBrowser = async (): Promise<void> => {
    const { pid } = await t.pilot.browserProcess();
    process.kill(pid, "SIGKILL");
    await until("the browser to end", () => !t.pilot.children().some((process) => process.pid === pid));
  };

  it("a browser that was killed between calls is started again, and the answer says so", async () => {
    const tree = await t.pilot.see(t.site.html("<button>One</button>"));
    await killBrowser();
    const page = t.site.html("<h1>Again</h1>");
    const answer = await t.pilot.call("navigate_page", { url: page.url });
    // The call that meets the dead browser may report it; the one after that works in any case.
    const said = answer.isError ? answer.text + (await t.pilot.ok("navigate_page", { url: page.url })) : answer.text;
    if (answer.isError) expect(answer.code).toBe("SESSION_ENDED");
    expect(said).toMatch(/a new one was started/);
    expect((await t.pilot.snapshot()).has("heading", "Again")).toBe(true);
    await t.pilot.fails("STALE_UID", "click_by_uid", { uid: tree.uid("button", "One") });
  });

  it("a browser that is killed during a call gives a coded error, and the next call works", async () => {
    await t.pilot.open(t.site.html("<p>Page</p>"));
    const waiting = await t.pilot.begin("wait_for", { text: "Never here", timeoutMs: 20_000 });
    const began = performance.now();
    await killBrowser();
    const answer = await waiting.answer;
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(answer.isError).toBe(true);
    expect(["SESSION_ENDED", "PAGE_CLOSED"]).toContain(answer.code);
    await t.pilot.open(t.site.html("<button>Back</button>"));
    await t.pilot.snapshot();
    await t.pilot.click("button", "Back");
  });

  it("a browser that is killed during a click gives a coded error", async () => {
    await t.pilot.see(t.site.html("<button disabled>Never</button>"));
    const clicking = await t.pilot.begin("click_by_uid", { uid: t.pilot.uid("button", "Never") });
    await killBrowser();
    const answer = await clicking.answer;
    expect(["SESSION_ENDED", "PAGE_CLOSED"]).toContain(answer.code);
    await t.pilot.open(t.site.html("<p>Works</p>"));
  });

  it("a page that was closed during a call gives a coded error, and other pages work", async () => {
    await t.pilot.open(t.site.html("<h1>First</h1>"));
    const page = await t.pilot.newPage(t.site.html("<p>Second</p>"));
    const waiting = await t.pilot.begin("wait_for", { text: "Never here", timeoutMs: 20_000 });
    await t.pilot.ok("close_page", { page });
    const answer = await waiting.answer;
    expect(answer.isError).toBe(true);
    expect(answer.code).toBe("PAGE_CLOSED");
    const [first] = await t.pilot.pages();
    await t.pilot.ok("select_page", { page: first?.page });
    expect((await t.pilot.snapshot()).has("heading", "First")).toBe(true);
  });

  it("what a page could not confirm before it was closed is not told as done", async () => {
    await t.pilot.open(t.site.html("<h1>First</h1>"));
    for (const tool of ["click_by_uid", "hover_by_uid"]) {
      const site = t.site.html(`<button onclick="record('clicked')">Press</button><script>
        onmousemove = () => {
          record("busy");
          for (const end = performance.now() + 900; performance.now() < end;);
        };
      </script>`);
      const page = await t.pilot.newPage(site);
      const uid = (await t.pilot.snapshot()).uid("button", "Press");
      const acting = t.pilot.call(tool, { uid });
      await site.event("busy");
      await t.pilot.ok("close_page", { page });
      const answer = await acting;
      expect(answer.code, answer.text).toBe("OUTCOME_UNKNOWN");
      expect(answer.text).toContain("the page was closed at that moment");
      expect(site.events("clicked")).toEqual([]);
    }
  });

  // Over BiDi such a click is not confirmed.
  it.runIf(t.browser === "chromium")("a page that another call closes during a click is told once", async () => {
    await t.pilot.open(t.site.html("<h1>First</h1>"));
    const [first] = await t.pilot.pages();
    const site = t.site.html(`<button onclick="busy()">Press</button><script>
      function busy() {
        for (const end = performance.now() + 400; performance.now() < end;);
      }
    </script>`);
    // The click may be lost with the page, and either call may be the first to select another page.
    let told = 0;
    for (let round = 0; round < 10 && told < 3; round++) {
      const page = await t.pilot.newPage(site);
      const uid = (await t.pilot.snapshot()).uid("button", "Press");
      const clicking = t.pilot.call("click_by_uid", { uid });
      await sleep(300);
      await t.pilot.ok("close_page", { page });
      const { code, text } = await clicking;
      if (code === "OUTCOME_UNKNOWN") continue;
      expect(text.split(`Page ${page} was closed.`), text).toHaveLength(2);
      expect(text.split(`Page ${first?.page} is selected now.`), text).toHaveLength(2);
      told++;
    }
    expect(told).toBe(3);
  });

  it("a page that closes itself while it is clicked is told", async () => {
    await t.pilot.see(
      t.site.html(
        `<button onclick="window.open('${t.site.html("<button onclick='window.close()'>Close me</button>").url}')">Open</button>`,
      ),
    );
    const page = Number(/page (\d+)/.exec(await t.pilot.click("button", "Open"))?.[1]);
    await t.pilot.ok("select_page", { page });
    await until("the new page's button", async () => (await t.pilot.snapshot()).has("button", "Close me"));
    const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Close me") });
    expect(answer.text).toMatch(/closed/);
    expect(answer.ms).toBeLessThan(8_000);
    await until(
      "the page to leave the list",
      async () => !(await t.pilot.pages()).some((listed) => listed.page === page),
    );
    await t.pilot.open(t.site.html("<p>Goes on</p>"));
  });

  it("the last page that was closed does not end the session", async () => {
    for (const { page } of await t.pilot.pages()) await t.pilot.ok("close_page", { page });
    await t.pilot.ok("new_page", { url: t.site.html("<h1>New start</h1>").url });
    expect((await t.pilot.snapshot()).has("heading", "New start")).toBe(true);
  });

  it("a page that navigates in the middle of a click answers with a code or with where it went", async () => {
    const next = t.site.html("<h1>Elsewhere</h1>");
    await t.pilot.see(
      t.site.html(
        `<button disabled>Never</button><button onclick="setTimeout(() => location.assign('${next.url}'), 900)">Leave</button>`,
      ),
    );
    await t.pilot.click("button", "Leave");
    const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Never") });
    expect(answer.isError).toBe(true);
    expect(answer.code).toBe("STALE_UID");
    expect(answer.ms).toBeLessThan(8_000);
    expect((await t.pilot.snapshot()).has("heading", "Elsewhere")).toBe(true);
  });

  it("a frame that is removed in the middle of a click makes the UID stale", async () => {
    const inner = t.site.html("<button disabled>Inner</button>");
    await t.pilot.see(
      t.site.html(
        `<iframe id="f" src="${inner.otherOrigin}"></iframe><p>Outer</p><button onclick="setTimeout(() => f.remove(), 1200)">Remove</button>`,
      ),
    );
    await t.pilot.click("button", "Remove");
    const answer = await t.pilot.call("click_by_uid", { uid: t.pilot.uid("button", "Inner") });
    expect(answer.code).toBe("STALE_UID");
    expect((await t.pilot.snapshot()).text).toContain("Outer");
  });

  it("a page whose script never ends is given up on in time, and can be left", async () => {
    const page = t.site.html(
      `<button onclick="setTimeout(() => { record('looping'); for (;;); }, 1500)">Loop</button>`,
    );
    await t.pilot.see(page);
    await t.pilot.click("button", "Loop");
    await page.event("looping");
    const answer = await t.pilot.call("take_snapshot");
    expect(answer.isError).toBe(true);
    expect(answer.code).toMatch(/TIMEOUT/);
    expect(answer.ms).toBeLessThan(15_000);
    await t.pilot.ok("new_page", { url: t.site.html("<h1>Free</h1>").url });
    expect((await t.pilot.snapshot()).has("heading", "Free")).toBe(true);
  });

  it.runIf(t.browser === "chromium")("a page that crashes is told, and loads again", async () => {
    const page = t.site.html("<h1>Before the crash</h1>");
    await t.pilot.open(page);
    const answer = await t.pilot.call("navigate_page", { url: "chrome://crash" });
    expect(answer.isError).toBe(true);
    expect(["PAGE_CRASHED", "URL_NOT_ALLOWED"]).toContain(answer.code);
    await t.pilot.open(page);
    expect((await t.pilot.snapshot()).has("heading", "Before the crash")).toBe(true);
  });

  it("a page whose process is killed during a call gives PAGE_CRASHED, and a navigation brings it back", async () => {
    const page = t.site.html("<h1>Alive</h1>");
    await t.pilot.open(page);
    const waiting = await t.pilot.begin("wait_for", { text: "Never here", timeoutMs: 20_000 });
    for (const { pid } of t.pilot.children().filter(isRenderer)) process.kill(pid, "SIGKILL");
    expect((await waiting.answer).code).toBe("PAGE_CRASHED");
    for (const tool of ["take_snapshot", "screenshot_page"]) await t.pilot.fails("PAGE_CRASHED", tool);
    await t.pilot.open(page);
    expect((await t.pilot.snapshot()).has("heading", "Alive")).toBe(true);
  });

  const ways: [name: string, tool: string, args: (url: string) => Record<string, unknown>][] = [
    ["loading an address", "navigate_page", (url) => ({ url })],
    ["opening a page", "new_page", (url) => ({ url })],
    ["loading again", "navigate_history", () => ({ direction: "reload" })],
    ["going back", "navigate_history", () => ({ direction: "back" })],
  ];
  it.each(ways)("%s while the page's process is killed succeeds, or gives PAGE_CRASHED", async (_, tool, args) => {
    const all = [100, 300, 380, 400, 410, 420, 440];
    const moments = oneBrowser.includes(t.browser) ? all : all.filter((_, index) => index % 3 === 0);
    for (const after of moments) {
      const page = t.site.resource({
        type: "text/html",
        body: "<h1>Late</h1>",
        delayMs: 400,
      });
      if (tool === "navigate_history") await t.pilot.open(page);
      if (args("").direction === "back") await t.pilot.open(t.site.html("<h1>Between</h1>"));
      const going = t.pilot.call(tool, args(page.url));
      await sleep(after);
      for (const { pid } of t.pilot.children().filter(isRenderer)) process.kill(pid, "SIGKILL");
      const answer = await going;
      if (answer.isError) expect(answer.code, answer.text).toBe("PAGE_CRASHED");
      else expect(answer.text).toContain(page.url);
    }
    await t.pilot.open(t.site.html("<h1>Alive</h1>"));
    expect((await t.pilot.snapshot()).has("heading", "Alive")).toBe(true);
  });

  it.runIf(t.browser === "chromium")(
    "a page whose process is killed before it was told what to report can be used",
    async () => {
      const slow = t.site.resource({ type: "text/html", body: "<h1>Late</h1>", delayMs: 150 });
      for (const after of [42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72]) {
        const opening = t.pilot.call("new_page", { url: slow.url });
        await sleep(after);
        for (const { pid } of t.pilot.children().filter(isRenderer)) process.kill(pid, "SIGKILL");
        const answer = await opening;
        if (answer.isError) expect(answer.code, answer.text).toBe("PAGE_CRASHED");
        await t.pilot.open(t.site.html("<h1>Alive</h1>"));
        expect((await t.pilot.snapshot()).has("heading", "Alive")).toBe(true);
        for (const { page, selected } of await t.pilot.pages()) if (selected) await t.pilot.ok("close_page", { page });
      }
      await t.pilot.ok("new_page", { url: t.site.html("<h1>Alive</h1>").url });
    },
  );

  it("a picture during which the page's process is killed is made, or gives PAGE_CRASHED", async () => {
    const page = t.site.html(`<h1>Alive</h1>${"<p>text</p>".repeat(300)}`);
    for (const after of [3, 6, 9, 12, 18, 25]) {
      await t.pilot.open(page);
      const renderers = t.pilot.children().filter(isRenderer);
      const picture = t.pilot.call("screenshot_page");
      await sleep(after);
      for (const { pid } of renderers) process.kill(pid, "SIGKILL");
      const answer = await picture;
      if (answer.isError) expect(answer.code, answer.text).toBe("PAGE_CRASHED");
      else expect(answer.images).toHaveLength(1);
      await until("the crash", async () => (await t.pilot.call("take_snapshot")).code === "PAGE_CRASHED");
    }
    await t.pilot.open(page);
  });

  it("all of this left no second browser behind", async () => {
    expect(t.pilot.children().filter(isBrowserMain).length).toBeLessThanOrEqual(1);
  });
});
