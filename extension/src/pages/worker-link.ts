// The extension's pages talk to its worker, and find it again when it has slept.

import { type Told, VIEW, type Wish } from "../worker/view.ts";

const AGAIN_MS = 300;

/** A page's connection to the worker. */
export class WorkerLink {
  #port: chrome.runtime.Port | undefined;

  constructor(private readonly told: (message: Told) => void) {
    this.#connect();
  }

  /** Asks the worker for something, and wakes it where it sleeps. */
  wish(wish: Wish): void {
    (this.#port ?? this.#connect()).postMessage(wish);
  }

  #connect(): chrome.runtime.Port {
    const port = chrome.runtime.connect({ name: VIEW });
    this.#port = port;
    port.onMessage.addListener((message: Told) => this.told(message));
    port.onDisconnect.addListener(() => {
      if (this.#port === port) this.#port = undefined;
      setTimeout(() => this.#port ?? this.#connect(), AGAIN_MS);
    });
    return port;
  }
}
