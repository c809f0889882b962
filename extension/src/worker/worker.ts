// The service worker: puts the parts together, and answers the extension's own pages.

import { isAllowed, originOf, parseOrigin } from "../policy/policy.ts";
import { Tabs } from "../tabs/tabs.ts";
import { Actions } from "./actions.ts";
import { drawIcon, showBadge } from "./badge.ts";
import { Servers } from "./servers.ts";
import { Store } from "./store.ts";
import { type Told, VIEW, type View, type Wish } from "./view.ts";

/** More than this are a mistake. */
const MAX_LIST = 100;
/** Changes that come together are shown together. */
const SHOW_AFTER_MS = 50;

class Worker {
  readonly #pages = new Set<chrome.runtime.Port>();
  readonly #tabs: Tabs;
  readonly #actions = new Actions();
  readonly #servers: Servers;
  #showing: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: Store) {
    const changed = () => this.#changed();
    this.#tabs = new Tabs(store, changed, () => void this.#stop());
    this.#servers = new Servers(store, this.#tabs, this.#actions, changed);
  }

  async start(): Promise<void> {
    await this.#tabs.start();
    await this.#servers.start();
  }

  /** A page of the extension wants to show what is going on. */
  attend(page: chrome.runtime.Port): void {
    this.#pages.add(page);
    page.onDisconnect.addListener(() => this.#pages.delete(page));
    page.onMessage.addListener((wish: Wish) => {
      this.#grantWish(wish).then(
        (told) => {
          if (told !== undefined) page.postMessage(told);
        },
        (error) => page.postMessage({ refused: error instanceof Error ? error.message : String(error) } satisfies Told),
      );
    });
    this.#servers.look();
    this.#changed();
  }

  /** Something in a browser window has changed. */
  noticed(): void {
    this.#servers.look();
    this.#changed();
  }

  async #grantWish(wish: Wish): Promise<Told | undefined> {
    const { settings } = this.store;
    switch (wish.do) {
      case "grant":
        await this.#tabs.grant(wish.tab);
        break;
      case "revoke":
        this.#tabs.revoke(wish.tab);
        break;
      case "allow": {
        const origin = parseOrigin(wish.origin.trim());
        if (origin === undefined) return { refused: "That is not an origin such as https://example.com." };
        settings.origins = [...new Set([...settings.origins, origin])].slice(0, MAX_LIST);
        break;
      }
      case "disallow":
        settings.origins = settings.origins.filter((origin) => origin !== wish.origin);
        break;
      case "add-port":
        if (!Number.isInteger(wish.port) || wish.port < 1 || wish.port > 65_535) {
          return { refused: "A port is a number from 1 to 65535." };
        }
        settings.ports = [...new Set([...settings.ports, wish.port])].slice(0, MAX_LIST);
        this.#servers.look();
        break;
      case "remove-port":
        settings.ports = settings.ports.filter((port) => port !== wish.port);
        break;
      case "pair":
        return { pairing: await this.#servers.pair(wish.code) };
      case "stop":
        await this.#stop();
        break;
      case "start":
        settings.stopped = false;
        this.#servers.look();
        break;
    }
    await this.store.save();
    this.#changed();
    return undefined;
  }

  /** Takes everything back at once. */
  async #stop(): Promise<void> {
    this.store.settings.stopped = true;
    this.#servers.stop();
    this.#tabs.revokeAll();
    this.#changed();
    await this.store.save();
  }

  #changed(): void {
    this.#servers.tell();
    this.#showing ??= setTimeout(() => {
      this.#showing = undefined;
      void this.#show();
    }, SHOW_AFTER_MS);
  }

  async #show(): Promise<void> {
    const view = await this.#view();
    for (const page of this.#pages) page.postMessage({ view } satisfies Told);
    await showBadge(view);
  }

  async #view(): Promise<View> {
    const { stopped, origins, ports } = this.store.settings;
    const tabs = (await chrome.tabs.query({})).flatMap(({ id, url = "", title = "" }) => {
      const granted = id !== undefined && this.#tabs.get(id) !== undefined;
      const origin = originOf(url);
      // The browser's own pages and those of extensions cannot be worked on.
      if (id === undefined || (!granted && !/^(https?:|about:blank)/.test(url))) return [];
      return [
        {
          id,
          title,
          url,
          origin: origin ?? "",
          granted,
          allowed: isAllowed(url, origins),
          debugged: this.#tabs.isDebugged(id),
        },
      ];
    });
    return {
      stopped,
      servers: this.#servers.list(),
      tabs,
      origins: [...origins],
      ports: [...ports],
      actions: this.#actions.list(),
    };
  }
}

const ready = Store.open().then(async (store) => {
  const worker = new Worker(store);
  await worker.start();
  return worker;
});

// Listeners have to be there when the worker's script ends: an event that wakes it is told then.
chrome.runtime.onConnect.addListener((page) => {
  // Only pages of the extension: a script in a web page has another origin.
  if (page.name === VIEW && page.sender?.origin === location.origin) void ready.then((worker) => worker.attend(page));
});
for (const event of [chrome.tabs.onActivated, chrome.tabs.onUpdated, chrome.tabs.onCreated, chrome.tabs.onRemoved]) {
  (event as chrome.events.Event<() => void>).addListener(() => void ready.then((worker) => worker.noticed()));
}
chrome.alarms.onAlarm.addListener(() => void ready.then((worker) => worker.noticed()));
chrome.runtime.onStartup.addListener(() => {});
chrome.runtime.onInstalled.addListener(() => {});
void drawIcon();
