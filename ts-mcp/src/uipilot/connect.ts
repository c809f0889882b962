// The connection to the daemon, which is started if none listens.

import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import path from "node:path";
import { isAlive } from "../alive.ts";
import { isSystemError, ToolError } from "../error.ts";
import { brief } from "../quote.ts";
import { dial } from "./dial.ts";
import { writer } from "./memory.ts";
import type { Place } from "./place.ts";
import { MOST_REPLY, onLines, type Reply, type Request, STATUS_WITHIN_MS, send } from "./wire.ts";

/** How long a daemon may take to listen, on a machine with much else to do. */
const START_WITHIN_MS = 30_000;
/** How much longer than a call the program waits for a daemon that answers others: it tells how the call was given up. */
const PATIENCE_MS = 15_000;
/** How often a daemon that ends is asked again. */
const MOST_TRIES = 100;
const TRY_AGAIN_AFTER_MS = 100;

/** A connection. Requests are answered one after the other. */
export class Connection {
  readonly #place: Place;
  #socket: Socket | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Asks. @returns the answer; undefined if there is no daemon, and `start` is not set */
  async ask(request: Request, start: boolean): Promise<Reply | undefined> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      // The daemon may have ended since the last request of a script.
      if (this.#socket?.destroyed) this.#socket = undefined;
      this.#socket ??= await dial(this.#place.socket);
      if (this.#socket === undefined) {
        if (!start) return undefined;
        await startDaemon(this.#place);
        continue;
      }
      // These may close browsers, and that takes its time.
      if (request.do !== "call" && request.do !== "status") await exchange(this.#socket, still(request), this.#place);
      const reply = await exchange(this.#socket, request, this.#place);
      // Nothing more comes from a daemon that has stopped: the next request of a script is for another one.
      if (reply.ending === true || (request.do === "stop" && reply.ok)) this.close();
      if (reply.ending === undefined) return reply;
      if (!start) return undefined;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
    }
    throw new ToolError("DAEMON_FAILED", "the daemon ended each time it was started", `read ${brief(this.#place.log)}`);
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
  }
}

/** The question whether a daemon answers at all, which it does at once. */
const still = (request: Request): Request => ({ ...request, do: "status", deadlineMs: STATUS_WITHIN_MS });

/** Whether a daemon answers, asked over another connection: on one of its own, a call comes first. */
async function answers(request: Request, place: Place): Promise<boolean> {
  const socket = await dial(place.socket).catch(() => undefined);
  if (socket === undefined) return false;
  try {
    await exchange(socket, still(request), place);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** How to end what listens: by its number, if what is noted is the number of a process. */
function toEnd({ memory, socket }: Place): string {
  const pid = writer(memory);
  return pid !== undefined && isAlive(pid)
    ? `end its process, whose number is the pid in ${brief(memory)}; its browsers end with it`
    : `end the process that listens at ${brief(socket)}`;
}

function exchange(socket: Socket, request: Request, place: Place): Promise<Reply> {
  const { log } = place;
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    let settled = false;
    const settle = (end: () => void): void => {
      settled = true;
      clearTimeout(timer);
      for (const event of ["data", "close"]) socket.removeAllListeners(event);
      end();
    };
    const gone = (): void =>
      settle(() => {
        const what =
          "the daemon ended before it answered, and its sessions with it; whether the command took effect is not known";
        reject(new ToolError("SESSION_ENDED", what, `begin again; ${brief(log)} may say why`));
      });
    const giveUp = (): void => {
      settle(() => reject(new ToolError("TIMEOUT", "the daemon does not answer", toEnd(place))));
      // This cancels the call. An answer that comes later is none to the next request of a script.
      socket.destroy();
    };
    const late = async (): Promise<void> => {
      const lives = request.do !== "status" && (await answers(request, place));
      if (settled) return;
      if (lives) timer = setTimeout(giveUp, PATIENCE_MS);
      else giveUp();
    };
    timer = setTimeout(() => void late(), request.deadlineMs);
    socket.once("close", gone);
    onLines(
      socket,
      MOST_REPLY,
      (line) => {
        const reply = read(line);
        if (reply !== undefined) return settle(() => resolve(reply));
        const step = `end the process that listens at ${brief(place.socket)}`;
        settle(() => reject(new ToolError("INTERNAL", "the daemon's answer cannot be read", step)));
        // What comes after it is no answer, either.
        socket.destroy();
      },
      () => {
        const what = `the answer is longer than ${MOST_REPLY} bytes`;
        settle(() => reject(new ToolError("INTERNAL", what, "ask for less of the page")));
      },
    );
    send(socket, request);
  });
}

/** An answer; undefined if it is none. */
function read(line: string): Reply | undefined {
  try {
    const reply: unknown = JSON.parse(line);
    return typeof reply === "object" && reply !== null && "ok" in reply && "text" in reply
      ? (reply as Reply)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Starts a daemon, and waits until one listens: this one, or one that another program started meanwhile. */
async function startDaemon({ log, folder }: Place): Promise<void> {
  const entry = path.join(__dirname, "uipilot-daemon.js");
  let errors: number;
  try {
    errors = openSync(log, "a", 0o600);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new ToolError("DAEMON_FAILED", `the log ${brief(log)} cannot be opened: ${error.code}`, "free its folder");
  }
  // Loading this takes milliseconds, and most commands find a daemon.
  const { spawn } = await import("node:child_process");
  // It has a session of its own, so that closing the terminal does not end it, and keeps no folder busy.
  const daemon = spawn(process.execPath, [entry, folder], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", errors],
    windowsHide: true,
  });
  closeSync(errors);
  const said = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve("late"), START_WITHIN_MS);
    const end = (what: string): void => {
      clearTimeout(timer);
      resolve(what);
    };
    daemon.stdout?.once("data", () => end("listening"));
    daemon.once("error", (error) => end(error.message));
    daemon.once("exit", (code) => end(code === 0 ? "listening" : `exit code ${code}`));
  });
  daemon.stdout?.destroy();
  daemon.removeAllListeners();
  daemon.unref();
  if (said === "listening") return;
  if (said === "late") daemon.kill();
  const why = said === "late" ? `did not listen within ${START_WITHIN_MS / 1_000} s` : `did not start: ${said}`;
  throw new ToolError("DAEMON_FAILED", `the daemon ${why}`, `read ${brief(log)}`);
}
