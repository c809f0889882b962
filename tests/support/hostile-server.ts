/** A server that the extension is paired with, and that sends whatever a test wants. */

import { createHmac, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** The answer to a command. */
export interface HostileReply {
  result?: Record<string, unknown>;
  error?: { code: number; message: string };
}

const CODE = "7K2QXM9D4T";

/** A server with a valid pairing. */
export class HostileServer {
  /** Everything that the extension sent, as it came. */
  readonly received: string[] = [];
  #socket: WebSocket | undefined;
  #next = 1;
  readonly #waiting = new Map<number, (reply: HostileReply) => void>();
  readonly #id = randomBytes(16).toString("hex");
  readonly #token = randomBytes(32).toString("hex");
  #parts = "";

  private constructor(private readonly http: Server) {}

  /** Starts to listen. */
  static async start(): Promise<HostileServer> {
    const http = createServer((_, response) => {
      response.setHeader("server", "uipilot/0.1.0");
      response.end("{}");
    });
    const server = new HostileServer(http);
    new WebSocketServer({ server: http, maxPayload: 1 << 28 }).on("connection", (socket) => server.#greet(socket));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** The code that the user enters. */
  get code(): string {
    return CODE;
  }

  get isConnected(): boolean {
    return this.#socket !== undefined;
  }

  /** Sends a command. */
  send(method: string, params: unknown = {}, sessionId?: string): Promise<HostileReply> {
    const id = this.#next++;
    this.raw(JSON.stringify({ type: "cdp", id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Sends a text as it is. */
  raw(text: string): void {
    this.#socket?.send(text);
  }

  /** The events of a kind that came so far. */
  events<T = Record<string, unknown>>(method: string): T[] {
    return this.received
      .map((text) => JSON.parse(text) as { method?: string; params?: T })
      .flatMap((message) => (message.method === method && message.params !== undefined ? [message.params] : []));
  }

  async close(): Promise<void> {
    this.#socket?.terminate();
    await new Promise((resolve) => this.http.close(resolve));
  }

  #greet(socket: WebSocket): void {
    const nonce = randomBytes(16).toString("hex");
    socket.on("message", (data) => this.#receive(socket, nonce, String(data)));
    socket.on("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    socket.send(JSON.stringify({ type: "hello", version: 1, serverId: this.#id, name: "uipilot 0.1.0", nonce }));
  }

  #receive(socket: WebSocket, nonce: string, text: string): void {
    const message = JSON.parse(text) as Record<string, unknown>;
    if (message.type === "chunk") {
      this.#parts += String(message.data);
      if (message.last !== true) return;
      const whole = this.#parts;
      this.#parts = "";
      this.#receive(socket, nonce, whole);
      return;
    }
    if (message.type === "pair" || message.type === "authenticate") {
      const pairs = message.type === "pair";
      const said = `uipilot 1 ${pairs ? "pair-server" : "server"}\n${this.#id}\n${message.clientId}\n${nonce}\n${message.nonce}`;
      const proof = createHmac("sha256", pairs ? CODE : this.#token)
        .update(said)
        .digest("hex");
      socket.send(JSON.stringify(pairs ? { type: "paired", proof, token: this.#token } : { type: "welcome", proof }));
      socket.send(JSON.stringify({ type: "cdp-open" }));
      this.#socket = socket;
      return;
    }
    this.received.push(text);
    if (message.type === "cdp" && typeof message.id === "number") {
      this.#waiting.get(message.id)?.(message as HostileReply);
      this.#waiting.delete(message.id);
    }
  }
}
