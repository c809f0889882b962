/** Where pages may go: every way out of bounds that we know, asserted against a server that must not receive a byte. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Forbidden, Serving } from "../support/bounds.ts";
import { oneBrowser } from "../support/browsers.ts";
import { serverEntry } from "../support/paths.ts";
import { Pilot } from "../support/pilot.ts";
import { sleep, until } from "../support/wait.ts";

/** Keeps a browser from asking for the usual icon. */
const NO_ICON = '<!doctype html><link rel="icon" href="data:,">';

/** What a document does by itself. `BAD` is the forbidden host and port, `GOOD` the allowed one. */
const ALONE: Record<string, string> = {
  fetch: `<script>fetch("http://BAD/fetch")</script>`,
  "fetch-by-name": `<script>fetch("http://localhost:BADPORT/fetch-by-name")</script>`,
  "fetch-by-ipv6": `<script>fetch("http://[::1]:BADPORT/fetch-by-ipv6")</script>`,
  "fetch-decimal": `<script>fetch("http://2130706433:BADPORT/fetch-decimal")</script>`,
  "fetch-userinfo": `<img src="http://GOOD@BAD/fetch-userinfo">`,
  "fetch-trailing-dot": `<script>fetch("http://LOCALHOST.:BADPORT/fetch-trailing-dot")</script>`,
  keepalive: `<script>fetch("http://BAD/keepalive", { keepalive: true, mode: "no-cors" })</script>`,
  xhr: `<script>const x = new XMLHttpRequest(); x.open("POST", "http://BAD/xhr"); x.send("body")</script>`,
  img: `<img src="http://BAD/img">`,
  srcset: `<img srcset="http://BAD/srcset 1x">`,
  "css-background": `<div style="width:9px;height:9px;background:url(http://BAD/css-background)"></div>`,
  "css-import": `<style>@import "http://BAD/css-import";</style>`,
  font: `<style>@font-face { font-family: f; src: url(http://BAD/font) } p { font-family: f }</style><p>x</p>`,
  script: `<script src="http://BAD/script"></script>`,
  module: `<script type="module">import "http://BAD/module";</script>`,
  video: `<video src="http://BAD/video" preload="auto"></video>`,
  object: `<object data="http://BAD/object"></object>`,
  embed: `<embed src="http://BAD/embed" type="text/html">`,
  iframe: `<iframe src="http://BAD/iframe"></iframe>`,
  "iframe-srcdoc": `<iframe srcdoc="<img src=http://BAD/iframe-srcdoc>"></iframe>`,
  "iframe-data": `<iframe src="data:text/html,<img src=http://BAD/iframe-data>"></iframe>`,
  "iframe-javascript": `<iframe src="javascript:'<img src=http://BAD/iframe-javascript>'"></iframe>`,
  "iframe-blob": `<script>const f = document.createElement("iframe"); f.src = URL.createObjectURL(new Blob(["<img src=http://BAD/iframe-blob>"], { type: "text/html" })); document.body.append(f)</script>`,
  "iframe-sandbox": `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('http://BAD/iframe-sandbox', { mode: 'no-cors' })</script>"></iframe>`,
  "iframe-other-site": `<iframe src="http://localhost:GOODPORT/other-site"></iframe>`,
  redirect: `<img src="/redirect-302?redirect">`,
  "redirect-307": `<script>fetch("/redirect-307?redirect-307", { method: "POST", body: "secret" })</script>`,
  "redirect-twice": `<img src="/redirect-twice?redirect-twice">`,
  "frame-redirect": `<iframe src="/redirect-302?frame-redirect"></iframe>`,
  "frame-refresh": `<iframe srcdoc="<meta http-equiv=refresh content='0;url=http://BAD/frame-refresh'>"></iframe>`,
  prefetch: `<link rel="prefetch" href="http://BAD/prefetch">`,
  preload: `<link rel="preload" as="image" href="http://BAD/preload">`,
  modulepreload: `<link rel="modulepreload" href="http://BAD/modulepreload">`,
  preconnect: `<link rel="preconnect" href="http://BAD/"><link rel="dns-prefetch" href="http://BAD/">`,
  speculation: `<script type="speculationrules">{"prefetch":[{"urls":["http://BAD/speculation"],"eagerness":"immediate"}],"prerender":[{"urls":["http://BAD/speculation"],"eagerness":"immediate"}]}</script>`,
  beacon: `<script>navigator.sendBeacon("http://BAD/beacon", "x")</script>`,
  ping: `<a id="a" href="#x" ping="http://BAD/ping">x</a><script>a.click()</script>`,
  "csp-report": `<script src="/csp.js"></script><iframe src="/csp"></iframe>`,
  eventsource: `<script>new EventSource("http://BAD/eventsource")</script>`,
  websocket: `<script>new WebSocket("ws://BAD/websocket")</script>`,
  webtransport: `<script>try { new WebTransport("https://BAD/webtransport") } catch {}</script>`,
  webrtc: `<script>const p = new RTCPeerConnection({ iceServers: [{ urls: "turn:BAD?transport=tcp", username: "a", credential: "b" }] }); p.createDataChannel("x"); p.createOffer().then((o) => p.setLocalDescription(o))</script>`,
  worker: `<script>new Worker("/worker.js?worker")</script>`,
  "blob-worker": `<script>new Worker(URL.createObjectURL(new Blob(["fetch('http://BAD/blob-worker',{mode:'no-cors'});new WebSocket('ws://BAD/blob-worker')"])))</script>`,
  "shared-worker": `<script>new SharedWorker("/worker.js?shared-worker")</script>`,
  "service-worker": `<script>navigator.serviceWorker.register("/worker.js?service-worker")</script>`,
  manifest: `<link rel="manifest" href="http://BAD/manifest">`,
  "svg-image": `<svg><image href="http://BAD/svg-image" width="9" height="9"></image></svg>`,
  track: `<video crossorigin><track default src="http://BAD/track"></video>`,
};

/** Where a page goes by itself. */
const LEAVING: Record<string, string> = {
  icon: `<link rel="icon" href="http://BAD/icon">`,
  download: `<a id="a" download href="http://BAD/download">x</a><script>a.click()</script>`,
  location: `<script>location = "http://BAD/location"</script>`,
  refresh: `<meta http-equiv="refresh" content="0;url=http://BAD/refresh">`,
  "form-post": `<form id="f" method="post" action="http://BAD/form-post"></form><script>f.submit()</script>`,
  "form-307": `<form id="f" method="post" action="/redirect-307?form-307"></form><script>f.submit()</script>`,
};

/** What buttons of one page do, which stays. The last one leaves it. */
const CLICKED: Record<string, string> = {
  popup: `onclick="window.open('http://BAD/popup')"`,
  "popup-later": `onclick="const w = window.open('about:blank'); setTimeout(() => { w.location = 'http://BAD/popup-later' }, 50)"`,
  "popup-writes": `onclick="window.open('about:blank').document.write('<img src=http://BAD/popup-writes>')"`,
  blank: `onclick="link('blank', { target: '_blank', rel: 'noopener' })"`,
  opener: `onclick="window.open('/opener.html')"`,
};

/** Ways that a browser does not take in tests, also without rules: they need TLS, or are off without a window. */
const IDLE = [
  "webtransport",
  "icon",
  "webrtc",
  "speculation",
  "preconnect",
  "manifest",
  "ping",
  "fetch-userinfo",
  "iframe-javascript",
  "track",
];

describe.each(oneBrowser)("origins in %s", (browser) => {
  let bad: Forbidden;
  let good: Serving;
  /** Puts the servers' places into a text. */
  const at = (text: string) =>
    text
      .replaceAll("BADPORT", String(bad.port))
      .replaceAll("BAD", bad.host)
      .replaceAll("GOODPORT", String(good.port))
      .replaceAll("GOOD", `127.0.0.1:${good.port}`);

  beforeAll(async () => {
    bad = await Forbidden.start();
    good = await Serving.start((path) => {
      const [name = "", query = ""] = path.slice(1).split("?");
      const to = (place: string, status = 302) => ({ status, headers: { location: place } });
      if (name === "redirect-302") return to(`http://${bad.host}/${query}`);
      if (name === "redirect-307") return to(`http://${bad.host}/${query}`, 307);
      if (name === "redirect-twice") return to(`/redirect-302?${query}`);
      if (name === "csp") {
        const headers = { "content-security-policy": at("img-src 'none'; report-uri http://BAD/csp-report") };
        return { headers, body: `<img src="/x.png">` };
      }
      if (name.endsWith(".js")) {
        const own = at(
          `fetch("http://BAD/${query}",{mode:"no-cors"}).catch(()=>0);new WebSocket("ws://BAD/${query}");try{importScripts("http://BAD/${query}")}catch{}`,
        );
        return { headers: { "content-type": "text/javascript" }, body: query === "" ? "" : own };
      }
      if (name === "other-site")
        return { body: at(`<script>fetch("http://BAD/iframe-other-site",{mode:"no-cors"})</script>`) };
      if (name === "opener.html") return { body: at(`<script>opener.location = "http://BAD/opener"</script>`) };
      if (name === "all") {
        const frames = Object.keys(ALONE).map((each) => `<iframe src="/alone/${each}"></iframe>`);
        return { body: `<!doctype html><title>All</title>${frames.join("")}` };
      }
      if (name === "clicked") {
        const buttons = Object.entries(CLICKED).map(([each, does]) => `<button ${does}>Go ${each}</button>`);
        const link = `const link = (name, how) => Object.assign(document.createElement("a"), { href: "http://BAD/" + name, ...how }).click()`;
        return { body: at(`<!doctype html><title>Clicked</title>${buttons.join("")}<script>${link}</script>`) };
      }
      if (name === "led") {
        return {
          body: at(
            `${NO_ICON}<title>Led</title><a href="http://BAD/led">Link</a><button onclick="location = 'http://BAD/led'">Script</button>`,
          ),
        };
      }
      const [, kind, each = ""] = path.split("/");
      const html = kind === "alone" ? ALONE[each] : LEAVING[each];
      const button =
        kind === "form" ? `<form method="post" action="http://BAD/form"><button>Go</button></form>` : "empty";
      return {
        body: at(`${each === "icon" ? "<!doctype html>" : NO_ICON}<title>${each}</title><body>${html ?? button}`),
      };
    });
  });
  afterAll(() => {
    bad.close();
    good.close();
  });

  /** Takes every way. The pages of the first ones stay, so that what is slow in them has its time. */
  async function leave(pilot: Pilot): Promise<void> {
    await pilot.ok("navigate_page", { url: `${good.url}/all` });
    await pilot.ok("new_page", { url: `${good.url}/clicked` });
    const tree = await pilot.snapshot();
    for (const name of Object.keys(CLICKED)) {
      const uid = tree.nodes.find((node) => node.role === "button" && node.name === `Go ${name}`)?.uid;
      await pilot.call("click_by_uid", { uid, includeSnapshot: "none" });
    }
    await until("the popup that leads its opener away", () => good.asked.some(({ path }) => path === "/opener.html"));
    for (const name of Object.keys(LEAVING)) {
      await pilot.call("new_page", { url: `${good.url}/leaving/${name}` });
    }
  }

  it("would be left by these ways without the rules, and signing in shows no password", async () => {
    const login = await servers();
    const pilot = await Pilot.start({ browser, ...login.options });
    bad.arrived = [];
    await leave(pilot);
    // Firefox fetches ahead only when nothing else is loaded, which on a busy machine may be after the page was left.
    const late = browser === "firefox" ? ["prefetch"] : [];
    const ways = Object.keys({ ...ALONE, ...CLICKED, ...LEAVING }).filter((name) => ![...IDLE, ...late].includes(name));
    const missing = () => ways.filter((name) => !bad.arrived.some((line) => line.endsWith(`/${name}`)));
    await until("all requests", () => missing().length === 0).catch(() => undefined);
    expect(missing()).toEqual([]);
    await login.check(pilot, browser === "chromium");
    await pilot.close();
  });

  it("are said to be left nowhere where a page leads out of them, and no document is promised", async () => {
    const pilot = await Pilot.start({ browser, args: ["--allow-origin", at("http://GOOD")] });
    for (const name of ["Link", "Script"]) {
      await pilot.open(`${good.url}/led`);
      const uid = (await pilot.snapshot()).nodes.find((node) => node.name === name)?.uid;
      const began = performance.now();
      const { text } = await pilot.call("click_by_uid", { uid, includeSnapshot: "none" });
      expect(performance.now() - began, name).toBeLessThan(3_000);
      expect(text).toContain("may not go there");
      expect(text).not.toContain("wait_for can wait for it");
    }
    const refreshed = await pilot.call("navigate_page", { url: `${good.url}/leaving/refresh` });
    expect(refreshed.text).not.toContain("chrome-error:");
    expect(refreshed.text).not.toContain("wait_for can wait for it");
    await pilot.close();
  });

  it("are left by no way that we know, nor by the tools, whatever the spelling", async () => {
    const pilot = await Pilot.start({
      browser,
      args: [
        "--tools",
        "web,sessions",
        "--allow-origin",
        at("http://GOOD"),
        "--allow-origin",
        at("http://localhost:GOODPORT"),
      ],
    });
    bad.arrived = [];
    good.asked = [];
    expect(Object.keys({ ...ALONE, ...CLICKED, ...LEAVING }).length).toBeGreaterThanOrEqual(41);
    await leave(pilot);
    // The pages were there, and what is allowed works in workers, too.
    const there = [
      ...Object.keys(ALONE).map((name) => `/alone/${name}`),
      ...Object.keys(LEAVING).map((name) => `/leaving/${name}`),
      ...["/worker.js?worker", "/worker.js?shared-worker", "/worker.js?service-worker", "/other-site"],
    ];
    const missing = () => there.filter((path) => !good.asked.some((asked) => asked.path === path));
    await until("all pages", () => missing().length === 0).catch(() => undefined);
    expect(missing()).toEqual([]);
    // What goes wrong takes about as long as without rules.
    await sleep(1_000);
    expect(bad.arrived).toEqual([]);

    // One after the other, the same is said of each address.
    await pilot.open(`${good.url}/empty`);
    const pages = (await pilot.pages()).length;
    for (const url of [
      "http://BAD/",
      "HTTP://BAD/",
      "http://localhost:BADPORT/",
      "http://LOCALHOST.:BADPORT/",
      "http://[::1]:BADPORT/",
      "http://2130706433:BADPORT/",
      "http://0x7f.1:BADPORT/",
      "http://127.1:BADPORT/",
      "http://GOOD@BAD/",
      "http://GOOD%40BAD/",
      "https://GOOD/",
      "http://example.com/",
      "blob:http://BAD/uuid",
    ]) {
      const text = (await pilot.call("navigate_page", { url: at(url) })).text;
      expect(text, url).toMatch(/^\[(URL_NOT_ALLOWED|INVALID_INPUT)\]/);
    }
    const told = await pilot.fails("URL_NOT_ALLOWED", "new_page", { url: at("http://BAD/") });
    expect(told).toContain("--allow-origin");
    expect(bad.arrived).toEqual([]);
    expect((await pilot.pages()).length).toBe(pages);
    // A session's own proxy would be a way around those of the rules.
    const proxied = await pilot.fails("INVALID_INPUT", "open_session", { proxy: { server: bad.host } });
    expect(proxied).toMatch(/allowOrigins.* and proxy.* exclude each other/);
    // An address that leads out of bounds by a redirect, and a page that goes there by itself.
    const redirected = await pilot.fails("URL_NOT_ALLOWED", "navigate_page", { url: `${good.url}/redirect-302?x` });
    expect(redirected).toContain(bad.host);
    await pilot.see(`${good.url}/form/x`);
    const answer = await pilot.click("button", "Go");
    const stopped = `Stopped, because this session may not go there: 1 request to "http://${bad.host}"`;
    expect(answer).toContain(stopped);
    // Of what a page opens, the answer tells, or the next one of the page that opened it.
    for (const name of ["Go popup", "Go blank"]) {
      await pilot.see(`${good.url}/clicked`);
      const opening = await pilot.click("button", name);
      const told = await until(`${name} to be told`, async () => {
        const texts = [opening, await pilot.ok("press_key", { key: "Shift" })];
        return texts.find((text) => text.includes(stopped));
      });
      expect(opening).toContain("Opened page");
      expect(told.split(stopped)).toHaveLength(2);
    }
    expect(bad.arrived).toEqual([]);
    await pilot.close();
  });

  it("that are blocked are blocked also where they are allowed, in every session", async () => {
    const args = [
      "--tools",
      "web,sessions",
      "--allow-origin",
      "*://*:*",
      "--block-origin",
      at("*://127.0.0.1:BADPORT"),
    ];
    const pilot = await Pilot.start({ browser, args });
    bad.arrived = [];
    const text = await pilot.fails("URL_NOT_ALLOWED", "navigate_page", { url: at("http://BAD/") });
    expect(text).toContain(at('"*://127.0.0.1:BADPORT"'));
    expect(text).toContain("--block-origin");
    const session = /session (\S{22})\./.exec(await pilot.ok("open_session"))?.[1];
    for (const own of [{}, { session }]) {
      for (const name of ["fetch", "websocket", "redirect", "shared-worker", "iframe-srcdoc"]) {
        await pilot.ok("navigate_page", { url: `${good.url}/alone/${name}`, ...own });
      }
    }
    await sleep(500);
    expect(bad.arrived).toEqual([]);
    // A server can have more names: alone, a list of blocked ones is no boundary.
    await pilot.ok("navigate_page", { url: at("http://localhost:BADPORT/known-gap") });
    expect(bad.arrived).toContain("GET /known-gap");
    await pilot.close();
  });
});

/** Servers that ask for a name and a password, and what a session is told of them. */
async function servers() {
  let away = "";
  const asks = (password: string) => (asked: string, request: { headers: { authorization?: string | undefined } }) =>
    asked === "/away" || asked === "/home"
      ? { status: 302, headers: { location: asked === "/away" ? away : "/in" } }
      : request.headers.authorization === `Basic ${Buffer.from(`ann:${password}`).toString("base64")}`
        ? { body: `${NO_ICON}<title>In</title><p>inside` }
        : {
            status: 401,
            headers: { "www-authenticate": 'Basic realm="x"' },
            body: `${NO_ICON}<title>Out</title><p>outside`,
          };
  const [own, wrong, other] = await Promise.all([
    Serving.start(asks("s3cret-word")),
    Serving.start(asks("another")),
    Serving.start(asks("s3cret-word")),
  ]);
  away = `${other.url}/away-from-home`;
  const file = path.join(mkdtempSync(path.join(tmpdir(), "uipilot-login-")), "login.txt");
  writeFileSync(file, "ann:s3cret-word\n");
  const args = ["--http-credentials", `${own.url}=${file}`, "--http-credentials", `${wrong.url}=env:WRONG_LOGIN`];
  /** They go to their origin only, once for each request, and are never shown. */
  const check = async (pilot: Pilot, fails: boolean) => {
    await pilot.see(own.url).then((tree) => expect(tree.text).toContain("inside"));
    const told = await pilot.call("navigate_page", { url: wrong.url });
    expect(wrong.asked.filter(({ headers }) => headers.authorization !== undefined).length).toBe(1);
    // Firefox shows the server's page for it.
    expect(told.text.includes("the server refused the name and the password")).toBe(fails);
    const led = await pilot.call("navigate_page", { url: `${own.url}/away` });
    expect(led.text).not.toContain('"In"');
    expect(other.asked.length).toBeGreaterThan(0);
    expect(await pilot.ok("navigate_page", { url: `${own.url}/home` })).toContain('"In"');
    const refused = await pilot.call("navigate_page", { url: other.url });
    expect(other.asked.length).toBeGreaterThan(0);
    expect(other.asked.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    expect(refused.text).toContain("--http-credentials");
    for (const text of [told.text, refused.text, pilot.stderr]) expect(text).not.toContain("s3cret");
    for (const server of [own, wrong, other]) server.close();
  };
  return { options: { args, env: { WRONG_LOGIN: "ann:s3cret-word" } }, check };
}

it("are refused by the server at its start beside another proxy", () => {
  const args = [serverEntry, "--proxy-server", "http://127.0.0.1:1", "--allow-origin", "http://a.test"];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", input: "" });
  expect(status).toBe(2);
  expect(stderr).toContain("--allow-origin and a proxy by --proxy-server exclude each other");
});
