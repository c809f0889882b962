// Finds the id of a JSON-RPC message that is too long to keep, so that its sender gets an answer.

import type { RequestId } from "@modelcontextprotocol/server";

/** The longest key or id that is kept, in bytes. */
const MAX_TOKEN = 256;

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Reads a JSON object piece by piece, and remembers the value of its own key `id`. */
export class IdScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The text of a key or value of the outermost object. One byte more than allowed marks it as too long. */
  #token: number[] = [];
  #key: unknown;
  #id: RequestId | undefined;

  /** The id, if it was seen. */
  get id(): RequestId | undefined {
    return this.#id;
  }

  read(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.#inString) {
        if (this.#depth === 1) this.#keep(byte);
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) this.#inString = false;
      } else if (byte === QUOTE) {
        this.#inString = true;
        if (this.#depth === 1) this.#keep(byte);
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#depth += 1;
        this.#token = [];
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        if (this.#depth === 1) this.#endValue();
        this.#depth -= 1;
      } else if (this.#depth === 1) {
        if (byte === COLON) this.#endKey();
        else if (byte === COMMA) this.#endValue();
        else this.#keep(byte);
      }
    }
  }

  #keep(byte: number): void {
    if (this.#token.length <= MAX_TOKEN) this.#token.push(byte);
  }

  #endKey(): void {
    this.#key = this.#take();
  }

  #endValue(): void {
    const value = this.#take();
    const isId = typeof value === "string" || (typeof value === "number" && Number.isSafeInteger(value));
    if (this.#key === "id" && isId) this.#id = value;
    this.#key = undefined;
  }

  /** The value of the token, which begins anew. */
  #take(): unknown {
    const token = this.#token;
    this.#token = [];
    if (token.length > MAX_TOKEN) return undefined;
    try {
      return JSON.parse(Buffer.from(token).toString());
    } catch {
      return undefined;
    }
  }
}
