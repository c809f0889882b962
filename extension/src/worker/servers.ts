// The servers of this machine: finds them, connects, and reconnects.

import { Connection, type Greeting } from "../connection/connection.ts";
import type { DomAction, DomActionResult } from "../connection/messages.ts";
import { normalizeCode } from "../connection/pairing-proof.ts";
import { PORTS } from "../connection/ports.ts";
import { performDomAction } from "../dom-action/dom-action.ts";
import { Endpoint } from "../tabs/endpoint.ts";
import type { Tabs } from "../tabs/tabs.ts";
import type { Actions } from "./actions.ts";
import type { Store } from "./store.ts";

/** Pause between two searches while the worker runs. An alarm wakes it every 30 s. */
const LOOK_MS = 3_000;
/** Time limit for the health request. */
const ANSWER_MS = 2_000;
const ALARM = "look-for-servers";

/** A server that was found, as the popup shows it. */
export interface Server {
  port: number;
  state: "connected" | "unpaired" | "refused";
  name: string;
  /** Whether an engine uses the connection. */
  used: boolean;
}

/** The result of entering a pairing code. `absent`: no server was found. */
export type Pairing = "paired" | "wrong" | "absent";

interface Live {
  connection: Connection;
  endpoint: Endpoint | undefined;
}

/** All servers and the connections to them. */
export class Servers {
  readonly #found = new Map<number, Server>();
  readonly #live = new Map<number, Live>();
  readonly #connecting = new Set<number>();

  constructor(
    private readonly store: Store,
    private readonly tabs: Tabs,
    private readonly actions: Actions,
    private readonly changed: () => void,
  ) {}

  /** Searches for servers now and regularly from now on. */
  async start(): Promise<void> {
    chrome.alarms.onAlarm.addListener(() => this.look());
    await chrome.alarms.create(ALARM, { periodInMinutes: 0.5 });
    setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  /** Tries all ports without a connection. */
  look(): void {
    if (this.store.settings.stopped) return;
    for (const port of this.#ports()) void this.#try(port);
  }

  /** The servers, by port. */
  list(): Server[] {
    return [...this.#found.values()].sort((a, b) => a.port - b.port);
  }

  /** Pairs with the server that shows this code. */
  async pair(typed: string): Promise<Pairing> {
    const code = normalizeCode(typed);
    let found = false;
    for (const port of this.#ports()) {
      if (this.#live.has(port)) continue;
      const greeting = await this.#connect(port, () => ({ code }));
      if (greeting.state === "connected") return "paired";
      found ||= greeting.state !== "absent";
    }
    return found ? "wrong" : "absent";
  }

  /** Tells every server that the user stopped the extension, and ends all connections. */
  stop(): void {
    for (const { connection } of [...this.#live.values()]) {
      connection.send({ type: "stopped" });
      connection.close();
    }
    this.#found.clear();
    this.changed();
  }

  /** Tells the servers how many tabs are granted. */
  reportTabs(): void {
    for (const { connection } of this.#live.values()) this.#status(connection);
  }

  #status(connection: Connection): void {
    connection.send({ type: "status", tabs: this.tabs.all().length });
  }

  /** Performs an action. A request that is repeated is performed once. */
  async #domAction(connection: Connection, { requestId, payload }: DomAction): Promise<void> {
    const { page } = payload;
    const [only, ...others] = this.tabs.all();
    const tab = page === undefined ? (others.length > 0 ? undefined : only) : this.tabs.byTarget(page);
    let result: DomActionResult;
    if (tab === undefined) {
      const error = {
        code: "TAB_NOT_GRANTED",
        message: "the tab is not granted, or the request does not say which tab",
      };
      result = { success: false, performed: false, error };
    } else if (!(await this.store.isNew(requestId))) {
      const error = { code: "DISPATCH_FAILED", message: "this request was performed before" };
      result = { success: false, performed: true, error };
    } else {
      result = await performDomAction(tab, payload, this.store.settings.origins).catch((reason) => ({
        success: false,
        // Errors are thrown only before the page is touched: the origin is denied, or it is a page of the browser.
        performed: false,
        error: { code: "DISPATCH_FAILED", message: reason instanceof Error ? reason.message : String(reason) },
      }));
    }
    connection.send({ type: "dom-action-response", requestId, ...result });
  }

  #ports(): number[] {
    return [...new Set([...PORTS, ...this.store.settings.ports])];
  }

  async #try(port: number): Promise<void> {
    if (this.#live.has(port) || this.#connecting.has(port)) return;
    this.#connecting.add(port);
    try {
      await this.#connect(port, (serverId) => {
        const token = this.store.settings.tokens[serverId];
        return token === undefined ? undefined : { token };
      });
    } finally {
      this.#connecting.delete(port);
    }
  }

  async #connect(port: number, credentials: Parameters<Connection["greet"]>[0]): Promise<Greeting> {
    if (!(await isServer(port))) {
      if (this.#found.delete(port)) this.changed();
      return { state: "absent" };
    }
    const connection = new Connection(port);
    const greeting = await connection.greet(credentials, this.store.settings.clientId, browserName());
    if (greeting.state !== "connected" || this.store.settings.stopped || this.#live.has(port)) connection.close();
    else await this.#connected(port, connection, greeting);
    if (greeting.state === "refused" && greeting.code === "TOKEN_WRONG") {
      // The server does not know this extension any more. It has to be paired again.
      delete this.store.settings.tokens[greeting.serverId];
      await this.store.save();
    }
    const before = JSON.stringify(this.#found.get(port));
    if (greeting.state === "absent") this.#found.delete(port);
    else if (greeting.state !== "connected") {
      const state = greeting.state === "refused" && greeting.code === "VERSION_DIFFERS" ? "refused" : "unpaired";
      this.#found.set(port, { port, state, name: greeting.server, used: false });
    }
    if (JSON.stringify(this.#found.get(port)) !== before) this.changed();
    return greeting;
  }

  async #connected(port: number, connection: Connection, greeting: Greeting & { state: "connected" }): Promise<void> {
    const live: Live = { connection, endpoint: undefined };
    const server: Server = { port, state: "connected", name: greeting.server, used: false };
    this.#live.set(port, live);
    this.#found.set(port, server);
    const setEndpoint = (endpoint: Endpoint | undefined) => {
      live.endpoint?.close();
      live.endpoint = endpoint;
      server.used = endpoint !== undefined;
      this.changed();
    };
    connection.start({
      opened: () =>
        setEndpoint(
          new Endpoint({
            tabs: this.tabs,
            send: (message) => connection.send(message),
            origins: () => this.store.settings.origins,
            name: String(port),
          }),
        ),
      closed: () => setEndpoint(undefined),
      command: (command) => live.endpoint?.handle(command),
      domAction: (action) => void this.#domAction(connection, action),
      activity: (activity) => {
        this.actions.note(port, this.tabs.byTarget(activity.page)?.title ?? "", activity);
        this.changed();
      },
      ended: () => {
        this.actions.interrupted(port);
        setEndpoint(undefined);
        if (this.#live.get(port) === live) this.#live.delete(port);
        if (this.#found.get(port) === server) this.#found.delete(port);
        this.changed();
      },
    });
    this.#status(connection);
    if (greeting.token !== undefined) {
      this.store.settings.tokens[greeting.serverId] = greeting.token;
      await this.store.save();
      // The servers of a user share their tokens.
      this.look();
    }
    this.changed();
  }
}

/**
 * Whether a uipilot server listens on the port. An HTTP request asks first: most ports are empty, and the browser delays
 * WebSockets for seconds after some have failed.
 */
async function isServer(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/connection-health`, {
      signal: AbortSignal.timeout(ANSWER_MS),
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
    return answer.headers.get("server")?.startsWith("uipilot/") === true;
  } catch {
    return false;
  }
}

/** The browser's name in the server's list of clients. */
function browserName(): string {
  const { brands = [], platform = "" } =
    (navigator as { userAgentData?: { brands: { brand: string; version: string }[]; platform: string } })
      .userAgentData ?? {};
  const brand = brands.find(({ brand }) => !/not.?a.?brand/i.test(brand));
  return [brand === undefined ? "Chromium" : `${brand.brand} ${brand.version}`, platform].filter(Boolean).join(", ");
}
