// Long messages in pieces, which follow each other with nothing in between; the same in
// crates/engine/src/relay/chunks.rs.

/** Characters that a piece holds at most. */
const PIECE = 512 * 1024;
/** A message with more characters than this is refused. */
const MAX_MESSAGE = 256 * 1024 * 1024;

/** A message as it goes over the socket: itself, or its pieces. */
export function split(message: string): string[] {
  if (message.length <= PIECE) return [message];
  const pieces: string[] = [];
  for (let at = 0; at < message.length; ) {
    let end = Math.min(at + PIECE, message.length);
    // Half a surrogate pair would not survive the way.
    const unit = message.charCodeAt(end - 1);
    if (end < message.length && unit >= 0xd800 && unit <= 0xdbff) end -= 1;
    pieces.push(JSON.stringify({ type: "chunk", last: end === message.length, data: message.slice(at, end) }));
    at = end;
  }
  return pieces;
}

/** Puts pieces together again. */
export class Assembly {
  #parts: string[] = [];
  #length = 0;

  /** The whole message with its last piece. Throws where it is too long. */
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
