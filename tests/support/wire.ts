/** Sends raw lines to the server, for input that a well-behaved client cannot send. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { serverEntry } from "./paths.ts";
import { type BrowserName, browserArguments } from "./pilot.ts";
import { marked, markVariable } from "./processes.ts";
import { until } from "./wait.ts";

/** A message of the server. */
export interface Message {
  id?: number;
  method?: string;
  result?: {
    content?: { type: string; text?: string }[];
    isError?: boolean;
    _meta?: { code?: string };
    [key: string]: unknown;
  };
  error?: { code: number; message: string };
}

/** A server process with its raw input and output. */
export class Wire {
  readonly #messages: Message[] = [];
  readonly #temporary = mkdtempSync(path.join(tmpdir(), "uipilot-wire-"));
  readonly #mark = randomUUID();
  readonly server: ChildProcessWithoutNullStreams;
  /** Lines on standard output that are not messages: there must be none. */
  readonly strays: string[] = [];
  #next = 1;

  constructor(browser: BrowserName) {
    this.server = spawn(process.execPath, [serverEntry, ...browserArguments(browser)], {
      cwd: this.#temporary,
      env: { ...process.env, TMPDIR: this.#temporary, [markVariable]: this.#mark },
    });
    this.server.stderr.resume();
    createInterface({ input: this.server.stdout }).on("line", (line) => {
      try {
        this.#messages.push(JSON.parse(line) as Message);
      } catch {
        this.strays.push(line);
      }
    });
  }

  /** Sends one line as it is. */
  send(line: string): void {
    this.server.stdin.write(`${line}\n`);
  }

  /** Sends a request whose parameters are given as JSON text, and waits for its answer. */
  async request(method: string, parameters = "{}", timeoutMs = 20_000): Promise<Message> {
    const id = this.#next++;
    this.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${parameters}}`);
    return this.answer(id, timeoutMs);
  }

  /** Waits for the answer to a request. */
  answer(id: number, timeoutMs = 20_000): Promise<Message> {
    return until(
      `the answer to request ${id}`,
      () => this.#messages.find((message) => message.id === id && !message.method),
      timeoutMs,
    );
  }

  /** Does the handshake. */
  async initialize(): Promise<void> {
    await this.request(
      "initialize",
      `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"wire","version":"1"}}`,
    );
    this.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`);
  }

  /** Calls a tool with arguments given as JSON text. */
  async tool(name: string, args: string): Promise<Message> {
    return this.request("tools/call", `{"name":"${name}","arguments":${args}}`);
  }

  /** Ends the server by closing its input. */
  async close(): Promise<void> {
    this.server.stdin.end();
    try {
      await until("the server and its browser to end", () => marked(this.#mark).length === 0, 8_000);
    } finally {
      for (const { pid } of marked(this.#mark)) process.kill(pid, "SIGKILL");
      rmSync(this.#temporary, { recursive: true, force: true });
    }
  }
}
