// The MCP server: lists the tools, calls them, and passes on cancellations.

import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Desktop } from "@uipilot/core";
import { Asking } from "./asking.ts";
import type { Fence } from "./fence.ts";
import { instructions } from "./instructions.ts";
import type { Log } from "./log.ts";
import { tellProgress } from "./progress.ts";
import { brief } from "./quote.ts";
import { FileRoots, type RootSources } from "./roots.ts";
import type { SessionAccess } from "./sessions.ts";
import type { StateFiles } from "./state-file.ts";
import type { Offered } from "./tools/offered.ts";
import { VERSION } from "./version.ts";

/** The parts of a server. */
export interface ServerParts {
  tools: Offered;
  /** The browser sessions that the client may use. */
  sessions: SessionAccess;
  /** The files with log-in states. */
  states: StateFiles;
  /** Whether the browser has no window for sure. */
  windowless: boolean;
  /** Marks the content of pages in answers; without it, nothing is marked. */
  fence?: Fence;
  /** Desktop applications. The first call connects to them. */
  desktop: () => Promise<Desktop>;
  /** Environment variables for the programs that are launched. */
  programEnv: Readonly<Record<string, string>>;
  /** The folders that files may be read from and written to. */
  folders: Pick<RootSources, "working" | "allowed" | "withheld">;
  /**
   * Whether the client's roots are allowed too. MCP deprecated roots in version 2026-07-28, and a client may name
   * any folder, so only the user switches this on.
   */
  clientRoots: boolean;
  /**
   * Called when a client has connected for good: at the end of the handshake, or, in the protocol without one, when it asks for
   * the tools. A client that only asks what the server can do starts nothing.
   */
  onUse?: () => void;
  /** Called with each tool call, with a promise that settles when it ends. */
  onCall?: (call: Promise<unknown>) => void;
  log: Log;
}

/**
 * Creates a server for one connection. It does nothing until it is connected, and holds no state but the client's roots:
 * a client may ask one server what it can do, and then connect to another one.
 */
export function createServer({
  tools,
  sessions,
  states,
  windowless,
  fence,
  desktop,
  programEnv,
  folders,
  clientRoots,
  onUse,
  onCall,
  log,
}: ServerParts): Server {
  const server = new Server(
    { name: "uipilot", version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: instructions(tools, sessions.mustName, fence !== undefined),
      // The tools are the same until the server ends.
      cacheHints: { "tools/list": { ttlMs: 3_600_000, cacheScope: "private" } },
    },
  );
  /** The folders of a connection, whose client has named its roots. */
  let known: FileRoots | undefined;
  const rootsFor = (asking: Asking, request: ServerContext["mcpReq"]): FileRoots => {
    const ask = clientRoots ? { ask: () => asking.roots() } : {};
    // Without a handshake, each request stands by itself, and nothing tells that the roots have changed.
    if (request.envelope !== undefined) return new FileRoots({ ...folders, ...ask });
    known ??= new FileRoots({ ...folders, ...ask });
    return known;
  };
  const keepsPictures = tools.has("compare_screenshots");

  server.setRequestHandler("tools/list", async () => {
    onUse?.();
    return { tools: await tools.list() };
  });
  if (onUse !== undefined) server.oninitialized = onUse;

  server.setRequestHandler("tools/call", ({ params }, { mcpReq }): Promise<CallToolResult | InputRequiredResult> => {
    const { name } = params;
    if (!tools.has(name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${brief(name, 60)}`);
    }
    const endProgress = tellProgress(mcpReq, name);
    const answer = call(name, params.arguments ?? {}, mcpReq).finally(endProgress);
    onCall?.(answer);
    return answer;
  });

  async function call(
    name: string,
    given: Record<string, unknown>,
    request: ServerContext["mcpReq"],
  ): Promise<CallToolResult | InputRequiredResult> {
    const began = performance.now();
    const [{ callTool }, tool] = await Promise.all([import("./call.ts"), tools.find(name)]);
    const { signal } = request;
    const asking = new Asking(server, request, log);
    const roots = rootsFor(asking, request);
    const context = { keepsPictures, sessions, states, windowless, desktop, programEnv, signal, roots, asking };
    const { result: answer } = await callTool(tool, given, { ...sessions.standard, ...context }, log, fence);
    const { wanted } = asking;
    const took = `${Math.round(performance.now() - began)} ms`;
    log.write("debug", "tool", `${name} ${took}${wanted === undefined ? "" : ", with a question to the client"}`);
    return wanted === undefined ? answer : inputRequired({ inputRequests: wanted });
  }

  server.setNotificationHandler("notifications/roots/list_changed", () => known?.forget());
  server.onerror = (error) => log.write("warn", "mcp", error.message);
  return server;
}
