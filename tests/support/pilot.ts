/** Drives the built server as a real MCP client does, over stdio. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client, type ElicitResult, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type Answer, Caller } from "./caller.ts";
import { executables, serverEntry } from "./paths.ts";
import { inspect, isBrowserMain, marked, markVariable, type Process } from "./processes.ts";
import { Tree, unquote } from "./tree.ts";
import { until } from "./wait.ts";

/** The browsers that the specs know. */
export type BrowserName = "chromium" | "firefox";

/** How to start a server. */
export interface PilotOptions {
  browser?: BrowserName;
  /** Arguments beside the browser's; replaces those too when `bare` is set. */
  args?: string[];
  bare?: boolean;
  env?: Record<string, string>;
  /** The client's roots, as folders. */
  roots?: string[];
  /** Answers what tools ask the person; without it, the client cannot ask. */
  elicit?: (message: string) => ElicitResult | Promise<ElicitResult>;
  /** Which generation of the protocol the client speaks; the one with a handshake unless given. */
  protocol?: VersionNegotiationMode;
}

/** Anything with an address. */
export interface Addressed {
  url: string;
}

/** A line of `list_pages`. */
export interface ListedPage {
  page: number;
  url: string;
  title: string;
  selected: boolean;
  /** Whether it says that a dialog is open. */
  dialog: boolean;
}

/** A server process and the client that is connected to it. */
export class Pilot extends Caller {
  #snapshot: Tree | undefined;
  #stderr = "";

  private constructor(
    client: Client,
    readonly transport: StdioClientTransport,
    /** The server's working folder: the only allowed root unless a test sets more. */
    readonly folder: string,
    /** The server's folder for temporary files. */
    readonly temporary: string,
    readonly mark: string,
  ) {
    super(client);
  }

  /** Starts a server and connects to it. */
  static async start({
    browser = "chromium",
    args = [],
    bare = false,
    env = {},
    roots,
    elicit,
    protocol,
  }: PilotOptions = {}): Promise<Pilot> {
    if (!existsSync(serverEntry))
      throw new Error(`there is no built server at ${serverEntry}: run \`npm run setup\` first`);
    const mark = randomUUID();
    const folder = mkdtempSync(path.join(tmpdir(), "uipilot-spec-"));
    const temporary = mkdtempSync(path.join(tmpdir(), "uipilot-temp-"));
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [serverEntry, ...(bare ? [] : browserArguments(browser)), ...args],
      cwd: folder,
      env: { ...(process.env as Record<string, string>), TMPDIR: temporary, [markVariable]: mark, ...env },
      stderr: "pipe",
    });
    const client = new Client(
      { name: "uipilot-specs", version: "1.0.0" },
      {
        capabilities: { ...(roots ? { roots: {} } : {}), ...(elicit ? { elicitation: {} } : {}) },
        ...(protocol === undefined ? {} : { versionNegotiation: { mode: protocol } }),
      },
    );
    if (roots) {
      client.setRequestHandler("roots/list", () => ({
        roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
      }));
    }
    if (elicit) client.setRequestHandler("elicitation/create", ({ params }) => elicit(params.message));
    const pilot = new Pilot(client, transport, folder, temporary, mark);
    transport.stderr?.on("data", (chunk: Buffer) => {
      pilot.#stderr += chunk.toString();
    });
    await client.connect(transport);
    return pilot;
  }

  /** The server's process. */
  get pid(): number {
    const { pid } = this.transport;
    if (pid === null) throw new Error("the server has ended");
    return pid;
  }

  /** What the server wrote to its standard error. */
  get stderr(): string {
    return this.#stderr;
  }

  /**
   * Begins a call that waits in the page, and returns once it runs there. The server takes requests in order: the
   * answer to a snapshot, requested after the call, shows that the call has reached the page.
   */
  async begin(...call: Parameters<Pilot["call"]>): Promise<{ answer: Promise<Answer> }> {
    const answer = this.call(...call);
    // The caller awaits the answer later. A failure before that must not count as unhandled.
    answer.catch(() => undefined);
    await this.ok("take_snapshot", { maxLines: 5 });
    return { answer };
  }

  /** Shows a page in the selected tab. */
  async open(page: Addressed | string): Promise<string> {
    return this.ok("navigate_page", { url: typeof page === "string" ? page : page.url });
  }

  /** Takes a snapshot and remembers it for {@link uid}. */
  async snapshot(args: Record<string, unknown> = {}): Promise<Tree> {
    this.#snapshot = new Tree(await this.ok("take_snapshot", args));
    return this.#snapshot;
  }

  /** Opens a page and takes its snapshot. */
  async see(page: Addressed | string): Promise<Tree> {
    await this.open(page);
    return this.snapshot();
  }

  /** The UID of a node of the last snapshot. */
  uid(role: string, name?: string | RegExp): string {
    if (!this.#snapshot) throw new Error("no snapshot was taken yet");
    return this.#snapshot.uid(role, name);
  }

  /** Clicks a node of the last snapshot, and asks for nothing else. */
  click(role: string, name?: string | RegExp): Promise<string> {
    return this.ok("click_by_uid", { uid: this.uid(role, name), includeSnapshot: "none" });
  }

  /** Fills a node of the last snapshot, and asks for nothing else. */
  fill(role: string, name: string | RegExp, value: string): Promise<string> {
    return this.ok("fill_by_uid", { uid: this.uid(role, name), value, includeSnapshot: "none" });
  }

  /** The open pages, as `list_pages` reports them. */
  async pages(): Promise<ListedPage[]> {
    return [...(await this.ok("list_pages")).matchAll(/^(\d+): ("(?:[^"\\]|\\.)*") ("(?:[^"\\]|\\.)*")(.*)$/gm)].map(
      ([, page, url = "", title = "", rest = ""]) => ({
        page: Number(page),
        url: unquote(url),
        title: unquote(title),
        selected: rest.includes("(selected)"),
        dialog: rest.includes("dialog open"),
      }),
    );
  }

  /** Opens a page in a new tab. Returns its number. */
  async newPage(page: Addressed): Promise<number> {
    return Number(/in page (\d+)/.exec(await this.ok("new_page", { url: page.url }))?.[1]);
  }

  /** The server's own process. */
  ownProcess(): Process {
    const found = inspect(this.pid);
    if (!found) throw new Error("the server has ended");
    return found;
  }

  /** Processes that the server started, directly or not. */
  children(): Process[] {
    return marked(this.mark).filter(({ pid }) => pid !== this.transport.pid);
  }

  /** The main process of the server's browser, once there is one. */
  browserProcess(timeoutMs = 5_000): Promise<Process> {
    return until("the server's browser process", () => this.children().find(isBrowserMain), timeoutMs);
  }

  /** Waits until nothing is left of the server and what it started, which takes as long as a busy disk removes a profile. */
  async gone(timeoutMs = 20_000): Promise<void> {
    await until("every process of the server to end", () => marked(this.mark).length === 0, timeoutMs).catch(
      (error: Error) => {
        const left = marked(this.mark).map(
          ({ pid, executable, arguments: args }) => `${pid} ${executable} ${args.slice(0, 3).join(" ")}`,
        );
        throw new Error(`${error.message}; left: ${left.join(", ")}`);
      },
    );
  }

  /** The remaining files in the server's folder for temporary files. */
  temporaryFiles(): string[] {
    return readdirSync(this.temporary);
  }

  /**
   * Ends the connection, as a client that is closed does, and removes the folders.
   *
   * @throws when the server or its browser is still alive afterwards, so every spec file also tests for orphans.
   */
  async close(): Promise<void> {
    await this.client.close();
    try {
      await this.gone();
    } finally {
      for (const { pid } of marked(this.mark)) process.kill(pid, "SIGKILL");
      rmSync(this.folder, { recursive: true, force: true });
      rmSync(this.temporary, { recursive: true, force: true });
    }
  }
}

/** The arguments that choose a browser. */
export function browserArguments(browser: BrowserName): string[] {
  return ["--browser", browser, "--headless", "--executable", executables[browser]];
}
