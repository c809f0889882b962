/** A site whose page asks for all kinds of things, and which keeps what it was asked. */

import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { WebSocketServer } from "ws";
import { freePort } from "./port.ts";

/** A request as the server received it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A 1x1 picture. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const HTML = "text/html; charset=utf-8";

const PAGE = (other: string, closed: string) => `<!doctype html><title>Traffic</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css"><script src="/script.js"></script><img src="/dot.png">
<iframe src="${other}/frame"></iframe>
<script>
  const json = { method: "POST", body: JSON.stringify({ user: "ann", password: "hun" + "ter2", items: [{ name: "pear" }] }),
    headers: { "content-type": "application/json", authorization: "Bearer t0p" + "s3cret", "x-api-key": "k3" + "y" } };
  const aborted = new AbortController();
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/socket");
  socket.onopen = () => { socket.send("hello"); socket.send(new Uint8Array([1, 2, 3])); };
  let echoes = 0;
  const echoed = new Promise((done) => { socket.onmessage = () => { if (++echoes === 2) done(); }; });
  const events = new EventSource("/events");
  const ticked = new Promise((done) => events.addEventListener("tick", done, { once: true }));
  const worker = new Worker("/worker.js");
  const worked = new Promise((done) => { worker.onmessage = done; });
  const xhr = new Promise((done) => { const x = new XMLHttpRequest(); x.onloadend = done; x.open("PUT", "/xhr?token=q" + "5&n=1"); x.send("a=1"); });
  addEventListener("load", async () => {
    await Promise.allSettled([echoed, ticked, worked, xhr,
      fetch("/json", json).then((r) => r.text()), fetch("/hop1").then((r) => r.text()), fetch("/missing").then((r) => r.text()),
      fetch("/zipped").then((r) => r.text()), fetch("${closed}"), fetch("/never", { signal: aborted.signal }),
      new Promise((done) => setTimeout(() => done(aborted.abort()), 100))]);
    await new Promise((done) => setTimeout(done, 300));
    document.title = "Done";
  });
</script>`;

/** The site, of two origins. */
export class TrafficSite {
  readonly received: Received[] = [];
  #servers: Server[] = [];
  #sockets: WebSocketServer | undefined;
  url = "";
  other = "";
  closed = "";

  static async start(): Promise<TrafficSite> {
    const site = new TrafficSite();
    const [first, second] = [site.#server(), site.#server()];
    site.#sockets = new WebSocketServer({ server: first, path: "/socket" });
    site.#sockets.on("connection", (socket) =>
      socket.on("message", (message, binary) => socket.send(message, { binary })),
    );
    const port = async (server: Server) => {
      await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
      return (server.address() as AddressInfo).port;
    };
    site.url = `http://127.0.0.1:${await port(first)}`;
    site.other = `http://localhost:${await port(second)}`;
    site.closed = `http://127.0.0.1:${await freePort()}/refused`;
    site.#servers = [first, second];
    return site;
  }

  /** What the server received at a path. */
  at(path: string): Received[] {
    return this.received.filter(({ url }) => url === path || url.startsWith(`${path}?`));
  }

  close(): void {
    this.#sockets?.close();
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  #server(): Server {
    return createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        this.received.push({ method, url, headers, body });
        this.#answer(url, headers, response);
      });
    });
  }

  #answer(url: string, headers: IncomingHttpHeaders, response: ServerResponse): void {
    const send = (
      type: string,
      content: string | Buffer,
      more: Record<string, string | string[]> = {},
      status = 200,
    ) => {
      response.writeHead(status, { "content-type": type, ...more });
      response.end(content);
    };
    const [path = ""] = url.split("?");
    const json = "application/json";
    const answers: Record<string, () => void> = {
      "/": () => send(HTML, PAGE(this.other, this.closed), { "set-cookie": ["id=s3ss10n; HttpOnly", "theme=dark"] }),
      "/blank": () => send(HTML, '<!doctype html><title>Blank</title><link rel="icon" href="data:,">'),
      "/opener": () =>
        send(
          HTML,
          `<!doctype html><title>Opener</title><link rel="icon" href="data:,"><a href="/popup" target="_blank">Open</a>`,
        ),
      "/popup": () =>
        send(
          HTML,
          '<!doctype html><title>Popup</title><link rel="icon" href="data:,"><script>fetch("/of-popup")</script>',
        ),
      "/frame": () => send(HTML, `<script>fetch("/of-frame")</script>frame`),
      "/style.css": () => send("text/css", "body { color: black }", { "cache-control": "max-age=1000" }),
      "/script.js": () =>
        headers["if-none-match"] === '"v1"'
          ? send("text/javascript", "", { etag: '"v1"' }, 304)
          : send("text/javascript", "window.loaded = 1;", { etag: '"v1"' }),
      "/dot.png": () => send("image/png", PNG),
      "/worker.js": () =>
        send(
          "text/javascript",
          'fetch("/of-worker", { method: "POST", body: "from worker" }).then(() => postMessage(1));',
        ),
      "/json": () => send(json, '{"items": [{"name": "pear"}, {"name": "plum"}], "access_token": "t0k3n"}'),
      "/zipped": () => send(json, gzipSync(`{"long": "${"x".repeat(5000)}"}`), { "content-encoding": "gzip" }),
      "/hop1": () => send("text/plain", "", { location: "/hop2" }, 302),
      "/hop2": () => send("text/plain", "", { location: "/final" }, 307),
      "/missing": () => send("text/plain", "nothing here", {}, 404),
      "/large": () =>
        send(
          HTML,
          '<!doctype html><link rel="icon" href="data:,"><script>Promise.all(["/bulk", "/nothing"].map((path) => fetch(path).then((r) => r.arrayBuffer()))).then(() => { document.title = "Loaded"; })</script>',
        ),
      "/bulk": () => send("text/plain", "y".repeat(80_000_000)),
      // Without a length, it is sent in chunks.
      "/nothing": () => {
        response.writeHead(200, { "content-type": "text/plain" }).flushHeaders();
        setImmediate(() => response.end());
      },
      "/never": () => undefined,
      "/events": () => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('event: tick\nid: 7\ndata: {"n": 1}\n\n');
      },
    };
    (answers[path] ?? (() => send("text/plain", `at ${path}`)))();
  }
}
