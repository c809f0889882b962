// Google Programmable Search, by its JSON interface (cse.list).

import type { SearchClient } from "./client.js";
import { list, type Provider, record, result, string } from "./provider.js";

/** The reasons for which more requests are refused for the day, or for good. */
const QUOTA = new Set(["dailyLimitExceeded", "quotaExceeded", "dailyLimitExceededUnreg", "billingNotEnabled"]);
/** The reasons for which a key is refused. */
const KEY = new Set([
  "keyInvalid",
  "keyExpired",
  "API_KEY_INVALID",
  "accessNotConfigured",
  "forbidden",
  "SERVICE_DISABLED",
]);

/** @param engine - the identifier of the search engine, `cx` */
export function google(client: SearchClient, address: string, key: string, engine: string): Provider {
  const name = "Google Programmable Search";
  return {
    name,
    pageSize: 10,
    // It gives the first 100 results of a query.
    mostPages: 10,
    search: async (query, page, count, deadline) => {
      const url = new URL(address);
      const parameters = { key, cx: engine, q: query, num: `${count}`, start: `${page * count + 1}` };
      for (const [parameter, given] of Object.entries(parameters)) url.searchParams.set(parameter, given);
      const explain = ({ status, json }: { status: number; json: unknown }) => {
        const reasons = reasonsOf(json);
        const has = (known: ReadonlySet<string>) => reasons.some((reason) => known.has(reason));
        if (has(QUOTA)) {
          return {
            words: `the quota of ${name} is used up; wait until it is renewed, or raise it with Google`,
            final: true,
          };
        }
        if (has(KEY)) {
          const words = `${name} refused the key; check GOOGLE_SEARCH_API_KEY, and whether the interface is enabled for it`;
          return { words, final: true };
        }
        if (status === 400) {
          return { words: `${name} did not understand the request; check GOOGLE_SEARCH_ENGINE_ID`, final: true };
        }
        return undefined;
      };
      const answer = record(await client.ask({ name, url, explain }, deadline));
      const results = list(answer["items"]).flatMap((item) => {
        const { title, link, snippet } = record(item);
        return result(title, link, snippet) ?? [];
      });
      const { nextPage, request } = record(answer["queries"]);
      return { results, query: string(record(list(request)[0])["searchTerms"]), more: list(nextPage).length > 0 };
    },
  };
}

function reasonsOf(json: unknown): string[] {
  const error = record(record(json)["error"]);
  const reasons = [...list(error["errors"]), ...list(error["details"])].map((one) => string(record(one)["reason"]));
  return reasons.filter((reason) => reason !== undefined);
}
