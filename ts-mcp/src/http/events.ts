// Keeps the last messages to a client, so that one whose connection dropped can ask for those that it missed.

import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** Bytes of messages that are kept for one client. */
const MOST_BYTES = 4 * 2 ** 20;
/** Messages that are kept for one client. */
const MOST = 200;

interface Kept {
  stream: string;
  message: JSONRPCMessage;
  bytes: number;
}

/** The last messages to one client. Event ids are numbers that grow. */
export class RecentEvents implements EventStore {
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  #last = 0;

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const bytes = JSON.stringify(message).length;
    this.#kept.set(++this.#last, { stream, message, bytes });
    this.#bytes += bytes;
    for (const [id, oldest] of this.#kept) {
      // The newest is kept whatever its size.
      if (id === this.#last || (this.#kept.size <= MOST && this.#bytes <= MOST_BYTES)) break;
      this.#kept.delete(id);
      this.#bytes -= oldest.bytes;
    }
    return String(this.#last);
  }

  async getStreamIdForEventId(event: string): Promise<string | undefined> {
    return this.#kept.get(Number(event))?.stream;
  }

  async replayEventsAfter(
    event: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const seen = Number(event);
    const stream = this.#kept.get(seen)?.stream;
    if (stream === undefined) throw new Error("the event is not kept any more");
    for (const [id, kept] of this.#kept) {
      if (id > seen && kept.stream === stream) await send(String(id), kept.message);
    }
    return stream;
  }
}
