// The reader of pages, in a real Chromium, and the two tools of the workspace that use it.

import { createSocket } from "node:dgram";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { workspaceConfig } from "../../npm/workspace/src/config.ts";
import { makeFetchTool } from "../../npm/workspace/src/fetch/tool.ts";
import { AddressPolicy } from "../../npm/workspace/src/net/addresses.ts";
import { Guard } from "../../npm/workspace/src/net/guard.ts";
import { startProxy } from "../../npm/workspace/src/net/proxy.ts";
import { makeSearchTool } from "../../npm/workspace/src/search/tool.ts";
import buildThread from "../../npm/workspace/test/fetch/build-thread.ts";
import { processTree } from "../../tests/support/processes.ts";
import { BrowserPageReader } from "../src/page-reader.ts";

vi.setConfig({ testTimeout: 30_000 });

const pages = new Map<string, string>();
const front = await serve((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://x");
  const page = pages.get(pathname);
  if (pathname === "/moved") response.writeHead(302, { location: "/app" }).end();
  else if (page === undefined) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
});
const secret = await serve((_request, response) => {
  response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" }).end("<p>the secret</p>");
});
const executable = process.env["UIPILOT_TEST_CHROMIUM"] ?? "/usr/bin/chromium";
const reader = new BrowserPageReader({ launch: { executable } });
// All names lead to this machine; only one of them is permitted.
const guard = new Guard(new AddressPolicy(["page.example"]), async () => ["127.0.0.1"]);
const site = `http://page.example:${front.port}`;

beforeAll(buildThread);

let before = 0;
beforeEach(() => {
  before = secret.touched();
});
afterAll(async () => {
  await Promise.all([front.close(), secret.close()]);
  const browsers = () => processTree(process.pid).filter(({ executable: name }) => name.includes("chrom"));
  await vi.waitFor(() => expect(browsers()).toEqual([]), { timeout: 5_000, interval: 100 });
});

async function serve(listener: RequestListener) {
  let touched = 0;
  const server = createServer(listener);
  server.on("connection", () => touched++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, touched: () => touched, close };
}

async function read(path: string, timeoutMs = 20_000, signal = new AbortController().signal) {
  const proxy = await startProxy(guard, 10_000_000);
  try {
    return {
      page: await reader.read(`${site}${path}`, { signal, timeoutMs, proxy: proxy.url }),
      refused: [...proxy.refused],
    };
  } catch (error) {
    return { error: error as Error, refused: [...proxy.refused] };
  } finally {
    await proxy.close();
  }
}

const app = `<!doctype html><html lang="en"><head><title>loading</title></head><body><div id="root"></div><script>
setTimeout(() => {
  document.title = "The app";
  const card = document.createElement("x-card");
  card.attachShadow({ mode: "open" }).innerHTML = "<p>from a shadow root</p>";
  root.innerHTML = "<h1>Written by script</h1><p>" + "These words exist only after the script has run. ".repeat(8) + "</p>";
  root.append(card);
}, 300);
</script></body></html>`;

test("a page that its script writes is read at rest, after redirects, with its shadow roots", async () => {
  pages.set("/app", app);
  const { page, error } = await read("/moved");
  expect(error).toBeUndefined();
  expect(page).toMatchObject({ url: `${site}/app`, title: "The app" });
  expect(page?.html).toContain("Written by script");
  expect(page?.html).toContain("from a shadow root");
});

test("scripts and parts of a page reach nothing that the guard does not permit", async () => {
  const hosts = [
    `127.0.0.1:${secret.port}`,
    `localhost:${secret.port}`,
    `[::1]:${secret.port}`,
    `other.example:${secret.port}`,
    `2130706433:${secret.port}`,
  ];
  const attempts = hosts.map(
    (host) => `
    fetch("http://${host}/fetch", { mode: "no-cors" }).then(() => note("fetch"), () => {});
    navigator.sendBeacon("http://${host}/beacon", "x");
    new Image().src = "http://${host}/image";
    try { new WebSocket("ws://${host}/socket").onopen = () => note("socket"); } catch {}
    new EventSource("http://${host}/events").onopen = () => note("events");
    new Worker(URL.createObjectURL(new Blob(['fetch("http://${host}/worker")'])));
    document.head.insertAdjacentHTML("beforeend", '<link rel="prefetch" href="http://${host}/p"><link rel="preconnect" href="http://${host}"><link rel="stylesheet" href="http://${host}/s">');
    document.body.insertAdjacentHTML("beforeend", '<iframe src="http://${host}/frame"></iframe><object data="http://${host}/object"></object><form action="http://${host}/form" method="post" target="popup"></form>');
    open("http://${host}/popup");
    for (const form of document.forms) form.submit();`,
  );
  pages.set(
    "/hostile",
    `<!doctype html><title>hostile</title><body><p id="out">nothing came</p><script>
    const note = (what) => { out.textContent = "reached by " + what; };
    ${attempts.map((code) => `{${code}}`).join("\n")}
    </script></body>`,
  );
  const { page, refused, error } = await read("/hostile");
  expect(error).toBeUndefined();
  expect(page?.html).toContain("nothing came");
  expect(refused.length).toBeGreaterThan(4);
  expect(secret.touched()).toBe(before);
});

test("the browser itself asks for nothing: what fails was asked for by the page", async () => {
  // It lasts as long as a page may, and has what browsers look after: a login, and words of another language.
  pages.set(
    "/quiet",
    `<!doctype html><html lang="fr"><head><title>quiet</title></head><body><p id="p">Bonjour tout le monde</p>
    <form action="https://page.example/login"><input name="user" autocomplete="username"><input type="password"></form><script>
    new Image().src = "http://missing.example/picture"; fetch("https://missing.example/data").catch(() => {});
    setInterval(() => { p.dataset.n = performance.now(); }, 20);
    </script></body></html>`,
  );
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? "");
    const { pathname } = new URL(request.url ?? "/", "http://x");
    response.writeHead(200, { "content-type": "text/html" }).end(pages.get(pathname));
  };
  const proxy = createServer(listener).on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  for (let round = 0; round < 2; round += 1) {
    await reader.read("http://page.example/quiet", { signal, timeoutMs: 25_000, proxy: address });
  }
  proxy.close();
  proxy.closeAllConnections();
  expect([...new Set(asked)].sort()).toEqual([
    "http://missing.example/picture",
    "http://page.example/favicon.ico",
    "http://page.example/quiet",
    "missing.example:443",
  ]);
}, 60_000);

test("WebRTC reaches nothing, neither by UDP nor by TCP", async () => {
  let packets = 0;
  const udp = createSocket("udp4").on("message", () => packets++);
  await new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve));
  const urls = [`stun:127.0.0.1:${udp.address().port}`, `turn:127.0.0.1:${secret.port}?transport=tcp`];
  pages.set(
    "/rtc",
    `<!doctype html><title>rtc</title><body><script>
    const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(urls)}, username: "u", credential: "c" }] });
    peer.createDataChannel("x");
    peer.onicecandidate = ({ candidate }) => { if (candidate) document.body.append(candidate.candidate); };
    peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => document.body.append("offered"));
    </script></body>`,
  );
  // Chromium's renderer may crash here where it has no network service to ask. That is an error, and reaches nothing either.
  const { page, error } = await read("/rtc");
  if (error === undefined) expect(page?.html).toContain("offered");
  expect(packets).toBe(0);
  expect(secret.touched()).toBe(before);
  udp.close();
});

test.each([
  ["by script", (to: string) => `<script>location.href = ${JSON.stringify(to)}</script>`],
  ["by meta refresh", (to: string) => `<meta http-equiv="refresh" content="0;url=${to}">`],
])("a page that leads itself to this machine %s is an error", async (_how, markup) => {
  pages.set("/away", `<!doctype html><body>${markup(`http://127.0.0.1:${secret.port}/`)}<p>before</p></body>`);
  const { page, error } = await read("/away");
  expect(page?.html ?? "").not.toContain("the secret");
  expect(error).toBeDefined();
  expect(secret.touched()).toBe(before);
});

test("files of this machine are not shown", async () => {
  pages.set(
    "/file",
    `<!doctype html><body><iframe src="file:///etc/hostname"></iframe><script>location.href = "file:///etc/hostname"</script>here</body>`,
  );
  const { page } = await read("/file");
  expect(page?.url ?? "").not.toContain("file:");
});

test("dialogs and endless changes do not hold a page up", async () => {
  pages.set(
    "/busy",
    `<!doctype html><body><p id="p">text</p><script>alert("one"); confirm("two"); setInterval(() => { p.dataset.n = performance.now(); }, 20)</script></body>`,
  );
  const { page, error } = await read("/busy");
  expect(error).toBeUndefined();
  expect(page?.html).toContain("text");
});

test("a page that blocks its script ends with the time limit, and its browser with it", async () => {
  pages.set("/stuck", "<!doctype html><body><script>setTimeout(() => { for (;;); }, 50)</script></body>");
  const began = performance.now();
  const { error } = await read("/stuck", 4_000);
  expect(error).toBeDefined();
  expect(performance.now() - began).toBeLessThan(9_000);
});

test("a cancelled read rejects with the caller's reason", async () => {
  pages.set("/app", app);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("no longer wanted")), 500);
  const { error } = await read("/app", 20_000, controller.signal);
  expect(error?.message).toBe("no longer wanted");
});

function parts(config: object) {
  return { config: workspaceConfig.parse(config), browser: reader, log: () => undefined, environment: {} };
}

test("documentFetchingParsingTool reads a page that is empty without scripts through the browser", async () => {
  pages.set("/app", app);
  const { tool, close } = makeFetchTool(parts({ fetch: { allowPrivate: ["page.example"] } }), async () => [
    "127.0.0.1",
  ]);
  const answer = await tool.call({ url: `${site}/moved` });
  expect(answer).toMatchObject({
    fetchedUrl: `${site}/app`,
    status: "SUCCESS",
    title: "The app",
    metadata: { rendered: true },
  });
  expect(answer["cleanedTextContent"]).toContain("These words exist only after the script has run.");
  expect(answer["cleanedTextContent"]).toContain("from a shadow root");
  const never = await tool.call({ url: `${site}/app`, render: "never" });
  expect(never["metadata"]).not.toHaveProperty("rendered");
  await close?.();
});

test("webSearchTool reads a search page in the browser", async () => {
  pages.set(
    "/search",
    `<!doctype html><title>Search</title><body><nav><a href="https://elsewhere.example/">Other service of ours</a></nav><main id="list"></main><script>
    const query = new URLSearchParams(location.search).get("q");
    setTimeout(() => { for (const n of [1, 2, 3]) list.insertAdjacentHTML("beforeend",
      '<div class="result"><h2><a href="/out?url=' + encodeURIComponent("https://site" + n + ".example/page") + '">Result ' + n + ' for ' + query + '</a></h2><span>site' + n + '.example</span><p>The snippet of result ' + n + '.</p></div>'); }, 100);
    </script></body>`,
  );
  const url = `http://127.0.0.1:${front.port}/search?q={query}`;
  const { tool, close } = makeSearchTool(parts({ search: { provider: "browser", browser: { url } } }));
  const answer = await tool.call({ query: "green & <tea>", numResults: 2 });
  expect(tool.outputSchema.parse(answer)).toMatchObject({
    searchQueryExecuted: "green & <tea>",
    errorDetails: null,
    results: [
      { title: "Result 1 for green &", link: "https://site1.example/page", snippet: "The snippet of result 1." },
      { title: "Result 2 for green &", link: "https://site2.example/page", snippet: "The snippet of result 2." },
    ],
  });
  await close?.();
});
