/** The tools that are compared, each as a server that is asked for snapshots of one page after the other. */

import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type BenchServer, benchServers, type Call } from "../bench/servers.ts";
import { marked, markVariable } from "../support/processes.ts";
import { sleep } from "../support/wait.ts";
import { viewport } from "./truth.ts";

/** One way of asking one server. */
export interface Variant {
  /** For the table's rows. */
  name: string;
  ours: boolean;
  /** Whether it leaves out, on purpose, what is not interactive: such answers are compared with each other only. */
  narrow: boolean;
  request: Call;
}

/** A server and the ways of asking it. */
export interface Tool {
  server: BenchServer;
  variants: Variant[];
}

const size = `${viewport.width}x${viewport.height}`;
const moreArguments: Record<string, string[]> = {
  ours: ["--viewport", size],
  "playwright-mcp": ["--viewport-size", size],
  "chrome-devtools-mcp": ["--viewport", size],
};

/** The servers that drive Chromium, with the same size of window. */
export function tools(): Tool[] {
  return benchServers(() => undefined)
    .filter(({ browser }) => browser === "chromium")
    .map((server) => ({
      server: { ...server, args: [...server.args, ...(moreArguments[server.name] ?? [])] },
      variants: variants(server),
    }));
}

function variants({ name, ours, ...server }: BenchServer): Variant[] {
  const whole = { name: ours ? "uipilot" : name, ours, narrow: false, request: server.snapshot() };
  if (ours) {
    const request: Call = ["take_snapshot", { saveTo: "snapshot.txt", interactiveOnly: true }];
    return [whole, { name: "uipilot, interactiveOnly", ours, narrow: true, request }];
  }
  if (name === "agent-browser" && server.defaultSnapshot)
    return [whole, { name: `${name}, interactive only`, ours, narrow: true, request: server.defaultSnapshot() }];
  return [whole];
}

/** A started server. */
export class Running {
  private constructor(
    private readonly tool: Tool,
    private readonly client: Client,
    private readonly folder: string,
    private readonly mark: string,
  ) {}

  /** Starts it. */
  static async start(tool: Tool): Promise<Running> {
    const mark = randomUUID();
    const folder = mkdtempSync(path.join(tmpdir(), "uipilot-recall-"));
    const transport = new StdioClientTransport({
      command: tool.server.command,
      args: tool.server.args,
      cwd: folder,
      env: {
        ...(process.env as Record<string, string>),
        HOME: folder,
        TMPDIR: folder,
        ...tool.server.env,
        [markVariable]: mark,
      },
      stderr: "ignore",
    });
    const client = new Client({ name: "uipilot-recall", version: "1.0.0" });
    await client.connect(transport);
    return new Running(tool, client, folder, mark);
  }

  /** Shows a page. */
  async show(url: string): Promise<void> {
    await this.#call(this.tool.server.navigate(url));
    await sleep(300);
  }

  /** The whole text of a snapshot of the page. */
  async snapshot({ request }: Variant): Promise<string> {
    const text = await this.#call(request);
    const file = request[1].saveTo;
    return file === undefined ? text : readFileSync(path.join(this.folder, String(file)), "utf8");
  }

  async #call([name, args]: Call): Promise<string> {
    const result = await this.client.callTool({ name, arguments: args }, { timeout: 180_000 });
    const text = (result.content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
    if (result.isError) throw new Error(`${this.tool.server.name}: ${name} failed: ${text.slice(0, 300)}`);
    return text;
  }

  /** Ends it and all that it started. */
  async close(): Promise<void> {
    await this.client.close().catch(() => undefined);
    for (const { pid } of marked(this.mark)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended meanwhile.
      }
    }
    await sleep(100);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
