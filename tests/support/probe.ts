/** A server whose pages say what they believe of their device, their user and their place, in their first script. */

import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./wait.ts";

/** What a script sees. */
export interface Facts {
  userAgent: string;
  hints: { mobile: boolean; platform: string; brands: { brand: string; version: string }[] } | null;
  platform: string;
  language: string;
  number: string;
  timeZone: string;
  hours: number;
  touchPoints: number;
  /** Only in documents. */
  media: Record<string, boolean>;
  ratio: number;
  width: number;
  screen: string;
  hasTouch: boolean;
}

const facts = `({
  userAgent: navigator.userAgent, hints: navigator.userAgentData ?? null, platform: navigator.platform, language: navigator.language,
  number: new Intl.NumberFormat().resolvedOptions().locale, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  hours: new Date(0).getHours(), touchPoints: navigator.maxTouchPoints,
  ...(self.document && {
    media: Object.fromEntries(["(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(prefers-contrast: more)",
      "(forced-colors: active)", "(pointer: coarse)", "print"].map((query) => [query, matchMedia(query).matches])),
    ratio: devicePixelRatio, width: innerWidth, screen: screen.width + "x" + screen.height, hasTouch: "ontouchstart" in self,
  }),
})`;

/** A running server. */
export class Probe {
  readonly #reports = new Map<string, Facts[]>();
  /** The headers of requests, by path. */
  readonly headers = new Map<string, IncomingHttpHeaders>();

  private constructor(
    readonly port: number,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<Probe> {
    let probe: Probe | undefined;
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://x");
      if (request.method === "POST") {
        let body = "";
        request.on("data", (part) => {
          body += part;
        });
        request.on("end", () => {
          probe?.keep(pathname.slice(1), JSON.parse(body));
          response.writeHead(204, { "access-control-allow-origin": "*" }).end();
        });
        return;
      }
      probe?.headers.set(pathname, request.headers);
      const script = pathname.endsWith(".js");
      response.setHeader("content-type", script ? "text/javascript" : "text/html");
      response.end(script ? worker(pathname) : page(pathname.slice(1), probe?.port ?? 0));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    probe = new Probe(port, async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    });
    return probe;
  }

  /** The address of a page with this name. */
  url(name: string, host = "127.0.0.1"): string {
    return `http://${host}:${this.port}/${name}`;
  }

  keep(name: string, facts: Facts): void {
    this.#reports.set(name, [...(this.#reports.get(name) ?? []), facts]);
  }

  /** The next report of the page, the frame or the worker with this name. */
  async next(name: string): Promise<Facts> {
    return until(`a report of ${name}`, () => this.#reports.get(name)?.shift(), 20_000);
  }
}

const report = (name: string) => `fetch("/${name}", { method: "POST", body: JSON.stringify(${facts}) });`;

function page(name: string, port: number): string {
  const frame = name === "page" ? `<iframe src="http://localhost:${port}/frame"></iframe>` : "";
  const work = name === "page" ? `<script>new Worker("/worker.js")</script>` : "";
  return `<!doctype html><title>${name}</title><script>${report(name)}</script><h1>${name}</h1>
    <button onclick="window.open('/popup')">Popup</button>
    <button onclick="window.open('http://localhost:${port}/stranger', '', 'noopener')">Stranger</button>
    <button onclick="navigator.geolocation.getCurrentPosition(({ coords }) => out.textContent = 'at ' + coords.latitude + ' ' + coords.longitude, ({ message }) => out.textContent = 'nowhere')">Where</button>
    <button onclick="navigator.permissions.query({ name: 'notifications' }).then(({ state }) => out.textContent = 'notifications ' + state)">May</button>
    <button onclick="out.textContent = ''; setTimeout(() => { const end = Date.now() + 6_000; while (Date.now() < end); out.textContent = 'idle'; }, 150)">Busy</button>
    <button onclick="out.textContent = 'zone ' + Intl.DateTimeFormat().resolvedOptions().timeZone">Zone</button>
    <p id="out"></p>${frame}${work}`;
}

function worker(path: string): string {
  return report(path.slice(1).replace(".js", ""));
}
