/** The contenders of the desktop benchmark: the uipilot server, and libatspi in a Python process. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { App, outcome, python, startPilot } from "../desktop/support/driver.ts";

/** When something began and ended, in nanoseconds of the clock that all processes share. */
export interface Span {
  began: bigint;
  ended: bigint;
}

/** A contender, which reads and acts. */
export interface Contender {
  name: "uipilot" | "libatspi";
  /** Finds the application and reads its tree for the first time; milliseconds. */
  attach(pid: number): Promise<number>;
  /** Reads the tree as it is now. */
  read(): Promise<{ nodes: number; ms: number }>;
  /** Reads the tree from its cache, if it has one. */
  readKept?(): Promise<number>;
  /** The durations of several calls that do nothing. */
  pings?(pid: number): Promise<number[]>;
  /** Finds the element that is acted on from now on; not measured. */
  lookUp(name: string, role: "button" | "textbox"): Promise<void>;
  click(): Promise<Span>;
  type(text: string): Promise<Span>;
  clear(): Promise<void>;
  close(): Promise<void>;
}

const PATIENCE_MS = 10_000;
const span = async (act: () => Promise<unknown>): Promise<Span> => {
  const began = process.hrtime.bigint();
  await act();
  return { began, ended: process.hrtime.bigint() };
};
const milliseconds = ({ began, ended }: Span): number => Number(ended - began) / 1e6;

async function uipilot(): Promise<Contender> {
  const pilot = await startPilot();
  let app: App;
  let id = "";
  const does = async (action: string, args: Record<string, unknown>): Promise<void> => {
    const done = outcome(await pilot.call("debug_ui_action", { sessionId: app.sessionId, action, id, ...args }));
    if (!done.success) throw new Error(`uipilot: ${action}: ${done.error}`);
  };
  return {
    name: "uipilot",
    async attach(pid) {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const began = performance.now();
        const answer = await pilot.call("debug_attach", { pid });
        if (!answer.isError) {
          app = new App(pilot, /sessionId (\S+),/.exec(answer.text)?.[1] ?? "", pid);
          await app.ui();
          return performance.now() - began;
        }
        if (performance.now() > deadline) throw new Error(`uipilot: ${answer.text}`);
      }
    },
    async read() {
      const began = performance.now();
      const text = await app.ui();
      const ms = performance.now() - began;
      return { nodes: Number(/\(tree \d+, (\d+) nodes\)/.exec(text)?.[1]), ms };
    },
    async lookUp(name, role) {
      id = await app.id(role, name);
    },
    click: () => span(() => does("click", {})),
    type: (text) => span(() => does("type", { text })),
    clear: () => does("set_value", { value: "" }),
    close: () => pilot.close(),
  };
}

interface Reply extends Record<string, unknown> {
  began: number;
  ended: number;
  error?: string;
}

/** A Python process that answers line by line. */
class Driver {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.#child = child;
    this.#lines = lines;
  }

  static async start(): Promise<Driver> {
    const script = fileURLToPath(new URL("desktop-atspi.py", import.meta.url));
    const child = spawn(python, [script], { stdio: ["pipe", "pipe", "ignore"] });
    if (!child.stdout) throw new Error("libatspi: no output");
    const driver = new Driver(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await driver.#line();
    return driver;
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error("libatspi: the Python process ended; are python3-gi and gir1.2-atspi-2.0 installed?");
    return value;
  }

  /** Python's own measurements count, because the channel to its process is not part of libatspi. */
  async ask(what: string, args: Record<string, unknown> = {}): Promise<Reply> {
    this.#child.stdin?.write(`${JSON.stringify({ do: what, ...args })}\n`);
    const reply: Reply = JSON.parse(await this.#line());
    if (reply.error) throw new Error(`libatspi: ${reply.error}`);
    return reply;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.kill("SIGKILL");
    await ended;
  }
}

async function libatspi(): Promise<Contender> {
  const driver = await Driver.start();
  const spanOf = (reply: Reply): Span => ({ began: BigInt(reply.began), ended: BigInt(reply.ended) });
  const read = async (fresh: boolean): Promise<{ nodes: number; ms: number }> => {
    const reply = await driver.ask("read", { fresh });
    return { nodes: Number(reply.nodes), ms: milliseconds(spanOf(reply)) };
  };
  return {
    name: "libatspi",
    async attach(pid) {
      const deadline = performance.now() + PATIENCE_MS;
      for (;;) {
        const reply = await driver.ask("attach", { pid });
        if (reply.absent !== true) return milliseconds(spanOf(reply)) + (await read(false)).ms;
        if (performance.now() > deadline) throw new Error("libatspi: the application is not there");
      }
    },
    read: () => read(true),
    readKept: async () => (await read(false)).ms,
    pings: async (pid) => (await driver.ask("floor", { pid })).pings as number[],
    lookUp: async (name, role) => void (await driver.ask("look_up", { name, role })),
    click: async () => spanOf(await driver.ask("click")),
    type: async (text) => spanOf(await driver.ask("type", { text })),
    clear: async () => void (await driver.ask("set", { text: "" })),
    close: () => driver.close(),
  };
}

/** The functions that start each contender. */
export const contenders: (() => Promise<Contender>)[] = [uipilot, libatspi];
