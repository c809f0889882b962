import * as z from "zod";

const url = z.url({ protocol: /^https?$/ });

/** The section `search`. Keys come from the environment: {@link KEYS}. */
export const searchConfig = z.strictObject({
  /**
   * Who searches. If it is absent: Google or Brave if their keys are in the environment, SearXNG if its address is given,
   * otherwise a search page in the browser.
   */
  provider: z.enum(["google", "brave", "searxng", "browser"]).optional(),
  google: z.strictObject({ url: url.default("https://www.googleapis.com/customsearch/v1") }).prefault({}),
  brave: z.strictObject({ url: url.default("https://api.search.brave.com/res/v1/web/search") }).prefault({}),
  /** The address of a SearXNG server, which has to offer the format `json`. */
  searxng: z.strictObject({ url: url.optional() }).prefault({}),
  /** The search page for the browser, with `{query}` where the query stands, and `{start}` where the first result's number does. */
  browser: z
    .strictObject({
      url: z
        .string()
        .refine((template) => template.includes("{query}") && /^https?:\/\/[^{]+\//.test(template), {
          error: "has to be an http: or https: address with {query} behind its host",
        })
        .default("https://html.duckduckgo.com/html/?q={query}"),
    })
    .prefault({}),
  /** How long a call may take, in milliseconds. */
  timeoutMs: z.number().int().min(100).max(600_000).default(30_000),
  /** How often a request is sent at most, if the server asks to wait or fails. */
  attempts: z.number().int().min(1).max(10).default(3),
  /** The most results that a call may ask for. */
  maxResults: z.number().int().min(1).max(200).default(50),
});

export type SearchConfig = z.output<typeof searchConfig>;

/** The variables of the environment that hold keys. */
export const KEYS = {
  googleKey: "GOOGLE_SEARCH_API_KEY",
  googleEngine: "GOOGLE_SEARCH_ENGINE_ID",
  brave: "BRAVE_SEARCH_API_KEY",
} as const;
