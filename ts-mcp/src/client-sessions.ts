// The sessions of one client of a server that several clients use.

import { ToolError } from "./error.ts";
import { Recording } from "./record/slot.ts";
import type { Listed, Place, SessionAccess, Sessions, Wish } from "./sessions.ts";
import { Sight } from "./sight.ts";

/**
 * The server's sessions for clients that cannot be told apart, as in the protocol without a handshake. They have no
 * default session: two of them would meet in it.
 */
export class NamedSessions implements SessionAccess {
  readonly mustName = true;
  readonly standard: Place = {
    session: () => Promise.reject(unnamed()),
    sight: new Sight(),
    recording: new Recording(),
  };
  readonly #all: Sessions;

  constructor(all: Sessions) {
    this.#all = all;
  }

  open(wish: Wish): Promise<string> {
    return this.#all.open(wish);
  }

  async use<T>(handle: string | undefined, call: (place: Place) => Promise<T>): Promise<T> {
    if (handle === undefined) throw unnamed();
    return this.#all.use(handle, call);
  }

  close(handle: string): Promise<void> {
    return this.#all.close(handle);
  }

  folder(...of: Parameters<Sessions["folder"]>): Promise<string> {
    return this.#all.folder(...of);
  }

  list(): Listed[] {
    return this.#all.list();
  }
}

function unnamed(): ToolError {
  const what = "the call names no session, and this server tells its clients apart by nothing else";
  return new ToolError("SESSION_REQUIRED", what, "open one with open_session, and give its id as session");
}

/**
 * What one client sees of the server's sessions: a default session of its own, which its first call opens, and those
 * that it opens by name.
 */
export class ClientSessions implements SessionAccess {
  readonly mustName = false;
  /** For tools that take no session. The others ask {@link use}, which knows when a call ends. */
  readonly standard: Place = {
    session: () => this.use(undefined, (place) => place.session()),
    sight: new Sight(),
    recording: new Recording(),
  };
  readonly #all: Sessions;
  /** The most sessions that this client may have, the default one among them. */
  readonly #most: number;
  readonly #own = new Set<string>();
  #default: Promise<string> | undefined;
  #ended = false;

  constructor(all: Sessions, most: number) {
    this.#all = all;
    this.#most = most;
  }

  async open(wish: Wish): Promise<string> {
    const { length } = this.list();
    if (length >= this.#most) {
      const what = `this client has ${length} sessions, which is the most that one may have`;
      throw new ToolError("TOO_MANY_SESSIONS", what, "close one with close_session; list_sessions shows them");
    }
    const handle = await this.#all.open(wish);
    // The client may have gone while the session opened.
    if (this.#ended) {
      await this.#all.close(handle);
      throw new ToolError("SESSION_ENDED", "the client ended its connection", "connect again");
    }
    this.#own.add(handle);
    return handle;
  }

  async use<T>(handle: string | undefined, call: (place: Place) => Promise<T>): Promise<T> {
    return this.#all.use(handle ?? (await this.#standardHandle()), call);
  }

  async close(handle: string): Promise<void> {
    await this.#all.close(handle);
    this.#own.delete(handle);
  }

  folder(...of: Parameters<Sessions["folder"]>): Promise<string> {
    return this.#all.folder(...of);
  }

  list(): Listed[] {
    return this.#all.list().filter(({ handle }) => this.#own.has(handle));
  }

  /** Ends the client's sessions. */
  async end(): Promise<void> {
    this.#ended = true;
    await Promise.allSettled(this.list().map(({ handle }) => this.#all.close(handle)));
  }

  async #standardHandle(): Promise<string> {
    if (this.#default === undefined) {
      const opening = this.open({});
      this.#default = opening;
      // The next call tries again.
      opening.catch(() => {
        if (this.#default === opening) this.#default = undefined;
      });
    }
    const opening = this.#default;
    const handle = await opening;
    if (this.#all.has(handle)) return handle;
    // A new session would show an empty page to a client that expects its own, so the client is told once.
    if (this.#default === opening) this.#default = undefined;
    const why = "the client's session ended with its pages, for want of calls or because it was closed";
    throw new ToolError("SESSION_ENDED", why, "repeat the call: it opens a new session with an empty page");
  }
}
