// Splits long messages into pieces. The pieces of a message follow each other without another message between them. The
// other side is crates/engine/src/relay/chunks.rs.

/** Longest piece, in UTF-16 units. */
const PIECE = 512 * 1024;
/** Longest message that is accepted, in UTF-16 units: the longest text that the engine types is half of it. */
const MAX_MESSAGE = 64 * 1024 * 1024;

/** What is sent for a message: the message itself, or its pieces. */
export function split(message: string): string[] {
  if (message.length <= PIECE) return [message];
  const pieces: string[] = [];
  for (let at = 0; at < message.length; ) {
    let end = Math.min(at + PIECE, message.length);
    // A lone half of a surrogate pair would be lost in UTF-8.
    const unit = message.charCodeAt(end - 1);
    if (end < message.length && unit >= 0xd800 && unit <= 0xdbff) end -= 1;
    pieces.push(JSON.stringify({ type: "chunk", last: end === message.length, data: message.slice(at, end) }));
    at = end;
  }
  return pieces;
}

/** Joins the pieces of a message. */
export class Assembly {
  #parts: string[] = [];
  #length = 0;

  /** Adds a piece; answers the whole message after the last one. Throws if the message is too long. */
  add(data: string, last: boolean): string | undefined {
    this.#length += data.length;
    if (this.#length > MAX_MESSAGE) throw new RangeError("a message is too long");
    this.#parts.push(data);
    if (!last) return undefined;
    const whole = this.#parts.join("");
    this.#parts = [];
    this.#length = 0;
    return whole;
  }
}
