/** A Firefox that belongs to the test, not to the server: something to attach to. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { executables } from "./paths.ts";
import { processTree } from "./processes.ts";
import { until } from "./wait.ts";

/** A running Firefox that takes one WebDriver BiDi session. */
export class OwnFirefox {
  private constructor(
    readonly process: ChildProcess,
    /** The address that it printed. */
    readonly endpoint: string,
    private readonly profile: string,
  ) {}

  /** Starts it with `url`. */
  static async start(url: string, { args = [] }: { args?: string[] } = {}): Promise<OwnFirefox> {
    const profile = mkdtempSync(path.join(tmpdir(), "uipilot-own-"));
    const process = spawn(
      executables.firefox,
      ["-headless", "-no-remote", "-profile", profile, "--remote-debugging-port=0", ...args, url],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let printed = "";
    process.stderr.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const endpoint = await until(
      "Firefox to print its address",
      () => /WebDriver BiDi listening on (\S+)/.exec(printed)?.[1],
      30_000,
    );
    return new OwnFirefox(process, endpoint, profile);
  }

  /** Whether it runs. */
  get alive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Ends it, and removes its profile. */
  async close(): Promise<void> {
    for (const { pid } of processTree(this.process.pid ?? -1).reverse()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended meanwhile.
      }
    }
    await until("Firefox to end", () => !this.alive);
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
