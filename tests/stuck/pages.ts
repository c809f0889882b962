/** Pages that do not answer, each in its own way, and the server that they come from. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../support/wait.ts";

/** A way for a page not to answer. */
export interface StuckPage {
  readonly name: string;
  /** The script of the page, or of its frame, that runs when the page is told to get stuck. */
  readonly script: string;
  /** Where the script runs: in the main frame, or in a frame of the same or of another origin. */
  readonly place: "main" | "same-origin" | "cross-origin";
  /** More of the main document. */
  readonly body?: string;
  /** Whether the body of the main document has no end. */
  readonly endless?: boolean;
  /** Whether the page answers now and then, so that a call can end by its own limit. */
  readonly answers?: boolean;
  /** What an error must say of a page of this kind. Without it, every call must succeed that the page allows. */
  readonly cause?: RegExp;
  /** Codes of errors that are right because the page shows another document. */
  readonly codes?: readonly string[];
}

/** A frame in another process does not answer. */
export const SILENT_FRAME = /the frame "[^"]*" has not answered/;

/** A script is busy, or waits in a way that blocks the page. */
const BLOCKED = /has(?: not answered| not responded)|d(?:oes|id) not answer|had taken \d|before its answer/;

/** The document has no end. */
const LOADING = /the page is still loading/;

/** How long a page may take to read an empty answer. */
const TAKEN_MS = 250;

const BUSY = "for (;;);";
/** A request that blocks the page, to a server that accepts and is silent. */
export const synchronousRequest =
  "const request = new XMLHttpRequest(); request.open('GET', '/silent', false); request.send()";

/** Every stuck page. */
export const stuckPages: readonly StuckPage[] = [
  { name: "busy-main", place: "main", script: BUSY, cause: BLOCKED },
  {
    name: "busy-chunks",
    place: "main",
    script: "setInterval(() => { const end = Date.now() + 1500; while (Date.now() < end); }, 20)",
    cause: BLOCKED,
    answers: true,
  },
  { name: "busy-same-origin-frame", place: "same-origin", script: BUSY, cause: BLOCKED },
  { name: "busy-cross-origin-frame", place: "cross-origin", script: BUSY },
  {
    name: "busy-cross-origin-frame-chunks",
    place: "cross-origin",
    script: "setInterval(() => { const end = Date.now() + 900; while (Date.now() < end); }, 100)",
  },
  {
    name: "worker-storm",
    place: "main",
    script: `for (let i = 0; i < 24; i++) new Worker(URL.createObjectURL(new Blob(["for (;;);"])));`,
  },
  {
    name: "navigates-to-silent",
    place: "main",
    script: "location.assign('/silent')",
    // In Firefox, until the new document comes.
    answers: true,
    cause: /is loading ".*silent" in/,
  },
  {
    name: "navigates-to-endless",
    place: "main",
    script: "location.assign('/endless')",
    codes: ["STALE_UID", "OUTCOME_UNKNOWN"],
    cause: LOADING,
    answers: true,
  },
  { name: "endless-body", place: "main", script: "void 0", endless: true, cause: LOADING, answers: true },
  {
    name: "frame-from-silent",
    place: "main",
    script: "document.body.append(Object.assign(document.createElement('iframe'), { src: '/silent' }))",
  },
  { name: "sync-xhr-to-silent", place: "main", script: synchronousRequest, cause: BLOCKED },
  { name: "sync-xhr-in-cross-origin-frame", place: "cross-origin", script: synchronousRequest },
  { name: "print", place: "main", script: "print()" },
  { name: "alert-loop", place: "main", script: "for (;;) alert('again')", cause: /dialog/ },
  {
    name: "300-frames",
    place: "main",
    script: "void 0",
    // The documents take longer to load than a call may, and keep the renderer busy meanwhile.
    codes: ["TIMEOUT", "OUTCOME_UNKNOWN"],
    body: Array.from({ length: 300 }, (_, at) => `<iframe src="/empty?${at}" width="20" height="20"></iframe>`).join(
      "",
    ),
  },
  {
    name: "console-flood",
    place: "main",
    script: "setInterval(() => { for (let i = 0; i < 100; i++) console.log('line', i, { a: i }); }, 10)",
  },
];

const CONTROLS = `<h1>Controls</h1><button onclick="this.textContent += '!'">Press</button> <button ondragover="event.preventDefault()">Drop</button>
<label>Field <input></label> <label>Second <input></label> <label><input type="checkbox">Check</label>
<label>Choice <select><option>one<option>two</select></label> <label>File <input type="file"></label>
<script>(document.modelContext ?? navigator.modelContext)?.registerTool({ name: "hello", description: "Says hello",
  execute: () => "hello" });</script>`;

/**
 * Tells the test that it is about to get stuck, then does. The test says when. A synchronous request tells it, so that Chromium's
 * page answers nothing between the two.
 */
function trigger(run: string, script: string): string {
  return `<script>(async () => {
    await fetch('/go/${run}');
    const told = new XMLHttpRequest();
    told.open('POST', '/stuck/${run}', false);
    told.send();
    ${script};
  })()</script>`;
}

/** A page that is open and can be told to get stuck. */
export interface Trap {
  readonly url: string;
  /** Makes the page stuck. Returns when its script runs. */
  spring(): Promise<void>;
}

/** The server of the pages. `/silent` accepts and never answers; `/endless` never ends its body. */
export class TrapServer {
  readonly #bodies = new Map<string, string>();
  readonly #endless = new Set<string>();
  readonly #waiting = new Map<string, ServerResponse>();
  readonly #stuck = new Set<string>();
  #next = 1;

  private constructor(
    readonly port: number,
    private readonly stop: () => Promise<void>,
  ) {}

  /** Starts a server on a free port. */
  static async start(): Promise<TrapServer> {
    const server = createServer((request, response) => traps.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const traps = new TrapServer((server.address() as AddressInfo).port, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return traps;
  }

  /** Ends the server and every connection. */
  close(): Promise<void> {
    return this.stop();
  }

  /** The address of a path, under the usual host or another one. */
  at(path: string, host = "127.0.0.1"): string {
    return `http://${host}:${this.port}${path}`;
  }

  /** A page with controls that answers. */
  get free(): string {
    return this.at("/free");
  }

  /** Sets a trap. */
  set(page: StuckPage, title: string = page.name): Trap {
    const run = String(this.#next++);
    const inner = `<!doctype html><title>Inner</title><button>Inside</button>${trigger(run, page.script)}`;
    const frame =
      page.place === "main"
        ? ""
        : `<iframe src="${this.at(`/page/${run}-frame`, page.place === "cross-origin" ? "localhost" : undefined)}"></iframe>`;
    const own = page.place === "main" ? trigger(run, page.script) : "";
    this.#bodies.set(`${run}-frame`, inner);
    if (page.endless) this.#endless.add(run);
    this.#bodies.set(run, `<!doctype html><title>${title}</title>${CONTROLS}${page.body ?? ""}${frame}${own}`);
    return {
      url: this.at(`/page/${run}`),
      spring: async () => {
        const response = await until(`${page.name} to wait for its turn`, () => this.#waiting.get(run), 20_000);
        response.end("go");
        await until(`${page.name} to get stuck`, () => this.#stuck.has(run), 20_000);
        // Firefox's page answers until it has the answer to its synchronous request, and nothing tells when it has.
        await pause(TAKEN_MS);
      },
    };
  }

  #endlessly(response: ServerResponse, body: string): void {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(body);
    const more = setInterval(() => response.write("<p>more</p>"), 100);
    response.on("close", () => clearInterval(more));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const [, area = "", name = ""] = (request.url ?? "/").split(/[/?]/);
    const html = (body: string): void => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
      response.end(body);
    };
    if (area === "silent") return;
    if (area === "go") {
      this.#waiting.set(name, response);
    } else if (area === "stuck") {
      this.#stuck.add(name);
      response.end();
    } else if (area === "endless") {
      this.#endlessly(response, `<!doctype html><title>Endless</title>${CONTROLS}`);
    } else if (this.#endless.has(name)) {
      this.#endlessly(response, this.#bodies.get(name) ?? "");
    } else if (area === "free") {
      html(`<!doctype html><title>Free</title>${CONTROLS}`);
    } else if (area === "empty") {
      html("<!doctype html><title>Empty</title><button>Small</button>");
    } else {
      html(this.#bodies.get(name) ?? "<!doctype html><title>Nothing</title>");
    }
  }
}
