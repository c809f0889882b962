// What is kept: over restarts of the browser (pairing, origins, ports), and over restarts of the
// worker only (which tabs are granted: a tab's number means another tab tomorrow).

import { randomHex } from "../connection/pairing-proof.ts";

/** How many requests are remembered. */
const REMEMBERED = 512;

/** Kept for good. */
export interface Settings {
  /** Random: how servers know this extension again. */
  clientId: string;
  /** Tokens by the server that gave them. */
  tokens: Record<string, string>;
  /** Origins that the user has allowed, beside those of this machine. */
  origins: string[];
  /** Ports to look at, beside the usual ones. */
  ports: number[];
  /** The user has stopped everything. */
  stopped: boolean;
}

/** Reads and writes both kinds. */
export class Store {
  #requests: readonly string[];

  private constructor(
    readonly settings: Settings,
    /** The granted tabs when the worker began. */
    readonly grantedBefore: readonly number[],
    requests: readonly string[],
  ) {
    this.#requests = requests;
  }

  static async open(): Promise<Store> {
    // Scripts in pages have no business with the tokens.
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

  /** Whether this request was never seen; it is from now on, also when the worker has slept. */
  async isNew(requestId: string): Promise<boolean> {
    if (this.#requests.includes(requestId)) return false;
    this.#requests = [...this.#requests, requestId].slice(-REMEMBERED);
    await chrome.storage.session.set({ requests: this.#requests });
    return true;
  }

  /** Writes the settings as they are now. */
  async save(): Promise<void> {
    await chrome.storage.local.set({ settings: this.settings });
  }

  /** Writes which tabs are granted now. */
  async saveGranted(granted: readonly number[]): Promise<void> {
    await chrome.storage.session.set({ granted });
  }
}
