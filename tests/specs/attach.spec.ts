import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OwnChromium } from "../support/chromium.ts";
import { OwnFirefox } from "../support/firefox.ts";
import { executables } from "../support/paths.ts";
import { browserArguments, Pilot } from "../support/pilot.ts";
import { type Site, startSite } from "../support/site.ts";
import { Tree } from "../support/tree.ts";
import { sleep, until } from "../support/wait.ts";
import { Driver, findGeckodriver } from "../support/webdriver.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const shown = (): ReturnType<Site["html"]> =>
  site.html(
    `<button id="b">Existing</button><input aria-label="Field"><script>watch("#b", "click"); watch("input", "input")</script>`,
  );

/** The main job on a page that is already open. */
async function act(pilot: Pilot, page: ReturnType<Site["html"]>): Promise<void> {
  expect(await pilot.ok("list_pages")).toContain(page.url);
  // The browser opens its page by itself, and is attached to while it still loads.
  await pilot.ok("wait_for", { text: "Existing" });
  await pilot.snapshot();
  await pilot.click("button", "Existing");
  expect(await page.event("click")).toMatchObject({ trusted: true });
  await pilot.fill("textbox", "Field", "adopted");
  await page.event("input", ({ value }) => value === "adopted");
}

describe("attaching to a Chromium that runs already", () => {
  it.each(["its HTTP address", "its WebSocket address", "its port", "its profile folder"])(
    "works by %s, sees its pages, and leaves it alone at the end",
    async (by) => {
      const page = shown();
      const own = await OwnChromium.start(page.url);
      try {
        const endpoint =
          {
            "its HTTP address": own.endpoint,
            "its WebSocket address": await own.browserSocket(),
            "its port": String(own.port),
            "its profile folder": own.profile,
          }[by] ?? "";
        const pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", endpoint] });
        await act(pilot, page);
        await pilot.close();
        expect(own.alive).toBe(true);
        expect(await own.pages()).toContain(page.url);
      } finally {
        await own.close();
      }
    },
  );

  it("is left alone also when the server is killed", async () => {
    const page = shown();
    const own = await OwnChromium.start(page.url);
    try {
      const pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", own.endpoint] });
      await pilot.snapshot();
      process.kill(pilot.pid, "SIGKILL");
      await pilot.gone();
      await pilot.close();
      expect(own.alive).toBe(true);
      expect(await own.pages()).toContain(page.url);
    } finally {
      await own.close();
    }
  });

  it("says when the browser was ended by its owner, and connects again once it is back", async () => {
    const own = await OwnChromium.start(shown().url);
    const pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", own.endpoint] });
    try {
      await pilot.snapshot();
      await own.close();
      const answer = await pilot.call("take_snapshot");
      expect(answer.isError).toBe(true);
      expect(["SESSION_ENDED", "CONNECT_FAILED"]).toContain(answer.code);
    } finally {
      await pilot.close();
    }
  });

  it("wakes, focuses and resizes no tab, and lets only the one that gets input believe it has the focus", async () => {
    const own = await OwnChromium.start();
    const touched: string[] = [];
    const asleep = (number: number) =>
      `data:text/html,<title>Tab ${number}</title><button onclick="document.title += ' pressed ' + document.hasFocus()">Press</button><script>
        document.title += " " + innerWidth;
        for (const type of ["focus", "resize", "visibilitychange", "pageshow"])
          setTimeout(() => addEventListener(type, () => { document.title += " " + type; }, true), 200);
      </script>`;
    try {
      for (let number = 1; number <= 100; number++) {
        await fetch(`${own.endpoint}/json/new?${encodeURIComponent(asleep(number))}`, { method: "PUT" });
      }
      const titles = async (): Promise<string[]> => {
        const targets = (await (await fetch(`${own.endpoint}/json/list`)).json()) as { title: string; type: string }[];
        return targets.filter(({ type }) => type === "page").map(({ title }) => title);
      };
      await until(
        "the tabs to load",
        async () => (await titles()).filter((title) => /^Tab \d+ \d/.test(title)).length === 100,
      );
      // Opening a tab hides the one before it, and pages learn of that late.
      let before = (await titles()).sort();
      await until("the tabs to be at rest", async () => {
        await sleep(1_000);
        const now = (await titles()).sort();
        const rest = now.join() === before.join();
        before = now;
        return rest;
      });
      const pilot = await Pilot.start({
        bare: true,
        args: ["--cdp-endpoint", own.endpoint, "--tools", "web,sessions"],
      });
      const listed = await pilot.pages();
      expect(listed.filter(({ title }) => title.startsWith("Tab "))).toHaveLength(100);
      const page = listed.find(({ title }) => title.startsWith("Tab 50 "))?.page as number;
      const tree = new Tree(await pilot.ok("take_snapshot", { page }));
      await pilot.ok("wait_for", { text: "Press", page });
      // Reading a tab in the background tells it nothing.
      expect((await titles()).filter((title) => !before.includes(title))).toEqual([]);
      await pilot.ok("click_by_uid", { uid: tree.uid("button", "Press"), page });
      await until("the press", async () => (await titles()).some((title) => /^Tab 50 .* pressed true/.test(title)));
      await pilot.close();
      const after = (await titles()).sort();
      for (const title of after) if (!before.includes(title) && !title.startsWith("Tab 50 ")) touched.push(title);
      expect(touched).toEqual([]);
      expect(after).toHaveLength(before.length);
    } finally {
      await own.close();
    }
  });

  it("says when a profile's browser cannot be attached to", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "uipilot-spec-"));
    const pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", folder] });
    try {
      expect(await pilot.fails("CONNECT_FAILED", "list_pages")).toContain("chrome://inspect");
      writeFileSync(path.join(folder, "DevToolsActivePort"), "1\n/devtools/browser/gone");
      await pilot.fails("CONNECT_FAILED", "list_pages");
    } finally {
      await pilot.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("says when nothing answers", async () => {
    const pilot = await Pilot.start({ bare: true, args: ["--cdp-endpoint", "http://127.0.0.1:1"] });
    try {
      expect(await pilot.fails("CONNECT_FAILED", "list_pages")).toContain("127.0.0.1:1");
    } finally {
      await pilot.close();
    }
  });
});

describe("attaching to a Firefox that runs already", () => {
  /** A Firefox on a busy machine takes seconds for a new connection. */
  const patient = ["--action-timeout", "20000"];

  it("works, leaves it alone at the end, and attaches again", async () => {
    const page = shown();
    const own = await OwnFirefox.start(page.url);
    try {
      for (const endpoint of [own.endpoint, new URL(own.endpoint).port]) {
        const pilot = await Pilot.start({ bare: true, args: ["--bidi-endpoint", endpoint, ...patient] });
        if (endpoint === own.endpoint) await act(pilot, page);
        else expect(await pilot.ok("list_pages")).toContain(page.url);
        await pilot.close();
        expect(own.alive).toBe(true);
      }
    } finally {
      await own.close();
    }
  });

  it("takes no session along when a call ends before the browser has opened one", async () => {
    const own = await OwnFirefox.start(shown().url);
    const folder = mkdtempSync(path.join(tmpdir(), "uipilot-attach-"));
    const log = path.join(folder, "log");
    const endpoint = ["--bidi-endpoint", own.endpoint, "--log-file", log, "--log-level", "trace"];
    const pilot = await Pilot.start({ bare: true, args: endpoint });
    const signal = (name: NodeJS.Signals): unknown => own.process.kill(name);
    try {
      const call = pilot.call("list_pages");
      await until("the command", () => existsSync(log) && readFileSync(log, "utf8").includes("session.new"), 30_000, 2);
      signal("SIGSTOP");
      const stopped = (await call).code;
      signal("SIGCONT");
      // It may have answered before it stopped.
      if (stopped !== undefined) expect(stopped).toBe("CONNECT_FAILED");
      await until("an answer", async () => !(await pilot.call("list_pages")).isError);
    } finally {
      signal("SIGCONT");
      await pilot.close();
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("says when nothing answers, and when another program has its session", async () => {
    const nothing = await Pilot.start({ bare: true, args: ["--bidi-endpoint", "127.0.0.1:1"] });
    expect(await nothing.fails("CONNECT_FAILED", "list_pages")).toContain("127.0.0.1:1");
    await nothing.close();
    const own = await OwnFirefox.start(shown().url);
    const first = await Pilot.start({ bare: true, args: ["--bidi-endpoint", own.endpoint, ...patient] });
    const second = await Pilot.start({ bare: true, args: ["--bidi-endpoint", own.endpoint, ...patient] });
    try {
      await first.ok("list_pages");
      expect(await second.fails("CONNECT_FAILED", "list_pages")).toContain("the other program");
    } finally {
      await second.close();
      await first.close();
      await own.close();
    }
  });
});

describe("adopting a WebDriver session that another program made", () => {
  // The set-up leaves geckodriver out, because it is minutes of work to build it.
  const noGeckodriver = "needs geckodriver (UIPILOT_GECKODRIVER or PATH)";
  const drivers = [
    ["chromium", executables.chromedriver],
    ["firefox", findGeckodriver()],
  ] as const;
  for (const [browser, executable] of drivers) {
    it(`works in ${browser}, and leaves the session alive`, async (test) => {
      if (!executable) return test.skip(noGeckodriver);
      const driver = await Driver.start(executable);
      let session: string | undefined;
      try {
        session = await driver.session(browser);
        const page = shown();
        await driver.command("POST", `/session/${session}/url`, { url: page.url });
        const pilot = await Pilot.start({
          bare: true,
          args: ["--webdriver-url", driver.url, "--webdriver-session", session],
        });
        await act(pilot, page);
        await pilot.close();
        expect(await driver.command("GET", `/session/${session}/url`)).toBe(page.url);
      } finally {
        await driver.close(session);
      }
    });

    it(`makes a session of its own in ${browser} and ends it`, async (test) => {
      if (!executable) return test.skip(noGeckodriver);
      const driver = await Driver.start(executable);
      try {
        const wish = [...browserArguments(browser), ...(browser === "chromium" ? ["--browser-arg=--no-sandbox"] : [])];
        const pilot = await Pilot.start({ bare: true, args: ["--webdriver-url", driver.url, ...wish] });
        await pilot.open(site.html("<h1>By driver</h1>"));
        expect((await pilot.snapshot()).has("heading", "By driver")).toBe(true);
        expect(driver.browsers()).not.toEqual([]);
        await pilot.close();
        await until("the driver's browser to end", () => driver.browsers().length === 0);
      } finally {
        await driver.close();
      }
    });
  }

  it("says when the session is not there", async () => {
    const driver = await Driver.start(executables.chromedriver);
    try {
      const pilot = await Pilot.start({
        bare: true,
        args: ["--webdriver-url", driver.url, "--webdriver-session", "0123456789abcdef"],
      });
      const answer = await pilot.call("list_pages");
      expect(answer.isError).toBe(true);
      expect(["CONNECT_FAILED", "SESSION_ENDED"]).toContain(answer.code);
      await pilot.close();
    } finally {
      await driver.close();
    }
  });
});
