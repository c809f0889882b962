// The worlds, objects and nodes that one engine was given. A command may name only these, and only as long as the
// document that they were made in is there.

import { Denied } from "./denied.ts";
import type { Frame, Frames } from "./frames.ts";

/** A document: a frame while it has this document. */
export interface Document {
  readonly frame: string;
  readonly number: number;
}

/** What the browser itself says of a handle that is not there. The engine then looks for the document. */
export class Unknown extends Error {
  readonly code = -32000;

  constructor(kind: Kind | "frame") {
    super(`Cannot find ${kind} with the given id`);
  }
}

/** Most handles at once. An engine releases them after each call. */
const MOST = 100_000;

export type Kind = "world" | "object" | "node";

interface Entry {
  document: Document;
  /** The group that the engine releases it with. */
  group: string | undefined;
}

export const documentOf = ({ id, document }: Frame): Document => ({ frame: id, number: document });

/** The handles of one engine in one tab. */
export class Handles {
  readonly #known = new Map<string, Entry>();

  constructor(private readonly frames: Frames) {}

  /** The document that a handle was made in. Throws where the engine was not given it, or the document is gone. */
  find(session: string, kind: Kind, id: unknown): Document {
    const entry = this.#known.get(key(session, kind, id));
    if (entry === undefined || !this.#isThere(entry.document)) throw new Unknown(kind);
    return entry.document;
  }

  #isThere({ frame, number }: Document): boolean {
    return this.frames.get(frame)?.document === number;
  }

  add(session: string, kind: Kind, id: unknown, document: Document, group?: string): void {
    if (this.#known.size >= MOST) this.#sweep();
    if (this.#known.size >= MOST) throw new Denied("command", "the engine has too many handles");
    this.#known.set(key(session, kind, id), { document, group });
  }

  /** Forgets the objects of a group. */
  release(session: string, group: string): void {
    const prefix = key(session, "object", "");
    for (const [name, entry] of this.#known) {
      if (entry.group === group && name.startsWith(prefix)) this.#known.delete(name);
    }
  }

  /** Forgets what was made in documents that are gone. */
  #sweep(): void {
    for (const [name, { document }] of this.#known) {
      if (!this.#isThere(document)) this.#known.delete(name);
    }
  }
}

const key = (session: string, kind: Kind, id: unknown) => `${session} ${kind} ${String(id)}`;
