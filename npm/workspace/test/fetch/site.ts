// A web server on loopback that counts its requests, and a tool that may reach it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PageReader } from "../../src/browser.ts";
import { type WorkspaceConfig, workspaceConfig } from "../../src/config.ts";
import { makeFetchTool } from "../../src/fetch/tool.ts";
import type { Resolver } from "../../src/net/guard.ts";

export type Route = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  url: string;
  port: number;
  /** The paths that were asked for, without robots.txt. */
  asked: string[];
  /** All requests and connections, whatever they asked for. */
  touched: () => number;
  close(): Promise<void>;
}

/** Serves routes by path. What is missing is a 404. */
export async function site(routes: Record<string, Route> = {}, address = "127.0.0.1"): Promise<Site> {
  const asked: string[] = [];
  let touched = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path !== "/robots.txt") asked.push(request.url ?? "");
    const route = routes[path];
    if (route !== undefined) route(request, response);
    else response.writeHead(404).end("nothing here");
  });
  server.on("connection", () => touched++);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${address}:${port}`,
    port,
    asked,
    touched: () => touched,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A route that sends this. */
export function send(body: string | Uint8Array, type?: string, headers: Record<string, string> = {}): Route {
  return (_request, response) => {
    response.writeHead(200, { ...(type === undefined ? {} : { "content-type": type }), ...headers }).end(body);
  };
}

/** A route that redirects. */
export function redirect(location: string, status = 302): Route {
  return (_request, response) => void response.writeHead(status, { location }).end();
}

export interface Answer {
  fetchedUrl: string;
  status: string;
  contentTypeDetected?: string;
  title?: string;
  cleanedTextContent: string | null;
  metadata: Record<string, unknown>;
  errorDetails: string | null;
}

/** The tool, and what it logged. */
export function fetcher(
  config: WorkspaceConfig["fetch"] = { allowPrivate: ["127.0.0.1"] },
  { browser, resolve }: { browser?: PageReader; resolve?: Resolver } = {},
) {
  const log: string[] = [];
  const parts = {
    config: workspaceConfig.parse({ fetch: config }),
    folder: "/",
    browser,
    log: ({ text }: { text: string }) => void log.push(text),
    environment: {},
  };
  const { tool, close } = makeFetchTool(parts, resolve);
  return {
    tool,
    log,
    close: async () => close?.(),
    fetch: async (url: string, more: Record<string, unknown> = {}, signal?: AbortSignal) => {
      const answer = await tool.call({ url, ...more }, signal === undefined ? {} : { signal });
      // Every answer fits the schema that clients are shown.
      tool.outputSchema.parse(answer);
      return answer as unknown as Answer;
    },
  };
}
