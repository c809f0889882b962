// An HTTP proxy on loopback for one page of a browser. It carries what the guard permits, so that scripts and parts of a page
// reach no private network either.

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Guard } from "./guard.js";
import { parseUrl, shownUrl } from "./words.js";

/** Headers of one connection, which a proxy does not pass on (RFC 9110, 7.6.1). */
const OF_ONE_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authorization",
  "proxy-authenticate",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A proxy that runs. */
export interface GuardingProxy {
  /** For a browser's settings. */
  readonly url: string;
  /** What was refused or could not be reached: addresses as they may be shown, the first 20. */
  readonly refused: readonly string[];
  /** Whether it stopped because the page loaded more than it may. */
  readonly exhausted: boolean;
  /** Ends all its connections. */
  close(): Promise<void>;
}

/**
 * Starts a proxy.
 *
 * What it refuses, it answers by closing the connection, so that no words of ours become the content of a page.
 *
 * @param maxBytes - the most bytes that all servers together may send through it
 */
export async function startProxy(guard: Guard, maxBytes: number): Promise<GuardingProxy> {
  const sockets = new Set<Duplex>();
  const refused: string[] = [];
  let left = maxBytes;
  const refuse = (what: string) => {
    if (refused.length < 20) refused.push(what);
  };
  const keep = <T extends Duplex>(socket: T): T => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    return socket;
  };
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) for (const socket of sockets) socket.destroy();
  };

  const forward = (message: IncomingMessage, response: ServerResponse) => {
    const url = parseUrl(message.url ?? "");
    try {
      if (url === undefined || url.protocol !== "http:") throw new Error("no address for a proxy");
      guard.checkUrl(url);
    } catch {
      refuse(url === undefined ? "a request that is not for a proxy" : shownUrl(url));
      message.socket.destroy();
      return;
    }
    const outgoing = request(url, {
      method: message.method,
      headers: passedOn(message),
      lookup: guard.lookup,
      agent: false,
      setHost: false,
    });
    outgoing.on("socket", keep);
    outgoing.on("error", () => {
      refuse(shownUrl(url));
      message.socket.destroy();
    });
    outgoing.on("response", (answer) => {
      answer.on("data", count);
      answer.on("error", () => message.socket.destroy());
      response.writeHead(answer.statusCode ?? 502, passedOn(answer));
      answer.pipe(response);
    });
    message.pipe(outgoing);
  };

  const tunnel = (message: IncomingMessage, client: Duplex, begun: Buffer) => {
    keep(client);
    const url = parseUrl(`https://${message.url ?? ""}`);
    const port = Number(/:(\d+)$/.exec(message.url ?? "")?.[1]);
    try {
      if (url === undefined || !Number.isInteger(port)) throw new Error("no host and port");
      guard.checkEndpoint(url.hostname, port);
    } catch {
      refuse(url === undefined ? "a tunnel to no host" : shownUrl(url));
      client.destroy();
      return;
    }
    const server: Socket = keep(connect({ host: url.hostname.replace(/^\[|\]$/g, ""), port, lookup: guard.lookup }));
    server.on("error", () => {
      refuse(shownUrl(url));
      client.destroy();
    });
    server.on("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.write(begun);
      server.on("data", count);
      server.pipe(client);
      client.pipe(server);
    });
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
  };

  const proxy = createServer(forward);
  proxy.on("connection", keep);
  proxy.on("connect", tunnel);
  // Browsers open tunnels for WebSockets.
  proxy.on("upgrade", (_message, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    proxy.once("error", reject);
    proxy.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    refused,
    get exhausted() {
      return left < 0;
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function passedOn(message: IncomingMessage): string[] {
  const named = (message.headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const kept: string[] = [];
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const [name = "", content = ""] = message.rawHeaders.slice(index, index + 2);
    const lower = name.toLowerCase();
    if (!OF_ONE_CONNECTION.has(lower) && !named.includes(lower)) kept.push(name, content);
  }
  return kept;
}
