// The protocol on stdin and stdout: one JSON message a line.
//
// The SDK's transport ends the connection at a message of more than 10 MiB, drops invalid ones without an answer,
// and reads invalid UTF-8 as other text than was sent. Here each of them is answered with an error, and the next
// line is read as if nothing had happened.

import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/server";
import type { Begun } from "./front.ts";
import { IdScanner } from "./id-scanner.ts";

/** The longest message that is read, in bytes. A longer one is not kept in memory. */
export const MAX_MESSAGE = 16 * 1024 * 1024;

const NEWLINE = 0x0a;

/** Where messages come from and go to. */
interface Streams {
  input?: Readable;
  output?: Writable;
  limit?: number;
  begun?: Begun | undefined;
}

/** Reads messages from a stream and writes them to another. */
export class StdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;

  /** The parts of the line that is being read. */
  #parts: Uint8Array[] = [];
  #length = 0;
  /** Looks for the id in a line that is too long. */
  #tooLong: IdScanner | undefined;

  private readonly input: Readable;
  private readonly output: Writable;
  private readonly limit: number;
  readonly #begun: Begun | undefined;

  /** `begun`: what was read from the input already, and answered. */
  constructor({ input = process.stdin, output = process.stdout, limit = MAX_MESSAGE, begun }: Streams = {}) {
    this.input = input;
    this.output = output;
    this.limit = limit;
    this.#begun = begun;
  }

  async start(): Promise<void> {
    for (const chunk of this.#begun?.chunks ?? []) this.#onData(chunk);
    this.input.on("data", this.#onData);
    this.input.on("error", this.#onError);
    this.input.resume();
  }

  async close(): Promise<void> {
    this.input.off("data", this.#onData);
    this.input.off("error", this.#onError);
    this.input.pause();
    this.#forgetLine();
    this.onclose?.();
  }

  send(message: JSONRPCMessage): Promise<void> {
    // The client has this answer.
    if (isAnswer(message) && this.#begun?.answered.delete((message as { id: RequestId }).id)) return Promise.resolve();
    return new Promise((resolve) => {
      if (this.output.write(serializeMessage(message))) resolve();
      else this.output.once("drain", resolve);
    });
  }

  #onError = (error: Error): void => this.onerror?.(error);

  #onData = (chunk: Buffer): void => {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
  };

  #add(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#tooLong !== undefined) {
      this.#tooLong.read(part);
      return;
    }
    if (part.length > 0) this.#parts.push(part);
    if (this.#length <= this.limit) return;
    this.#tooLong = new IdScanner();
    for (const kept of this.#parts) this.#tooLong.read(kept);
    this.#parts = [];
    this.onerror?.(new Error(`a message is longer than ${this.limit} bytes; the rest of its line is skipped`));
  }

  #endLine(): void {
    const [length, tooLong] = [this.#length, this.#tooLong];
    const line = tooLong === undefined ? Buffer.concat(this.#parts) : undefined;
    this.#forgetLine();
    if (line !== undefined) {
      this.#receive(line);
      return;
    }
    const text = `The message has ${length} bytes, and the limit is ${this.limit}. It was not read; send less at once`;
    this.#refuse(tooLong?.id, ProtocolErrorCode.InvalidRequest, text);
  }

  #forgetLine(): void {
    this.#parts = [];
    this.#length = 0;
    this.#tooLong = undefined;
  }

  #receive(line: Buffer): void {
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(line);
      if (text.trim() !== "") this.#handle(JSON.parse(text));
    } catch (error) {
      const what = error instanceof TypeError ? "not UTF-8" : "not JSON";
      this.#refuse(undefined, ProtocolErrorCode.ParseError, `The line is ${what}. Send one JSON message a line`);
    }
  }

  #handle(content: unknown): void {
    if (isMessage(content)) {
      this.onmessage?.(content);
    } else if (isAnswer(content)) {
      // Answering an answer could go on for ever.
      this.onerror?.(new Error("an invalid answer was skipped"));
    } else {
      const text = "The line is not a JSON-RPC 2.0 request or notification. Batches are not supported";
      this.#refuse(idOf(content), ProtocolErrorCode.InvalidRequest, text);
    }
  }

  /** Answers a message that cannot be handled. */
  #refuse(id: RequestId | undefined, code: number, text: string): void {
    this.onerror?.(new Error(text));
    // MCP leaves out an id that could not be read.
    void this.send({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error: { code, message: text } });
  }
}

function isMessage(content: unknown): content is JSONRPCMessage {
  return (
    isJSONRPCRequest(content) ||
    isJSONRPCNotification(content) ||
    isJSONRPCResultResponse(content) ||
    isJSONRPCErrorResponse(content)
  );
}

function isAnswer(content: unknown): boolean {
  return typeof content === "object" && content !== null && ("result" in content || "error" in content);
}

function idOf(content: unknown): RequestId | undefined {
  if (typeof content !== "object" || content === null || !("id" in content)) return undefined;
  const { id } = content;
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : undefined;
}
