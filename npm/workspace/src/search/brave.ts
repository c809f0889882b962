// Brave Search, by its interface for the web.

import type { SearchClient } from "./client.js";
import { list, type Provider, record, result, string } from "./provider.js";

export function brave(client: SearchClient, address: string, key: string): Provider {
  const name = "Brave Search";
  return {
    name,
    pageSize: 20,
    mostPages: 10,
    search: async (query, page, count, deadline) => {
      const url = new URL(address);
      const parameters = {
        q: query,
        count: `${count}`,
        offset: `${page}`,
        text_decorations: "false",
        result_filter: "web",
      };
      for (const [parameter, given] of Object.entries(parameters)) url.searchParams.set(parameter, given);
      const explain = ({ status, json }: { status: number; json: unknown }) => {
        const code = string(record(record(json)["error"])["code"]);
        if (code === "QUOTA_LIMITED" || code === "QUOTA_EXCEEDED" || status === 402) {
          return {
            words: `the quota of ${name} is used up; wait until it is renewed, or raise it with Brave`,
            final: true,
          };
        }
        if (status === 401 || status === 403 || code === "SUBSCRIPTION_TOKEN_INVALID") {
          return { words: `${name} refused the key; check BRAVE_SEARCH_API_KEY and its plan`, final: true };
        }
        if (status === 422)
          return { words: `${name} did not understand the query; make it shorter or simpler`, final: true };
        return undefined;
      };
      const headers = { "x-subscription-token": key };
      const answer = record(await client.ask({ name, url, headers, explain }, deadline));
      const results = list(record(answer["web"])["results"]).flatMap((item) => {
        const { title, url: link, description } = record(item);
        return result(title, link, description) ?? [];
      });
      const { altered, more_results_available: more } = record(answer["query"]);
      return { results, query: string(altered), more: more === true };
    },
  };
}
