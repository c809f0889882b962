import { afterAll, expect, test } from "vitest";
import { fetcher, send, site } from "./site.ts";

const article = `<!doctype html><html lang="de"><head><title>Über Bäume</title>
<meta name="author" content="Anna Muster"><meta property="article:published_time" content="2026-01-31T12:00:00Z">
<link rel="canonical" href="/baeume"><meta name="description" content="Alles über Bäume">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"NewsArticle","dateModified":"2026-02-01","publisher":{"name":"Waldblatt"}}]}</script>
</head><body><nav><a href="/">Start</a><a href="/x">Mehr</a></nav><article><h1 id="top">Über Bäume</h1>
${"<p>Ein Baum ist eine verholzte Pflanze, die aus einer Wurzel, einem daraus emporsteigenden Stamm und einer Krone besteht, und das seit langer Zeit.</p>".repeat(6)}
<h2>Arten</h2><ul><li>Eiche<ul><li>Stieleiche</li></ul></li><li>Buche</li></ul><ol><li>Erstens</li><li>Zweitens</li></ol>
<table><tr><th>Art</th><th>Höhe</th></tr><tr><td>Eiche</td><td>40 m</td></tr></table>
<pre>let tree = 1;
  grow(tree);</pre><p style="display:none">unsichtbar</p></article><footer>Impressum</footer><script>var hidden = "skript";</script></body></html>`;

const web = await site({ "/a": send(article, "text/html; charset=utf-8") });
const tool = fetcher();
afterAll(() => Promise.all([web.close(), tool.close()]));

test("an article comes as clean text with its metadata", async () => {
  const answer = await tool.fetch(`${web.url}/a`);
  expect(answer).toMatchObject({
    fetchedUrl: `${web.url}/a`,
    status: "SUCCESS",
    contentTypeDetected: "text/html",
    title: "Über Bäume",
    errorDetails: null,
    metadata: {
      author: "Anna Muster",
      published: "2026-01-31T12:00:00Z",
      modified: "2026-02-01",
      language: "de",
      canonical: `${web.url}/baeume`,
      description: "Alles über Bäume",
      siteName: "Waldblatt",
      extracted: "article",
      charset: "utf-8",
    },
  });
  const text = answer.cleanedTextContent ?? "";
  for (const shown of [
    "Ein Baum ist",
    "## Arten",
    "- Eiche",
    "  - Stieleiche",
    "1. Erstens",
    "2. Zweitens",
    "Eiche | 40 m",
    "let tree = 1;\n  grow(tree);",
  ]) {
    expect(text).toContain(shown);
  }
  for (const absent of ["skript", "unsichtbar", "Impressum", "Mehr"]) expect(text).not.toContain(absent);
});

test("headings keep their level", async () => {
  const own = await site({
    "/": send(
      "<title>T</title><h1>First</h1><p>Words of the first part.</p><h2>Second</h2><p>More words.</p>",
      "text/html",
    ),
  });
  const answer = await tool.fetch(own.url);
  expect(answer.cleanedTextContent).toBe("# First\n\nWords of the first part.\n\n## Second\n\nMore words.");
  await own.close();
});
