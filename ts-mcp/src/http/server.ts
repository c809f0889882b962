// The server on a port: the protocol at /mcp, and its state at /health and /ready.

import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, isLegacyRequest, type Server } from "@modelcontextprotocol/server";
import { NamedSessions } from "../client-sessions.ts";
import type { Log } from "../log.ts";
import type { SessionAccess, Sessions } from "../sessions.ts";
import { MAX_MESSAGE } from "../stdio.ts";
import { errorBody } from "./answers.ts";
import { Clients } from "./clients.ts";
import { refusal } from "./guard.ts";

/** Where the server listens, and to whom. */
export interface HttpOptions {
  /** 0 for any free port. */
  port: number;
  /** The address to listen at. */
  host: string;
  /** Names that the Host header may hold, beside those of the loopback. */
  allowedHosts: readonly string[];
  /** What clients have to know, if anything. */
  token?: string;
  /** Whether all clients work in the one default session. */
  shareSession: boolean;
}

/** What the server answers with. */
export interface HttpParts {
  /** Creates a server for a client, or for a request of the protocol without a handshake. */
  create(sessions: SessionAccess): Server;
  sessions: Sessions;
  /** The most browser sessions of one client. */
  mostSessions: number;
  /** A client without a request for this time is forgotten, in milliseconds. */
  idleMs: number;
  log: Log;
}

const MOST_CONNECTIONS = 256;
/** A client has this time to send the head of a request, in milliseconds. */
const HEAD_WITHIN_MS = 10_000;
/** A client has this time to send a whole request, in milliseconds. */
const REQUEST_WITHIN_MS = 60_000;

/** The last answers have this time to get to their clients, in milliseconds. */
const SEND_WITHIN_MS = 500;

/** A request to a server always has these. */
type ServerRequest = IncomingMessage & { method: string; url: string };

/** A server that listens. */
export interface Listening {
  /** The address of the protocol. */
  url: string;
  /** From now on new requests are refused, and /ready says so. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * Listens.
 *
 * @throws the error of the system if the address cannot be listened at
 */
export async function listen(options: HttpOptions, parts: HttpParts): Promise<Listening> {
  const { log } = parts;
  const { shareSession, host, port } = options;
  const onerror = (error: Error) => log.write("info", "http", error.message);
  const clients = new Clients({ ...parts, shareSession, mostBytes: MAX_MESSAGE });
  const named = shareSession ? parts.sessions : new NamedSessions(parts.sessions);
  const modern = createMcpHandler(() => parts.create(named), {
    legacy: "reject",
    maxRequestBodySize: MAX_MESSAGE,
    onerror,
  });
  const mcp = toNodeHandler(
    {
      fetch: async (request) =>
        (await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_MESSAGE }))
          ? clients.fetch(request)
          : modern.fetch(request),
    },
    { maxRequestBodySize: MAX_MESSAGE, onerror },
  );
  const rules = { hosts: options.allowedHosts, token: options.token };
  let draining = false;
  /** Responses to requests. Streams for the server's own messages, which never end by themselves, are not among them. */
  const answering = new Set<ServerResponse>();

  const server = createHttpServer(
    { headersTimeout: HEAD_WITHIN_MS, requestTimeout: REQUEST_WITHIN_MS },
    (request: IncomingMessage, response: ServerResponse) => {
      const { pathname } = new URL(request.url ?? "/", "http://unused");
      if (pathname === "/health") return answer(response, 200, "ok\n");
      if (pathname === "/ready") return answer(response, draining ? 503 : 200, draining ? "ending\n" : "ready\n");
      const refused = refusal(request.headers, rules);
      if (refused !== undefined) {
        log.write("info", "http", `refused a request: ${refused.message}`);
        const challenge: Record<string, string> = refused.status === 401 ? { "www-authenticate": "Bearer" } : {};
        return answer(response, refused.status, errorBody(refused.message), challenge);
      }
      if (pathname !== "/mcp") return answer(response, 404, errorBody("the protocol is spoken at /mcp"));
      if (draining) return answer(response, 503, errorBody("the server is ending"), { "retry-after": "5" });
      if (request.method === "POST") {
        answering.add(response);
        response.once("close", () => answering.delete(response));
      }
      mcp(request as ServerRequest, response).catch(onerror);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(port, host);
  await once(server, "listening");
  server.on("error", onerror);
  const { address, port: given, family } = server.address() as AddressInfo;
  const shown = family === "IPv6" ? `[${address}]` : address;

  return {
    url: `http://${shown}:${given}/mcp`,
    drain: () => {
      draining = true;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const sent = [...answering].map((response) => new Promise((resolve) => response.once("close", resolve)));
      await Promise.race([Promise.all(sent), setTimeout(SEND_WITHIN_MS)]);
      await Promise.all([clients.close(), modern.close()]);
      // What is left are idle connections and streams that clients keep open.
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Answers without having read the body; the rest of it is not waited for. */
function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const type = body.startsWith("{") ? "application/json" : "text/plain";
  response.writeHead(status, { "content-type": type, connection: "close", ...headers });
  response.end(body);
}
