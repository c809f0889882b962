/** Devices, users and places that pages are made to believe in, asserted by what pages and servers see. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";
import { Probe } from "../support/probe.ts";
import { sleep, until } from "../support/wait.ts";

const DARK = "(prefers-color-scheme: dark)";

describe.each(oneBrowser)("emulation in %s", (browser) => {
  const chromium = browser === "chromium";
  let probe: Probe;
  let pilot: Pilot;
  beforeAll(async () => {
    probe = await Probe.start();
    pilot = await Pilot.start({ browser, args: ["--tools", "web,more,devtools,sessions", "--allow-browser-pages"] });
  });
  afterAll(async () => {
    await pilot.close();
    await probe.stop();
  });
  afterEach(async () => {
    expect(await pilot.ok("emulate", { reset: true })).toContain("Nothing is emulated.");
  });

  const see = async (name: string, host?: string) => {
    await pilot.ok("navigate_page", { url: probe.url(name, host) });
    return probe.next(name);
  };

  it("holds in pages, frames, workers and popups from their first script on", async () => {
    await see("plain");
    const said = await pilot.ok("emulate", {
      userAgent: "Tester/1.0",
      locale: "de-DE",
      timezone: "Asia/Tokyo",
      ...(chromium ? { colorScheme: "dark", reducedMotion: "reduce", contrast: "more" } : {}),
    });
    expect(said).toMatch(/time zone Asia\/Tokyo; locale de-DE; user agent "Tester\/1\.0"\./);
    expect(said).toContain("load them again");
    const wanted = {
      userAgent: "Tester/1.0",
      language: "de-DE",
      number: "de-DE",
      timeZone: "Asia/Tokyo",
      hours: 9,
    };
    const media = chromium
      ? { [DARK]: true, "(prefers-reduced-motion: reduce)": true, "(prefers-contrast: more)": true }
      : {};
    const shown = { ...wanted, media: expect.objectContaining(media) };
    expect(await see("page")).toMatchObject(shown);
    expect(await probe.next("frame")).toMatchObject(shown);
    expect(await probe.next("worker")).toMatchObject(wanted);
    await pilot.snapshot();
    await pilot.click("button", "Popup");
    expect(await probe.next("popup")).toMatchObject(shown);
    await pilot.click("button", "Stranger");
    expect(await probe.next("stranger")).toMatchObject(shown);
    await pilot.ok("new_page", { url: probe.url("other") });
    expect(await probe.next("other")).toMatchObject(shown);
    for (const path of ["/page", "/frame", "/worker.js", "/popup", "/stranger", "/other"]) {
      expect(probe.headers.get(path), path).toMatchObject({ "user-agent": "Tester/1.0", "accept-language": "de-DE" });
      // Chromium fixes the hints of a window without an opener before it can be told anything.
      if (path !== "/stranger") expect(probe.headers.get(path)?.["sec-ch-ua"], path).toBeUndefined();
    }
    // The popup shares the process of its opener, which leaves it.
    for (const { page } of (await pilot.pages()).reverse().slice(0, -1)) await pilot.ok("close_page", { page });
    expect(await pilot.ok("emulate")).toContain("Asia/Tokyo");
  });

  it("keeps a popup's time zone and language when its opener leaves their process", async () => {
    await pilot.ok("emulate", { locale: "fr-FR", timezone: "America/New_York" });
    await see("plain");
    await pilot.snapshot();
    const opener = (await pilot.pages()).find(({ selected }) => selected)?.page;
    await pilot.click("button", "Popup");
    await probe.next("popup");
    await see("plain", "localhost");
    const popup = (await pilot.pages()).at(-1)?.page;
    await pilot.ok("select_page", { page: popup });
    await pilot.ok("close_page", { page: opener });
    expect(await see("later")).toMatchObject({ language: "fr-FR", number: "fr-FR", timeZone: "America/New_York" });
  });

  it("resets everything, also in open pages", async () => {
    const own = await see("plain");
    await pilot.ok("emulate", {
      locale: "de-DE",
      timezone: "Asia/Tokyo",
      userAgent: "Tester/1.0",
      viewport: { width: 500, height: 400 },
    });
    expect((await see("plain")).width).toBe(500);
    await pilot.ok("emulate", { reset: true, timezone: "Europe/Paris" });
    expect(await see("plain")).toEqual({ ...own, timeZone: "Europe/Paris", hours: 1 });
    await pilot.ok("emulate", { reset: true });
    expect(await see("plain")).toEqual(own);
  });

  it("refuses what the browser does not know, and changes nothing then", async () => {
    await pilot.ok("emulate", { timezone: "Asia/Tokyo" });
    const wrong: [object, RegExp][] = [
      [{ locale: "de-DE", timezone: "Europe/Nowhere" }, /Europe\/Nowhere/],
      [{ timezone: "Europe/Berlin", locale: "zz-nonsense-value-" }, /locale/],
      [{ timezone: "Europe/Berlin", device: "Pixel 777" }, /Pixel 777.*Pixel 7/s],
      [
        { timezone: "Europe/Berlin", permissions: [{ name: "world-domination", state: "granted" }] },
        /world-domination|permission/,
      ],
      [
        { timezone: "Europe/Berlin", permissions: [{ name: "camera", state: "granted", origin: "example.org" }] },
        /origin/,
      ],
      [{ timezone: "Europe/Berlin", viewport: { width: 0, height: 5 } }, /width/],
      [{ timezone: "Europe/Berlin", userAgent: "a\r\nX-Injected: 1" }, /userAgent/],
    ];
    for (const [args, named] of wrong)
      expect(await pilot.fails("INVALID_INPUT", "emulate", { ...args })).toMatch(named);
    expect(await pilot.ok("emulate")).toBe("Emulated now: time zone Asia/Tokyo.");
    expect(await see("plain")).toMatchObject({ timeZone: "Asia/Tokyo", language: "en-US" });
  });

  it("leaves permissions as they were where it refuses one of them", async () => {
    const notifications = async () => {
      await pilot.ok("navigate_page", { url: probe.url("may", "localhost") });
      await pilot.snapshot();
      await pilot.click("button", "May");
      await pilot.ok("wait_for", { text: "notifications " });
      return /notifications (granted|denied|prompt)/.exec(await pilot.ok("take_snapshot"))?.[1];
    };
    const refused = chromium ? "world-domination" : "camera";
    for (const state of [undefined, "granted"] as const) {
      if (state) await pilot.ok("emulate", { permissions: [{ name: "notifications", state }] });
      const before = await notifications();
      const other = before === "denied" ? "granted" : "denied";
      const wanted = [
        { name: "notifications", state: other },
        { name: refused, state: "granted" },
      ];
      await pilot.fails(chromium ? "INVALID_INPUT" : "UNSUPPORTED", "emulate", { permissions: wanted });
      expect(await notifications()).toBe(before);
    }
    await pilot.ok("emulate", { reset: true });
    expect(await notifications()).not.toBe("granted");
  });

  it("takes back what a busy page was told", async () => {
    const own = await see("plain");
    await pilot.snapshot();
    const busy = async () => {
      await pilot.click("button", "Busy");
      await sleep(300);
    };
    await busy();
    expect(await pilot.ok("emulate", { timezone: "Asia/Tokyo" })).toMatch(/Asia\/Tokyo.*may change later/s);
    expect(await pilot.ok("emulate", { reset: true })).toContain("Nothing is emulated.");
    const { timeZone } = own;
    await until(
      "an answer of the page",
      async () => (await pilot.call("wait_for", { text: "idle" })).code === undefined,
      20_000,
    );
    await pilot.snapshot();
    await pilot.click("button", "Zone");
    await pilot.ok("wait_for", { text: `zone ${timeZone}` });
    expect(await see("plain")).toMatchObject({ timeZone });
    expect(await pilot.ok("emulate")).toBe("Nothing is emulated.");
  });

  it("takes a time zone in any case, and only where it has an effect", async () => {
    await pilot.ok("emulate", { timezone: "Asia/Tokyo" });
    if (chromium) {
      expect(await pilot.ok("emulate", { timezone: "europe/berlin" })).toContain("time zone Europe/Berlin.");
      expect(await pilot.fails("INVALID_INPUT", "emulate", { timezone: "+05:30" })).toContain("+05:30");
      expect(await pilot.fails("INVALID_INPUT", "emulate", { locale: "abcdefgh" })).toContain("abcdefgh");
      expect(await see("plain")).toMatchObject({ timeZone: "Europe/Berlin", hours: 1 });
    } else {
      await pilot.fails("INVALID_INPUT", "emulate", { timezone: "europe/berlin" });
      expect(await pilot.ok("emulate", { timezone: "+05:30" })).toContain("time zone +05:30.");
      expect(await see("plain")).toMatchObject({ hours: 5 });
    }
  });

  it("tells the size that a page was given by itself, and takes it back", async () => {
    const viewport = { width: 412, height: 640 };
    await pilot.ok("emulate", { viewport });
    for (const again of [{ viewport }, { reset: true, viewport }]) {
      await pilot.ok("resize_page", { width: 500, height: 400 });
      expect(await pilot.ok("emulate")).toContain("viewport 412×640 (this page was resized to 500×400)");
      expect(await pilot.ok("emulate", { timezone: "Asia/Tokyo" })).toContain("500×400");
      expect(await see("plain")).toMatchObject({ width: 500 });
      expect(await pilot.ok("emulate", again)).toMatch(/viewport 412×640[;.]/);
      expect(await see("plain")).toMatchObject({ width: 412 });
    }
  });

  it("grants a place and permissions", async () => {
    await pilot.ok("emulate", { geolocation: { latitude: -33.9, longitude: -70.5 } });
    await pilot.ok("navigate_page", { url: probe.url("place", "localhost") });
    await pilot.snapshot();
    await pilot.click("button", "Where");
    await pilot.ok("wait_for", { text: "at -33.9 -70.5" });
    await pilot.ok("emulate", {
      permissions: [{ name: "notifications", state: "granted", origin: probe.url("", "localhost").slice(0, -1) }],
    });
    await pilot.click("button", "May");
    await pilot.ok("wait_for", { text: "notifications granted" });
    await pilot.ok("emulate", { permissions: [{ name: "notifications", state: "denied" }], reset: true });
    await pilot.click("button", "May");
    await pilot.ok("wait_for", { text: "notifications denied" });
  });

  it("says what it cannot do, by name", async () => {
    const all = { device: "Pixel 7", colorScheme: "dark", timezone: "Asia/Tokyo" };
    if (chromium) return void (await pilot.ok("emulate", all));
    expect(await pilot.fails("UNSUPPORTED", "emulate", all)).toMatch(/mobile, touch, colorScheme/);
    expect(await pilot.ok("emulate")).toBe("Nothing is emulated.");
    expect(await see("plain")).toMatchObject({ ratio: 1 });
    await pilot.ok("emulate", { viewport: { width: 412, height: 839 }, deviceScaleFactor: 2.5 });
    expect(await see("plain")).toMatchObject({ ratio: 2.5, width: 412 });
  });

  it.runIf(chromium)("gives a device's size, scale, touch, user agent and client hints together", async () => {
    expect(await pilot.ok("emulate", { device: "pixel 7" })).toMatch(
      /device Pixel 7; viewport 412×839; scale 2\.625; mobile; touch; user agent ".*Pixel 7.*Mobile/,
    );
    const version = /Chrome\/(\d+)/.exec((await see("page")).userAgent)?.[1];
    await probe.next("frame");
    const seen = await see("page");
    expect(seen).toMatchObject({
      ratio: 2.625,
      screen: "412x915",
      touchPoints: 5,
      hasTouch: true,
      platform: "Linux armv81",
      media: { "(pointer: coarse)": true },
    });
    // Client hints need a secure context.
    const { hints } = await see("secure", "localhost");
    expect(hints).toMatchObject({ mobile: true, platform: "Android" });
    expect(hints?.brands).toContainEqual({ brand: "Google Chrome", version });
    expect(probe.headers.get("/secure")).toMatchObject({
      "sec-ch-ua-mobile": "?1",
      "sec-ch-ua-platform": '"Android"',
      "sec-ch-ua": expect.stringContaining(`"Google Chrome";v="${version}"`),
    });
    expect(await probe.next("frame")).toMatchObject({ hasTouch: true, media: { "(pointer: coarse)": true } });
    await pilot.ok("emulate", { device: "iPhone 15 landscape" });
    expect(await see("secure", "localhost")).toMatchObject({ platform: "iPhone", hints: { brands: [], platform: "" } });
    expect(await pilot.ok("emulate", { device: "Desktop Chrome", cpuThrottling: 4 })).toContain(
      "not mobile; not touch",
    );
    expect(await see("plain")).toMatchObject({ hasTouch: false, width: 1280, touchPoints: 0 });
  });

  it.runIf(chromium)("survives a crash, and a page keeps its own size", async () => {
    await pilot.ok("emulate", { device: "Pixel 7", timezone: "Asia/Tokyo", media: "print" });
    await see("plain");
    await pilot.ok("resize_page", { width: 300, height: 500 });
    await pilot.call("navigate_page", { url: "chrome://crash" });
    expect(await see("plain")).toMatchObject({
      timeZone: "Asia/Tokyo",
      ratio: 2.625,
      screen: "300x500",
      media: { print: true },
    });
  });
});
