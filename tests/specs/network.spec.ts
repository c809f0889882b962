/** What pages ask for: the requests that are told are those that the server received, and their archive is read by others. */

import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { executables } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { TrafficSite } from "../support/traffic-site.ts";

const load = createRequire(import.meta.url);

let site: TrafficSite;
beforeAll(async () => {
  site = await TrafficSite.start();
});
afterAll(() => site.close());

/** The id of the newest request whose line fits. */
async function idOf(pilot: Pilot, url: string, more: Record<string, unknown> = {}): Promise<number> {
  const listed = await pilot.ok("list_network_requests", { url, ...more });
  // Firefox may tell a picture twice, the second time from its cache, where it has no body.
  const lines = listed.split("\n").filter((line) => /^\d+: /.test(line));
  const found = /^\d+/.exec(lines.find((line) => !line.includes("from the cache")) ?? lines[0] ?? "")?.[0];
  if (found === undefined) throw new Error(`no request of ${url} in ${listed}`);
  return Number(found);
}

async function openAll(pilot: Pilot, own: Record<string, unknown> = {}): Promise<void> {
  await pilot.ok("navigate_page", { url: `${site.url}/`, ...own });
  // The page says when everything has ended.
  for (let round = 0; !(await pilot.ok("list_pages", own)).includes('"Done"'); round++) {
    if (round > 150) throw new Error("the page has not ended what it does");
    await new Promise((done) => setTimeout(done, 100));
  }
}

describe.each(browsers)("requests in %s", (browser) => {
  let pilot: Pilot;
  beforeAll(async () => {
    pilot = await Pilot.start({ browser, args: ["--tools", "web,devtools,sessions"] });
    await openAll(pilot);
  });
  afterAll(() => pilot.close());
  beforeEach(() => {
    site.received.length = 0;
  });

  const get = async (url: string, args: Record<string, unknown> = {}, filter: Record<string, unknown> = {}) =>
    pilot.ok("get_network_request", { id: await idOf(pilot, url, filter), ...args });

  it("are told by tools of these names and arguments", async () => {
    const { tools } = await pilot.client.listTools();
    const own = tools.filter(({ name }) => /network_request|har/.test(name));
    expect(
      Object.fromEntries(own.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])),
    ).toEqual({
      list_network_requests: [
        "type",
        "method",
        "status",
        "url",
        "failed",
        "since",
        "before",
        "page",
        "limit",
        "clear",
        "session",
      ],
      get_network_request: ["id", "body", "path", "file", "frames", "secrets", "session", "page"],
      export_har: ["file", "bodies", "secrets", "overwrite", "session", "page"],
    });
  });

  it("are listed with type, outcome and page, newest first", async () => {
    const all = await pilot.ok("list_network_requests", { limit: 200 });
    const lines = all.split("\n").filter((line) => /^\d+: /.test(line));
    const line = (part: string) => lines.find((one) => one.includes(part)) ?? "";
    for (const [part, method, outcome, type] of [
      [`${site.url}/"`, "GET", "200", "document"],
      ["/style.css", "GET", "200", "stylesheet"],
      ["/script.js", "GET", "200", "script"],
      ["/dot.png", "GET", "200", "image"],
      [`${site.other}/frame`, "GET", "200", "document"],
      ["/of-frame", "GET", "200", "fetch"],
      ["/worker.js", "GET", "200", "script"],
      ["/of-worker", "POST", "200", "fetch"],
      ["/json", "POST", "200", "fetch"],
      ["/xhr", "PUT", "200", "xhr"],
      ["/missing", "GET", "404", "fetch"],
      ["/refused", "GET", "failed", "fetch"],
      ["/never", "GET", "failed", "fetch"],
      ["/events", "GET", "200", "eventsource"],
      ["/socket", "GET", "101", "websocket"],
    ] as const) {
      expect(line(part), part).toMatch(new RegExp(`^\\d+: ${method} .* ${outcome}.*\\(${type}`));
    }
    const ids = lines.map((one) => Number(/^\d+/.exec(one)?.[0]));
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(all).not.toContain("data:");
    expect(all.length).toBeLessThan(20_000);
  });

  it("are filtered, and told from a point on", async () => {
    const only = async (filter: Record<string, unknown>) =>
      [...(await pilot.ok("list_network_requests", filter)).matchAll(/^\d+: \S+ "([^"]*)"/gm)].map(([, url]) => url);
    expect(new Set(await only({ type: "image" }))).toEqual(new Set([`${site.url}/dot.png`]));
    expect(await only({ method: "put" })).toHaveLength(1);
    expect(await only({ status: "404" })).toEqual([`${site.url}/missing`]);
    expect(await only({ status: "3xx" })).toEqual([`${site.url}/hop2`, `${site.url}/hop1`]);
    expect((await only({ failed: true })).sort()).toEqual(
      [site.closed, `${site.url}/missing`, `${site.url}/never`].sort(),
    );
    const all = await pilot.ok("list_network_requests", { limit: 3 });
    const newest = Number(/Newest id: (\d+)/.exec(all)?.[1]);
    const before = Number(/before: (\d+)/.exec(all)?.[1]);
    expect((await only({ before, limit: 2 })).length).toBe(2);
    expect(await only({ since: newest })).toEqual([]);
    await pilot.ok("new_page", { url: `${site.url}/blank` });
    expect(await only({ since: newest })).toEqual([`${site.url}/blank`]);
    const { page = 0 } = (await pilot.pages()).find(({ url }) => url.endsWith("/blank")) ?? {};
    expect(await only({ page })).toEqual([`${site.url}/blank`]);
    await pilot.ok("close_page", { page });
    await pilot.fails("INVALID_INPUT", "list_network_requests", { status: "4x" });
    await pilot.fails("INVALID_INPUT", "list_network_requests", { type: "video" });
    await pilot.fails("INVALID_INPUT", "get_network_request", { id: 99_999 });
  });

  it("have the headers that were sent, with credentials masked", async () => {
    const told = await get("/json");
    expect(told).toContain("(masked, 9 characters)");
    for (const secret of ["t0ps3cret", "k3y", "s3ss10n"]) expect(told).not.toContain(secret);
    expect(told).toMatch(/"cookie": ".*id=\(masked, 7 characters\)/i);
    const plain = await get("/json", { secrets: true });
    expect(plain).toContain("Bearer t0ps3cret");
    expect(plain).toMatch(/"cookie": "(id=s3ss10n; theme=dark|theme=dark; id=s3ss10n)"/i);
    const documents = await pilot.ok("list_network_requests", { type: "document", limit: 200 });
    const first = Number(
      documents
        .split("\n")
        .find((line) => line.includes(`${site.url}/" 200`))
        ?.split(":")[0],
    );
    const document = await pilot.ok("get_network_request", { id: first });
    expect(document).toMatch(/"set-cookie": "id=\(masked, 7 characters\); HttpOnly"/i);
    expect(document).not.toContain("s3ss10n");
    expect(await get("/xhr")).toContain("/xhr?token=(masked-2-characters)&n=1");
    expect(await pilot.ok("list_network_requests", { url: "/xhr" })).not.toContain("q5");
  });

  it("have bodies of requests and answers, parts of them, and files", async () => {
    const sent = await get("/json", { body: "request", secrets: true });
    expect(sent).toContain("hunter2");
    const masked = await get("/json", { body: "request" });
    expect(masked).not.toContain("hunter2");
    expect(masked).toContain("pear");
    expect(await get("/json", { body: "response", path: "items[-1].name" })).toContain(
      'Response body at "items[-1].name": "plum"',
    );
    const token = await get("/json", { body: "response", path: "access_token" });
    expect(token).not.toContain("t0k3n");
    expect(
      await pilot.fails("INVALID_INPUT", "get_network_request", {
        id: await idOf(pilot, "/json"),
        body: "response",
        path: "items[2]",
      }),
    ).toContain("a list of 2");
    expect(await get("/zipped", { body: "response", path: "long" })).toContain("x".repeat(5000));
    expect(await get("/of-worker", { body: "request" })).toContain("from worker");
    expect(await get("/of-worker", { body: "response" })).toContain("at /of-worker");
    expect(await get("/of-frame", { body: "response" })).toContain("at /of-frame");
    expect(await get("/missing", { body: "response" })).toContain("nothing here");
    expect(await get("/hop1", { body: "response" })).toContain("no body of an answer that redirects");
    expect(await get("/dot.png", { body: "request" })).toContain("the request has no body");
    expect(await get("/dot.png", { body: "response" })).toContain("binary");
    await get("/dot.png", { body: "response", file: "dot.png" });
    expect(readFileSync(path.join(pilot.folder, "dot.png")).subarray(1, 4).toString()).toBe("PNG");
    const id = await idOf(pilot, "/dot.png");
    await pilot.fails("IO", "get_network_request", { id, body: "response", file: "dot.png" });
    await pilot.fails("PATH_NOT_ALLOWED", "get_network_request", { id, body: "response", file: "/etc/dot.png" });
    await pilot.fails("INVALID_INPUT", "get_network_request", { id, file: "x.png" });
  });

  it("have redirects as a chain, and the time and cause of each", async () => {
    const [one, two, last] = [await idOf(pilot, "/hop1"), await idOf(pilot, "/hop2"), await idOf(pilot, "/final")];
    expect(await get("/hop1")).toContain(`302 (fetch`);
    expect(await get("/hop1")).toContain(`redirects to ${two}`);
    expect(await get("/hop2")).toMatch(new RegExp(`redirects to ${last}[\\s\\S]*Redirected from request ${one}\\n`));
    const final = await get("/final");
    expect(final).toMatch(/Times in ms: .*wait \d/);
    expect(final).toContain(`in "${site.url}/"`);
    if (browser === "chromium") expect(await get("/missing")).toMatch(/Initiator: "script" "http:.*" line \d+/);
  });

  it("have the messages of sockets and event streams where the browser tells them", async () => {
    const socket = { id: await idOf(pilot, "/socket"), frames: 10 };
    const events = { id: await idOf(pilot, "/events"), frames: 10 };
    if (browser === "firefox") {
      await pilot.fails("UNSUPPORTED", "get_network_request", socket);
      await pilot.fails("UNSUPPORTED", "get_network_request", events);
      return;
    }
    const told = await pilot.ok("get_network_request", socket);
    expect(told).toMatch(/Messages: 4, the last 4:/);
    expect(told.match(/(sent|received), 5 B: "hello"/g)).toHaveLength(2);
    expect(told.match(/(sent|received), 3 B as base64: "AQID"/g)).toHaveLength(2);
    expect(await pilot.ok("get_network_request", events)).toMatch(/received "tick", 8 B: "\{\\"n\\": 1\}"/);
  });

  it("are kept over navigations, and say where an answer came from", async () => {
    const old = await idOf(pilot, "/json");
    await pilot.ok("navigate_page", { url: `${site.other}/blank` });
    expect(await pilot.ok("get_network_request", { id: old, body: "response" })).toContain("plum");
    const worker = await idOf(pilot, "/of-worker");
    expect(await pilot.ok("get_network_request", { id: worker, body: "response" })).toContain("at /of-worker");
    await openAll(pilot);
    expect(site.at("/style.css")).toEqual([]);
    expect(await pilot.ok("list_network_requests", { url: "/style.css", limit: 1 })).toContain("from the cache");
    // The server was asked, and said that nothing had changed.
    expect(site.at("/script.js")).toHaveLength(1);
    const revalidated = await get("/script.js");
    expect(revalidated).toMatch(/^\d+: GET .* (304|200) \(script/);
    expect(revalidated).toContain('"\\"v1\\""');
  });

  it("of a page that another one opens are recorded from its first one on", async () => {
    await pilot.ok("navigate_page", { url: `${site.url}/opener` });
    await pilot.snapshot();
    await pilot.click("link", "Open");
    await expect
      .poll(() => pilot.ok("list_network_requests", { url: "popup" }), { timeout: 10_000 })
      .toMatch(/of-popup" 200[\s\S]*\/popup" 200 \(document/);
    expect(site.at("/popup")).toHaveLength(1);
    const popup = (await pilot.pages()).find(({ title }) => title === "Popup");
    await pilot.ok("close_page", { page: popup?.page });
  });

  it("too long for the browser to keep are not told as empty", async () => {
    await pilot.ok("navigate_page", { url: `${site.url}/large` });
    await expect.poll(() => pilot.ok("list_pages"), { timeout: 15_000 }).toContain('"Loaded"');
    const told = await get("/bulk", { body: "response" });
    expect(told).toMatch(/Response body: not there, because the browser does not keep it/);
    expect(await get("/nothing", { body: "response" })).toContain("Response body: empty.");
  });

  it("of isolated sessions stay apart", async () => {
    const id = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    await pilot.ok("navigate_page", { url: `${site.url}/blank?only-there`, session: id });
    expect(await pilot.ok("list_network_requests", { url: "only-there", session: id })).toMatch(/^1: GET/m);
    expect(await pilot.ok("list_network_requests", { url: "only-there" })).toContain("0 of");
    expect(await pilot.ok("list_network_requests", { url: "/json", session: id })).toContain("0 of 1");
    await pilot.ok("close_session", { session: id });
  });

  it("make an archive that fits the schema, and that Playwright answers from", async () => {
    // The bodies of earlier loads made room for the long one.
    await pilot.ok("list_network_requests", { clear: true });
    await openAll(pilot);
    const told = await pilot.ok("export_har", { file: "all.har", bodies: true });
    expect(told).toMatch(/Masked secrets: [1-9]/);
    const file = path.join(pilot.folder, "all.har");
    expect(statSync(file).mode & 0o077).toBe(0);
    const text = readFileSync(file, "utf8");
    for (const secret of ["t0ps3cret", "k3y", "s3ss10n", "hunter2", "t0k3n", "q5"]) expect(text).not.toContain(secret);
    const har = JSON.parse(text);
    expect(invalid(har)).toEqual([]);
    const pages = har.log.pages as { id: string; title: string; pageTimings: { onLoad: number } }[];
    expect(pages.at(-1)).toMatchObject({ title: `${site.url}/`, pageTimings: { onLoad: expect.any(Number) } });
    expect(pages.at(-1)?.pageTimings.onLoad).toBeGreaterThan(0);
    for (const entry of har.log.entries) {
      const { blocked, dns, connect, send, wait, receive } = entry.timings;
      const sum = [blocked, dns, connect, send, wait, receive].filter((part) => part > 0).reduce((a, b) => a + b, 0);
      expect(Math.abs(entry.time - sum)).toBeLessThan(0.1);
    }
    await pilot.fails("IO", "export_har", { file: "all.har" });
    await pilot.ok("export_har", { file: "secret.har", secrets: true });
    expect(readFileSync(path.join(pilot.folder, "secret.har"), "utf8")).toContain("t0ps3cret");

    const other = await chromium.launch({ executablePath: executables.chromium, args: ["--no-sandbox"] });
    const context = await other.newContext();
    await context.routeFromHAR(file, { notFound: "abort" });
    const page = await context.newPage();
    site.received.length = 0;
    await page.goto(`${site.url}/`);
    expect(await page.title()).toBe("Traffic");
    expect(await page.evaluate(() => fetch("/missing").then(async (r) => `${r.status} ${await r.text()}`))).toBe(
      "404 nothing here",
    );
    expect(await page.evaluate(() => fetch("/hop1").then((r) => r.text()))).toBe("at /final");
    // Sockets and streams go past the archive.
    expect(site.received.filter(({ url }) => !/events|socket/.test(url))).toEqual([]);
    await other.close();
  });

  it("that failed have no size, whatever the browser shows in their place", async () => {
    await pilot.call("navigate_page", { url: "http://nobody.invalid/gone" });
    const told = await get("nobody.invalid");
    expect(told).toContain("failed");
    expect(told).not.toContain("Sizes:");
  });

  it("are forgotten on request, and their numbers are not used again", async () => {
    const newest = Number(/Newest id: (\d+)/.exec(await pilot.ok("list_network_requests", { clear: true }))?.[1]);
    expect(await pilot.ok("list_network_requests")).toContain("No request yet");
    expect(await pilot.fails("INVALID_INPUT", "get_network_request", { id: newest })).toContain("forgotten");
    await pilot.ok("navigate_page", { url: `${site.url}/blank` });
    expect(await idOf(pilot, "/blank")).toBeGreaterThan(newest);
  });
});

/** What in an archive does not fit the published schema. */
function invalid(har: unknown): unknown[] {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addMetaSchema(load("ajv/dist/refs/json-schema-draft-06.json"));
  const schemas = load("har-schema") as Record<string, { $id: string }>;
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  const validate = ajv.getSchema("har.json");
  if (validate === undefined) throw new Error("har-schema has no har.json");
  return validate(har) ? [] : (validate.errors ?? []).slice(0, 10);
}

it("that nobody asked to record are not, and the engine says so", async () => {
  const { Session } = await import("@uipilot/core");
  const session = Session.open({ launch: { executable: executables.chromium } });
  await expect(session.networkRequests()).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await session.close();
});
