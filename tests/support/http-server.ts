/** The built server on a port, and clients that are connected to it. */

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { Caller } from "./caller.ts";
import { serverEntry } from "./paths.ts";
import { type BrowserName, browserArguments } from "./pilot.ts";
import { isBrowserMain, marked, markVariable, type Process } from "./processes.ts";
import { until } from "./wait.ts";

/** A client over HTTP. */
export class HttpClient extends Caller {
  constructor(
    client: Client,
    readonly transport: StreamableHTTPClientTransport,
  ) {
    super(client);
  }

  /** Says goodbye, as clients of the protocol with a handshake do, and ends the connection. */
  async leave(): Promise<void> {
    await this.transport.terminateSession();
    await this.client.close();
  }
}

/** How a client connects. */
export interface Connecting {
  /** Which generation of the protocol it speaks; the one with a handshake unless given. */
  protocol?: VersionNegotiationMode;
  token?: string;
  /** Sends its requests. */
  fetch?: typeof fetch;
  /** The MCP session that it comes back to. */
  sessionId?: string;
}

/** A server on a port. */
export class HttpServer {
  readonly #clients: HttpClient[] = [];

  private constructor(
    readonly process: ChildProcess,
    readonly url: string,
    readonly folder: string,
    readonly mark: string,
    readonly output: () => string,
  ) {}

  /** Starts a server at a free port. */
  static async start(
    browser: BrowserName,
    { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
  ): Promise<HttpServer> {
    const mark = randomUUID();
    const folder = mkdtempSync(path.join(tmpdir(), "uipilot-http-"));
    const child = spawn(process.execPath, [serverEntry, "--port", "0", ...browserArguments(browser), ...args], {
      cwd: folder,
      env: { ...process.env, [markVariable]: mark, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const url = await until("the server to listen", () => /listening on (\S+)/.exec(output)?.[1], 20_000);
    return new HttpServer(child, url, folder, mark, () => output);
  }

  /** Where the server is, with another path than that of the protocol. */
  at(pathname: string): string {
    return new URL(pathname, this.url).href;
  }

  async connect({ protocol, token, fetch, sessionId }: Connecting = {}): Promise<HttpClient> {
    const transport = new StreamableHTTPClientTransport(new URL(this.url), {
      ...(token === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
      ...(fetch === undefined ? {} : { fetch }),
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    const client = new Client(
      { name: "uipilot-specs", version: "1.0.0" },
      protocol === undefined ? {} : { versionNegotiation: { mode: protocol } },
    );
    await client.connect(transport);
    const connected = new HttpClient(client, transport);
    this.#clients.push(connected);
    return connected;
  }

  /** The main processes of the server's browsers. */
  browsers(): Process[] {
    return marked(this.mark).filter(isBrowserMain);
  }

  /** Ends the server as a service manager does. Returns its status. */
  async end(): Promise<number | string> {
    const status = () => this.process.exitCode ?? this.process.signalCode ?? undefined;
    // A second signal would end it without its answers.
    if (status() === undefined && !this.process.killed) this.process.kill("SIGTERM");
    return until("the server to end", status, 15_000);
  }

  /** Ends the clients and the server. Fails if a process is left. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map(({ client }) => client.close()));
    try {
      await this.end();
      await until("every process of the server to end", () => marked(this.mark).length === 0, 20_000);
    } finally {
      for (const { pid } of marked(this.mark)) process.kill(pid, "SIGKILL");
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}
