// Storage. Settings outlive the browser. Grants outlive only the worker, since tab numbers are reused after a restart of
// the browser.

import { randomHex } from "../connection/pairing-proof.ts";

/** How many request ids are kept. */
const REMEMBERED = 512;

/** What outlives the browser. */
export interface Settings {
  /** A random id by which servers recognise this extension. */
  clientId: string;
  /** Tokens, by server id. */
  tokens: Record<string, string>;
  /** Origins that the user allowed, in addition to those of this machine. */
  origins: string[];
  /** Ports that the user added to the default ones. */
  ports: number[];
  /** Whether the user stopped the extension. */
  stopped: boolean;
}

/** Reads and writes settings, grants and request ids. */
export class Store {
  #requests: readonly string[];

  private constructor(
    readonly settings: Settings,
    /** The tabs that were granted when the worker was suspended. */
    readonly grantedBefore: readonly number[],
    requests: readonly string[],
  ) {
    this.#requests = requests;
  }

  static async open(): Promise<Store> {
    // Content scripts must not read the tokens.
    await chrome.storage.local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
    const defaults: Settings = { clientId: randomHex(16), tokens: {}, origins: [], ports: [], stopped: false };
    const { settings } = await chrome.storage.local.get<{ settings?: Partial<Settings> }>("settings");
    const { granted, requests } = await chrome.storage.session.get<{ granted?: number[]; requests?: string[] }>([
      "granted",
      "requests",
    ]);
    const store = new Store({ ...defaults, ...settings }, granted ?? [], requests ?? []);
    if (settings?.clientId === undefined) await store.save();
    return store;
  }

  /** Whether this request is new. It is remembered from now on, across restarts of the worker. */
  async isNew(requestId: string): Promise<boolean> {
    if (this.#requests.includes(requestId)) return false;
    this.#requests = [...this.#requests, requestId].slice(-REMEMBERED);
    await chrome.storage.session.set({ requests: this.#requests });
    return true;
  }

  /** Saves the settings. */
  async save(): Promise<void> {
    await chrome.storage.local.set({ settings: this.settings });
  }

  /** Saves which tabs are granted. */
  async saveGranted(granted: readonly number[]): Promise<void> {
    await chrome.storage.session.set({ granted });
  }
}
