// Asks robots.txt (RFC 9309) before anything of a site is fetched.

import robotsParser from "robots-parser";
import type { Agent } from "undici";
import { request } from "undici";
import type { Deadline } from "../deadline.js";
import { readBody } from "../net/body.js";
import type { Guard } from "../net/guard.js";
import { parseUrl, quoted, shownUrl } from "../net/words.js";

/** What is kept of a site at most, in milliseconds: a day, as the standard says. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** How many sites are kept. */
const MOST_SITES = 200;
/** What is read of a file; the standard asks for at least 500 KiB. */
const MOST_BYTES = 512 * 1024;
/** The standard asks for at least five. */
const MOST_REDIRECTS = 5;

interface Rules {
  isAllowed(url: string, agent: string): boolean | undefined;
}

/** Its types say `default`; the module is the function itself. */
const parse = robotsParser as unknown as (url: string, text: string) => Rules;

/** The rules of the sites that were asked. */
export class Robots {
  readonly #sites = new Map<string, { rules: Rules | undefined; until: number }>();
  readonly #name: string;

  constructor(
    readonly agent: Agent,
    readonly guard: Guard,
    readonly userAgent: string,
    /** Takes a line for each request. */
    readonly log: (text: string) => void,
  ) {
    this.#name = /^[\w-]+/.exec(userAgent)?.[0] ?? userAgent;
  }

  /**
   * Why an address may not be fetched, as one clause; `undefined` if it may.
   *
   * @throws errors of the connection: the site cannot be asked, and so nothing may be fetched
   */
  async forbids(url: URL, deadline: Deadline): Promise<string | undefined> {
    const known = this.#sites.get(url.origin);
    const site = known !== undefined && known.until > Date.now() ? known : await this.#ask(url.origin, deadline);
    if (typeof site === "string") return site;
    this.#keep(url.origin, site);
    if (site.rules === undefined || site.rules.isAllowed(url.href, this.#name) !== false) return undefined;
    return `the site's robots.txt does not allow ${quoted(this.#name, 60)} to fetch it`;
  }

  #keep(origin: string, site: { rules: Rules | undefined; until: number }): void {
    this.#sites.delete(origin);
    this.#sites.set(origin, site);
    for (const oldest of this.#sites.keys()) {
      if (this.#sites.size <= MOST_SITES) break;
      this.#sites.delete(oldest);
    }
  }

  async #ask(origin: string, deadline: Deadline): Promise<string | { rules: Rules | undefined; until: number }> {
    const place = `${origin}/robots.txt`;
    let url = new URL(place);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      this.guard.checkUrl(url);
      const { statusCode, headers, body } = await request(url, {
        dispatcher: this.agent,
        signal: deadline.signal,
        headers: { "user-agent": this.userAgent, accept: "text/plain, */*;q=0.5" },
      });
      this.log(`GET ${shownUrl(url)}: status ${statusCode}`);
      const until = Date.now() + KEPT_MS;
      const location = headers["location"];
      if (statusCode >= 200 && statusCode < 300) {
        const encoding = headers["content-encoding"]?.toString();
        const { bytes } = await readBody(body, encoding, MOST_BYTES, deadline.signal);
        return { rules: parse(place, bytes.toString("utf8").replace(/^\ufeff/, "")), until };
      }
      body.on("error", () => undefined).destroy();
      const next = statusCode >= 300 && statusCode < 400 ? parseUrl(location?.toString() ?? "", url) : undefined;
      // A server fault may hide rules. Everything else means that there are none.
      if (statusCode >= 500)
        return `the site's robots.txt cannot be read now (status ${statusCode}), so nothing of it may be fetched`;
      if (next === undefined) return { rules: undefined, until };
      url = next;
    }
    return { rules: undefined, until: Date.now() + KEPT_MS };
  }
}
