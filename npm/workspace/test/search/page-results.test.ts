// What is taken for a result on search pages of several makes.

import { expect, test } from "vitest";
import type { PageReader, ReadOptions } from "../../src/browser.ts";
import { workspaceConfig } from "../../src/config.ts";
import { pageResults } from "../../src/search/page-results.ts";
import { makeSearchTool } from "../../src/search/tool.ts";

const PAGE = "https://html.search.example/html/?q=x";

test("a page of divisions with headings, links through the page's own site, and advertisements", () => {
  const one = (n: number, target: string) => `<div class="result"><div class="body">
    <h2 class="title"><a rel="nofollow" class="a" href="//search.example/l/?uddg=${encodeURIComponent(target)}&rut=abc">Result &amp; ${n}</a></h2>
    <div class="extras"><a class="url" href="//search.example/l/?uddg=${encodeURIComponent(target)}">site${n}.example/page</a></div>
    <a class="snippet" href="//search.example/l/?uddg=${encodeURIComponent(target)}">The <b>snippet</b> of result ${n}.</a></div></div>`;
  const html = `<html><head><title>x</title></head><body><header><h1><a href="https://about.example/">About</a></h1></header>
    <form><a href="https://form.example/">Form</a></form><div id="links">
    <div class="result ad"><h2><a href="https://search.example/y.js?ad_domain=shop.example">Buy now</a></h2></div>
    ${one(1, "https://site1.example/page")}${one(2, "https://site2.example/page?a=1&b=2")}${one(1, "https://site1.example/page")}</div>
    <footer><h3><a href="https://foot.example/">Foot</a></h3></footer></body></html>`;
  expect(pageResults(html, PAGE)).toEqual([
    { title: "Result & 1", link: "https://site1.example/page", snippet: "The snippet of result 1." },
    { title: "Result & 2", link: "https://site2.example/page?a=1&b=2", snippet: "The snippet of result 2." },
  ]);
});

test("articles with the heading inside of the link", () => {
  const html = `<main>${[1, 2]
    .map(
      (n) =>
        `<article><a href="https://a${n}.example/"><h3>Title ${n}</h3><cite>https://a${n}.example › x</cite></a><p>Text ${n} &lt;b&gt;.</p></article>`,
    )
    .join("")}</main>`;
  expect(pageResults(html, PAGE)).toEqual([
    { title: "Title 1", link: "https://a1.example/", snippet: "Text 1 <b>." },
    { title: "Title 2", link: "https://a2.example/", snippet: "Text 2 <b>." },
  ]);
});

test("a list without headings; single links are no results", () => {
  const html = `<body><a href="https://imprint.example/">Imprint of this service</a><ol>${[1, 2, 3]
    .map(
      (n) =>
        `<li class="hit"><a class="t" href="https://l${n}.example/">A long enough title ${n}</a><br><span>Words ${n}</span></li>`,
    )
    .join("")}</ol></body>`;
  expect(pageResults(html, PAGE).map(({ title, snippet }) => [title, snippet])).toEqual([
    ["A long enough title 1", "Words 1"],
    ["A long enough title 2", "Words 2"],
    ["A long enough title 3", "Words 3"],
  ]);
});

test("hostile pages give nothing but links of the web, bounded", () => {
  const links = [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "https://[",
    "/l/?uddg=javascript:alert(1)",
    "/l/?uddg=file:///etc",
  ];
  const html = `<main>${links.map((href) => `<h2><a href="${href}">Result</a></h2>`).join("")}
    <h2><a href="https://ok.example/">${"<i>".repeat(2_000)}Fine${"x".repeat(10_000)}</a></h2><script>"<h2><a href='https://no.example/'>no</a></h2>"</script></main>`;
  const results = pageResults(html, PAGE);
  expect(results.map(({ link }) => link)).toEqual(["https://ok.example/"]);
  expect(results[0]?.title.length).toBe(300);
  expect(pageResults("", PAGE)).toEqual([]);
  const many = Array.from({ length: 3_000 }, (_, n) => `<h2><a href="https://m.example/${n}">M ${n}</a></h2>`).join("");
  expect(pageResults(`<main>${many}</main>`, PAGE).length).toBe(200);
});

function searcher(html: string, template?: string) {
  const read: [string, ReadOptions][] = [];
  const browser: PageReader = {
    read: async (url, options) => {
      read.push([url, options]);
      return { url, title: "Search\npage", html };
    },
  };
  const search = { provider: "browser" as const, ...(template === undefined ? {} : { browser: { url: template } }) };
  const parts = { config: workspaceConfig.parse({ search }), browser, log: () => undefined, environment: {} };
  return { ...makeSearchTool(parts), read };
}

test("the query is escaped, and the reader gets a proxy and a deadline", async () => {
  const { tool, read } = searcher("<main><h2><a href='https://r.example/'>R</a></h2></main>");
  const answer = await tool.call({ query: "a&b=c #d" });
  expect(answer).toMatchObject({
    errorDetails: null,
    results: [{ link: "https://r.example/" }],
    provider: "the search page",
  });
  const [url, options] = read[0] ?? [];
  expect(url).toBe("https://html.duckduckgo.com/html/?q=a%26b%3Dc%20%23d");
  expect(options?.proxy).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(options?.timeoutMs).toBeGreaterThan(1_000);
});

test("pages are turned where the address has a place for it", async () => {
  const { tool, read } = searcher(
    "<main><h2><a href='https://r.example/'>R</a></h2></main>",
    "https://s.example/?q={query}&s={start}",
  );
  await tool.call({ query: "x", numResults: 20 });
  // The second page brings nothing new, so there is no third one.
  expect(read.map(([url]) => url)).toEqual(["https://s.example/?q=x&s=0", "https://s.example/?q=x&s=10"]);
});

test("a page without results is no error; one that asks whether a person searches is", async () => {
  const none = searcher("<main>No results for x.</main>");
  expect(await none.tool.call({ query: "x" })).toMatchObject({
    results: [],
    errorDetails: null,
    notice: expect.stringContaining('titled "Search page", shows no results'),
  });
  const captcha = searcher('<form id="challenge-form" action="/anomaly"><p>Select all squares</p></form>');
  const answer = await captcha.tool.call({ query: "x" });
  expect(answer["errorDetails"]).toContain("asks whether a person searches");
});
