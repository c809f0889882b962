// The list of actions that popup and panel show. It never holds the values of fields.

/** An action, as it is shown. */
export interface ShownAction {
  /** Start, in milliseconds since the epoch. */
  at: number;
  action: string;
  /** The element in the engine's words. */
  target: string;
  /** Title of the page at the start. */
  tab: string;
  /** The port of the server. */
  port: number;
  /** `ok`, an error code, or `interrupted` if the connection ended first; absent while the action runs. */
  outcome?: string;
  ms?: number;
  /** A small picture of the page afterwards, as a `data:` URL. */
  thumbnail?: string;
}

const LENGTH = 100;
const MAX_TEXT = 300;
/** A `data:` URL of a small JPEG; nothing else is shown. */
const THUMBNAIL = /^data:image\/jpeg;base64,[A-Za-z0-9+/=]{1,40000}$/;

/** The latest actions, running ones included. */
export class Actions {
  #list: ShownAction[] = [];
  readonly #running = new Map<string, ShownAction>();

  /** Notes the start or the end of an action. `tab`: the title of its page. */
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
    // The element is known only once it is found.
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

  /** Ends the running actions of a server whose connection ended. */
  interrupted(port: number): void {
    for (const [key, shown] of this.#running) {
      if (shown.port !== port) continue;
      shown.outcome = "interrupted";
      shown.ms = Date.now() - shown.at;
      this.#running.delete(key);
    }
  }

  /** All actions, newest first. */
  list(): ShownAction[] {
    return this.#list;
  }
}

import type { Activity } from "../connection/messages.ts";
