// The clients of the protocol with a handshake: each has an MCP session, which it names in every request.

import { randomUUID } from "node:crypto";
import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { ClientSessions } from "../client-sessions.ts";
import { type Log, trace } from "../log.ts";
import type { SessionAccess, Sessions } from "../sessions.ts";
import { jsonError } from "./answers.ts";
import { RecentEvents } from "./events.ts";

/** The most clients at once. */
const MOST_CLIENTS = 100;
const ID_HEADER = "mcp-session-id";

/** What the clients share. */
export interface Shared {
  /** Creates the server for a client. */
  create(sessions: SessionAccess): Server;
  sessions: Sessions;
  /** Whether all clients work in the one default session. */
  shareSession: boolean;
  /** The most browser sessions of one client. */
  mostSessions: number;
  /** A client without a request for this time is forgotten, in milliseconds. */
  idleMs: number;
  /** The longest body of a request, in bytes. */
  mostBytes: number;
  log: Log;
}

/** The clients that have shaken hands. */
export class Clients {
  readonly #shared: Shared;
  readonly #known = new Map<string, HandshakeClient>();

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Answers a request. */
  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get(ID_HEADER);
    if (id !== null) {
      const client = this.#known.get(id);
      // The protocol's sign to a client that it has to shake hands again.
      return client?.fetch(request) ?? jsonError(404, "there is no such session: initialize a new one");
    }
    if (this.#known.size >= MOST_CLIENTS) {
      return jsonError(503, `${MOST_CLIENTS} clients are connected, which is the most: try later`);
    }
    const client = await HandshakeClient.create(this.#shared, {
      began: (id) => this.#known.set(id, client),
      ended: (id) => this.#known.delete(id),
    });
    const response = await client.fetch(request);
    // The request was no handshake, or a wrong one.
    if (client.id === undefined) await client.end();
    return response;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#known.values()].map((client) => client.end()));
  }
}

interface Events {
  began(id: string): void;
  ended(id: string): void;
}

/** One client. */
class HandshakeClient {
  id: string | undefined;
  readonly #shared: Shared;
  readonly #events: Events;
  readonly #own: ClientSessions;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  #server: Server | undefined;
  /** Requests that are being answered. */
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(shared: Shared, events: Events) {
    this.#shared = shared;
    this.#events = events;
    this.#own = new ClientSessions(shared.sessions, shared.mostSessions);
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.id = id;
        this.#events.began(id);
      },
      // The answer to the request that closes the session waits for this.
      onsessionclosed: () => this.end(),
      eventStore: new RecentEvents(),
      maxRequestBodySize: shared.mostBytes,
    });
  }

  static async create(shared: Shared, events: Events): Promise<HandshakeClient> {
    const client = new HandshakeClient(shared, events);
    client.#server = shared.create(shared.shareSession ? shared.sessions : client.#own);
    await client.#server.connect(client.#transport);
    return client;
  }

  async fetch(request: Request): Promise<Response> {
    clearTimeout(this.#timer);
    this.#running++;
    let counted = true;
    const answered = () => {
      if (!counted) return;
      counted = false;
      this.#running--;
      this.#rest();
    };
    // A stream for the server's own messages is no sign of life: it stays open when the client's machine is gone.
    if (request.method === "GET") answered();
    try {
      const response = await this.#transport.handleRequest(request);
      return watched(response, answered);
    } catch (error) {
      answered();
      throw error;
    }
  }

  /** Ends the connection and the client's sessions. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running = Number.POSITIVE_INFINITY;
    const { id } = this;
    if (id !== undefined) this.#events.ended(id);
    await this.#own.end();
    await this.#server?.close();
  }

  #rest(): void {
    if (this.#running > 0) return;
    this.#timer = setTimeout(() => {
      this.#shared.log.write("info", "http", "a client was forgotten after a long time without a request");
      this.end().catch((error) => this.#shared.log.write("warn", "http", `closing failed: ${trace(error)}`));
    }, this.#shared.idleMs);
    this.#timer.unref();
  }
}

/** The response, which tells when its body has been sent or given up. */
function watched(response: Response, ended: () => void): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) {
    ended();
    return response;
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        ended();
        controller.close();
      } catch (error) {
        ended();
        controller.error(error);
      }
    },
    async cancel(reason) {
      ended();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
