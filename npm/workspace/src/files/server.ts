// The connection to a file server, or to another MCP server: made with the first call, and made again after it has gone.

import path from "node:path";
import type { CallToolResult, Client, StreamableHTTPClientTransport, Transport } from "@modelcontextprotocol/client";
import { DeadlinePassed, unlessAborted } from "../deadline.js";
import type { FileServerConfig } from "./config.js";
import { FileFault } from "./fault.js";
import { quoted } from "./quote.js";

/** Milliseconds that a server has to show that it lives, after it has left a call unanswered. */
const LIFE_SIGN = 2000;

/** Milliseconds that a server behind an address has to end a session. */
const END = 2000;

/**
 * Milliseconds that connecting may take. Longer than a call: a server that is installed or started slowly is there for a
 * later call.
 */
const CONNECT = 60_000;

/** How much of what a server writes to its standard error is kept, in characters. */
const KEPT = 2000;

export interface ServerParts {
  config: FileServerConfig;
  /** The folder that `config.cwd` is relative to. */
  folder: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** The longest message that is taken, in bytes. */
  maxMessage: number;
  /** Milliseconds that a call may take. Its signal keeps them. */
  timeoutMs: number;
  /** Takes a line for the operator. */
  tell: (text: string) => void;
  /** What the server is called in errors. */
  words?: Words;
}

/** What a server, and the settings that the operator checks, are called in errors. */
export interface Words {
  server: string;
  setting: string;
  timeout: string;
}

const FILE_SERVER: Words = { server: "file server", setting: "filesystem.mcp", timeout: "filesystem.timeoutMs" };

interface Connection {
  client: Client;
  transport: Transport;
  tools: ReadonlySet<string>;
}

/** A file server. */
export class FileServer {
  readonly #parts: ServerParts;
  readonly #words: Words;
  #connection: Promise<Connection> | undefined;
  readonly #open = new Set<Transport>();
  #isClosed = false;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#words = parts.words ?? FILE_SERVER;
  }

  /** The names of its tools. */
  async tools(signal: AbortSignal): Promise<ReadonlySet<string>> {
    return (await this.#within(this.#connected(), signal)).tools;
  }

  /**
   * Calls a tool of the server.
   *
   * @throws {FileFault} `ERROR_MCP_SERVER_UNAVAILABLE` if the server is gone or does not answer; it is started again with the
   *   next call. `ERROR_UNKNOWN` if it answers what no file server does
   */
  async call(tool: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
    const made = this.#connected();
    const { client } = await this.#within(made, signal);
    try {
      return await client.callTool({ name: tool, arguments: args }, { signal, timeout: this.#parts.timeoutMs * 2 });
    } catch (error) {
      if (signal.aborted) {
        void this.#checkLife(made);
        throw this.#reasonOf(signal);
      }
      const { ProtocolError, SdkError, SdkErrorCode } = await import("@modelcontextprotocol/client");
      if (error instanceof ProtocolError) throw this.#refused(tool, `error ${error.code}`);
      if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult) throw this.#refused(tool, error.code);
      await this.#drop(made);
      throw this.#gone(`The ${this.#words.server} went away during the call`);
    }
  }

  /** Ends the server. Calls that still wait fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const made = this.#connection;
    this.#connection = undefined;
    await Promise.all([...this.#open].map((transport) => this.#end(transport)));
    await made?.catch(() => undefined);
  }

  async #within<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await unlessAborted(promise, signal);
    } catch (error) {
      throw signal.aborted ? this.#reasonOf(signal) : error;
    }
  }

  /** Why a call is given up: the caller's own reason, or that the server has let the deadline pass. */
  #reasonOf({ reason }: AbortSignal): unknown {
    if (!(reason instanceof DeadlinePassed)) return reason;
    const { server, timeout } = this.#words;
    return this.#gone(`The ${server} did not answer within ${this.#parts.timeoutMs / 1000} s (\`${timeout}\`)`);
  }

  #connected(): Promise<Connection> {
    if (this.#isClosed) return Promise.reject(this.#gone("The workspace is closed"));
    if (this.#connection === undefined) {
      const made = this.#connect();
      this.#connection = made;
      made.catch(() => {
        if (this.#connection === made) this.#connection = undefined;
      });
    }
    return this.#connection;
  }

  async #connect(): Promise<Connection> {
    const { Client } = await import("@modelcontextprotocol/client");
    const { transport, errors } = await this.#makeTransport();
    const client = new Client({ name: "uipilot-workspace", version: "1" });
    this.#open.add(transport);
    try {
      if (this.#isClosed) throw new Error("closed");
      const options = { timeout: CONNECT };
      await client.connect(transport, options);
      const { tools } = await client.listTools(undefined, options);
      const connection = { client, transport, tools: new Set(tools.map(({ name }) => name)) };
      client.onclose = () => {
        this.#open.delete(transport);
        if (this.#isClosed) return;
        this.#parts.tell(`The ${this.#words.server} has ended. ${errors()}`);
        void this.#forget(transport);
      };
      return connection;
    } catch (error) {
      this.#parts.tell(`The ${this.#words.server} could not be reached: ${reasonOf(error)}. ${errors()}`);
      await this.#end(transport);
      throw this.#gone(`The ${this.#words.server} could not be reached: ${reasonOf(error)}`);
    }
  }

  async #makeTransport(): Promise<{ transport: Transport; errors: () => string }> {
    const { config, folder, environment, maxMessage } = this.#parts;
    if ("url" in config) {
      const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
      const token = config.tokenVariable === undefined ? undefined : environment[config.tokenVariable];
      const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      const transport = new StreamableHTTPClientTransport(new URL(config.url), {
        requestInit: { headers },
        fetch: (url, init) => fetchAtMost(maxMessage, url, init),
      });
      // The SDK's own class does not fit its interface under exactOptionalPropertyTypes.
      return { transport: transport as Transport, errors: () => "" };
    }
    const { getDefaultEnvironment, StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
    const { command, args } = config;
    const env = { ...getDefaultEnvironment(), ...config.env };
    const cwd = path.resolve(folder, config.cwd ?? ".");
    let written = "";
    const onStderr = (text: string) => {
      written = (written + text).slice(-KEPT);
    };
    const errors = () => (written === "" ? "" : `It wrote ${quoted(written.trimEnd(), KEPT)}`);
    if (process.platform === "win32") {
      const transport = new StdioClientTransport({
        ...{ command, args, env, cwd },
        stderr: "pipe",
        maxBufferSize: maxMessage,
      });
      transport.stderr?.on("data", (chunk: Buffer) => onStderr(chunk.toString()));
      return { transport: transport as Transport, errors };
    }
    const { ChildTransport } = await import("./child.js");
    return { transport: new ChildTransport({ command, args, env, cwd, maxMessage, onStderr }) as Transport, errors };
  }

  #gone(what: string): FileFault {
    return new FileFault(
      "ERROR_MCP_SERVER_UNAVAILABLE",
      `${what}. The next call connects again; if that fails too, the operator checks \`${this.#words.setting}\` in the configuration`,
    );
  }

  #refused(tool: string, reason: string): FileFault {
    const { server, setting } = this.#words;
    return new FileFault(
      "ERROR_UNKNOWN",
      `The ${server} answered ${quoted(tool)} with ${reason}. The operator checks that \`${setting}\` names a ${server}`,
    );
  }

  /** Ends a server that leaves even a ping unanswered, so that the next call starts another one. */
  async #checkLife(made: Promise<Connection>): Promise<void> {
    try {
      await (await made).client.ping({ timeout: LIFE_SIGN });
    } catch {
      await this.#drop(made);
    }
  }

  async #drop(made: Promise<Connection>): Promise<void> {
    if (this.#connection === made) this.#connection = undefined;
    await this.#end((await made).transport);
  }

  async #forget(transport: Transport): Promise<void> {
    const made = this.#connection;
    const connection = await made?.catch(() => undefined);
    if (connection?.transport === transport && this.#connection === made) this.#connection = undefined;
  }

  /** Closes a connection, and ends the server that was started for it. */
  async #end(transport: Transport): Promise<void> {
    // Tells a server behind an address that its session is over.
    if ("terminateSession" in transport) {
      await atMost(END, (transport as StreamableHTTPClientTransport).terminateSession());
    }
    await transport.close().catch(() => undefined);
    this.#open.delete(transport);
  }
}

/** Fetches an answer that fails once it is longer than a limit. */
async function fetchAtMost(maxBytes: number, url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  let total = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      total += chunk.byteLength;
      if (total > maxBytes) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
}

/** Waits for something that may fail or take too long. */
async function atMost(milliseconds: number, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise.catch(() => undefined), late]);
  clearTimeout(timer);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown reason";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" || typeof code === "number" ? String(code) : error.name;
}
