// Positions in the sources of a page, from the source maps of its scripts.
//
// Scripts and maps are read through the browser, as resources of the page's own origin (`Session.pageResource`), and never by a
// client of this process: a page could name any address. What they say is the page's word, like everything else in a message.

import type { ConsoleFrame, ConsoleMessage, Session } from "@uipilot/core";
import { isCoded } from "./error.ts";

/** A position in a source, counted from 1. */
export interface Original {
  source: string;
  line: number;
  column: number;
}

/** Finds the original position of a column, counted from 0, of a line, counted from 1. */
type Find = (line: number, column: number) => Original | undefined;

/** How many scripts are remembered, and for how long: a server that is worked on writes them again. */
const MOST_SCRIPTS = 30;
const FRESH_MS = 30_000;

/** The longest map that is read, in characters. */
const LONGEST = 32 * 2 ** 20;

/** How long an answer waits for maps. */
const WAIT_MS = 1_500;

/** How many scripts are asked for in one answer: those of the newest messages. */
const MOST_ASKED = 10;

/** The source maps of one session. */
class Maps {
  readonly #scripts = new Map<string, { until: number; found: Promise<Find | undefined> }>();
  #impossible = false;

  constructor(readonly session: Session) {}

  /** Finds positions in a script; `undefined` if it has no map that can be read. */
  async script(url: string, page: number): Promise<Find | undefined> {
    if (this.#impossible || !/^https?:/i.test(url)) return undefined;
    const key = `${page} ${url}`;
    const known = this.#scripts.get(key);
    if (known !== undefined && performance.now() < known.until) return known.found;
    if (this.#scripts.size >= MOST_SCRIPTS) this.#scripts.clear();
    const found = this.#read(url, page).catch((error) => {
      if (isCoded(error) && error.code === "UNSUPPORTED") this.#impossible = true;
      return undefined;
    });
    this.#scripts.set(key, { until: performance.now() + FRESH_MS, found });
    return found;
  }

  async #read(url: string, page: number): Promise<Find | undefined> {
    const { text, sourceMap } = await this.session.pageResource(url, { page });
    const named = lastComment(text) ?? sourceMap;
    if (named === undefined) return undefined;
    if (/^data:/i.test(named)) return reader(fromData(named), url);
    const address = new URL(named, url).href;
    const map = await this.session.pageResource(address, { page, maxBytes: LONGEST });
    return reader(map.text, address);
  }
}

/** The address in the last comment of a script that names its map. */
function lastComment(script: string): string | undefined {
  const at = script.lastIndexOf("sourceMappingURL=");
  if (at < 0 || !/\/[/*][#@][ \t]*$/.test(script.slice(Math.max(0, at - 8), at))) return undefined;
  return /^\S+/.exec(script.slice(at + "sourceMappingURL=".length, at + LONGEST))?.[0];
}

function fromData(address: string): string {
  const comma = address.indexOf(",");
  const [head, body] = [address.slice(0, comma), address.slice(comma + 1)];
  return /;base64$/i.test(head) ? Buffer.from(body, "base64").toString("utf8") : decodeURIComponent(body);
}

/** Reads a map. The library is loaded with the first one. */
async function reader(json: string, address: string): Promise<Find | undefined> {
  if (json.length > LONGEST) return undefined;
  const { FlattenMap, originalPositionFor } = await import("@jridgewell/trace-mapping");
  // A line that keeps the map from being run as a script.
  const map = new FlattenMap(json.replace(/^\)\]\}'[^\n]*\n/, ""), address.startsWith("data:") ? null : address);
  return (line, column) => {
    const found = originalPositionFor(map, { line, column });
    return found.source === null ? undefined : { source: found.source, line: found.line, column: found.column + 1 };
  };
}

const known = new WeakMap<Session, Maps>();

/** The original positions of frames that have one, as far as they are known in time. `all`: not only of the innermost ones. */
export async function originals(
  session: Session,
  messages: readonly ConsoleMessage[],
  all = false,
): Promise<Map<ConsoleFrame, Original>> {
  const maps = known.get(session) ?? new Maps(session);
  known.set(session, maps);
  const found = new Map<ConsoleFrame, Original>();
  const one = async (frame: ConsoleFrame, page: number): Promise<void> => {
    const original = (await maps.script(frame.url, page))?.(frame.line, frame.column - 1);
    if (original !== undefined) found.set(frame, original);
  };
  const frames = messages.flatMap(({ stack, page, frame: document }) =>
    page === undefined ? [] : (all ? stack : stack.slice(0, 1)).map((frame) => ({ frame, page, document })),
  );
  // A document is not asked for again, and a request that failed is no script.
  const asked = new Set<string>();
  const read = frames.reverse().filter(({ frame, document }) => {
    if (frame.line === 0 || frame.url === document) return false;
    if (asked.size < MOST_ASKED) asked.add(frame.url);
    return asked.has(frame.url);
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  const answered = Promise.allSettled(read.map(({ frame, page }) => one(frame, page)));
  await Promise.race([answered, late]);
  clearTimeout(timer);
  return new Map(found);
}
