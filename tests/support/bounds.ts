/** Two servers for tests of where a browser may go: one that serves pages, and one that must not receive a byte. */

import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A server that counts whoever connects to it. */
export class Forbidden {
  readonly #server: Server;
  /** What arrived: connections, then requests. */
  arrived: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Forbidden> {
    const server = createServer((request, response) => {
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("content-type", "text/html");
      // Otherwise a link to another origin opens what it leads to, also with the attribute `download`.
      if (request.url === "/download") response.setHeader("content-disposition", "attachment");
      response.end("<!doctype html><title>Forbidden</title>secret of the forbidden server");
      forbidden.arrived.push(`${request.method} ${request.url}`);
    });
    const forbidden = new Forbidden(server);
    server.on("connection", () => forbidden.arrived.push("connection"));
    server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
      forbidden.arrived.push(`UPGRADE ${request.url}`);
      socket.destroy();
    });
    // At 127.0.0.1, [::1] and localhost alike.
    await new Promise<void>((listening) => server.listen(0, "::", listening));
    return forbidden;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Its host and port. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

type Reply = { headers?: Record<string, string>; status?: number; body?: string };

/** A server that serves what a function makes of a path, and remembers what was asked. */
export class Serving {
  asked: { path: string; headers: IncomingMessage["headers"]; method: string }[] = [];

  private constructor(private readonly server: Server) {}

  static async start(answer: (path: string, request: IncomingMessage) => Reply | Promise<Reply>): Promise<Serving> {
    const server = createServer(async (request, response) => {
      const path = request.url ?? "/";
      serving.asked.push({ path, headers: request.headers, method: request.method ?? "" });
      const { status = 200, headers = {}, body = "" } = await answer(path, request);
      response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
      response.end(body);
    });
    const serving = new Serving(server);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return serving;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
