// An MCP server as a child process, in a process group of its own: ending it ends what it has started too, which the SDK's
// own transport leaves behind (a server behind npx is a grandchild). Where there are no groups, the SDK's transport serves.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from "@modelcontextprotocol/client";

/** Milliseconds that a server has to end by itself once its input has ended, and then after SIGTERM. */
const PATIENCE = [1000, 500];

/** Milliseconds that the last output of an ended server may take to arrive, and a killed group to be gone. */
const REST = 300;

/** What is started. */
export interface Command {
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  /** The longest message that is taken, in bytes. */
  maxMessage: number;
  /** Takes what the server writes to its standard error. */
  onStderr: (text: string) => void;
}

/** A server that is started with a command, and speaks over its standard input and output. */
export class ChildTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #command: Command;
  readonly #buffer: ReadBuffer;
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #exit: Promise<void> = Promise.resolve();
  #ending: Promise<void> | undefined;

  constructor(command: Command) {
    this.#command = command;
    this.#buffer = new ReadBuffer({ maxBufferSize: command.maxMessage });
  }

  start(): Promise<void> {
    const { command, args, env, cwd, onStderr } = this.#command;
    const child = spawn(command, args, { env, cwd, detached: true, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.#exit = new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    child.stderr.on("data", (chunk: Buffer) => onStderr(chunk.toString()));
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on("error", (error) => this.onerror?.(error));
    }
    return new Promise((resolve, reject) => {
      child.once("spawn", () => {
        void this.#exit.then(() => this.close());
        resolve();
      });
      child.once("error", reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || !stdin.writable) return Promise.reject(new Error("the server has ended"));
    return new Promise((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends the server and all that it has started. */
  close(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid !== undefined) {
      const group = -child.pid;
      // Its last answers may still be on their way.
      const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
      child.stdin.end();
      for (const [index, patience] of PATIENCE.entries()) {
        if (await hasEnded(this.#exit, patience)) break;
        signal(group, index === PATIENCE.length - 1 ? "SIGKILL" : "SIGTERM");
      }
      await this.#exit;
      await hasEnded(closed, REST);
      for (const until = Date.now() + REST; signal(group, "SIGKILL") && Date.now() < until; ) await sleep(10);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    }
    this.#buffer.clear();
    this.onclose?.();
  }

  #take(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      // The message is too long. What follows could not be told from its rest.
      this.onerror?.(error as Error);
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error as Error);
      }
    }
  }
}

/** @returns false if a group has no processes any more */
function signal(group: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(group, name);
  } catch {
    return false;
  }
}

async function hasEnded(end: Promise<void>, milliseconds: number): Promise<boolean> {
  const controller = new AbortController();
  const late = sleep(milliseconds, false, { signal: controller.signal }).catch(() => false);
  const isOver = await Promise.race([end.then(() => true), late]);
  controller.abort();
  return isOver;
}
