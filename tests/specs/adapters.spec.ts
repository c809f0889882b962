/** Sessions over browsers that other libraries drive, with the real libraries. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Session } from "@uipilot/core";
import { fromPlaywright, fromPuppeteer, fromSelenium, fromWebdriverIO } from "@uipilot/core/adapters";
import * as playwright from "playwright-core";
import puppeteer from "puppeteer-core";
import { Builder, By, type WebDriver } from "selenium-webdriver";
import * as chrome from "selenium-webdriver/chrome.js";
import * as firefox from "selenium-webdriver/firefox.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { remote } from "webdriverio";
import { executables } from "../support/paths.ts";
import { type Site, type SitePage, startSite } from "../support/site.ts";
import { Driver, findGeckodriver } from "../support/webdriver.ts";

const HEADLESS = ["--headless=new", "--no-sandbox"];

const FORM = `<label>Name <input id="name"></label><button onclick="record('click', { trusted: event.isTrusted })">Send</button>`;

let site: Site;
let page: SitePage;
let home: string;
beforeAll(async () => {
  site = await startSite();
  page = site.html(FORM, { title: "Shared form" });
  home = mkdtempSync(path.join(tmpdir(), "uipilot-adapters-"));
});
afterAll(async () => {
  await site.close();
  rmSync(home, { recursive: true, force: true });
});

/** What the end of a test has to end, the last begun first. */
const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Fills and clicks in the library's page through a session, and closes that. */
async function use(session: Session): Promise<void> {
  endings.push(() => session.close());
  page.forget();
  const { nodes } = await session.nodes();
  const uid = (role: string) => nodes.find((node) => node.role === role)?.uid as string;
  expect((await session.snapshot()).text).toContain("Shared form");
  await session.fill(uid("textbox"), "by uipilot");
  await session.click(uid("button"));
  expect(await page.event("click")).toMatchObject({ trusted: true });
  await session.close();
}

describe("selenium-webdriver", () => {
  async function start(build: (builder: Builder) => Builder): Promise<WebDriver> {
    const driver = await build(new Builder()).build();
    endings.push(() => driver.quit());
    // The session works in the window that the driver is in, which is not the newest one.
    const first = await driver.getWindowHandle();
    await driver.switchTo().newWindow("tab");
    await driver.switchTo().window(first);
    await driver.get(page.url);
    return driver;
  }

  /** The library sees what the session did, and goes on. */
  async function check(driver: WebDriver): Promise<void> {
    const name = await driver.findElement(By.id("name"));
    expect(await name.getAttribute("value")).toBe("by uipilot");
    await name.clear();
    expect(await driver.getAllWindowHandles()).toHaveLength(2);
  }

  const chromeOptions = () =>
    new chrome.Options().addArguments(...HEADLESS).setBinaryPath(executables.chromium) as chrome.Options;

  it("is joined in Chromium by its socket", async () => {
    const driver = await start((builder) =>
      builder
        .forBrowser("chrome")
        .setChromeOptions(chromeOptions())
        .setChromeService(new chrome.ServiceBuilder(executables.chromedriver)),
    );
    await use(await fromSelenium(driver));
    await check(driver);
  });

  it("is joined at its server", async () => {
    const server = await Driver.start(executables.chromedriver);
    endings.push(() => server.close());
    const driver = await start((builder) =>
      builder.forBrowser("chrome").setChromeOptions(chromeOptions()).usingServer(server.url),
    );
    await use(await fromSelenium(driver, { url: server.url, actionTimeoutMs: 4_000 }));
    await check(driver);
  });

  it("is joined in Firefox at its server", async (test) => {
    const gecko = findGeckodriver();
    if (gecko === undefined) return test.skip("needs geckodriver (UIPILOT_GECKODRIVER or PATH)");
    const server = await Driver.start(gecko);
    endings.push(() => server.close());
    const options = new firefox.Options().addArguments("-headless").setBinary(executables.firefox);
    const driver = await start((builder) =>
      builder.forBrowser("firefox").setFirefoxOptions(options).usingServer(server.url),
    );
    await expect(fromSelenium(driver)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await use(await fromSelenium(driver, { url: server.url }));
    await check(driver);
  });
});

it("webdriverio is joined", async () => {
  const browser = await remote({
    logLevel: "error",
    capabilities: {
      browserName: "chrome",
      "wdio:chromedriverOptions": { binary: executables.chromedriver },
      "goog:chromeOptions": { binary: executables.chromium, args: HEADLESS },
    },
  });
  endings.push(() => browser.deleteSession());
  await browser.url(page.url);
  await use(await fromWebdriverIO(browser));
  expect(await browser.$("#name").getValue()).toBe("by uipilot");
});

describe("puppeteer", () => {
  const launch = async (more: { pipe?: boolean } = {}) => {
    const browser = await puppeteer.launch({ executablePath: executables.chromium, args: HEADLESS, ...more });
    endings.push(() => browser.close());
    return browser;
  };

  it("is joined in a page, also of a context of its own", async () => {
    const browser = await launch();
    for (const context of [browser.defaultBrowserContext(), await browser.createBrowserContext()]) {
      const own = await context.newPage();
      await own.goto(page.url);
      await context.newPage();
      await use(await fromPuppeteer(own));
      expect(await own.$eval("#name", (input) => (input as HTMLInputElement).value)).toBe("by uipilot");
      await own.close();
    }
  });

  it("is joined in its browser", async () => {
    const browser = await launch();
    const own = await browser.newPage();
    await own.goto(page.url);
    await use(await fromPuppeteer(browser));
    expect(browser.connected).toBe(true);
  });

  it("is refused over a pipe", async () => {
    const browser = await launch({ pipe: true });
    await expect(fromPuppeteer(browser)).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });
});

describe("playwright", () => {
  const launch = async (...args: string[]) => {
    const browser = await playwright.chromium.launch({
      executablePath: executables.chromium,
      args: ["--no-sandbox", ...args],
    });
    endings.push(() => browser.close());
    return browser;
  };

  it("is joined in a page of a context", async () => {
    const browser = await launch("--remote-debugging-port=0");
    const context = await browser.newContext();
    const own = await context.newPage();
    await own.goto(page.url);
    await context.newPage();
    await use(await fromPlaywright(own));
    expect(await own.inputValue("#name")).toBe("by uipilot");
    await own.getByRole("button").click();
  });

  it("is joined in a browser with a profile", async () => {
    const context = await playwright.chromium.launchPersistentContext(path.join(home, "a profile"), {
      executablePath: executables.chromium,
      args: ["--no-sandbox", "--remote-debugging-port=0"],
    });
    endings.push(() => context.close());
    const own = await context.newPage();
    await own.goto(page.url);
    await use(await fromPlaywright(own));
    expect(await own.inputValue("#name")).toBe("by uipilot");
  });

  it("is refused without a port", async () => {
    const browser = await launch();
    await expect(fromPlaywright(await browser.newPage())).rejects.toMatchObject({ code: "UNSUPPORTED" });
  });
});

it("says that the page to begin in does not exist", async () => {
  const browser = await puppeteer.launch({ executablePath: executables.chromium, args: HEADLESS });
  endings.push(() => browser.close());
  const session = Session.open({ attach: { endpoint: browser.wsEndpoint(), target: "no-such-page" } });
  endings.push(() => session.close());
  await expect(session.snapshot()).rejects.toMatchObject({ code: "PAGE_NOT_FOUND" });
});
