/**
 * The web server of the chaos rounds. Each round has a page with controls. The page reports its events in synchronous
 * requests, so that an event is on record before its handler returns. They do not pass the proxy that the page comes
 * through: the record does not depend on the damaged network.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Network } from "./network.ts";

/**
 * What makes the call last: nothing; the page is busy; a cover over the controls; or the handler of the first event takes
 * long, so that the effect is there while the call still runs.
 */
export const MODES = ["quick", "busy", "covered", "held"] as const;
export type Mode = (typeof MODES)[number];

/** An event that a page reported. */
export interface Seen {
  kind: string;
  /** The id of the element. */
  id: string;
  trusted: boolean;
  value: string;
  /** The pressed buttons of a pointer event. */
  buttons: number;
  /** When the report came, by `performance.now()`. */
  at: number;
}

const EVENTS = ["pointerdown", "pointerup", "mouseover", "click", "dblclick", "keydown", "input", "change"];

/** The title of the page with this address. The stop keeps one title from being the beginning of another. */
export function titleOf(url: string): string {
  return `Round ${new URL(url).pathname.split("/").at(-1)}.`;
}

/** A page of one round, and what it reported. */
export class Scene {
  readonly events: Seen[] = [];
  /** How often each of its documents and files was sent to the end, by the path's first part. */
  readonly sent = new Map<string, number>();
  #go: (() => void) | undefined;
  #gone = false;
  #watchers: (() => void)[] = [];
  #held = false;

  constructor(
    readonly run: number,
    readonly mode: Mode,
    /** How long the page makes a call last, in milliseconds. */
    readonly slow: number,
    private readonly ports: { pages: number; reports: number },
  ) {}

  /** The address of one of its documents. */
  at(area: string): string {
    return `http://127.0.0.1:${this.ports.pages}/${area}/${this.run}`;
  }

  get url(): string {
    return this.at("page");
  }

  get title(): string {
    return titleOf(this.url);
  }

  /** Lets the page begin what makes the call last. */
  go(): void {
    this.#gone = true;
    this.#go?.();
  }

  /** Whether the page reported a trusted event of this kind on the element. */
  saw(kind: string, id: string, value?: string): boolean {
    return this.events.some(
      (event) =>
        event.kind === kind && event.id === id && event.trusted && (value === undefined || event.value === value),
    );
  }

  /** Whether an element has had this value, by whatever event. */
  had(id: string, value: string): boolean {
    return this.events.some((event) => event.id === id && event.value === value);
  }

  /** Whether the server has sent this document at least so many times. */
  served(area: string, times = 1): boolean {
    return (this.sent.get(area) ?? 0) >= times;
  }

  /** Resolves at the next report. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  /** For the stage: answers a request for this scene. */
  async answer(area: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("cache-control", "no-store");
    if (area === "go") {
      this.#go = () => response.end();
      if (this.#gone) this.#go();
    } else if (area === "report") {
      await this.#report(request, response);
    } else {
      const lasts = area !== "page" && this.mode !== "quick" ? this.slow : 0;
      response.on("finish", () => this.sent.set(area, (this.sent.get(area) ?? 0) + 1));
      if (area === "file") {
        response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=file.csv" });
        response.write("a,b\n");
        setTimeout(() => response.end("1,2\n"), lasts);
      } else {
        await new Promise((resolve) => setTimeout(resolve, lasts));
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
        response.end(area === "page" ? this.#page() : `<!doctype html><title>${area}</title><h1>${area}</h1>`);
      }
    }
  }

  async #report(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const event = JSON.parse(Buffer.concat(chunks).toString("utf8")) as Omit<Seen, "at">;
    this.events.push({ ...event, at: performance.now() });
    for (const watcher of this.#watchers.splice(0)) watcher();
    const holds = this.mode === "held" && !this.#held && event.kind !== "shown";
    this.#held ||= holds;
    setTimeout(() => response.end(), holds ? this.slow : 0);
  }

  #page(): string {
    const base = `http://127.0.0.1:${this.ports.reports}`;
    return `<!doctype html><title>${this.title}</title><style>body { min-height: 3000px }
      #cover { position: fixed; inset: 0; background: white } button { padding: 8px }</style>
    <h1>Controls</h1><button id="press">Press</button> <button id="drop">Drop</button> <button id="alert">Alert</button>
    <button id="popup">Popup</button> <a id="leave" href="${this.at("next")}">Leave</a>
    <a id="load" href="${this.at("file")}">Load</a>
    <label>Field <input id="field"></label> <label>Second <input id="second"></label>
    <label><input id="check" type="checkbox">Check</label>
    <label>Choice <select id="choice"><option>one<option>two</select></label>
    <label>File <input id="file" type="file"></label> <p id="text"></p>
    ${this.mode === "covered" ? `<div id="cover"></div>` : ""}
    <script>
    const report = (kind, event, target) => {
      const request = new XMLHttpRequest();
      request.open("POST", "${base}/report/${this.run}", false);
      const value = target?.type === "checkbox" ? String(target.checked) : target?.files?.[0]?.name ?? target?.value;
      const said = { kind, id: target?.id ?? "", trusted: event?.isTrusted ?? true, value: value ?? event?.key ?? "" };
      try { request.send(JSON.stringify({ ...said, buttons: event?.buttons ?? 0 })); } catch {}
    };
    for (const type of ${JSON.stringify(EVENTS)})
      addEventListener(type, (event) => {
        if (event.target.closest?.("button, a, input, select")) report(type, event, event.target);
      }, true);
    addEventListener("scroll", (event) => report("scroll", event), { once: true });
    addEventListener("resize", (event) => report("resize", event), { once: true });
    alert = ((ask) => (text) => { ask(text); report("answered"); })(alert.bind(window));
    document.getElementById("alert").onclick = () => alert("Well?");
    popup.onclick = () => { open("${this.at("popup")}"); };
    fetch("${base}/go/${this.run}").then(() => {
      setTimeout(() => { report("shown"); text.textContent = "Arrived"; }, ${this.slow});
      setTimeout(() => document.getElementById("cover")?.remove(), ${this.slow});
      if (${this.mode === "busy"}) for (const end = performance.now() + ${this.slow}; performance.now() < end;);
    });
    </script>`;
  }
}

/** The server of the scenes. */
export class Stage {
  readonly #scenes = new Map<number, Scene>();
  #next = 1;

  private constructor(
    /** Where pages report. */
    readonly port: number,
    /** What pages come through. */
    readonly network: Network,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<Stage> {
    const server = createServer((request, response) => {
      const [, area = "", run = ""] = (request.url ?? "/").split(/[/?]/);
      const scene = stage.#scenes.get(Number(run));
      if (scene) scene.answer(area, request, response).catch(() => response.destroy());
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const network = await Network.start(port);
    const stage = new Stage(port, network, async () => {
      await network.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return stage;
  }

  /** A new scene. */
  set(mode: Mode, slow: number): Scene {
    const run = this.#next++;
    const scene = new Scene(run, mode, slow, { pages: this.network.port, reports: this.port });
    this.#scenes.set(run, scene);
    return scene;
  }

  close(): Promise<void> {
    return this.stop();
  }
}
