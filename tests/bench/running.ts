/** A compared server that runs, with its client. */

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { marked, markVariable, processTree } from "../support/processes.ts";
import { sleep } from "../support/wait.ts";
import type { BenchServer, Call } from "./servers.ts";

/** The text of an answer and the milliseconds until it came. */
export interface Answered {
  text: string;
  ms: number;
}

/** A server's process, in a home folder of its own. */
export class RunningServer {
  readonly client = new Client({ name: "uipilot-bench", version: "1.0.0" });
  readonly #home = mkdtempSync(path.join(tmpdir(), "uipilot-bench-"));

  constructor(
    private readonly server: BenchServer,
    /** The mark of its processes. */
    readonly mark: string = randomUUID(),
  ) {}

  /** Starts it. Call {@link close} also if this fails. */
  async start(): Promise<void> {
    const { command, args, env } = this.server;
    await this.client.connect(
      new StdioClientTransport({
        command,
        args,
        cwd: this.#home,
        env: {
          ...(process.env as Record<string, string>),
          HOME: this.#home,
          TMPDIR: this.#home,
          ...env,
          [markVariable]: this.mark,
        },
        stderr: "ignore",
      }),
    );
  }

  /** @throws where the tool fails. */
  async call([name, args]: Call): Promise<Answered> {
    const began = performance.now();
    const result = await this.client.callTool({ name, arguments: args }, { timeout: 60_000 });
    const ms = performance.now() - began;
    const text = (result.content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    if (result.isError) throw new Error(`${this.server.name}: ${name} failed: ${text.slice(0, 300)}`);
    return { text, ms };
  }

  /** Ends it with all that it has started. */
  async close(): Promise<void> {
    await this.client.close().catch(() => undefined);
    for (const { pid } of marked(this.mark).flatMap(({ pid }) => processTree(pid))) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended meanwhile.
      }
    }
    await sleep(100);
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
