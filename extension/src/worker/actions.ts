// What the engine does and has done, for the user to see. Values of fields are never in it.

/** An action as it is shown. */
export interface ShownAction {
  /** When it began, in milliseconds since the epoch. */
  at: number;
  action: string;
  /** The element as the snapshot showed it. */
  target: string;
  /** Title of the tab's page when it began. */
  tab: string;
  /** The port of the server that acts. */
  port: number;
  /** The code of an error, `ok`, or `interrupted` where the connection ended before; none while it runs. */
  outcome?: string;
  ms?: number;
  /** What the page looked like afterwards, small, as a `data:` address. */
  thumbnail?: string;
}

const LENGTH = 100;
const MAX_TEXT = 300;
/** A small JPEG, and nothing else that an address may be. */
const THUMBNAIL = /^data:image\/jpeg;base64,[A-Za-z0-9+/=]{1,40000}$/;

/** The last actions, also those that are under way. */
export class Actions {
  #list: ShownAction[] = [];
  readonly #running = new Map<string, ShownAction>();

  /** Keeps what was told; `tab` is the title of the page it is about. */
  note(port: number, tab: string, { id, action, target, outcome, ms, thumbnail }: Activity): void {
    const key = `${port}:${id}`;
    const running = this.#running.get(key);
    const shown: ShownAction = running ?? {
      at: Date.now() - (ms ?? 0),
      action: String(action).slice(0, MAX_TEXT),
      target: "",
      tab: tab.slice(0, MAX_TEXT),
      port,
    };
    // What it acts on is known only once it was found.
    if (target !== "") shown.target = String(target).slice(0, MAX_TEXT);
    if (running === undefined) this.#list = [shown, ...this.#list].slice(0, LENGTH);
    if (outcome === undefined) {
      this.#running.set(key, shown);
      return;
    }
    this.#running.delete(key);
    shown.outcome = String(outcome).slice(0, MAX_TEXT);
    shown.ms = Number(ms ?? 0);
    if (typeof thumbnail === "string" && THUMBNAIL.test(thumbnail)) shown.thumbnail = thumbnail;
  }

  /** The server is gone, and what it did with it. */
  interrupted(port: number): void {
    for (const [key, shown] of this.#running) {
      if (shown.port !== port) continue;
      shown.outcome = "interrupted";
      shown.ms = Date.now() - shown.at;
      this.#running.delete(key);
    }
  }

  /** The newest first. */
  list(): ShownAction[] {
    return this.#list;
  }
}

import type { Activity } from "../connection/messages.ts";
