/** A Chromium that belongs to the test, not to the server: something to attach to. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { executables } from "./paths.ts";
import { isAlive, processTree } from "./processes.ts";
import { until } from "./wait.ts";

/** Flags that a browser needs in a container, and flags that stop it from using the network. */
export const containerFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A running Chromium with an open debugging port. */
export class OwnChromium {
  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
    /** Its profile folder. */
    readonly profile: string,
    private readonly keep: boolean,
  ) {}

  /**
   * Starts it with `url`. A given profile is kept at the end. `display`: the environment of the display
   * for its window.
   */
  static async start(
    url = "about:blank",
    { args = [], profile: given, display }: { args?: string[]; profile?: string; display?: NodeJS.ProcessEnv } = {},
  ): Promise<OwnChromium> {
    const profile = given ?? mkdtempSync(path.join(tmpdir(), "uipilot-own-"));
    // A file left by an earlier browser of this profile would be mistaken for this browser's.
    rmSync(path.join(profile, "DevToolsActivePort"), { force: true });
    const process = spawn(
      executables.chromium,
      [
        ...containerFlags.filter((flag) => display === undefined || flag !== "--headless"),
        "--remote-debugging-port=0",
        `--user-data-dir=${profile}`,
        ...args,
        url,
      ],
      { stdio: "ignore", ...(display === undefined ? {} : { env: display }) },
    );
    const port = await until(
      "Chromium's debugging port",
      () => {
        try {
          return Number(readFileSync(path.join(profile, "DevToolsActivePort"), "utf8").split("\n")[0]);
        } catch {
          return undefined;
        }
      },
      15_000,
    );
    return new OwnChromium(process, port, profile, given !== undefined);
  }

  /** Its HTTP address. */
  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The addresses of its pages. */
  async pages(): Promise<string[]> {
    const targets = (await (await fetch(`${this.endpoint}/json/list`)).json()) as { type: string; url: string }[];
    return targets.filter(({ type }) => type === "page").map(({ url }) => url);
  }

  /** The address of the browser's own WebSocket. */
  async browserSocket(): Promise<string> {
    return ((await (await fetch(`${this.endpoint}/json/version`)).json()) as { webSocketDebuggerUrl: string })
      .webSocketDebuggerUrl;
  }

  /** Whether it is alive. */
  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Ends it. */
  async close(): Promise<void> {
    const family = processTree(this.process.pid ?? -1).map(({ pid }) => pid);
    this.process.kill("SIGKILL");
    await until("every process of Chromium to end", () => !family.some(isAlive));
    if (!this.keep) rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
