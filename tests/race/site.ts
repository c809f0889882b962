/** The pages of the race: a meant element that something else replaces, and a record of what each element saw. */

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** How the meant element is replaced. */
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

/** What is acted on. Each has the accessible name "Save"; a drag ends on the button "Bin". */
export const WIDGETS = {
  button: { role: "button", markup: (at: string) => `<button id="b" style="${at}">Save</button>` },
  text: { role: "textbox", markup: (at: string) => `<input id="b" aria-label="Save" style="${at}">` },
  select: {
    role: "combobox",
    markup: (at: string) =>
      `<select id="b" aria-label="Save" style="${at}"><option>10</option><option>20</option></select>`,
  },
  check: { role: "checkbox", markup: (at: string) => `<input id="b" type="checkbox" aria-label="Save" style="${at}">` },
  area: {
    role: "region",
    markup: (at: string) =>
      `<div id="b" role="region" tabindex="0" aria-label="Save" style="${at};overflow:auto"><p style="height:2000px">Long</p></div>`,
  },
  handle: {
    role: "button",
    markup: (at: string) => `<button id="b" style="${at}">Save</button><button id="bin" style="${BIN}">Bin</button>`,
  },
  card: {
    role: "button",
    markup: (at: string) =>
      `<div id="b" role="button" draggable="true" style="${at}">Save</div><button id="bin" style="${BIN}">Bin</button>`,
  },
} as const;
export type Widget = keyof typeof WIDGETS;

/**
 * When it is replaced: a time after the call; with the first pointer or focus that reaches its document ("move"); with the
 * first press, key, input or wheel that reaches the element ("down"). A drag also with the first move after the press.
 */
export const TRIGGERS = ["time", "move", "down", "drag"] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** An event that an element saw. */
export interface Sighting {
  /** "meant" or "foreign"; "page" for what the page itself reports. */
  button: string;
  /** The event's type. What the end of a drag saw begins with "bin ". */
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
  "change",
  "scroll",
  "dragstart",
  "drop",
];
/** The events that script dispatches where a browser has no input for a field. */
const SCRIPTED = ["input", "change", "drop"];
/** The first events of an action. */
const FIRST = ["pointerdown", "keydown", "input", "change", "wheel"];

const PLACE = "position:fixed;left:20px;top:20px;width:160px;height:80px";
const BIN = "position:fixed;left:20px;top:130px;width:160px;height:50px";

/** The script of every document. `listen` reports what an element sees. */
const script = (id: string, port: number): string => `
  const tell = (button, type) => navigator.sendBeacon("http://127.0.0.1:${port}/seen/${id}", JSON.stringify({ button, type }));
  const listen = (element, button, end = "") => {
    for (const type of ${JSON.stringify(TYPES)})
      element.addEventListener(type, (event) => {
        if (event.isTrusted || ${JSON.stringify(SCRIPTED)}.includes(type)) tell(button, end + type);
      });
    element.addEventListener("dragover", (event) => event.preventDefault());
  };
  const both = (button) => { listen(b, button); const end = document.getElementById("bin"); if (end) listen(end, button, "bin "); };`;

/** A document whose element must see nothing. */
const foreign = (id: string, port: number, widget: Widget): string =>
  `<!doctype html><title>Foreign</title>${WIDGETS[widget].markup(PLACE)}<script>${script(id, port)} both("foreign"); b.autofocus = true; b.focus();</script>`;

/** What a try is made of. */
export interface Given {
  kind: Kind;
  trigger: Trigger;
  widget: Widget;
}

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
      const given = {
        kind: search.get("kind") as Kind,
        trigger: search.get("trigger") as Trigger,
        widget: (search.get("widget") ?? "button") as Widget,
      };
      const delay = Number(search.get("delay"));
      if (what === "foreign") response.end(foreign(id, this.port, given.widget));
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
  address(id: string, { kind, trigger, widget }: Given, delay: number): string {
    return `http://127.0.0.1:${this.port}/page/${id}?kind=${kind}&trigger=${trigger}&delay=${delay}&widget=${widget}`;
  }

  foreign(id: string, widget: Widget): string {
    return `http://127.0.0.1:${this.port}/foreign/${id}?widget=${widget}`;
  }

  /** What the elements of a try have seen so far. */
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
    if (trigger === "move")
      return `for (const type of ["pointermove", "focusin"]) addEventListener(type, () => ${call}, { once: true, capture: true });`;
    if (trigger === "down")
      return `for (const type of ${JSON.stringify(FIRST)}) b.addEventListener(type, () => ${call}, { once: true });`;
    if (trigger === "drag")
      return `for (const type of ["pointermove", "drag"]) addEventListener(type, (event) => { if (event.buttons) ${call}; });`;
    return "";
  }

  #frame(id: string, { trigger, widget }: Given): string {
    return `<!doctype html>${WIDGETS[widget].markup(PLACE)}<script>${script(id, this.port)} both("meant");
      onmessage = () => { document.open(); document.write(${inScript(foreign(id, this.port, widget))}); document.close(); };
      ${this.#arm(trigger, `parent.postMessage("swap", "*")`)}</script>`;
  }

  #page(id: string, { kind, trigger, widget }: Given, delay: number): string {
    const framed = kind.includes("frame");
    const host = kind.startsWith("xframe") ? "localhost" : "127.0.0.1";
    const frame = `http://${host}:${this.port}/frame/${id}?trigger=${trigger}&widget=${widget}`;
    const other = `http://${host}:${this.port}/foreign/${id}?widget=${widget}`;
    const whole = "position:fixed;left:0;top:0;width:300px;height:200px;border:0";
    const body = framed ? `<iframe id="f" src="${frame}" style="${whole}"></iframe>` : WIDGETS[widget].markup(PLACE);
    const over = kind.endsWith("overlay")
      ? `<iframe id="over" src="${other}" style="${whole};top:400px"></iframe>`
      : "";
    const swaps: Record<string, string> = {
      replace: `location.replace("${this.foreign(id, widget)}")`,
      "replace-site": `location.replace("http://localhost:${this.port}/foreign/${id}?widget=${widget}")`,
      open: `document.open(); document.write(${inScript(foreign(id, this.port, widget))}); document.close()`,
      node: `for (const [old, end] of [[b, ""], [document.getElementById("bin"), "bin "]]) {
        if (!old) continue; const n = old.cloneNode(true); listen(n, "foreign", end); old.replaceWith(n); }`,
      bfcache: `history.back()`,
      overlay: `over.style.top = "0"`,
      "frame-replace": `const n = document.createElement("iframe"); n.style = f.style.cssText; n.src = "${other}"; f.replaceWith(n)`,
      "frame-navigate": `f.src = "${other}"`,
      "frame-open": `f.contentWindow.postMessage("open", "*")`,
      "frame-overlay": `over.style.top = "0"`,
    };
    const swap = swaps[kind.replace(/^x/, "")] ?? "";
    return `<!doctype html><title>Meant</title>${body}${over}<script>${script(id, this.port)}
      ${framed ? "" : `both("meant");`}
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
