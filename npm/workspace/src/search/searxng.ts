// SearXNG, by its interface for JSON.

import { oneLine } from "../net/words.js";
import type { SearchClient } from "./client.js";
import { list, type Provider, record, result, string } from "./provider.js";

export function searxng(client: SearchClient, address: string): Provider {
  const name = "SearXNG";
  return {
    name,
    pageSize: undefined,
    mostPages: 10,
    search: async (query, page, _count, deadline) => {
      // A server may live below a path, and its address may name the search itself.
      const url = new URL(address);
      if (!url.pathname.endsWith("/search")) url.pathname = `${url.pathname.replace(/\/$/, "")}/search`;
      for (const [parameter, given] of Object.entries({ q: query, format: "json", pageno: `${page + 1}` })) {
        url.searchParams.set(parameter, given);
      }
      const explain = ({ status }: { status: number }) =>
        status === 403
          ? { words: `${name} refused the request; its settings have to list json under search.formats`, final: true }
          : undefined;
      const answer = record(await client.ask({ name, url, explain }, deadline));
      const results = list(answer["results"]).flatMap((item) => {
        const { title, url: link, content } = record(item);
        return result(title, link, content) ?? [];
      });
      const silent = list(answer["unresponsive_engines"]).flatMap((engine) => string(list(engine)[0]) ?? []);
      const names = silent.slice(0, 5).map((engine) => oneLine(engine, 40));
      return {
        results,
        query: string(answer["query"]),
        more: results.length > 0,
        notice: silent.length === 0 ? undefined : `these engines did not answer: ${names.join(", ")}`,
      };
    },
  };
}
