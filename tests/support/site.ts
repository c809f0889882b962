/** A local web server for test pages, which records the events that the pages report. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./wait.ts";

/** Something that a page reported with `record(kind, data)`. */
export interface PageEvent {
  kind: string;
  /** Order in its document. */
  order: number;
  /** When, in milliseconds since the epoch. */
  at: number;
  [key: string]: unknown;
}

/** Something other than an HTML page. */
export interface Resource {
  type: string;
  body: string | Uint8Array;
  headers?: Record<string, string>;
  /** Answers only after this many milliseconds. */
  delayMs?: number;
}

/**
 * The script of every page. `record(kind, data)` reports to the test, also where the page blocks its thread right after it.
 * `watch(selector, types…)` reports events.
 */
const recorder = `
(() => {
  const run = location.pathname.split("/")[2];
  let order = 0;
  window.record = (kind, data = {}) => {
    const body = JSON.stringify({ kind, order: order++, at: performance.timeOrigin + performance.now(), ...data });
    fetch("/events/" + run, { method: "POST", body, keepalive: body.length < 60000 }).catch(() => {});
  };
  window.watch = (selector, ...types) => {
    for (const element of document.querySelectorAll(selector)) {
      for (const type of types) {
        element.addEventListener(type, (event) => record(type, {
          id: element.id, trusted: event.isTrusted, detail: event.detail, key: event.key, button: event.button,
          value: element.value ?? element.textContent, checked: element.checked, inputType: event.inputType,
        }));
      }
    }
  };
})();
`;

/** A page of the site. */
export class SitePage {
  readonly #events: PageEvent[] = [];

  constructor(
    readonly path: string,
    readonly port: number,
  ) {}

  /** Its address. */
  get url(): string {
    return `http://127.0.0.1:${this.port}${this.path}`;
  }

  /** Its address under another origin: for cross-origin frames. */
  get otherOrigin(): string {
    return `http://localhost:${this.port}${this.path}`;
  }

  /** The events that the page has reported so far, all or of one kind, in the page's order. */
  events(kind?: string): PageEvent[] {
    return this.#events.filter((event) => kind === undefined || event.kind === kind).sort((a, b) => a.order - b.order);
  }

  /** Waits for the first event of a kind (that fits). */
  event(kind: string, fits: (event: PageEvent) => boolean = () => true, timeoutMs = 30_000): Promise<PageEvent> {
    return until(
      `the page to report ${kind}; it reported ${JSON.stringify(this.#events.slice(-20))}`,
      () => this.events(kind).find(fits),
      timeoutMs,
    );
  }

  /** Forgets what was reported. */
  forget(): void {
    this.#events.length = 0;
  }

  /** For the site: keeps a report. */
  keep(event: PageEvent): void {
    this.#events.push(event);
  }
}

/** The site. Make it with {@link startSite}. */
export class Site {
  readonly #pages = new Map<string, { page: SitePage; resource: Resource }>();
  #next = 1;

  constructor(
    readonly port: number,
    private readonly stop: () => Promise<void>,
  ) {}

  /** Adds a page with this body (and what the head holds beside the recorder). */
  html(body: string, { title = "Test page", head = "" }: { title?: string; head?: string } = {}): SitePage {
    return this.resource({
      type: "text/html; charset=utf-8",
      body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><script>${recorder}</script>${head}</head><body>${body}</body></html>`,
    });
  }

  /** Adds anything else. */
  resource(resource: Resource, name = ""): SitePage {
    const run = String(this.#next++);
    const page = new SitePage(`/run/${run}/${name}`, this.port);
    this.#pages.set(run, { page, resource });
    return page;
  }

  /** Answers a request. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, area, run = ""] = (request.url ?? "/").split(/[/?#]/);
    const found = this.#pages.get(run);
    if (area === "events" && found) {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      found.page.keep(JSON.parse(Buffer.concat(chunks).toString("utf8")) as PageEvent);
      response.writeHead(204).end();
    } else if (area === "run" && found) {
      const { type, body, headers, delayMs } = found.resource;
      if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
      response.writeHead(200, { "content-type": type, "cache-control": "no-store", ...headers }).end(body);
    } else {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  }

  /** Ends the site and every connection to it. */
  close(): Promise<void> {
    return this.stop();
  }
}

/** Starts a site on a free port. */
export async function startSite(): Promise<Site> {
  const server = createServer((request, response) => {
    site.answer(request, response).catch(() => response.destroy());
  });
  // Without a host name Node listens on both families where it can, so that "localhost" reaches it too.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const site = new Site((server.address() as AddressInfo).port, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return site;
}
