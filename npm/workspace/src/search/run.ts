// What `webSearchTool` does with a call.

import { Deadline } from "../deadline.js";
import { Parsers } from "../fetch/parse/index.js";
import { ParseError } from "../fetch/parse/job.js";
import type { Worker } from "../lazily.js";
import { failureWords } from "../net/failure.js";
import { oneLine } from "../net/words.js";
import type { ToolParts } from "../parts.js";
import { brave } from "./brave.js";
import { browserSearch } from "./browser.js";
import { SearchClient } from "./client.js";
import { KEYS } from "./config.js";
import { google } from "./google.js";
import { type Provider, type Result, SearchFailed } from "./provider.js";
import type { SearchInput, SearchOutput } from "./schema.js";
import { searxng } from "./searxng.js";

/** The longest query, in characters. Providers take less; they say so. */
const LONGEST_QUERY = 2_000;

type Parts = Pick<ToolParts, "config" | "browser" | "log" | "environment">;

/** Makes what searches. */
export function makeSearch(parts: Parts): Worker<SearchInput, SearchOutput> {
  const { search: config } = parts.config;
  const redact = redactor(Object.values(KEYS).map((name) => parts.environment[name]));
  const log = (text: string) => parts.log({ tool: "webSearchTool", text: redact(text) });
  const client = new SearchClient(config.attempts, log, redact);
  const parsers = new Parsers();
  const run = async ({ query: given, numResults }: SearchInput, signal: AbortSignal): Promise<SearchOutput> => {
    const query = given.trim();
    const problem =
      query === ""
        ? "the query is empty; give words to search for"
        : query.length > LONGEST_QUERY
          ? `the query has more than ${LONGEST_QUERY} characters; make it shorter`
          : undefined;
    if (problem !== undefined)
      return { searchQueryExecuted: query.slice(0, LONGEST_QUERY), results: [], errorDetails: problem };
    const provider = choose(parts, client, parsers, log);
    if (typeof provider === "string") return { searchQueryExecuted: query, results: [], errorDetails: provider };
    const deadline = new Deadline(config.timeoutMs, signal);
    try {
      const wanted = Math.min(numResults, config.maxResults);
      const answer = await collect(provider, query, wanted, deadline);
      const fewer =
        wanted < numResults ? `no more than ${wanted} results are given for a search (search.maxResults)` : undefined;
      return redacted({ ...answer, notice: join(answer.notice, fewer) }, redact);
    } finally {
      deadline.end();
    }
  };
  const close = async () => {
    await Promise.all([client.close(), parsers.close()]);
  };
  return { run, close };
}

/** The configured provider, or what there is to configure. */
function choose(
  { config, browser, environment }: Parts,
  client: SearchClient,
  parsers: Parsers,
  log: (text: string) => void,
): Provider | string {
  const { provider, google: atGoogle, brave: atBrave, searxng: atSearxng, browser: page } = config.search;
  const { [KEYS.googleKey]: key, [KEYS.googleEngine]: engine, [KEYS.brave]: braveKey } = environment;
  const all = {
    google: () => (key && engine ? google(client, atGoogle.url, key, engine) : undefined),
    brave: () => (braveKey ? brave(client, atBrave.url, braveKey) : undefined),
    searxng: () => (atSearxng.url === undefined ? undefined : searxng(client, atSearxng.url)),
    browser: () => (browser === undefined ? undefined : browserSearch(browser, parsers, page.url, log)),
  };
  const needs = {
    google: `the environment variables ${KEYS.googleKey} and ${KEYS.googleEngine}`,
    brave: `the environment variable ${KEYS.brave}`,
    searxng: "search.searxng.url in the configuration",
    browser: "a browser, which this server does not have",
  };
  if (provider !== undefined) {
    return all[provider]() ?? `the search provider ${provider} is configured and needs ${needs[provider]}`;
  }
  const first = all.google() ?? all.brave() ?? all.searxng() ?? all.browser();
  const ways = Object.entries(needs).map(([name, need]) => `${name} needs ${need}`);
  return first ?? `no search provider is configured; ${ways.join("; ")}`;
}

/** Asks page by page until there are enough results. What was found before a failure is kept. */
async function collect(provider: Provider, query: string, wanted: number, deadline: Deadline): Promise<SearchOutput> {
  const found = new Map<string, Result>();
  let executed = query;
  let notice: string | undefined;
  let errorDetails: string | null = null;
  for (let page = 0; page < provider.mostPages && found.size < wanted; page++) {
    try {
      // The size of a page stays the same, because providers count pages by it.
      const count = Math.min(wanted, provider.pageSize ?? wanted);
      const answer = await provider.search(query, page, count, deadline);
      const before = found.size;
      for (const result of answer.results) if (!found.has(result.link)) found.set(result.link, result);
      executed = page === 0 ? oneLine(answer.query ?? query, LONGEST_QUERY) : executed;
      notice = join(notice, page === 0 ? answer.notice : undefined);
      if (!answer.more || found.size === before) break;
    } catch (error) {
      deadline.throwIfCancelled();
      const words =
        error instanceof SearchFailed
          ? error.message
          : error instanceof ParseError
            ? `the search page could not be read: ${error.message}`
            : `the search failed: ${failureWords(error)}`;
      errorDetails = found.size === 0 ? words : `only ${found.size} of ${wanted} results were found: ${words}`;
      break;
    }
  }
  const results = [...found.values()].slice(0, wanted);
  return { searchQueryExecuted: executed, results, errorDetails, provider: provider.name, notice };
}

function join(...notices: (string | undefined)[]): string | undefined {
  const all = notices.filter((notice) => notice !== undefined);
  return all.length === 0 ? undefined : all.join("; ");
}

/** Takes keys out of a text, also where a server sends them back. */
function redactor(keys: (string | undefined)[]): (text: string) => string {
  const secrets = keys.flatMap((key) => (key === undefined || key.length < 4 ? [] : [key, encodeURIComponent(key)]));
  // Addresses have their host in small letters.
  const patterns = secrets.map((secret) => new RegExp(secret.replace(/[^\w]/g, "\\$&"), "gi"));
  return (text) => patterns.reduce((safe, pattern) => safe.replace(pattern, "REDACTED"), text);
}

function redacted({ results, notice, ...answer }: SearchOutput, redact: (text: string) => string): SearchOutput {
  return {
    ...answer,
    searchQueryExecuted: redact(answer.searchQueryExecuted),
    results: results.map(({ title, link, snippet }) => ({
      title: redact(title),
      link: redact(link),
      snippet: redact(snippet),
    })),
    errorDetails: answer.errorDetails === null ? null : redact(answer.errorDetails),
    ...(notice === undefined ? {} : { notice: redact(notice) }),
  };
}
