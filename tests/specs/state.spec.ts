/** Who is logged in where: cookies and local storage, saved and loaded, also by and for Playwright. */

import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Session } from "@uipilot/core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oneBrowser } from "../support/browsers.ts";
import { executables } from "../support/paths.ts";
import { browserArguments, Pilot } from "../support/pilot.ts";

/** Shows what the browser sent and keeps, and logs in on request. */
const PAGE = (
  cookie: string,
) => `<!doctype html><title>State</title><link rel="icon" href="data:,"><p>sent: ${cookie}</p><p id="kept"></p>
  <button onclick="localStorage.setItem('cart', 'two pears'); localStorage.setItem('quote', '&quot;ü</script>');
    kept.textContent = 'filled'">Fill</button>
  <script>kept.textContent = 'kept: ' + localStorage.getItem('cart') + ' ' + localStorage.getItem('quote');</script>`;

let site: Server;
let url: string;
let requests: string[] = [];
beforeAll(async () => {
  site = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (request.url === "/login") {
      response.setHeader("set-cookie", ["id=s3cret; HttpOnly; SameSite=Strict", "theme=dark; Max-Age=86400; Path=/"]);
    }
    response.end(PAGE(request.headers.cookie ?? "none"));
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

/** Logs in, and fills the storage. */
async function logIn(pilot: Pilot, own: Record<string, unknown> = {}): Promise<void> {
  await pilot.ok("navigate_page", { url: `${url}/login`, ...own });
  const uid = /uid=(\S+) button "Fill"/.exec(await pilot.ok("take_snapshot", own))?.[1];
  await pilot.ok("click_by_uid", { uid, ...own });
}

describe.each(oneBrowser)("log-in state in %s", (browser) => {
  const start = (...args: string[]) => Pilot.start({ browser, args: ["--tools", "web,state,sessions", ...args] });

  it("is saved to a file for the user alone, and loaded into another session", async () => {
    const pilot = await start();
    await logIn(pilot);
    const before = await pilot.pages();
    requests = [];
    const told = await pilot.ok("storage_state", { action: "save", file: "state.json" });
    expect(told).toContain("Saved 2 cookies and the local storage of 1 origin");
    expect(told).not.toContain("s3cret");
    // No server was asked, and no page came or went.
    expect(requests).toEqual([]);
    expect(await pilot.pages()).toEqual(before);
    const file = path.join(pilot.folder, "state.json");
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      cookies: expect.arrayContaining([
        expect.objectContaining({ name: "id", value: "s3cret", httpOnly: true, sameSite: "Strict", expires: -1 }),
        expect.objectContaining({ name: "theme", value: "dark", domain: "127.0.0.1", path: "/" }),
      ]),
      origins: [
        {
          origin: url,
          localStorage: expect.arrayContaining([
            { name: "cart", value: "two pears" },
            { name: "quote", value: '"ü</script>' },
          ]),
        },
      ],
    });
    await pilot.fails("IO", "storage_state", { action: "save", file: "state.json" });

    const id = /session (\S{22})\./.exec(await pilot.ok("open_session", { storageState: "state.json" }))?.[1];
    await pilot.ok("navigate_page", { url: `${url}/again`, session: id });
    const seen = await pilot.ok("take_snapshot", { session: id });
    expect(seen).toMatch(/sent: (id=s3cret; theme=dark|theme=dark; id=s3cret)/);
    expect(seen).toContain("kept: two pears");

    const blank = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    await pilot.ok("navigate_page", { url: `${url}/again`, session: blank });
    expect(await pilot.ok("take_snapshot", { session: blank })).toContain("sent: none");
    await pilot.ok("storage_state", { action: "load", file: "state.json", session: blank });
    await pilot.ok("navigate_page", { url: `${url}/again`, session: blank });
    expect(await pilot.ok("take_snapshot", { session: blank })).toContain("kept: two pears");
    await pilot.close();
  });

  it("is there from the start with --storage-state, in every session", async () => {
    const first = await start();
    await logIn(first);
    await first.ok("storage_state", { action: "save", file: "state.json" });
    const second = await start("--storage-state", path.join(first.folder, "state.json"));
    const id = /session (\S{22})\./.exec(await second.ok("open_session"))?.[1];
    for (const own of [{}, { session: id }]) {
      await second.ok("navigate_page", { url: `${url}/again`, ...own });
      expect(await second.ok("take_snapshot", own)).toMatch(/id=s3cret[\s\S]*kept: two pears/);
    }
    await second.close();
    await first.close();
  });

  it("lists cookies without their values, sets and deletes them", async () => {
    const pilot = await start();
    await logIn(pilot);
    const listed = await pilot.ok("cookies", { action: "list" });
    expect(listed).toContain('"id" of "127.0.0.1/": 6 characters (httpOnly, Strict, session)');
    expect(listed).not.toContain("s3cret");
    expect(await pilot.ok("cookies", { action: "list", name: "id", showValues: true })).toContain('"s3cret"');
    expect(await pilot.ok("cookies", { action: "list", domain: "example.org" })).toBe("0 cookies");
    await pilot.ok("cookies", { action: "set", name: "lang", value: "de", domain: "127.0.0.1" });
    await pilot.ok("cookies", { action: "set", name: "theme", value: "light", domain: "127.0.0.1" });
    expect(await pilot.ok("cookies", { action: "delete", name: "id" })).toBe("Deleted 1 cookie.");
    await pilot.ok("navigate_page", { url: `${url}/again` });
    const seen = await pilot.ok("take_snapshot");
    expect(seen).toContain("lang=de");
    expect(seen).toContain("theme=light");
    expect(seen).not.toContain("s3cret");
    await pilot.fails("INVALID_INPUT", "cookies", { action: "delete" });
    await pilot.fails("INVALID_INPUT", "cookies", { action: "set", name: "a" });
    await pilot.close();
  });

  it("confirms no cookie that the browser does not keep", async () => {
    const pilot = await start();
    await pilot.see(url);
    const good = { action: "set", name: "a", value: "b", domain: "127.0.0.1" };
    for (const [wrong, named] of [
      [{ expires: 5 }, "expires"],
      [{ expires: -5 }, "expires"],
      [{ expires: 1e300 }, "expires"],
      [{ sameSite: "None" }, "sameSite"],
      [{ domain: "http://127.0.0.1" }, "domain"],
      [{ domain: "localhost:8080" }, "domain"],
      [{ domain: "bad domain/" }, "domain"],
      // The browser knows which domains belong to nobody.
      [{ domain: ".com" }, "cookie"],
      [{ name: "a;b" }, "name"],
      [{ name: "a=b" }, "name"],
      [{ name: "a\u0001" }, "name"],
      [{ value: "a\nb" }, "value"],
      [{ value: "a;b" }, "value"],
      [{ value: "b".repeat(5_000) }, "value"],
      [{ path: "a" }, "path"],
      [{ path: "/a;b" }, "path"],
      [{ name: "__Secure-a" }, "secure"],
      [{ name: "__Host-a", secure: true, path: "/a" }, "path"],
    ] as const) {
      const answer = await pilot.call("cookies", { ...good, ...wrong });
      expect.soft(answer.code, `${JSON.stringify(wrong).slice(0, 80)}: ${answer.text}`).toBe("INVALID_INPUT");
      expect.soft(answer.text).toContain(named);
    }
    expect(await pilot.ok("cookies", { action: "list", domain: "127.0.0.1" })).toBe("0 cookies");
    // Firefox encodes such a value twice.
    const umlaut = await pilot.call("cookies", { ...good, name: "umlaut", value: "ü" });
    expect(umlaut.code).toBe(browser === "firefox" ? "INVALID_INPUT" : undefined);
    const later = Math.floor(Date.now() / 1_000) + 3_600;
    for (const fine of [
      { expires: later },
      { sameSite: "None", secure: true, name: "n" },
      { domain: ".Example.org" },
      { domain: "example.org", name: "__Host-a", secure: true },
      { domain: "b\u00fccher.example" },
      { path: "/a/b", value: '"quoted, with = and more"' },
      { value: "" },
      { expires: -1, name: "s" },
    ]) {
      const answer = await pilot.call("cookies", { ...good, ...fine });
      expect.soft(answer.text, JSON.stringify(fine)).toContain("Set cookie");
    }
    await pilot.close();
  });

  it("refuses a file that holds something else, and shows none of it", async () => {
    const pilot = await start();
    writeFileSync(path.join(pilot.folder, "other.json"), '{"cookies": [{"name": "hidden-text"}]}');
    writeFileSync(path.join(pilot.folder, "text.json"), "hidden-text");
    writeFileSync(
      path.join(pilot.folder, "origin.json"),
      '{"origins": [{"origin": "file:///etc", "localStorage": []}]}',
    );
    writeFileSync(path.join(pilot.folder, "empty.json"), "{}");
    writeFileSync(path.join(pilot.folder, "har.json"), '{"log": {"version": "1.2", "entries": []}}');
    writeFileSync(path.join(pilot.folder, "list.json"), "[]");
    for (const file of ["other.json", "text.json", "origin.json", "empty.json", "har.json", "list.json"]) {
      expect(await pilot.fails("INVALID_INPUT", "storage_state", { action: "load", file })).not.toContain(
        "hidden-text",
      );
    }
    await pilot.fails("IO", "storage_state", { action: "load", file: "missing.json" });
    await pilot.fails("PATH_NOT_ALLOWED", "storage_state", { action: "load", file: "/etc/passwd" });
    expect(existsSync(path.join(pilot.folder, "missing.json"))).toBe(false);
    await pilot.fails("INVALID_INPUT", "storage_state", { action: "save", file: "x.json", origins: ["example.org"] });
    await pilot.close();
  });
});

it("goes to Playwright and comes from it", async () => {
  const pilot = await Pilot.start({ args: ["--tools", "web,state"] });
  await logIn(pilot);
  await pilot.ok("storage_state", { action: "save", file: "ours.json" });
  const theirs = path.join(pilot.folder, "theirs.json");
  const browser = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
  const context = await browser.newContext({ storageState: path.join(pilot.folder, "ours.json") });
  const page = await context.newPage();
  await page.goto(`${url}/again`);
  const text = (await page.textContent("body")) ?? "";
  expect(text).toContain("id=s3cret");
  expect(text).toContain("kept: two pears");
  await page.evaluate(() => localStorage.setItem("cart", "three plums"));
  await context.addCookies([{ name: "from", value: "playwright", url }]);
  await context.storageState({ path: theirs });
  await browser.close();
  await pilot.ok("storage_state", { action: "load", file: "theirs.json" });
  await pilot.ok("navigate_page", { url: `${url}/again` });
  const seen = await pilot.ok("take_snapshot");
  expect(seen).toContain("from=playwright");
  expect(seen).toContain("kept: three plums");
  await pilot.close();
});

it("is not read from what a service worker answers, nor sent to it", async () => {
  const worker = createServer((request, response) => {
    const script = request.url === "/worker.js";
    response.setHeader("content-type", script ? "text/javascript" : "text/html");
    response.end(
      script
        ? `self.onfetch = (event) => event.respondWith(new Response("<script>localStorage.setItem('evil', 'yes')</script>",
            { headers: { "content-type": "text/html" } }));`
        : `<script>localStorage.setItem("good", "yes"); navigator.serviceWorker.register("worker.js");
            navigator.serviceWorker.ready.then(() => { document.title = "Registered"; });</script>`,
    );
  });
  await new Promise<void>((listening) => worker.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`;
  const [, , , , executable] = browserArguments("chromium");
  const session = Session.open({ launch: { executable: executable ?? executables.chromium } });
  await session.newPage(`${origin}/page`);
  await expect.poll(async () => (await session.pages()).at(-1)?.title).toBe("Registered");
  const { origins } = await session.storageState();
  expect(origins).toEqual([{ origin, localStorage: [{ name: "good", value: "yes" }] }]);
  await session.close();
  worker.close();
});

it("is not touched in the user's own browser", async () => {
  const session = Session.open({ extension: {} });
  const calls = [
    () => session.cookies(),
    () => session.storageState(),
    () => session.deleteCookies(),
    () => session.setCookies([]),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({ code: "UNSUPPORTED" });
  }
  await session.close();
});
