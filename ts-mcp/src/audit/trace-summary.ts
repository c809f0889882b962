// What took long in a trace: its longest events and the totals of each kind, in bounded memory.

import { brief } from "../quote.ts";

/** How many of the longest things are told. */
const TOLD = 10;
/** How many addresses and requests are kept apart. */
const MOST = 5_000;

/** What the events of a renderer's main thread are, by name. Names are those of Chromium's timeline. */
const KINDS: Record<string, string> = {
  EvaluateScript: "script",
  FunctionCall: "script",
  TimerFire: "script",
  FireAnimationFrame: "script",
  FireIdleCallback: "script",
  EventDispatch: "script",
  XHRReadyStateChange: "script",
  RunMicrotasks: "script",
  "v8.compile": "compiling",
  "v8.compileModule": "compiling",
  ParseHTML: "parsing HTML",
  ParseAuthorStyleSheet: "parsing style",
  UpdateLayoutTree: "style",
  RecalculateStyles: "style",
  Layout: "layout",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
  Commit: "paint",
  MajorGC: "garbage collection",
  MinorGC: "garbage collection",
};

interface Event {
  name?: unknown;
  ph?: unknown;
  ts?: unknown;
  dur?: unknown;
  pid?: unknown;
  tid?: unknown;
  args?: { data?: Record<string, unknown>; beginData?: Record<string, unknown>; name?: unknown };
}

interface Thing {
  what: string;
  /** Microseconds. */
  began: number;
  took: number;
}

interface Request {
  url: string;
  began: number;
}

/** An open event of a thread, from which those in it are taken away. */
interface Open {
  end: number;
  kind: string;
}

const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Sums up a trace. */
export class TraceSummary {
  events = 0;
  /** When the first event began and the last one ended, in microseconds. */
  #first = Number.POSITIVE_INFINITY;
  #last = 0;
  readonly #longest: Thing[] = [];
  /** Microseconds by kind. Nested events of the same kind count once. */
  readonly #kinds = new Map<string, { count: number; took: number }>();
  readonly #scripts = new Map<string, number>();
  readonly #requests = new Map<string, Request>();
  readonly #open = new Map<string, Open[]>();
  #tasks = { count: 0, took: 0, blocking: 0 };
  #loaded = { count: 0, bytes: 0, slowest: [] as Thing[] };

  /** Adds an event. Those of a thread come in the order in which they began. */
  add(event: Event): void {
    this.events++;
    const began = number(event.ts);
    const took = number(event.dur);
    const name = text(event.name);
    if (event.ph === "M" || began === 0) return;
    this.#first = Math.min(this.#first, began);
    this.#last = Math.max(this.#last, began + took);
    const data = event.args?.data ?? event.args?.beginData ?? {};
    this.#request(name, began, data);
    if (event.ph !== "X") return;
    if (name === "RunTask" && took >= 50_000) {
      this.#tasks.count++;
      this.#tasks.took += took;
      this.#tasks.blocking += took - 50_000;
    }
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined) return;
    const thread = `${String(event.pid)}:${String(event.tid)}`;
    const open = (this.#open.get(thread) ?? []).filter(({ end }) => end > began);
    const inSame = open.some((outer) => outer.kind === kind);
    open.push({ end: began + took, kind });
    if (this.#open.size < MOST || this.#open.has(thread)) this.#open.set(thread, open.slice(-100));
    const url = text(data["url"]) || text(data["scriptName"]);
    if (inSame) return;
    const sum = this.#kinds.get(kind) ?? { count: 0, took: 0 };
    this.#kinds.set(kind, { count: sum.count + 1, took: sum.took + took });
    if (kind === "script" && url !== "" && (this.#scripts.size < MOST || this.#scripts.has(url))) {
      this.#scripts.set(url, (this.#scripts.get(url) ?? 0) + took);
    }
    if (took >= 1_000) this.#long({ what: described(kind, name, url, data), began, took });
  }

  #request(name: string, began: number, data: Record<string, unknown>): void {
    const id = text(data["requestId"]);
    if (id === "") return;
    if (name === "ResourceSendRequest" && this.#requests.size < MOST) {
      this.#requests.set(id, { url: text(data["url"]), began });
    } else if (name === "ResourceFinish") {
      const request = this.#requests.get(id);
      this.#requests.delete(id);
      this.#loaded.count++;
      this.#loaded.bytes += Math.max(0, number(data["encodedDataLength"]));
      if (request === undefined) return;
      const thing = { what: `request ${brief(request.url, 150)}`, began: request.began, took: began - request.began };
      insert(this.#loaded.slowest, thing);
    }
  }

  #long(thing: Thing): void {
    insert(this.#longest, thing);
  }

  /** The summary, in lines. */
  lines(): string[] {
    const ms = (took: number): string => `${(took / 1000).toFixed(took < 10_000 ? 1 : 0)} ms`;
    const things = [...this.#longest, ...this.#loaded.slowest].sort((a, b) => b.took - a.took).slice(0, TOLD);
    const kinds = [...this.#kinds].sort(([, a], [, b]) => b.took - a.took);
    const scripts = [...this.#scripts].sort(([, a], [, b]) => b - a).slice(0, TOLD);
    const { count, took, blocking } = this.#tasks;
    return [
      `Long tasks: ${count}, ${ms(took)} together, ${ms(blocking)} beyond 50 ms each.`,
      `Requests: ${this.#loaded.count} ended, ${this.#loaded.bytes} bytes; ${this.#requests.size} did not end in the trace.`,
      ...(kinds.length === 0
        ? []
        : [`By kind: ${kinds.map(([kind, sum]) => `${kind} ${ms(sum.took)} in ${sum.count}`).join(", ")}.`]),
      ...(scripts.length === 0
        ? []
        : ["Scripts by address:", ...scripts.map(([url, took]) => `  ${ms(took)}: ${brief(url, 200)}`)]),
      ...(things.length === 0 ? [] : ["The longest things:"]),
      ...things.map(({ what, began, took }) => `  ${ms(took)} at ${ms(began - this.#first)}: ${what}`),
    ];
  }

  /** How long the trace is, in milliseconds. */
  get duration(): number {
    return this.events === 0 || this.#last === 0 ? 0 : (this.#last - this.#first) / 1000;
  }
}

function insert(list: Thing[], thing: Thing): void {
  const at = list.findIndex(({ took }) => took < thing.took);
  if (at < 0 && list.length === TOLD) return;
  list.splice(at < 0 ? list.length : at, 0, thing);
  list.length = Math.min(list.length, TOLD);
}

function described(kind: string, name: string, url: string, data: Record<string, unknown>): string {
  const line = number(data["lineNumber"]);
  const where = url === "" ? "" : ` ${brief(url, 150)}${line > 0 ? ` line ${line}` : ""}`;
  const called = text(data["functionName"]) || text(data["type"]);
  return `${kind} (${name})${called === "" ? "" : ` ${brief(called, 60)}`}${where}`;
}
