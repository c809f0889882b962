// Search without a key: a search page, read in the browser.

import type { PageReader, ShownPage } from "../browser.js";
import type { Deadline } from "../deadline.js";
import type { Parsers } from "../fetch/parse/index.js";
import { AddressPolicy } from "../net/addresses.js";
import { Guard } from "../net/guard.js";
import { startProxy } from "../net/proxy.js";
import { oneLine, parseUrl, quoted } from "../net/words.js";
import { type Provider, SearchFailed } from "./provider.js";

/** What a search page may load, in bytes. */
const MOST_LOADED = 50_000_000;
/** The longest page that is searched for results, in characters. */
const LONGEST_PAGE = 5_000_000;
/** Fields that a search page has when it wants to know whether a person searches. */
const QUESTIONS = /<(iframe|form|div|script)\b[^>]{0,500}\b(captcha|challenge|consent|anomaly)/i;

/** @param template - the page's address, with `{query}` and perhaps `{start}` in it */
export function browserSearch(
  reader: PageReader,
  parsers: Parsers,
  template: string,
  log: (text: string) => void,
): Provider {
  const name = "the search page";
  const place = new URL(template.replaceAll(/\{\w+\}/g, "0"));
  // The operator chose the page, so it may be in a private network. Its parts and scripts may not lead elsewhere there.
  const guard = new Guard(new AddressPolicy([place.hostname]));
  const pages = template.includes("{start}");
  return {
    name,
    pageSize: undefined,
    mostPages: pages ? 5 : 1,
    search: async (query, page, _count, deadline) => {
      const start = page * 10;
      const url = template.replaceAll("{query}", encodeURIComponent(query)).replaceAll("{start}", `${start}`);
      const shown = await read(reader, url, guard, deadline);
      log(`${name}: read at ${quoted(place.host, 100)}`);
      const content = shown.html.slice(0, LONGEST_PAGE);
      const job = { kind: "results" as const, content, url: shown.url, maxLength: 0, truncated: false };
      const { results = [] } = await parsers.parse(job, deadline);
      if (results.length > 0) return { results, more: pages };
      if (QUESTIONS.test(shown.html)) {
        const next = "configure another provider under search.provider";
        throw new SearchFailed(
          `${name} asks whether a person searches, or for consent, instead of showing results; ${next}`,
        );
      }
      // Whether a page says in its own words that nothing was found is not known.
      return { results, more: false, notice: `${name}, titled ${quoted(oneLine(shown.title, 100))}, shows no results` };
    },
  };
}

async function read(reader: PageReader, url: string, guard: Guard, deadline: Deadline): Promise<ShownPage> {
  const proxy = await startProxy(guard, MOST_LOADED);
  try {
    const shown = await reader.read(url, {
      signal: deadline.signal,
      timeoutMs: Math.floor(deadline.left),
      proxy: proxy.url,
    });
    if (parseUrl(shown.url) === undefined) throw new Error("it ended at no page");
    return shown;
  } catch (error) {
    deadline.throwIfCancelled();
    throw new SearchFailed(
      `the search page could not be read in the browser: ${oneLine((error as Error).message, 300)}`,
    );
  } finally {
    await proxy.close();
  }
}
