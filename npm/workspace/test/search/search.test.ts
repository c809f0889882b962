// Each provider against answers as its public documentation shows them, served on loopback.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { PageReader } from "../../src/browser.ts";
import { type WorkspaceConfig, workspaceConfig } from "../../src/config.ts";
import { makeSearchTool } from "../../src/search/tool.ts";

interface Answer {
  searchQueryExecuted: string;
  results: { title: string; link: string; snippet: string }[];
  errorDetails: string | null;
  provider?: string;
  notice?: string;
}

type Reply = (
  url: URL,
  request: IncomingMessage,
  times: number,
) => { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function serve(reply: Reply) {
  const asked: URL[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "", "http://provider");
    asked.push(url);
    const { status = 200, json, text, headers } = reply(url, request, asked.length);
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text ?? JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const KEY = "AIzaSecretKey/+1234567";
const keys = {
  GOOGLE_SEARCH_API_KEY: KEY,
  GOOGLE_SEARCH_ENGINE_ID: "engine:0123456",
  BRAVE_SEARCH_API_KEY: "BSAsecretToken99",
};

function searcher(search: WorkspaceConfig["search"], environment: Record<string, string> = {}, browser?: PageReader) {
  const log: string[] = [];
  const { tool, close } = makeSearchTool({
    config: workspaceConfig.parse({ search }),
    browser,
    log: ({ text }) => void log.push(text),
    environment,
  });
  closing.push(() => close?.());
  const search_ = async (query: string, numResults?: number, signal?: AbortSignal) => {
    const input = numResults === undefined ? { query } : { query, numResults };
    const answer = await tool.call(input, signal === undefined ? {} : { signal });
    tool.outputSchema.parse(answer);
    expect(JSON.stringify([answer, log])).not.toContain("Secret");
    expect(JSON.stringify([answer, log])).not.toContain("secretToken");
    return answer as unknown as Answer;
  };
  return { tool, log, search: search_ };
}

const googleItem = (n: number) => ({
  kind: "customsearch#result",
  title: `Result ${n}`,
  htmlTitle: `<b>Result</b> ${n}`,
  link: `https://site.example/${n}`,
  displayLink: "site.example",
  snippet: `Snippet\u00a0of ${n} ...`,
  formattedUrl: `https://site.example/${n}`,
});
const googlePage: Reply = (url) => {
  const start = Number(url.searchParams.get("start"));
  const num = Number(url.searchParams.get("num"));
  const request = [
    {
      title: "Google Custom Search",
      totalResults: "25",
      searchTerms: url.searchParams.get("q"),
      count: num,
      startIndex: start,
    },
  ];
  const items = Array.from({ length: Math.max(0, Math.min(num, 26 - start)) }, (_, n) => googleItem(start + n));
  const nextPage = start + num <= 25 ? [{ startIndex: start + num }] : undefined;
  return {
    json: {
      kind: "customsearch#search",
      queries: { request, nextPage },
      searchInformation: { totalResults: "25" },
      items,
    },
  };
};
const google = (url: string) => searcher({ provider: "google", google: { url } }, keys);

test("the schemas are those of the specification", async () => {
  const { tool } = searcher({});
  expect(tool.inputSchema.parse({ query: "x" })).toEqual({ query: "x", numResults: 5 });
  for (const wrong of [{}, { query: 1 }, { query: "x", numResults: 0 }, { query: "x", numResults: 1.5 }]) {
    await expect(tool.call(wrong)).rejects.toThrow();
  }
});

test("Google: one page, with key and engine", async () => {
  const { url, asked } = await serve(googlePage);
  const answer = await google(url).search("  rust & wasm ");
  expect(answer).toMatchObject({
    searchQueryExecuted: "rust & wasm",
    errorDetails: null,
    provider: "Google Programmable Search",
  });
  expect(answer.results).toHaveLength(5);
  expect(answer.results[0]).toEqual({ title: "Result 1", link: "https://site.example/1", snippet: "Snippet of 1 ..." });
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    key: KEY,
    cx: keys.GOOGLE_SEARCH_ENGINE_ID,
    q: "rust & wasm",
    num: "5",
    start: "1",
  });
});

test("Google: several pages, until there is no more", async () => {
  const { url, asked } = await serve(googlePage);
  const answer = await google(url).search("x", 23);
  expect(answer.results.map(({ title }) => title)).toEqual(Array.from({ length: 23 }, (_, n) => `Result ${n + 1}`));
  expect(asked.map((one) => one.searchParams.get("start"))).toEqual(["1", "11", "21"]);
  expect((await google(url).search("x", 50)).results).toHaveLength(25);
});

const googleError = (code: number, reason: string) => ({
  status: code,
  json: {
    error: { code, message: `no: key=${KEY}`, errors: [{ message: KEY, domain: "usageLimits", reason }], status: "X" },
  },
});

test.each([
  [429, "rateLimitExceeded", "wants fewer requests", 3],
  [403, "dailyLimitExceeded", "quota of Google Programmable Search is used up", 1],
  [429, "quotaExceeded", "quota of Google Programmable Search is used up", 1],
  [400, "keyInvalid", "refused the key; check GOOGLE_SEARCH_API_KEY", 1],
  [400, "badRequest", "check GOOGLE_SEARCH_ENGINE_ID", 1],
  [503, "backendError", "failed (status 503)", 3],
])("Google: %i %s in words, without the key that the server sends back", async (code, reason, words, times) => {
  const { url, asked } = await serve(() => ({ ...googleError(code, reason), headers: { "retry-after": "0" } }));
  const answer = await google(url).search("x");
  expect(answer.results).toEqual([]);
  expect(answer.errorDetails).toContain(words);
  expect(asked).toHaveLength(times);
});

test("a key that comes back inside of results is taken out, in any spelling", async () => {
  const items = [
    {
      title: `title ${KEY}`,
      link: `https://a.example/?k=${encodeURIComponent(KEY)}`,
      snippet: `${"x".repeat(590)}${KEY}`,
    },
    { title: "b", link: `https://b.example/${KEY.toLowerCase()}`, snippet: "" },
  ];
  const { url } = await serve(() => ({ json: { items } }));
  const { results } = await google(url).search("x");
  expect(results).toHaveLength(2);
  expect(JSON.stringify(results).toLowerCase()).not.toContain("secretk");
  expect(results[0]?.title).toBe("title REDACTED");
});

test("Brave: pages, markup, changed queries", async () => {
  const { url, asked } = await serve((one, request) => {
    expect(request.headers["x-subscription-token"]).toBe(keys.BRAVE_SEARCH_API_KEY);
    const first = Number(one.searchParams.get("offset")) * 20;
    const results = Array.from({ length: 20 }, (_, n) => ({
      type: "search_result",
      title: `Tom &amp; <strong>Jerry</strong> ${first + n}`,
      url: `https://b.example/${first + n}`,
      description: "A <strong>cat</strong><script>x()</script> &lt;and&gt; a mouse",
      page_age: "2026-01-31T00:00:00",
    }));
    return {
      json: {
        type: "search",
        query: { original: "tmo", altered: "tom", more_results_available: first < 20 },
        web: { type: "search", results },
      },
    };
  });
  const answer = await searcher({ provider: "brave", brave: { url } }, keys).search("tmo", 30);
  expect(answer).toMatchObject({ searchQueryExecuted: "tom", errorDetails: null });
  expect(answer.results).toHaveLength(30);
  expect(answer.results[20]).toEqual({
    title: "Tom & Jerry 20",
    link: "https://b.example/20",
    snippet: "A cat <and> a mouse",
  });
  expect(asked.map((one) => [one.searchParams.get("count"), one.searchParams.get("offset")])).toEqual([
    ["20", "0"],
    ["20", "1"],
  ]);
});

test.each([
  [429, "RATE_LIMITED", "wants fewer requests", 2],
  [429, "QUOTA_LIMITED", "quota of Brave Search is used up", 1],
  [422, "SUBSCRIPTION_TOKEN_INVALID", "refused the key; check BRAVE_SEARCH_API_KEY", 1],
  [422, "VALIDATION", "did not understand the query", 1],
  [401, "X", "refused the key", 1],
])("Brave: %i %s in words", async (status, code, words, times) => {
  const error = { id: "1", status, code, detail: keys.BRAVE_SEARCH_API_KEY };
  const { url, asked } = await serve(() => ({
    status,
    json: { type: "ErrorResponse", error },
    headers: { "retry-after": "0" },
  }));
  const answer = await searcher({ provider: "brave", brave: { url }, attempts: 2 }, keys).search("x");
  expect(answer.errorDetails).toContain(words);
  expect(asked).toHaveLength(times);
});

test("SearXNG: pages, duplicates, engines that did not answer", async () => {
  const { url, asked } = await serve((one) => {
    const page = Number(one.searchParams.get("pageno"));
    const results =
      page > 2
        ? []
        : [1, 2, 3].map((n) => ({
            url: `https://s.example/${page === 2 ? n + 2 : n}`,
            title: `S${n}`,
            content: "c",
            engine: "e",
            score: 1,
          }));
    return {
      json: {
        query: "x",
        number_of_results: 0,
        results,
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: [],
        unresponsive_engines: [
          ["google\n", "timeout"],
          ["bing", "CAPTCHA"],
        ],
      },
    };
  });
  const answer = await searcher({ provider: "searxng", searxng: { url: `${url}/searx/` } }).search("x", 10);
  expect(answer.results.map(({ link }) => link.at(-1))).toEqual(["1", "2", "3", "4", "5"]);
  expect(answer.notice).toBe("these engines did not answer: google, bing");
  expect(asked[0]?.pathname).toBe("/searx/search");
  expect(asked[0]?.searchParams.get("format")).toBe("json");
  expect(asked).toHaveLength(3);
});

test("SearXNG without the format json says what to set", async () => {
  const { url } = await serve(() => ({ status: 403, text: "<h1>Forbidden</h1>" }));
  expect((await searcher({ searxng: { url } }).search("x")).errorDetails).toContain("search.formats");
});

test("no results are no error", async () => {
  const { url } = await serve(() => ({
    json: { kind: "customsearch#search", searchInformation: { totalResults: "0" } },
  }));
  expect(await google(url).search("x")).toMatchObject({ results: [], errorDetails: null });
  const other = await serve(() => ({ json: { query: { original: "x" } } }));
  expect(await searcher({ provider: "brave", brave: { url: other.url } }, keys).search("x")).toMatchObject({
    results: [],
    errorDetails: null,
  });
});

test("links that lead nowhere in the web are left out, and all texts are bounded and in one line", async () => {
  const links = [
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,x",
    "",
    null,
    7,
    "https://ok.example/a b",
    `https://long.example/${"x".repeat(3_000)}`,
  ];
  const items = [
    ...links.map((link) => ({ title: `line\nbreak ${"t".repeat(5_000)}`, link, snippet: "s\u2028".repeat(5_000) })),
    null,
    "text",
    [],
  ];
  const { url } = await serve(() => ({ json: { items } }));
  const { results } = await google(url).search("x", 10);
  expect(results.map(({ link }) => link)).toEqual(["https://ok.example/a%20b"]);
  expect(results[0]?.title.length).toBeLessThanOrEqual(300);
  expect(results[0]?.snippet.length).toBeLessThanOrEqual(600);
  expect(JSON.stringify(results)).not.toMatch(/\\n|\u2028/);
});

test("a server that recovers is asked again; Retry-After is heeded", async () => {
  const times: number[] = [];
  const { url } = await serve((one, request, count) => {
    times.push(performance.now());
    return count === 1 ? { status: 429, json: {}, headers: { "retry-after": "1" } } : googlePage(one, request, count);
  });
  const answer = await google(url).search("x");
  expect(answer).toMatchObject({ errorDetails: null });
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
});

test("a pause beyond the deadline is not waited for", async () => {
  const { url, asked } = await serve(() => ({ status: 429, json: {}, headers: { "retry-after": "3600" } }));
  const began = performance.now();
  const answer = await google(url).search("x");
  expect(answer.errorDetails).toContain("a new attempt is due in 3600 s, after the end of this call");
  expect(asked).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(3_000);
});

test("results before a failure are kept, and the failure is named", async () => {
  const { url } = await serve((one, request, times) =>
    times === 1 ? googlePage(one, request, times) : googleError(403, "dailyLimitExceeded"),
  );
  const answer = await google(url).search("x", 20);
  expect(answer.results).toHaveLength(10);
  expect(answer.errorDetails).toMatch(/^only 10 of 20 results were found: the quota/);
});

test.each([
  ["no JSON", { text: "<html>login</html>" }, "something that is not JSON"],
  [
    "a redirect, to which no key is sent",
    { status: 302, json: {}, headers: { location: "http://127.0.0.1:1/" } },
    "has moved (status 302)",
  ],
  ["far too much", { text: `{"items":"${"x".repeat(5_000_000)}"}` }, "something that is not JSON"],
])("an answer that is %s", async (_what, reply, words) => {
  const { url } = await serve(() => reply);
  expect((await google(url).search("x")).errorDetails).toContain(words);
});

test("a server that is gone or silent", async () => {
  const gone = searcher({ provider: "google", google: { url: "http://127.0.0.1:9/" }, attempts: 2 }, keys);
  expect((await gone.search("x")).errorDetails).toContain("refused the connection (tried 2 times)");
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  closing.push(() => silent.close().closeAllConnections());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const hasty = searcher({ provider: "google", google: { url }, timeoutMs: 300 }, keys);
  expect((await hasty.search("x")).errorDetails).toContain("the call's time is over");
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("no longer wanted")), 50);
  await expect(hasty.search("x", 1, controller.signal)).rejects.toThrow("no longer wanted");
});

test("what is not configured is named", async () => {
  const nothing = await searcher({}).search("x");
  for (const need of [...Object.keys(keys), "search.searxng.url", "a browser"])
    expect(nothing.errorDetails).toContain(need);
  expect((await searcher({ provider: "google" }, { GOOGLE_SEARCH_API_KEY: KEY }).search("x")).errorDetails).toContain(
    "GOOGLE_SEARCH_ENGINE_ID",
  );
  expect((await searcher({ provider: "searxng" }).search("x")).errorDetails).toContain("search.searxng.url");
  expect((await searcher({ provider: "browser" }).search("x")).errorDetails).toContain("a browser");
  expect((await searcher({}).search("   ")).errorDetails).toContain("the query is empty");
  expect((await searcher({}).search("x".repeat(3_000))).errorDetails).toContain("more than 2000 characters");
  expect(() => searcher({ browser: { url: "https://search.example/" } })).toThrow("{query}");
});

test("more results than the operator allows are not given, and the answer says so", async () => {
  const { url } = await serve(googlePage);
  const answer = await searcher({ provider: "google", google: { url }, maxResults: 3 }, keys).search("x", 100);
  expect(answer.results).toHaveLength(3);
  expect(answer.notice).toContain("no more than 3 results");
});
