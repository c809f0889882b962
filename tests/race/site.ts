/** The pages of the race: a meant button that something else replaces, and a record of what each button saw. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the meant button is replaced. */
export const KINDS = [
  "replace",
  "replace-site",
  "open",
  "node",
  "bfcache",
  "overlay",
  "frame-replace",
  "frame-navigate",
  "frame-open",
  "frame-overlay",
  "xframe-replace",
  "xframe-navigate",
  "xframe-overlay",
] as const;
export type Kind = (typeof KINDS)[number];

/** When it is replaced: a time after the call, or with the first move or press that reaches its document. */
export const TRIGGERS = ["time", "move", "down"] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** An event that a button saw. */
export interface Sighting {
  /** "meant" or "foreign"; "page" for what the page itself reports. */
  button: string;
  type: string;
}

const TYPES = [
  "pointerdown",
  "mousedown",
  "pointerup",
  "mouseup",
  "click",
  "auxclick",
  "dblclick",
  "contextmenu",
  "mouseover",
  "mousemove",
  "wheel",
  "keydown",
  "input",
  "dragstart",
  "drop",
];

const PLACE = "position:fixed;left:20px;top:20px;width:160px;height:80px";

/** The script of every document. `listen` reports what an element sees. */
const script = (id: string, port: number): string => `
  const tell = (button, type) => navigator.sendBeacon("http://127.0.0.1:${port}/seen/${id}", JSON.stringify({ button, type }));
  const listen = (element, button) => {
    for (const type of ${JSON.stringify(TYPES)}) element.addEventListener(type, (event) => event.isTrusted && tell(button, type));
  };`;

const button = `<button id="b" style="${PLACE}">Save</button>`;

/** A document with a button that must see nothing. */
const foreign = (id: string, port: number): string =>
  `<!doctype html><title>Foreign</title>${button}<script>${script(id, port)} listen(b, "foreign"); b.autofocus = true; b.focus();</script>`;

/** The web server of the race. */
export class RaceSite {
  readonly #seen = new Map<string, Sighting[]>();
  readonly #waiting = new Map<string, ServerResponse>();
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    const [, what = "", id = ""] = url.pathname.split("/");
    if (what === "seen") {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        this.seen(id).push(JSON.parse(body) as Sighting);
        response.writeHead(204, { "access-control-allow-origin": "*" }).end();
      });
    } else if (what === "go") {
      response.setHeader("access-control-allow-origin", "*");
      this.#waiting.set(id, response);
    } else if (what === "favicon.ico") response.writeHead(404).end();
    else {
      response.setHeader("content-type", "text/html; charset=utf-8");
      const search = url.searchParams;
      const given = { kind: search.get("kind") as Kind, trigger: search.get("trigger") as Trigger };
      const delay = Number(search.get("delay"));
      if (what === "foreign") response.end(foreign(id, this.port));
      else if (what === "frame") response.end(this.#frame(id, given));
      else response.end(this.#page(id, given, delay));
    }
  });

  /** Starts a server on a free port. */
  static async start(): Promise<RaceSite> {
    const site = new RaceSite();
    await new Promise<void>((done) => site.#server.listen(0, done));
    return site;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address of the page for a try. */
  address(id: string, kind: Kind, trigger: Trigger, delay: number): string {
    return `http://127.0.0.1:${this.port}/page/${id}?kind=${kind}&trigger=${trigger}&delay=${delay}`;
  }

  foreign(id: string): string {
    return `http://127.0.0.1:${this.port}/foreign/${id}`;
  }

  /** What the buttons of a try have seen so far. */
  seen(id: string): Sighting[] {
    let seen = this.#seen.get(id);
    if (!seen) {
      seen = [];
      this.#seen.set(id, seen);
    }
    return seen;
  }

  /** Tells the page of a try that the call has begun. */
  go(id: string): void {
    this.#waiting.get(id)?.end("go");
    this.#waiting.delete(id);
  }

  forget(id: string): void {
    this.#seen.delete(id);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  /** The script that calls `swap` once, at the moment that the try asks for. */
  #arm(trigger: Trigger, call: string): string {
    if (trigger === "move") return `addEventListener("pointermove", () => ${call}, { once: true, capture: true });`;
    if (trigger === "down") return `b.addEventListener("pointerdown", () => ${call}, { once: true });`;
    return "";
  }

  #frame(id: string, { trigger }: { trigger: Trigger }): string {
    return `<!doctype html>${button}<script>${script(id, this.port)} listen(b, "meant");
      onmessage = () => { document.open(); document.write(${inScript(foreign(id, this.port))}); document.close(); };
      ${this.#arm(trigger, `parent.postMessage("swap", "*")`)}</script>`;
  }

  #page(id: string, { kind, trigger }: { kind: Kind; trigger: Trigger }, delay: number): string {
    const framed = kind.includes("frame");
    const host = kind.startsWith("xframe") ? "localhost" : "127.0.0.1";
    const frame = `http://${host}:${this.port}/frame/${id}?trigger=${trigger}`;
    const other = `http://${host}:${this.port}/foreign/${id}`;
    const whole = "position:fixed;left:0;top:0;width:300px;height:200px;border:0";
    const body = framed ? `<iframe id="f" src="${frame}" style="${whole}"></iframe>` : button;
    const over = kind.endsWith("overlay")
      ? `<iframe id="over" src="${other}" style="${whole};top:400px"></iframe>`
      : "";
    const swaps: Record<string, string> = {
      replace: `location.replace("${this.foreign(id)}")`,
      "replace-site": `location.replace("http://localhost:${this.port}/foreign/${id}")`,
      open: `document.open(); document.write(${inScript(foreign(id, this.port))}); document.close()`,
      node: `const n = b.cloneNode(true); listen(n, "foreign"); b.replaceWith(n)`,
      bfcache: `history.back()`,
      overlay: `over.style.top = "0"`,
      "frame-replace": `const n = document.createElement("iframe"); n.style = f.style.cssText; n.src = "${other}"; f.replaceWith(n)`,
      "frame-navigate": `f.src = "${other}"`,
      "frame-open": `f.contentWindow.postMessage("open", "*")`,
      "frame-overlay": `over.style.top = "0"`,
    };
    const swap = swaps[kind.replace(/^x/, "")] ?? "";
    return `<!doctype html><title>Meant</title>${body}${over}<script>${script(id, this.port)}
      ${framed ? "" : `listen(b, "meant");`}
      let done = false;
      const swap = () => { if (done) return; done = true; tell("page", "swap"); ${swap} };
      onmessage = swap;
      ${framed ? "" : this.#arm(trigger, "swap()")}
      ${trigger === "time" ? `fetch("/go/${id}").then(() => setTimeout(swap, ${delay}));` : ""}
    </script>`;
  }
}

/** Text as a literal inside a script element. */
const inScript = (text: string): string => JSON.stringify(text).replaceAll("</", "<\\/");
