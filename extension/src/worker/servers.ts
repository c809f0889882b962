// The servers of this machine: found, connected to, and found again.

import { Connection, type Greeting } from "../connection/connection.ts";
import type { DomAction, DomActionResult } from "../connection/messages.ts";
import { normalizeCode } from "../connection/pairing-proof.ts";
import { PORTS } from "../connection/ports.ts";
import { performDomAction } from "../dom-action/dom-action.ts";
import { Endpoint } from "../tabs/endpoint.ts";
import type { Tabs } from "../tabs/tabs.ts";
import type { Actions } from "./actions.ts";
import type { Store } from "./store.ts";

/** How often it is looked for servers while the worker is awake; an alarm wakes it every 30 s. */
const LOOK_MS = 3_000;
/** How long a server may take to say that it is one. */
const ANSWER_MS = 2_000;
const ALARM = "look-for-servers";

/** What is known of a port. */
export interface Server {
  port: number;
  state: "connected" | "unpaired" | "refused";
  name: string;
  /** Whether an engine uses the connection now. */
  used: boolean;
}

interface Live {
  connection: Connection;
  endpoint: Endpoint | undefined;
}

/** All connections. */
export class Servers {
  readonly #known = new Map<number, Server>();
  readonly #live = new Map<number, Live>();
  readonly #looking = new Set<number>();

  constructor(
    private readonly store: Store,
    private readonly tabs: Tabs,
    private readonly actions: Actions,
    private readonly changed: () => void,
  ) {}

  /** Looks now, and from now on. */
  async start(): Promise<void> {
    chrome.alarms.onAlarm.addListener(() => this.look());
    await chrome.alarms.create(ALARM, { periodInMinutes: 0.5 });
    setInterval(() => this.look(), LOOK_MS);
    this.look();
  }

  /** Tries all ports where nothing is connected. */
  look(): void {
    if (this.store.settings.stopped) return;
    for (const port of this.#ports()) void this.#try(port);
  }

  /** What was found, in the order of the ports. */
  list(): Server[] {
    return [...this.#known.values()].sort((a, b) => a.port - b.port);
  }

  /** Pairs with the server that shows this code. */
  async pair(typed: string): Promise<"paired" | "wrong" | "nobody"> {
    const code = normalizeCode(typed);
    let found = false;
    for (const port of this.#ports()) {
      if (this.#live.has(port)) continue;
      const greeting = await this.#connect(port, () => ({ code }));
      if (greeting.state === "connected") return "paired";
      found ||= greeting.state !== "absent";
    }
    return found ? "wrong" : "nobody";
  }

  /** The user wants no more of it: they are told so, and every connection ends. */
  stop(): void {
    for (const { connection } of [...this.#live.values()]) {
      connection.send({ type: "stopped" });
      connection.close();
    }
    this.#known.clear();
    this.changed();
  }

  /** Tells the servers how many tabs are granted. */
  tell(): void {
    for (const { connection } of this.#live.values()) this.#status(connection);
  }

  #status(connection: Connection): void {
    connection.send({ type: "status", tabs: this.tabs.all().length });
  }

  /** Carries an action out, once, whatever comes twice. */
  async #domAction(connection: Connection, { requestId, payload }: DomAction): Promise<void> {
    const { page } = payload;
    const [only, ...others] = this.tabs.all();
    const tab = page === undefined ? (others.length > 0 ? undefined : only) : this.tabs.byTarget(page);
    let result: DomActionResult;
    if (tab === undefined) {
      const error = { code: "TAB_NOT_GRANTED", message: "it is not plain which tab is meant" };
      result = { success: false, performed: false, error };
    } else if (!(await this.store.isNew(requestId))) {
      const error = { code: "DISPATCH_FAILED", message: "this request was carried out before" };
      result = { success: false, performed: true, error };
    } else {
      result = await performDomAction(tab, payload, this.store.settings.origins).catch((reason) => ({
        success: false,
        // What is thrown comes before the page is touched: the origin, a page of the browser itself.
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
    if (this.#live.has(port) || this.#looking.has(port)) return;
    this.#looking.add(port);
    try {
      await this.#connect(port, (serverId) => {
        const token = this.store.settings.tokens[serverId];
        return token === undefined ? undefined : { token };
      });
    } finally {
      this.#looking.delete(port);
    }
  }

  async #connect(port: number, credentials: Parameters<Connection["greet"]>[0]): Promise<Greeting> {
    if (!(await isServer(port))) {
      if (this.#known.delete(port)) this.changed();
      return { state: "absent" };
    }
    const connection = new Connection(port);
    const greeting = await connection.greet(credentials, this.store.settings.clientId, browserName());
    if (greeting.state !== "connected" || this.store.settings.stopped || this.#live.has(port)) connection.close();
    else await this.#connected(port, connection, greeting);
    if (greeting.state === "refused" && greeting.code === "TOKEN_WRONG") {
      // The server has forgotten us; only a new code helps.
      delete this.store.settings.tokens[greeting.serverId];
      await this.store.save();
    }
    const before = JSON.stringify(this.#known.get(port));
    if (greeting.state === "absent") this.#known.delete(port);
    else if (greeting.state !== "connected") {
      const state = greeting.state === "refused" && greeting.code === "VERSION_DIFFERS" ? "refused" : "unpaired";
      this.#known.set(port, { port, state, name: greeting.server, used: false });
    }
    if (JSON.stringify(this.#known.get(port)) !== before) this.changed();
    return greeting;
  }

  async #connected(port: number, connection: Connection, greeting: Greeting & { state: "connected" }): Promise<void> {
    const live: Live = { connection, endpoint: undefined };
    const server: Server = { port, state: "connected", name: greeting.server, used: false };
    this.#live.set(port, live);
    this.#known.set(port, server);
    const put = (endpoint: Endpoint | undefined) => {
      live.endpoint?.close();
      live.endpoint = endpoint;
      server.used = endpoint !== undefined;
      this.changed();
    };
    connection.start({
      opened: () =>
        put(
          new Endpoint({
            tabs: this.tabs,
            send: (message) => connection.send(message),
            origins: () => this.store.settings.origins,
            name: String(port),
          }),
        ),
      closed: () => put(undefined),
      command: (command) => live.endpoint?.handle(command),
      domAction: (action) => void this.#domAction(connection, action),
      activity: (activity) => {
        this.actions.note(port, this.tabs.byTarget(activity.page)?.title ?? "", activity);
        this.changed();
      },
      ended: () => {
        this.actions.interrupted(port);
        put(undefined);
        if (this.#live.get(port) === live) this.#live.delete(port);
        if (this.#known.get(port) === server) this.#known.delete(port);
        this.changed();
      },
    });
    this.#status(connection);
    if (greeting.token !== undefined) {
      this.store.settings.tokens[greeting.serverId] = greeting.token;
      await this.store.save();
      // Other servers of the same user know the token too.
      this.look();
    }
    this.changed();
  }
}

/**
 * Whether a server of ours is at the port. Asked over HTTP first: the browser holds WebSockets back
 * for seconds after some could not be opened, and most ports are empty.
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

/** How the browser is called in the server's lists. */
function browserName(): string {
  const { brands = [], platform = "" } =
    (navigator as { userAgentData?: { brands: { brand: string; version: string }[]; platform: string } })
      .userAgentData ?? {};
  const brand = brands.find(({ brand }) => !/not.?a.?brand/i.test(brand));
  return [brand === undefined ? "Chromium" : `${brand.brand} ${brand.version}`, platform].filter(Boolean).join(", ");
}
