// What each kind of document becomes.

import { afterAll, expect, test, vi } from "vitest";
import { docx, paragraph, pdf, zip } from "./documents.ts";
import { fetcher, type Route, send, site } from "./site.ts";

vi.setConfig({ testTimeout: 8_000 });

const routes: Record<string, Route> = {};
const web = await site(routes);
const tool = fetcher({ allowPrivate: ["127.0.0.1"], robots: "ignore" });
afterAll(() => Promise.all([web.close(), tool.close()]));

let serial = 0;
async function fetched(body: string | Buffer, type?: string, more: Record<string, unknown> = {}, name = "") {
  const path = `/${++serial}${name}`;
  routes[path] = send(body, type);
  return tool.fetch(`${web.url}${path}`, more);
}

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

test("PDF: text by lines and pages, title, author, dates, chapters", async () => {
  const bytes = pdf([["First line", "Second line"], ["Next page"]], {
    title: "A small report",
    outline: "Chapter one",
  });
  expect(await fetched(bytes, "application/pdf")).toMatchObject({
    status: "SUCCESS",
    contentTypeDetected: "application/pdf",
    title: "A small report",
    cleanedTextContent: "First line\nSecond line\n\nNext page",
    metadata: {
      author: "Anna Muster",
      published: "2026-01-31T12:00:00+01:00",
      modified: "2026-02-01",
      pages: 2,
      headings: [{ level: 1, text: "Chapter one" }],
    },
  });
});

test("PDF: without text, with a password, damaged", async () => {
  expect(await fetched(pdf([[]]), "application/pdf")).toMatchObject({
    status: "PARTIAL_SUCCESS",
    cleanedTextContent: null,
    errorDetails: "its 1 pages have no text; they may be pictures",
  });
  const locked = await fetched(pdf([["x"]], { encrypted: true }), "application/pdf");
  expect(locked).toMatchObject({ status: "ERROR_PARSE", cleanedTextContent: null });
  expect(locked.errorDetails).toContain("password");
  const damaged = await fetched("%PDF-1.7\nnothing that a reader could use", "application/pdf");
  expect(damaged).toMatchObject({ status: "ERROR_PARSE", contentTypeDetected: "application/pdf" });
});

test("DOCX: headings, paragraphs, properties", async () => {
  const bytes = docx(
    paragraph("Kapitel eins", "Heading1") + paragraph("Ein Absatz mit Ümlaut.") + paragraph("Zwei", "Heading2"),
  );
  expect(await fetched(bytes, DOCX)).toMatchObject({
    status: "SUCCESS",
    contentTypeDetected: DOCX,
    title: "Der Bericht",
    cleanedTextContent: "# Kapitel eins\n\nEin Absatz mit Ümlaut.\n\n## Zwei",
    metadata: {
      author: "Anna Muster",
      published: "2026-01-31T12:00:00Z",
      headings: [
        { level: 1, text: "Kapitel eins" },
        { level: 2, text: "Zwei" },
      ],
    },
  });
  expect((await fetched(bytes, "application/octet-stream")).status).toBe("SUCCESS");
  expect((await fetched(bytes.subarray(0, -30), DOCX)).status).toBe("ERROR_PARSE");
});

test("Markdown: as it is, with its front matter and headings", async () => {
  const text =
    "---\ntitle: The guide\nauthor: Anna\ndate: 2026-01-31\n---\n\n# Guide\n\n```\n# no heading\n```\n\nMore\n----\n";
  expect(await fetched(text, "text/plain", {}, ".md")).toMatchObject({
    status: "SUCCESS",
    contentTypeDetected: "text/markdown",
    title: "The guide",
    cleanedTextContent: text.trimEnd(),
    metadata: {
      author: "Anna",
      published: "2026-01-31",
      headings: [
        { level: 1, text: "Guide" },
        { level: 2, text: "More" },
      ],
    },
  });
});

test("JSON: unchanged, with large numbers and order", async () => {
  const text = '{ "b": 12345678901234567890, "a": 1.10,\n "title": "Data" }';
  const answer = await fetched(`\ufeff${text}`, "application/vnd.api+json");
  expect(answer).toMatchObject({ status: "SUCCESS", title: "Data", cleanedTextContent: text });
  const wrong = await fetched('{"a": 1,}', "application/json");
  expect(wrong).toMatchObject({ status: "PARTIAL_SUCCESS", cleanedTextContent: '{"a": 1,}' });
});

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="m"><channel>
<title>News &amp; more</title><link>/home</link><description>All of it</description><language>en</language>
<item><title>One</title><media:title>not this</media:title><link>https://news.example/1</link><pubDate>Sat, 31 Jan 2026 12:00:00 GMT</pubDate><dc:creator>Anna</dc:creator><description><![CDATA[<p>Body of <b>one</b></p><script>no()</script>]]></description></item>
<item><title>Two</title><link>javascript:alert(1)</link><description>Plain &lt;i&gt;two&lt;/i&gt;</description></item></channel></rss>`;

test("feeds: entry by entry", async () => {
  const answer = await fetched(rss, "application/rss+xml");
  expect(answer).toMatchObject({
    status: "SUCCESS",
    title: "News & more",
    metadata: { feed: "rss", entries: 2, language: "en", canonical: `${web.url}/home` },
  });
  expect(answer.cleanedTextContent).toBe(
    "# News & more\n\nAll of it\n\n## One\nhttps://news.example/1\nSat, 31 Jan 2026 12:00:00 GMT, Anna\nBody of one\n\n## Two\nPlain two",
  );
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Atom</title><updated>2026-01-31</updated><author><name>Ben</name></author><link rel="self" href="/self"/><link href="/a"/>
  <entry><title type="html">&lt;b&gt;E&lt;/b&gt;1</title><link rel="alternate" href="/e1"/><updated>2026-01-30</updated><content type="html">&lt;p&gt;Text&lt;/p&gt;</content></entry></feed>`;
  const second = await fetched(atom, "text/xml");
  expect(second).toMatchObject({
    title: "Atom",
    metadata: { feed: "atom", author: "Ben", language: "de", canonical: `${web.url}/a` },
  });
  expect(second.cleanedTextContent).toContain(`## E1\n${web.url}/e1\n2026-01-30\nText`);
  const rdf = `<rdf:RDF xmlns:rdf="r"><channel><title>RDF</title></channel><item><title>I</title><link>https://x.example/</link></item></rdf:RDF>`;
  expect(await fetched(rdf, "application/xml")).toMatchObject({ title: "RDF", metadata: { entries: 1 } });
});

test("XML: element by element; what is not well-formed as text", async () => {
  const answer = await fetched(
    `<order id="7"><item>Tea</item><item>12345678901234567890</item></order>`,
    "application/xml",
  );
  expect(answer).toMatchObject({
    status: "SUCCESS",
    cleanedTextContent: 'order id="7":\n  item: Tea\n  item: 12345678901234567890',
  });
  const many = await fetched(`<l>${"<e>a &amp; b</e>".repeat(5_000)}</l>`, "application/xml");
  expect(many.status).toBe("SUCCESS");
  expect(many.cleanedTextContent).toContain("e: a & b");
});

test("XML with a bomb of entities stays small", async () => {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
  const answer = await fetched(`<!DOCTYPE b [<!ENTITY e0 "lol">${entities}]><b>&e9;</b>`, "application/xml");
  expect(answer.status).toMatch(/SUCCESS/);
  expect((answer.cleanedTextContent ?? "").length).toBeLessThan(200_000);
  const outside = await fetched(
    `<!DOCTYPE b [<!ENTITY f SYSTEM "file:///etc/hostname">]><b>&f;</b>`,
    "application/xml",
  );
  expect(outside.cleanedTextContent).toContain("&f;");
});

test.each([
  ["a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), "image/png", "image/png"],
  ["a picture that is called HTML", Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), "text/html", "image/png"],
  ["an archive", zip({ "a.txt": "x" }), "application/zip", "application/zip"],
  ["unknown bytes", Buffer.from([1, 2, 3, 0, 0, 7]), undefined, "application/octet-stream"],
  ["unknown bytes that are called text", Buffer.from([65, 1, 2, 3, 0, 0, 7]), "text/plain", "application/octet-stream"],
  [
    "an old document of Word",
    Buffer.from("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "latin1"),
    "application/msword",
    "application/msword",
  ],
])("%s is ERROR_UNSUPPORTED_TYPE", async (_what, body, type, detected) => {
  const answer = await fetched(body, type);
  expect(answer).toMatchObject({
    status: "ERROR_UNSUPPORTED_TYPE",
    contentTypeDetected: detected,
    cleanedTextContent: null,
  });
  expect(answer.errorDetails).toContain("cannot be read as text");
});

const html = "<!doctype html><title>T</title><p>Hello there</p>";
test.each([
  ["no type", html, undefined, {}, "", "text/html"],
  ["a useless type", html, "application/octet-stream", {}, "", "text/html"],
  ["a nonsense type", html, "nonsense; charset", {}, "", "text/html"],
  ["HTML called a picture", html, "image/png", {}, "", "text/html"],
  ["HTML as plain text stays source", html, "text/plain", {}, "", "text/plain"],
  ["HTML as plain text with a hint", html, "text/plain", { documentTypeHint: "html" }, "", "text/html"],
  ["HTML hinted as text stays source", html, "text/html", { documentTypeHint: "txt" }, "", "text/html"],
  ["HTML hinted as PDF is HTML", html, "text/html", { documentTypeHint: "pdf" }, "", "text/html"],
  ["a PDF hinted as HTML is a PDF", pdf([["x"]]), "text/html", { documentTypeHint: "html" }, "", "application/pdf"],
  ["a PDF without a type", pdf([["x"]]), undefined, {}, "", "application/pdf"],
  ["JSON called HTML", '{"a": [1, 2]}', "text/html", {}, "", "application/json"],
  ["a feed called HTML", rss, "text/html", {}, "", "application/xml"],
  [
    "XHTML",
    `<?xml version="1.0"?><html xmlns="x"><body><p>Hi</p></body></html>`,
    "application/xml",
    {},
    "",
    "application/xml",
  ],
  ["text by its name", "just words", undefined, {}, ".txt", "text/plain"],
  ["CSV by its name", "a,b\n1,2", "application/octet-stream", {}, ".csv", "text/csv"],
  ["a script", "let a = 1;", "application/javascript", {}, "", "application/javascript"],
  ["two types", html, "text/html, text/html", {}, "", "text/html"],
] as const)("%s", async (what, body, type, more, name, detected) => {
  const answer = await fetched(body as string, type, more, name);
  expect(answer).toMatchObject({ status: "SUCCESS", contentTypeDetected: detected });
  if (what.includes("source")) expect(answer.cleanedTextContent).toBe(html);
});
