// What the program and the daemon say to each other: one JSON object a line, over a socket that only their user can open.
//
// `version`, `do: "status"` and `do: "stop"` stay as they are in later versions: other versions ask with them.

import type { Socket } from "node:net";
import { jsonText } from "../quote.ts";

/** A request. Each is answered by one {@link Reply} before the next one is read. */
export interface Request {
  version: string;
  do: "call" | "sessions" | "status" | "close" | "stop";
  /** The name of the session. */
  session: string;
  /** close: every session. */
  all?: boolean;
  tool?: string;
  args?: Record<string, unknown>;
  /** The client's folder. */
  folder: string;
  /** Where a picture goes, absolute. */
  out?: string;
  /** Options of the session. */
  options: Record<string, string[]>;
  /** The key for files with log-in state. */
  stateKey?: string;
  /** The client's variables with secrets. */
  secrets?: Record<string, string>;
  /** Variables of the client's desktop, for a browser with a window. */
  display: Record<string, string>;
  /** How long the call may take, in milliseconds. */
  deadlineMs: number;
}

/** An error, as programs read it. */
export interface ReplyError {
  code: string;
  message: string;
  nextStep?: string;
}

/** The answer to a request. */
export interface Reply {
  ok: boolean;
  text: string;
  /** The file that the picture is in. */
  file?: string;
  structured?: Record<string, unknown>;
  error?: ReplyError;
  /** What the user should know beside the answer. */
  note?: string;
  /** The daemon ends: ask the next one. */
  ending?: true;
}

/** How long a daemon may take to answer `status`. */
export const STATUS_WITHIN_MS = 2_000;
/** The longest request, in bytes. */
export const MOST_REQUEST = 16 * 2 ** 20;
/** The longest answer, in bytes: less than the longest string of Node. */
export const MOST_REPLY = 400 * 2 ** 20;

/** Writes a message. Resolves when the other side may take more. */
export function send(socket: Socket, message: Request | Reply): void {
  socket.write(`${jsonText(message)}\n`);
}

/**
 * Calls `line` with each line of a socket.
 *
 * @param most the longest line, in bytes
 * @param tooLong called at a longer one; nothing is read afterwards
 */
export function onLines(socket: Socket, most: number, line: (text: string) => void, tooLong: () => void): void {
  let parts: Buffer[] = [];
  let length = 0;
  socket.on("data", (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      parts.push(chunk.subarray(from, end));
      const text = Buffer.concat(parts).toString("utf8");
      parts = [];
      length = 0;
      from = end + 1;
      line(text);
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    if (length > most) {
      parts = [];
      socket.removeAllListeners("data");
      tooLong();
    } else if (rest.length > 0) {
      parts.push(rest);
    }
  });
}
