// The browser sessions of this server: the default one, and those that tools open by name.

import { freemem } from "node:os";
import type { IsolatedOptions, Session, SessionOptions } from "@uipilot/core";
import { type Beginning, type Browser, begin } from "./browser.ts";
import { ToolError } from "./error.ts";
import { type Log, trace } from "./log.ts";
import { brief } from "./quote.ts";
import { randomBytes } from "./random.ts";
import { Recording } from "./record/slot.ts";
import { Sight } from "./sight.ts";

/** Bytes of a handle. Who does not know a handle cannot guess it. */
const HANDLE_BYTES = 16;
/** Free memory below which no session is opened, in bytes: about what a browser and one large page need. */
const LEAST_MEMORY = 256 * 2 ** 20;

/** How many sessions there may be, and how long. */
export interface SessionLimits {
  /** The most sessions that are open at once, beside the default one. */
  count: number;
  /** A session without a call for this time ends, in milliseconds. */
  idleMs: number;
}

/** How to open a session. */
export interface Wish extends IsolatedOptions {
  /** In a browser process of its own. */
  separate?: boolean | undefined;
  /** A file with the cookies and the local storage that it begins with, in place of the server's. */
  stateFile?: string | undefined;
}

/** A session, and what the server remembers of it. */
export interface Place {
  /** The session, opened by its first call. */
  session(): Promise<Session>;
  /** The last picture that the model got. */
  sight: Sight;
  /** Its recording, if there is one. */
  recording: Recording;
}

/** A session that a tool opened. */
class Opened implements Place {
  readonly handle = randomBytes(HANDLE_BYTES).toString("base64url");
  readonly sight = new Sight();
  readonly recording = new Recording();
  readonly began = performance.now();
  readonly session: () => Promise<Session>;
  /** What is to be removed at the end. */
  readonly leftovers: (() => Promise<void>)[] = [];
  folder: Promise<string> | undefined;
  readonly #idleMs: number;
  readonly #expire: (handle: string) => void;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    session: Session,
    /** Whether it has a browser process of its own. */
    readonly separate: boolean,
    idleMs: number,
    expire: (handle: string) => void,
  ) {
    this.session = () => Promise.resolve(session);
    this.#idleMs = idleMs;
    this.#expire = expire;
    this.#rest();
  }

  /** Runs a call. The session does not count as idle meanwhile. */
  async use<T>(call: () => Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    this.#running++;
    try {
      return await call();
    } finally {
      this.#running--;
      this.#rest();
    }
  }

  /** How many calls run. */
  get running(): number {
    return this.#running;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#running = Number.POSITIVE_INFINITY;
  }

  #rest(): void {
    if (this.#running > 0) return;
    this.#timer = setTimeout(() => this.#expire(this.handle), this.#idleMs);
    this.#timer.unref();
  }
}

/** A session as it is listed. */
export interface Listed {
  handle: string;
  separate: boolean;
  ageMs: number;
  /** How many calls run in it. */
  running: number;
}

/** What tools can do with sessions. */
export interface SessionAccess {
  /** The session of calls that name none. */
  readonly standard: Place;
  /** Whether calls must name a session: nothing tells the callers apart. */
  readonly mustName: boolean;
  /**
   * Opens a session. Nothing is started yet, unless it begins with a state.
   *
   * @returns its handle
   * @throws `TOO_MANY_SESSIONS`, `INVALID_INPUT`, `UNSUPPORTED`
   */
  open(wish: Wish): Promise<string>;
  /**
   * Runs a call in a session, or in the default one.
   *
   * @throws `SESSION_ENDED` for a handle that is not open
   */
  use<T>(handle: string | undefined, call: (place: Place) => Promise<T>): Promise<T>;
  /**
   * Ends a session.
   *
   * @throws `SESSION_ENDED` for a handle that is not open
   */
  close(handle: string): Promise<void>;
  /** The session's own folder, made when it is first wanted and removed when the session ends. */
  folder(handle: string, make: () => Promise<string>, remove: (folder: string) => Promise<void>): Promise<string>;
  /** The open sessions, oldest first. */
  list(): Listed[];
}

/** All sessions of a server. */
export class Sessions implements SessionAccess {
  readonly standard: Place;
  readonly mustName = false;
  readonly #options: SessionOptions;
  readonly #limits: SessionLimits;
  readonly #log: Log;
  readonly #beginning: Beginning;
  readonly #opened = new Map<string, Opened>();
  /** Handles of sessions that ended for want of calls, with their time. The newest come last. */
  readonly #expired = new Set<string>();

  /** @param beginning - what a session begins with that names nothing else */
  constructor(
    browser: Pick<Browser, "session">,
    options: SessionOptions,
    limits: SessionLimits,
    log: Log,
    beginning: Beginning,
  ) {
    this.standard = { session: () => browser.session(), sight: new Sight(), recording: new Recording() };
    this.#options = options;
    this.#limits = limits;
    this.#log = log;
    this.#beginning = beginning;
  }

  async open({ separate = false, stateFile = this.#beginning.file, ...wish }: Wish): Promise<string> {
    const { attach, webdriver, extension } = this.#options;
    if (extension !== undefined || webdriver?.session !== undefined) {
      const what = "the browser that this server works in was handed to it as one session";
      throw new ToolError("UNSUPPORTED", what, "leave session out, or start another server");
    }
    if (separate && attach !== undefined) {
      const what = "this server works in a browser that another program started, and starts none";
      throw new ToolError("UNSUPPORTED", what, "leave separate out");
    }
    this.#refuseTooMany();
    // Each session at a WebDriver server has a browser of its own in any case.
    const own = separate || webdriver !== undefined;
    const session = own ? await this.#another(wish) : (await this.standard.session()).isolated(wish);
    await begin(session, { ...this.#beginning, file: stateFile }, this.#log);
    // Other calls may have opened sessions while this one waited.
    try {
      this.#refuseTooMany();
    } catch (error) {
      await session.close();
      throw error;
    }
    const opened = new Opened(session, own, this.#limits.idleMs, (handle) => this.#expire(handle));
    this.#opened.set(opened.handle, opened);
    return opened.handle;
  }

  use<T>(handle: string | undefined, call: (place: Place) => Promise<T>): Promise<T> {
    if (handle === undefined) return call(this.standard);
    const opened = this.#find(handle);
    return opened.use(() => call(opened));
  }

  async close(handle: string): Promise<void> {
    const opened = this.#find(handle);
    this.#opened.delete(handle);
    opened.end();
    await opened.recording.end("the session was closed");
    const session = await opened.session();
    await Promise.all([session.close(), ...opened.leftovers.map((remove) => remove())]);
  }

  folder(handle: string, make: () => Promise<string>, remove: (folder: string) => Promise<void>): Promise<string> {
    const opened = this.#find(handle);
    opened.folder ??= make().then((folder) => {
      opened.leftovers.push(() => remove(folder));
      return folder;
    });
    return opened.folder;
  }

  /** Ends all sessions but the default one, and the recordings of all. */
  async closeAll(): Promise<void> {
    const closing: Promise<unknown>[] = [...this.#opened.keys()].map((handle) => this.close(handle));
    closing.push(this.standard.recording.end("the server ended"));
    for (const closed of await Promise.allSettled(closing)) {
      if (closed.status === "rejected") this.#log.write("warn", "session", `closing failed: ${trace(closed.reason)}`);
    }
  }

  /** Whether a session is open. */
  has(handle: string): boolean {
    return this.#opened.has(handle);
  }

  list(): Listed[] {
    const now = performance.now();
    return [...this.#opened.values()].map(({ handle, separate, began, running }) => ({
      handle,
      separate,
      ageMs: now - began,
      running,
    }));
  }

  #find(handle: string): Opened {
    const opened = this.#opened.get(handle);
    if (opened !== undefined) return opened;
    const why = this.#expired.has(handle)
      ? `the session ${brief(handle, 40)} ended after ${this.#idleWords()} without a call`
      : `there is no session ${brief(handle, 40)}`;
    throw new ToolError("SESSION_ENDED", why, "open another one with open_session, or leave session out");
  }

  #expire(handle: string): void {
    this.#log.write("info", "session", `a session ended after ${this.#idleWords()} without a call`);
    this.#expired.add(handle);
    for (const oldest of this.#expired) {
      if (this.#expired.size <= this.#limits.count) break;
      this.#expired.delete(oldest);
    }
    this.close(handle).catch((error) => this.#log.write("warn", "session", `closing failed: ${trace(error)}`));
  }

  #idleWords(): string {
    const seconds = Math.round(this.#limits.idleMs / 1_000);
    return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
  }

  #refuseTooMany(): void {
    if (this.#opened.size >= this.#limits.count) {
      const what = `${this.#limits.count} sessions are open, which is the most that this server allows`;
      throw new ToolError("TOO_MANY_SESSIONS", what, "close one with close_session; list_sessions shows them");
    }
    const free = freemem();
    if (free < LEAST_MEMORY) {
      const what = `only ${Math.round(free / 2 ** 20)} MB of memory are free, and a session may need ${LEAST_MEMORY / 2 ** 20}`;
      throw new ToolError("TOO_MANY_SESSIONS", what, "close a session with close_session, or end another program");
    }
  }

  /** A session like the default one, in a browser process of its own. */
  async #another({ viewport, emulate, proxy, ignoreHttpsErrors }: IsolatedOptions): Promise<Session> {
    const { launch, webdriver } = this.#options;
    const { Session } = await import("@uipilot/core");
    // Two processes cannot share a profile.
    const { profile: _, ...rest } = launch ?? {};
    return Session.open({
      ...this.#options,
      ...(webdriver === undefined ? { launch: rest } : {}),
      ...(viewport === undefined ? {} : { viewport }),
      ...(emulate === undefined ? {} : { emulate }),
      ...(proxy === undefined ? {} : { proxy }),
      ...(ignoreHttpsErrors === undefined ? {} : { ignoreHttpsErrors }),
    });
  }
}
