/**
 * Many sessions at once: `npm run bench:sessions -w tests -- [--sessions 50] [--own 6] [--rounds 3] [--only uipilot]`.
 *
 * Each session has a page of its own with 200 elements, and does snapshot, fill and click on it, all sessions at the
 * same time. Compared are sessions of one uipilot server, isolated contexts of one playwright-mcp over HTTP, one
 * playwright-mcp process each (`--own` of them: fifty do not fit into the memory of most machines), and contexts of
 * Playwright's library without any server. Prints the time to open all, calls a second, and proportional memory
 * (PSS, Linux) a session of all processes together. A round starts everything anew, in another order.
 */

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { containerFlags } from "../support/chromium.ts";
import { cacheFolder, executables } from "../support/paths.ts";
import { freePort } from "../support/port.ts";
import { marked, markVariable, processTree } from "../support/processes.ts";
import { until } from "../support/wait.ts";
import { RunningServer } from "./running.ts";
import { type BenchServer, benchServers, installPeers } from "./servers.ts";
import { type BenchSite, startBenchSite } from "./site.ts";
import { median, short, table } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    sessions: { type: "string", default: "50" },
    own: { type: "string", default: "6" },
    rounds: { type: "string", default: "3" },
    turns: { type: "string", default: "3" },
    only: { type: "string" },
  },
});
const [most, own, rounds, turns] = [values.sessions, values.own, values.rounds, values.turns].map(Number) as [
  number,
  number,
  number,
  number,
];
const ELEMENTS = 200;

/** What one session can do. Each call is answered when its effect is there. */
interface Worker {
  open(url: string): Promise<unknown>;
  /** Snapshot, fill and click. */
  turn(text: string): Promise<void>;
}

/** Something that holds sessions. */
interface Contender {
  name: string;
  sessions: number;
  start(): Promise<void>;
  worker(): Promise<Worker>;
  /** Its processes. */
  mark: string;
  close(): Promise<void>;
}

/** Calls with a snapshot, by the words of a compared server. */
function byTools(server: BenchServer, call: (name: string, args: Record<string, unknown>) => Promise<string>): Worker {
  const found = (snapshot: string, name: string): string => {
    const reference = server.find(snapshot, name);
    if (reference === undefined) throw new Error(`${server.name}: no ${name} in ${snapshot.slice(0, 300)}`);
    return reference;
  };
  return {
    open: (url) => call(...server.navigate(url)),
    async turn(text) {
      const snapshot = await call(...(server.defaultSnapshot ?? server.snapshot)());
      await call(...server.fill(found(snapshot, "Benchmark field"), text));
      await call(...server.click(found(snapshot, "Benchmark target")));
    },
  };
}

function ours(server: BenchServer): Contender {
  const running = new RunningServer({
    ...server,
    args: [...server.args, "--tools", "web,sessions", "--max-sessions", String(most)],
  });
  return {
    name: "uipilot, one server",
    sessions: most,
    mark: running.mark,
    start: () => running.start(),
    async worker() {
      const { text } = await running.call(["open_session", {}]);
      const session = /session ([\w-]{22})\./.exec(text)?.[1];
      return byTools(server, async (name, args) => (await running.call([name, { ...args, session }])).text);
    },
    close: () => running.close(),
  };
}

/** One process a session. */
function processEach(server: BenchServer): Contender {
  const mark = randomUUID();
  const all: RunningServer[] = [];
  return {
    name: `${server.name}, one process each`,
    sessions: own,
    mark,
    start: async () => undefined,
    async worker() {
      const running = new RunningServer(server, mark);
      all.push(running);
      await running.start();
      return byTools(server, async (name, args) => (await running.call([name, args])).text);
    },
    async close() {
      await Promise.all(all.map((running) => running.close()));
    },
  };
}

/** One process over HTTP, with a context for each client. */
function overHttp(server: BenchServer): Contender {
  const mark = randomUUID();
  const home = mkdtempSync(path.join(tmpdir(), "uipilot-bench-"));
  const clients: Client[] = [];
  let url: URL | undefined;
  return {
    name: `${server.name}, one server over HTTP`,
    sessions: most,
    mark,
    async start() {
      const port = await freePort();
      url = new URL(`http://localhost:${port}/mcp`);
      const env = { ...process.env, HOME: home, TMPDIR: home, ...server.env, [markVariable]: mark };
      spawn(server.command, [...server.args, "--port", String(port)], { cwd: home, env, stdio: "ignore" });
      const answers = (): Promise<boolean> =>
        fetch(url as URL).then(
          () => true,
          () => false,
        );
      await until("the server to listen", answers, 30_000);
    },
    async worker() {
      const client = new Client({ name: "uipilot-bench", version: "1.0.0" });
      clients.push(client);
      await client.connect(new StreamableHTTPClientTransport(url as URL));
      return byTools(server, async (name, args) => {
        const result = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
        const text = (result.content as { text?: string }[]).map((part) => part.text ?? "").join("\n");
        if (result.isError) throw new Error(`${server.name}: ${name} failed: ${text.slice(0, 300)}`);
        return text;
      });
    },
    async close() {
      await Promise.all(clients.map((client) => client.close().catch(() => undefined)));
      end(mark);
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** The part of Playwright's library that is used here. */
interface Playwright {
  chromium: {
    launch(options: object): Promise<{
      newContext(): Promise<{
        newPage(): Promise<{
          goto(url: string): Promise<unknown>;
          getByLabel(text: string, options: object): { fill(text: string): Promise<void> };
          getByRole(role: string, options: object): { click(): Promise<void> };
          locator(selector: string): { ariaSnapshot(): Promise<string> };
        }>;
      }>;
      close(): Promise<void>;
    }>;
  };
}

/** The library in this process: no server, and no text of tools. The floor of this comparison. */
function library(): Contender {
  const require = createRequire(path.join(cacheFolder, "bench/package.json"));
  const { chromium } = require("playwright-core") as Playwright;
  const mark = randomUUID();
  let browser: Awaited<ReturnType<Playwright["chromium"]["launch"]>> | undefined;
  return {
    name: "Playwright's contexts, no server",
    sessions: most,
    mark,
    async start() {
      const env = { ...process.env, [markVariable]: mark };
      browser = await chromium.launch({ executablePath: executables.chromium, args: containerFlags, env });
    },
    async worker() {
      const page = await (await browser?.newContext())?.newPage();
      if (page === undefined) throw new Error("the browser was not started");
      return {
        open: (url) => page.goto(url),
        async turn(text) {
          await page.locator("body").ariaSnapshot();
          await page.getByLabel("Benchmark field", { exact: true }).fill(text);
          await page.getByRole("button", { name: "Benchmark target", exact: true }).click();
        },
      };
    },
    async close() {
      await browser?.close();
    },
  };
}

function end(mark: string): void {
  for (const { pid } of marked(mark).flatMap(({ pid }) => processTree(pid))) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Proportional memory of all processes with a mark, in bytes: shared pages count once. */
function memory(mark: string): number {
  const pss = (pid: number): number => {
    try {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  };
  return marked(mark).reduce((sum, { pid }) => sum + pss(pid), 0);
}

interface Measured {
  openedMs: number;
  callsPerSecond: number;
  bytes: number;
}

async function measured(contender: Contender, site: BenchSite): Promise<Measured> {
  try {
    const began = performance.now();
    await contender.start();
    const workers = await Promise.all(
      Array.from({ length: contender.sessions }, async (_, index) => {
        const worker = await contender.worker();
        await worker.open(site.address(ELEMENTS, `${contender.mark}-${index}`));
        return worker;
      }),
    );
    const openedMs = performance.now() - began;
    const acting = performance.now();
    await Promise.all(
      workers.map(async (worker, index) => {
        for (let turn = 0; turn < turns; turn++) await worker.turn(`${index} ${turn}`);
      }),
    );
    const seconds = (performance.now() - acting) / 1_000;
    const bytes = memory(contender.mark);
    return { openedMs, callsPerSecond: (contender.sessions * turns * 3) / seconds, bytes };
  } finally {
    await contender.close();
    end(contender.mark);
  }
}

installPeers();
const site = await startBenchSite();
const servers = benchServers(console.error);
const named = (name: string): BenchServer => {
  const found = servers.find((server) => server.name === name);
  if (found === undefined) throw new Error(`no server is called ${name}`);
  return found;
};
const [first] = servers.filter((server) => server.ours && server.browser === "chromium");
const makers: (() => Contender)[] = [
  () => ours(first as BenchServer),
  library,
  () => overHttp(named("playwright-mcp")),
  () => processEach(named("playwright-mcp")),
];
const results = new Map<string, { sessions: number; samples: Measured[]; failed: number }>();
for (let round = 0; round < rounds; round++) {
  for (let index = 0; index < makers.length; index++) {
    const contender = (makers[(index + round) % makers.length] as () => Contender)();
    if (values.only !== undefined && !contender.name.includes(values.only)) continue;
    const result = results.get(contender.name) ?? { sessions: contender.sessions, samples: [], failed: 0 };
    results.set(contender.name, result);
    try {
      result.samples.push(await measured(contender, site));
    } catch (error) {
      result.failed++;
      console.error(`${contender.name}: ${(error as Error).message.slice(0, 300)}`);
    }
  }
}
await site.close();
const rows = [...results].map(([name, { sessions, samples, failed }]) => [
  name,
  String(sessions),
  `${samples.length}${failed > 0 ? ` (${failed} failed)` : ""}`,
  `${short(median(samples.map(({ openedMs }) => openedMs / sessions)))} ms`,
  short(median(samples.map(({ callsPerSecond }) => callsPerSecond))),
  `${short(median(samples.map(({ bytes }) => bytes / sessions / 2 ** 20)))} MB`,
]);
console.log(table([["", "sessions", "rounds", "to open one", "calls a second", "memory a session"], ...rows]));
process.exit();
