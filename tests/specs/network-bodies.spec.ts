/** Bodies of requests and answers, to the byte: what is told of them is what the server sent and received. */

import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browsers } from "../support/browsers.ts";
import { Pilot } from "../support/pilot.ts";

const PAGE = '<!doctype html><title>Bodies</title><link rel="icon" href="data:,">';
const NUMBERS = '{"id": 12345678901234567890, "price": 1.10, "list": [1e400, {"a": -0.0}], "text": "\\u00e9"}';

let server: Server;
let url: string;
const received: { url: string; body: Buffer }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ url: request.url ?? "", body: Buffer.concat(chunks) });
      answer(request, response);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [name = ""] = (request.url ?? "").split("?");
  const text = { "content-type": "text/plain" };
  if (name === "/" || name === "/next") response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  else if (name === "/204") response.writeHead(204).end();
  else if (name === "/head") response.writeHead(200, { "content-length": 5 }).end();
  else if (name === "/none") response.writeHead(200, { "content-length": 0 }).end();
  else if (name === "/empty") {
    // Without a length, it is sent in chunks.
    response.writeHead(200, text).flushHeaders();
    setImmediate(() => response.end());
  } else if (name === "/begun") response.writeHead(200, text).flushHeaders();
  else if (name === "/half") response.writeHead(200, text).write("a".repeat(1000));
  else if (name === "/big") response.writeHead(200, text).end("0123456789".repeat(300_000));
  else if (name === "/numbers") response.writeHead(200, { "content-type": "application/json" }).end(NUMBERS);
  else if (name === "/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const n of [1, 2, 3]) response.write(`data: ${n}\n\n`);
  } else response.writeHead(200, text).end("ok");
}

describe.each(browsers)("bodies in %s", (browser) => {
  let pilot: Pilot;
  beforeAll(async () => {
    pilot = await Pilot.start({ browser, args: ["--tools", "all", "--allow-script"] });
    await pilot.ok("navigate_page", { url: `${url}/` });
  });
  afterAll(() => pilot.close());

  const run = (script: string) => pilot.ok("evaluate_script", { function: script });
  const line = async (name: string) => {
    const listed = await pilot.ok("list_network_requests", { url: `${url}${name}`, limit: 1 });
    return listed.split("\n").find((one) => /^\d+: /.test(one)) ?? "";
  };
  const get = async (name: string, args: Record<string, unknown> = {}) =>
    pilot.ok("get_network_request", { id: Number.parseInt(await line(name), 10), ...args });
  const har = async (name: string, args: Record<string, unknown> = {}) => {
    await pilot.ok("export_har", { file: "all.har", overwrite: true, ...args });
    const { log } = JSON.parse(readFileSync(path.join(pilot.folder, "all.har"), "utf8"));
    const found = log.entries.filter((entry: { request: { url: string } }) => entry.request.url === `${url}${name}`);
    return found.at(-1);
  };

  it("that an answer cannot have are not missing, though the page does not read them", async () => {
    for (const [name, options] of [
      ["/204?unread", {}],
      ["/204?posted", { method: "POST", body: "x" }],
      ["/head?unread", { method: "HEAD" }],
      ["/none?unread", {}],
      ["/empty?unread", {}],
    ] as const) {
      expect(await run(`() => fetch(${JSON.stringify(name)}, ${JSON.stringify(options)}).then((r) => r.ok)`)).toContain(
        "true",
      );
      await expect.poll(() => line(name), { timeout: 5_000 }).toMatch(/" (200|204) \(fetch.* ms\)/);
      const told = await get(name, { body: "response" });
      expect(told).toContain("Response body: empty.");
      const { response } = await har(name);
      expect(response).not.toHaveProperty("_error");
    }
    expect(await pilot.ok("list_network_requests", { failed: true })).not.toContain("unread");
  });

  it("that a page lets go of half-way did not come", async () => {
    await run(`async () => {
      const stop = new AbortController();
      const { body } = await fetch("/half", { signal: stop.signal });
      await body.getReader().read();
      stop.abort();
    }`);
    await run(`async () => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 200);
      // Firefox waits for the first byte of the body.
      await fetch("/begun", { signal: stop.signal }).catch(() => undefined);
    }`);
    for (const name of ["/half", "/begun"]) {
      await expect.poll(() => line(name), { timeout: 5_000 }).toContain("failed");
      expect(await pilot.ok("list_network_requests", { failed: true })).toContain(name);
    }
  });

  it("of requests are bytes, and their sizes are in bytes", async () => {
    const binary = [0, 1, 2, 255, 254];
    await run(`() => fetch("/put", { method: "PUT", body: new Uint8Array([${binary}]) }).then((r) => r.text())`);
    expect(await get("/put")).toContain("Sizes: request body 5 B");
    expect(await get("/put", { body: "request" })).toContain("Request body: binary, 5 B");
    await get("/put", { body: "request", file: "put.bin" });
    expect([...readFileSync(path.join(pilot.folder, "put.bin"))]).toEqual(binary);
    const { request } = await har("/put", { bodies: true });
    expect(request.bodySize).toBe(5);
    expect(request.postData).toMatchObject({ _encoding: "base64", text: Buffer.from(binary).toString("base64") });

    await run(`() => fetch("/latin", { method: "PUT", body: new Uint8Array([0xe9, 0x41]) }).then((r) => r.text())`);
    expect(await get("/latin", { body: "request" })).toContain("Request body: binary, 2 B");

    await run(`() => fetch("/text", { method: "POST", body: "é€😀" }).then((r) => r.text())`);
    expect(await get("/text", { body: "request" })).toContain('Request body: "é€😀"');
    expect(await get("/text")).toContain("Sizes: request body 9 B");
    expect((await har("/text", { bodies: true })).request).toMatchObject({
      bodySize: 9,
      postData: { text: "é€😀" },
    });

    await run(
      `() => fetch("/long", { method: "POST", body: new Uint8Array(100_000).fill(255) }).then((r) => r.text())`,
    );
    expect(await get("/long", { body: "request" })).toContain("Request body: binary, 100.0 kB");
  });

  it("of forms with files are in an archive also after the page has left", async () => {
    await run(`() => {
      const form = new FormData();
      form.append("file", new Blob(["of the file"], { type: "text/plain" }), "a.txt");
      form.append("field", "é");
      return fetch("/form", { method: "POST", body: form }).then((r) => r.text());
    }`);
    await pilot.ok("navigate_page", { url: `${url}/next` });
    const sent = received.findLast((one) => one.url === "/form")?.body;
    const { request } = await har("/form", { bodies: true });
    expect(request.postData?.text).toBe(sent?.toString());
    expect(request.bodySize).toBe(sent?.length);
    expect(await get("/form", { body: "request" })).toContain("of the file");
  });

  it("that the page takes as a Blob are not told as empty", async () => {
    await run(`() => fetch("/big").then((r) => r.blob()).then(({ size }) => size)`);
    await expect.poll(() => line("/big"), { timeout: 5_000 }).toContain("3.0 MB");
    expect(await get("/big")).not.toContain("response body 0 B");
    const { response } = await har("/big");
    expect(response.content.size).not.toBe(0);
    expect((await har("/big", { bodies: true })).response.content.size).toBe(3_000_000);
  });

  it("of JSON give the numbers of a part as they stand there", async () => {
    await run(`() => fetch("/numbers").then((r) => r.text())`);
    for (const [at, told] of [
      ["id", "12345678901234567890"],
      ["price", "1.10"],
      ["list", '[1e400,{"a":-0.0}]'],
      ["text", '"é"'],
    ] as const) {
      const lines = (await get("/numbers", { body: "response", path: at })).split("\n");
      expect(lines).toContain(`Response body at "${at}": ${told}`);
    }
  });

  it("of event streams are messages, where the browser reports them", async () => {
    await run(`() => new Promise((done) => {
      const stream = new EventSource("/events");
      let count = 0;
      stream.onmessage = () => { if (++count === 3) done(count); };
    })`);
    if (browser === "chromium") {
      expect(await get("/events")).toContain("Messages: 3; frames shows them.");
      return;
    }
    const told = await get("/events", { body: "response" });
    expect(told).toContain("Messages: this browser does not report them.");
    expect(told).not.toContain("frames");
    expect(told).toContain("Response body: not there, because an event stream has messages and no body");
    const id = Number.parseInt(await line("/events"), 10);
    const refused = await pilot.fails("UNSUPPORTED", "get_network_request", { id, frames: 5 });
    expect(refused).toContain("open the page in Chromium");
  });

  it("from files have the type that their names say, or bytes", async () => {
    const type = async (file: string, content: string | Buffer) => {
      writeFileSync(path.join(pilot.folder, file), content);
      await pilot.ok("route", { action: "add", url: `${url}/${file}`, do: "fulfill", file });
      return run(`() => fetch("/${file}").then((r) => r.headers.get("content-type"))`);
    };
    expect(await type("a.bin", Buffer.from([0, 255, 254]))).toContain('"application/octet-stream"');
    expect(await type("a.woff2", Buffer.from([0, 255, 254]))).toContain('"font/woff2"');
    expect(await type("a.words", "words: é")).toContain('"text/plain; charset=utf-8"');
    await pilot.ok("route", { action: "clear" });
  });

  it("of requests whose headers a route cannot change are refused by name", async () => {
    const add = (more: Record<string, unknown>) => ({ action: "add", url: `${url}/*`, do: "continue", ...more });
    if (browser === "firefox") {
      await pilot.ok("route", add({ removeHeaders: ["Accept-Language"] }));
      await pilot.ok("route", { action: "clear" });
      return;
    }
    for (const name of ["Accept-Language", "Cookie", "Sec-Fetch-Mode", "Host"]) {
      const refused = await pilot.fails("UNSUPPORTED", "route", add({ removeHeaders: ["x-own", name] }));
      expect(refused).toContain(name);
    }
    // The browser would let the request wait for ever.
    await pilot.fails("UNSUPPORTED", "route", add({ headers: { "Content-Length": "1" } }));
    expect(await pilot.ok("route", { action: "list" })).toContain("No routes");
  });
});
