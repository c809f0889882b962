/** The browser suite: names, arguments, defaults and structured answers of its specification, by a real MCP client. */

import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import type { Answer } from "../support/caller.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { Driver } from "../support/webdriver.ts";

const PAGE = `<!doctype html><title>Form &amp; more</title><h1>Hello  <b>there</b></h1>
  <p id="out">nothing</p><input id="name" value="a"><input id="secret" type="password" value="hidden">
  <button class="go" style="display: none">Never</button><button class="go">Go</button><button id="off" disabled>Off</button>
  <p id="gone" hidden>Unseen</p><svg width="9" height="9"><text id="drawn">shape</text></svg>
  <div style="height: 4000px"></div><p id="end">The end</p>
  <script>
    let keys = [];
    document.querySelector("#name").addEventListener("keydown", (e) => keys.push([e.key, e.isTrusted, Math.round(e.timeStamp)]));
    document.querySelectorAll(".go")[1].onclick = (e) => { out.textContent = "clicked " + e.isTrusted + " " + JSON.stringify(keys); };
  </script>`;

/** A page that adds a field late, whose focus keeps its script busy beyond all deadlines. */
const LATE = `<!doctype html><title>Late</title><button>Start</button><script>
  const busy = () => { const end = Date.now() + 6000; while (Date.now() < end); };
  document.querySelector("button").onclick = () => setTimeout(() => {
    document.body.insertAdjacentHTML("beforeend", "<input id=late onfocus='busy()'>");
  }, 1000);</script>`;

/** A page whose script yields twice a second. */
const BUSY = `<!doctype html><title>Busy</title><h1>Here</h1><script>
  const work = () => { for (const end = Date.now() + 300; Date.now() < end;); setTimeout(work, 120); };
  work();</script>`;

/** The deadline of a call, in milliseconds, and how much later its answer may come. */
const LIMIT = 1_500;
const LATENESS = 500;

/** How each server of the suite is started. */
const servers = [...oneBrowser, "webdriver"] as const;

describe.each(servers)("the suite in %s", (kind) => {
  let site: Server;
  let url: string;
  let driver: Driver | undefined;
  let pilot: Pilot;
  let sessionId: string;

  beforeAll(async () => {
    site = createServer((request, response) => {
      if (request.url === "/gone") request.socket.destroy();
      response.setHeader("content-type", "text/html");
      response.end(PAGE);
    });
    await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
    url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
    // What is not there is waited for, so the limit is short.
    const args = ["--tools", "suite", "--action-timeout", String(LIMIT)];
    if (kind === "webdriver") {
      driver = await Driver.start(executables.chromedriver);
      const through = [
        "--webdriver-url",
        driver.url,
        "--browser",
        "chromium",
        "--executable",
        executables.chromium,
        "--headless",
        "--browser-arg=--no-sandbox",
      ];
      pilot = await Pilot.start({ bare: true, args: [...args, ...through] });
    } else {
      pilot = await Pilot.start({ browser: kind, args });
    }
  });
  afterAll(async () => {
    await pilot.close();
    await driver?.close();
    site.close();
  });

  /** The structured answer of a tool; it is also said in words. */
  const ask = async (name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const answer: Answer = await pilot.call(name, args);
    const { structuredContent } = answer.raw as { structuredContent?: Record<string, unknown> };
    if (structuredContent === undefined) throw new Error(`${name} has no structured answer: ${answer.text}`);
    expect(answer.isError, answer.text).toBe(structuredContent.status !== "SUCCESS");
    if (answer.isError) expect(answer.text).toContain(String(structuredContent.errorDetails).slice(0, 60));
    return structuredContent;
  };
  const told = async (selector: string): Promise<unknown> =>
    (await ask("getElementText", { sessionId, selector })).text;

  it("lists its eight tools with their schemas", async () => {
    const { tools } = await pilot.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "launchBrowser",
      "clickElement",
      "typeText",
      "scrollPage",
      "captureScreenshot",
      "getElementText",
      "checkElementExists",
      "closeBrowser",
    ]);
    const typing = tools.find(({ name }) => name === "typeText");
    expect(typing?.inputSchema.properties?.delayBetweenKeyPressesMs).toMatchObject({ default: 50 });
    for (const { name, outputSchema } of tools) {
      expect(outputSchema?.properties, name).toMatchObject({
        status: expect.anything(),
        errorDetails: expect.anything(),
      });
    }
  });

  it("launches, types, clicks, reads, scrolls, pictures and closes", async () => {
    const launched = await ask("launchBrowser", { initialUrl: url, viewport: { width: 800 } });
    expect(launched).toEqual({
      sessionId: expect.stringMatching(/^[\w-]{22}$/),
      status: "SUCCESS",
      pageTitle: "Form & more",
      errorDetails: null,
    });
    sessionId = launched.sessionId as string;

    expect(await told("h1")).toBe("Hello there");
    expect(await told("//p[@id='out']")).toBe("nothing");
    expect(await told("#secret")).toBe("••••");
    expect(await told("#drawn")).toBe("shape");

    const typed = { sessionId, selector: "#name", textToType: "bcd", delayBetweenKeyPressesMs: 120 };
    expect(await ask("typeText", typed)).toEqual({ status: "SUCCESS", errorDetails: null });
    expect(await told("#name")).toBe("abcd");
    // The first of the two is not visible.
    expect(await ask("clickElement", { sessionId, selector: "button.go" })).toEqual({
      status: "SUCCESS",
      clickedElementDescription: 'button "Go"',
      errorDetails: null,
    });
    const [, trusted, keys] = /^clicked (\w+) (.*)$/.exec((await told("#out")) as string) ?? [];
    expect(trusted).toBe("true");
    const presses = JSON.parse(keys as string) as [string, boolean, number][];
    expect(presses.map(([key, real]) => [key, real])).toEqual(["b", "c", "d"].map((key) => [key, true]));
    expect((presses[2]?.[2] ?? 0) - (presses[0]?.[2] ?? 0)).toBeGreaterThanOrEqual(200);

    expect(await ask("scrollPage", { sessionId, direction: "down", pixels: 300 })).toEqual({
      status: "SUCCESS",
      finalScrollPosition: { x: 0, y: 300 },
      errorDetails: null,
    });
    const seen = await ask("scrollPage", { sessionId, direction: "toElement", selector: "(//p)[last()]" });
    expect((seen.finalScrollPosition as { y: number }).y).toBeGreaterThan(2_000);
    expect(await ask("scrollPage", { sessionId, direction: "up", pixels: 100_000 })).toMatchObject({
      finalScrollPosition: { x: 0, y: 0 },
    });

    const small = await ask("captureScreenshot", { sessionId, selector: "h1" });
    expect(small).toEqual({ status: "SUCCESS", imageDataBase64: expect.any(String), errorDetails: null });
    expect(
      Buffer.from(small.imageDataBase64 as string, "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    const jpeg = await ask("captureScreenshot", { sessionId, format: "jpeg", quality: 0 });
    const data = jpeg.imageDataBase64 ?? readFileSync(jpeg.temporaryFilePath as string, "base64");
    expect(Buffer.from(data as string, "base64").readUInt16BE(0)).toBe(0xffd8);

    for (const [selector, exists] of Object.entries({ "#gone": true, "#never": false, "//h1": true, "//h7": false })) {
      expect(await ask("checkElementExists", { sessionId, selector }), selector).toEqual({
        status: "SUCCESS",
        exists,
        errorDetails: null,
      });
    }
    expect(await ask("closeBrowser", { sessionId })).toEqual({ status: "SUCCESS", errorDetails: null });
  });

  it("answers each failure with its status", async () => {
    for (const [name, args, fields] of [
      ["clickElement", { selector: "p" }, {}],
      ["typeText", { selector: "p", textToType: "x" }, {}],
      ["scrollPage", { direction: "up" }, {}],
      ["captureScreenshot", {}, {}],
      ["getElementText", { selector: "p" }, { text: null }],
      ["checkElementExists", { selector: "p" }, { exists: false }],
      ["closeBrowser", {}, {}],
    ] as const) {
      expect(await ask(name, { sessionId: "no-such-session", ...args }), name).toEqual({
        status: "ERROR_INVALID_SESSION",
        errorDetails: expect.stringContaining("[SESSION_ENDED]"),
        ...fields,
      });
    }
    expect(await ask("launchBrowser", { initialUrl: `${url}gone` })).toEqual({
      sessionId: "",
      status: "ERROR_LAUNCH_FAILED",
      errorDetails: expect.stringContaining("[NAVIGATION_FAILED]"),
    });
    sessionId = (await ask("launchBrowser", { initialUrl: url })).sessionId as string;
    const missing = { sessionId, selector: "#never" };
    expect(await ask("clickElement", missing)).toMatchObject({ status: "ERROR_ELEMENT_NOT_FOUND" });
    expect(await ask("getElementText", missing)).toMatchObject({ status: "ERROR_ELEMENT_NOT_FOUND", text: null });
    expect(await ask("captureScreenshot", missing)).toMatchObject({ status: "ERROR_CAPTURE_FAILED" });
    expect(await ask("clickElement", { sessionId, selector: "#off" })).toMatchObject({ status: "ERROR_CLICK_FAILED" });
    const header = { sessionId, selector: "h1", textToType: "x" };
    expect(await ask("typeText", header)).toMatchObject({ status: "ERROR_TYPE_FAILED" });
    expect(await ask("scrollPage", { sessionId, direction: "toElement" })).toMatchObject({
      status: "ERROR_SCROLL_FAILED",
      errorDetails: expect.stringContaining("selector"),
    });
    await pilot.fails("INVALID_INPUT", "launchBrowser", { initialUrl: "not an address" });
    await pilot.fails("INVALID_INPUT", "clickElement", { sessionId });
    await ask("closeBrowser", { sessionId });
  });

  it("has one deadline for looking and for doing", { retry: 2 }, async () => {
    sessionId = (await ask("launchBrowser", { initialUrl: `data:text/html,${LATE}` })).sessionId as string;
    await ask("clickElement", { sessionId, selector: "button" });
    const began = performance.now();
    const { errorDetails } = await ask("typeText", { sessionId, selector: "#late", textToType: "x" });
    expect(performance.now() - began).toBeLessThan(LIMIT + LATENESS);
    expect(errorDetails).toMatch(/^\[(TIMEOUT|OUTCOME_UNKNOWN)\]/);
    await ask("closeBrowser", { sessionId });
  });

  it("waits for the answer of a busy page, and for nothing else", async () => {
    const initialUrl = `data:text/html,${BUSY}`;
    sessionId = (await ask("launchBrowser", { initialUrl })).sessionId as string;
    for (const [selector, exists] of Object.entries({ h1: true, h2: false, "//h1": true }))
      expect(await ask("checkElementExists", { sessionId, selector }), selector).toMatchObject({ exists });
    await ask("closeBrowser", { sessionId });
  });

  it("saves a large picture, and removes its file with the session", async () => {
    sessionId = (await ask("launchBrowser", { initialUrl: url })).sessionId as string;
    const noise = `data:text/html,<canvas width=900 height=900></canvas><script>
      const c = document.querySelector("canvas").getContext("2d"); const d = c.createImageData(900, 900);
      crypto.getRandomValues(new Uint8Array(d.data.buffer, 0, 65536)); d.data.copyWithin(65536, 0, 65536);
      for (let i = 0; i < d.data.length; i += 65536) { const p = d.data.subarray(i, i + 65536); for (let k = 0; k < p.length; k++) p[k] = k % 4 === 3 ? 255 : Math.random() * 256; }
      c.putImageData(d, 0, 0);</script>`;
    const other = (await ask("launchBrowser", { initialUrl: noise })).sessionId as string;
    const { temporaryFilePath, imageDataBase64 } = await ask("captureScreenshot", { sessionId: other });
    expect(imageDataBase64).toBeUndefined();
    expect(
      readFileSync(temporaryFilePath as string)
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    await ask("closeBrowser", { sessionId: other });
    expect(existsSync(temporaryFilePath as string)).toBe(false);
    await ask("closeBrowser", { sessionId });
  });
});
