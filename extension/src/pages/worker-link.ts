// The connection of a page to the worker. It is made again after the worker was suspended.

import { type PageRequest, VIEW, type WorkerMessage } from "../worker/view.ts";

const RECONNECT_MS = 300;

/** A page's connection to the worker. */
export class WorkerLink {
  #port: chrome.runtime.Port | undefined;

  constructor(private readonly onMessage: (message: WorkerMessage) => void) {
    this.#connect();
  }

  /** Sends a request. It starts the worker if that is suspended. */
  ask(request: PageRequest): void {
    (this.#port ?? this.#connect()).postMessage(request);
  }

  #connect(): chrome.runtime.Port {
    const port = chrome.runtime.connect({ name: VIEW });
    this.#port = port;
    port.onMessage.addListener((message: WorkerMessage) => this.onMessage(message));
    port.onDisconnect.addListener(() => {
      if (this.#port === port) this.#port = undefined;
      setTimeout(() => this.#port ?? this.#connect(), RECONNECT_MS);
    });
    return port;
  }
}
