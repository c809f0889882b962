// The service worker: connects the parts, and serves the pages of the extension.
//
// The folders of the extension:
//   connection/  messages, pairing and the WebSocket to one server
//   policy/      which commands work at which origins
//   tabs/        granted tabs, the debugger in them, and the CDP that an engine gets
//   shield/      keeps input and pictures out of documents that are not allowed
//   dom-action/  actions without the debugger
//   worker/      this file, the servers, storage, the list of actions
//   pages/       popup and panel

import { isAllowed, originOf, parseOrigin } from "../policy/policy.ts";
import { Tabs } from "../tabs/tabs.ts";
import { Actions } from "./actions.ts";
import { showBadge } from "./badge.ts";
import { Servers } from "./servers.ts";
import { Store } from "./store.ts";
import { type PageRequest, VIEW, type View, type WorkerMessage } from "./view.ts";

/** Most entries in a list of origins or ports. */
const MAX_LIST = 100;
/** How long changes are collected before the pages are updated. */
const SHOW_AFTER_MS = 50;

class Worker {
  readonly #pages = new Set<chrome.runtime.Port>();
  readonly #tabs: Tabs;
  readonly #actions = new Actions();
  readonly #servers: Servers;
  #update: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly store: Store) {
    const changed = () => this.#changed();
    this.#tabs = new Tabs(store, changed, () => void this.#stop());
    this.#servers = new Servers(store, this.#tabs, this.#actions, changed);
  }

  async start(): Promise<void> {
    await this.#tabs.start();
    await this.#servers.start();
  }

  /** Serves a page that was opened. */
  serve(page: chrome.runtime.Port): void {
    this.#pages.add(page);
    page.onDisconnect.addListener(() => this.#pages.delete(page));
    page.onMessage.addListener((request: PageRequest) => {
      this.#handle(request).then(
        (answer) => {
          if (answer !== undefined) page.postMessage(answer);
        },
        (error) =>
          page.postMessage({ refused: error instanceof Error ? error.message : String(error) } satisfies WorkerMessage),
      );
    });
    this.#servers.look();
    this.#changed();
  }

  /** A tab or a window changed. */
  browserChanged(): void {
    this.#servers.look();
    this.#changed();
  }

  async #handle(request: PageRequest): Promise<WorkerMessage | undefined> {
    const { settings } = this.store;
    switch (request.do) {
      case "grant":
        await this.#tabs.grant(request.tab);
        break;
      case "revoke":
        this.#tabs.revoke(request.tab);
        break;
      case "allow": {
        const origin = parseOrigin(request.origin.trim());
        if (origin === undefined) return { refused: "That is not an origin such as https://example.com." };
        settings.origins = [...new Set([...settings.origins, origin])].slice(0, MAX_LIST);
        break;
      }
      case "disallow":
        settings.origins = settings.origins.filter((origin) => origin !== request.origin);
        break;
      case "add-port":
        if (!Number.isInteger(request.port) || request.port < 1 || request.port > 65_535) {
          return { refused: "A port is a number from 1 to 65535." };
        }
        settings.ports = [...new Set([...settings.ports, request.port])].slice(0, MAX_LIST);
        this.#servers.look();
        break;
      case "remove-port":
        settings.ports = settings.ports.filter((port) => port !== request.port);
        break;
      case "pair":
        return { pairing: await this.#servers.pair(request.code) };
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

  /** Ends all connections and revokes all grants. */
  async #stop(): Promise<void> {
    this.store.settings.stopped = true;
    this.#servers.stop();
    this.#tabs.revokeAll();
    this.#changed();
    await this.store.save();
  }

  #changed(): void {
    this.#servers.reportTabs();
    this.#update ??= setTimeout(() => {
      this.#update = undefined;
      void this.#show();
    }, SHOW_AFTER_MS);
  }

  async #show(): Promise<void> {
    const view = await this.#view();
    for (const page of this.#pages) page.postMessage({ view } satisfies WorkerMessage);
    await showBadge(view);
  }

  async #view(): Promise<View> {
    const { stopped, origins, ports } = this.store.settings;
    const tabs = (await chrome.tabs.query({})).flatMap(({ id, url = "", title = "" }) => {
      const granted = id !== undefined && this.#tabs.get(id) !== undefined;
      const origin = originOf(url);
      // Pages of the browser and of extensions cannot be granted.
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
          recorded: this.#tabs.get(id)?.telling.isOn ?? false,
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

// Listeners must be added while the script runs, so that the event which started the worker reaches them.
chrome.runtime.onConnect.addListener((page) => {
  // Accept only pages of the extension. A content script has the origin of its page.
  if (page.name === VIEW && page.sender?.origin === location.origin) void ready.then((worker) => worker.serve(page));
});
for (const event of [chrome.tabs.onActivated, chrome.tabs.onUpdated, chrome.tabs.onCreated, chrome.tabs.onRemoved]) {
  (event as chrome.events.Event<() => void>).addListener(() => void ready.then((worker) => worker.browserChanged()));
}
chrome.alarms.onAlarm.addListener(() => void ready.then((worker) => worker.browserChanged()));
chrome.runtime.onStartup.addListener(() => {});
chrome.runtime.onInstalled.addListener(() => {});
