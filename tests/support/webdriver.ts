/** A WebDriver server and a session in it that belong to the test: something for the server to adopt. */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { containerFlags } from "./chromium.ts";
import { cacheFolder, executables } from "./paths.ts";
import { freePort } from "./port.ts";
import { isBrowserMain, type Process, processTree } from "./processes.ts";
import { until } from "./wait.ts";

/** Where geckodriver is: named by a variable, in the cache of tools, or on the path. */
export function findGeckodriver(): string | undefined {
  // npm puts programs of packages on the path, and that of this name downloads the driver.
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => !folder.includes("node_modules"));
  const onPath = folders.map((folder) => path.join(folder, "geckodriver"));
  return [process.env.UIPILOT_GECKODRIVER ?? "", path.join(cacheFolder, "geckodriver/bin/geckodriver"), ...onPath].find(
    (file) => file !== "" && existsSync(file),
  );
}

/** A running driver. */
export class Driver {
  private constructor(
    readonly process: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts a driver's executable. */
  static async start(executable: string): Promise<Driver> {
    const port = await freePort();
    const gecko = path.basename(executable) === "geckodriver";
    const child = spawn(
      executable,
      gecko ? ["--port", String(port), "--websocket-port", String(await freePort())] : [`--port=${port}`],
      { stdio: "ignore" },
    );
    const driver = new Driver(child, `http://127.0.0.1:${port}`);
    await until(
      "the driver to answer",
      () =>
        driver.command("GET", "/status").then(
          () => true,
          () => false,
        ),
      10_000,
    );
    return driver;
  }

  /** Sends a command. Returns its value. @throws with the driver's message. */
  async command(method: "GET" | "POST" | "DELETE", command: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.url + command, {
      method,
      ...(method === "POST"
        ? { body: JSON.stringify(body ?? {}), headers: { "content-type": "application/json" } }
        : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${method} ${command}: ${JSON.stringify(value)}`);
    return value;
  }

  /** Makes a session of the browser and gives its id. */
  async session(browser: "chromium" | "firefox"): Promise<string> {
    const capabilities =
      browser === "chromium"
        ? { browserName: "chrome", "goog:chromeOptions": { binary: executables.chromium, args: containerFlags } }
        : {
            browserName: "firefox",
            webSocketUrl: true,
            "moz:firefoxOptions": { binary: executables.firefox, args: ["-headless"] },
          };
    const { sessionId } = (await this.command("POST", "/session", { capabilities: { alwaysMatch: capabilities } })) as {
      sessionId: string;
    };
    return sessionId;
  }

  /** The browsers that it runs. */
  browsers(): Process[] {
    return processTree(this.process.pid ?? -1).filter(isBrowserMain);
  }

  /** Ends a session, and the driver. */
  async close(session?: string): Promise<void> {
    if (session) await this.command("DELETE", `/session/${session}`).catch(() => undefined);
    this.process.kill("SIGTERM");
    await until("the driver to end", () => this.process.exitCode !== null || this.process.signalCode !== null);
  }
}
