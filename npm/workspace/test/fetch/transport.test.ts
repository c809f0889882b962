// How documents come: statuses, redirects, robots.txt, encodings, compression, limits and deadlines.

import { createServer } from "node:net";
import * as zlib from "node:zlib";
import iconv from "iconv-lite";
import { afterAll, expect, test, vi } from "vitest";
import { docx, paragraph, pdf } from "./documents.ts";
import { fetcher, type Route, redirect, send, site } from "./site.ts";

vi.setConfig({ testTimeout: 20_000 });

const routes: Record<string, Route> = {};
const web = await site(routes);
const tool = fetcher({ allowPrivate: ["127.0.0.1"], robots: "ignore" });
afterAll(() => Promise.all([web.close(), tool.close()]));

const TEXT = "text/plain; charset=utf-8";

test("the defaults are those of the specification, and wrong arguments are refused", async () => {
  expect(tool.tool.inputSchema.parse({ url: "https://example.org/" })).toEqual({
    url: "https://example.org/",
    documentTypeHint: "auto",
    maxLengthBytes: 1_000_000,
    render: "auto",
  });
  for (const wrong of [
    {},
    { url: "no url" },
    { url: web.url, maxLengthBytes: 0 },
    { url: web.url, documentTypeHint: "doc" },
  ]) {
    await expect(tool.tool.call(wrong)).rejects.toThrow();
  }
});

test.each([
  [404, "there is no such page"],
  [403, "refuses to show it"],
  [401, "wants a login"],
  [429, "wants fewer requests"],
  [500, "its server failed"],
  [304, "does not hand it out"],
])("status %i is ERROR_FETCH in words", async (status, words) => {
  routes["/status"] = (_request, response) => response.writeHead(status, { "retry-after": "120" }).end("<p>no</p>");
  const answer = await tool.fetch(`${web.url}/status`);
  expect(answer).toMatchObject({
    status: "ERROR_FETCH",
    cleanedTextContent: null,
    metadata: {},
    fetchedUrl: `${web.url}/status`,
  });
  expect(answer.errorDetails).toContain(words);
  expect(answer.errorDetails).toContain('"120" (Retry-After)');
});

test("an empty answer is PARTIAL_SUCCESS without text", async () => {
  routes["/empty"] = send("", TEXT);
  expect(await tool.fetch(`${web.url}/empty`)).toMatchObject({
    status: "PARTIAL_SUCCESS",
    cleanedTextContent: null,
    contentTypeDetected: "text/plain",
  });
});

test("redirects are followed, and only so many", async () => {
  routes["/end"] = send("the end", TEXT);
  for (const status of [301, 302, 303, 307, 308]) {
    routes["/r"] = redirect("end?x=1", status);
    expect(await tool.fetch(`${web.url}/r#part`)).toMatchObject({
      status: "SUCCESS",
      fetchedUrl: `${web.url}/end?x=1#part`,
    });
  }
  routes["/loop"] = redirect("/loop");
  const asked = web.asked.length;
  const answer = await tool.fetch(`${web.url}/loop`);
  expect(answer.status).toBe("ERROR_FETCH");
  expect(answer.errorDetails).toContain("more than 5 times");
  expect(web.asked.length - asked).toBe(6);
  routes["/nowhere"] = redirect("http://[");
  expect((await tool.fetch(`${web.url}/nowhere`)).errorDetails).toContain("which is no address");
});

test.each([
  ["forbidden", "User-agent: *\nDisallow: /private", "/private/a", "ERROR_FETCH"],
  ["not forbidden", "User-agent: *\nDisallow: /private", "/public", "SUCCESS"],
  ["forbidden to this tool", "User-agent: uipilot\nDisallow: /", "/public", "ERROR_FETCH"],
  ["forbidden to others", "User-agent: other\nDisallow: /", "/public", "SUCCESS"],
  ["an exception", "User-agent: *\nDisallow: /\nAllow: /public", "/public", "SUCCESS"],
  ["with a mark at its beginning", "\ufeffUser-agent: *\nDisallow: /", "/public", "ERROR_FETCH"],
])("robots.txt: %s", async (_what, rules, path, status) => {
  const own = await site({
    "/robots.txt": send(rules, "text/plain"),
    [path]: send("content", TEXT),
    "/to": redirect(path),
  });
  const polite = fetcher();
  expect(await polite.fetch(own.url + path)).toMatchObject({ status });
  expect(own.asked).toEqual(status === "SUCCESS" ? [path] : []);
  if (status !== "SUCCESS") {
    expect((await polite.fetch(own.url + path)).errorDetails).toContain("robots.txt does not allow");
    expect(polite.log).toContain(`GET "${own.url}/robots.txt": status 200`);
    expect(polite.log.join()).toContain("robots.txt forbids it");
  }
  await Promise.all([own.close(), polite.close()]);
});

test("robots.txt: asked once, missing means allowed, a server fault means forbidden, redirects count", async () => {
  let times = 0;
  let status = 404;
  const own = await site({
    "/robots.txt": (_request, response) => {
      times++;
      response.writeHead(status).end();
    },
    "/a": send("a", TEXT),
    "/b": redirect("/c"),
  });
  const polite = fetcher();
  for (const _ of [1, 2]) expect((await polite.fetch(`${own.url}/a`)).status).toBe("SUCCESS");
  expect(times).toBe(1);
  await polite.close();
  const again = fetcher();
  status = 503;
  const answer = await again.fetch(`${own.url}/a`);
  expect(answer).toMatchObject({ status: "ERROR_FETCH" });
  expect(answer.errorDetails).toContain("cannot be read now (status 503)");
  await again.close();
  const guarded = await site({
    "/robots.txt": send("User-agent: *\nDisallow: /c", "text/plain"),
    "/b": redirect("/c"),
    "/c": send("c", TEXT),
  });
  const third = fetcher();
  expect((await third.fetch(`${guarded.url}/b`)).status).toBe("ERROR_FETCH");
  expect(guarded.asked).toEqual(["/b"]);
  await Promise.all([own.close(), guarded.close(), third.close()]);
});

const russian = "Съешь ещё этих мягких французских булок";
const japanese = "いろはにほへと ちりぬるを";
const french = "Déjà vu, cœur – 5 €";
const page = (meta: string, text: string) =>
  `<html><head>${meta}<title>t</title></head><body><p>${text}</p></body></html>`;
const declared = (charset: string) => `<meta charset="${charset}">`;

test.each([
  ["UTF-8 by header", Buffer.from(russian), "text/plain; charset=UTF-8", russian, "utf-8"],
  ["UTF-8 without a word", Buffer.from(russian), "text/plain", russian, "utf-8"],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${russian}`), "text/plain; charset=windows-1251", russian, "utf-8"],
  ["UTF-16 LE with a mark", Buffer.from(`\ufeff${russian}`, "utf16le"), "text/plain", russian, "utf-16le"],
  ["UTF-16 BE with a mark", iconv.encode(russian, "utf-16be", { addBOM: true }), "text/plain", russian, "utf-16be"],
  ["UTF-16 LE without a mark", iconv.encode(page("", french), "utf-16le"), "text/html", french, "utf-16le"],
  ["UTF-16 by header", iconv.encode(`ab ${russian}`, "utf-16be"), "text/plain; charset=utf-16be", russian, "utf-16be"],
  [
    "windows-1251 by header",
    iconv.encode(russian, "win1251"),
    "text/plain; charset=windows-1251",
    russian,
    "windows-1251",
  ],
  [
    "windows-1251 by meta",
    iconv.encode(page(declared("windows-1251"), russian), "win1251"),
    "text/html",
    russian,
    "windows-1251",
  ],
  ["KOI8-R in quotes", iconv.encode(russian, "koi8-r"), 'text/plain; charset="koi8-r"', russian, "koi8-r"],
  ["Shift_JIS by header", iconv.encode(japanese, "shift_jis"), "text/plain; charset=Shift_JIS", japanese, "shift_jis"],
  [
    "Shift_JIS by http-equiv",
    iconv.encode(page('<meta http-equiv="Content-Type" content="text/html; charset=x-sjis">', japanese), "shift_jis"),
    "text/html",
    japanese,
    "shift_jis",
  ],
  ["EUC-JP by meta", iconv.encode(page(declared("euc-jp"), japanese), "euc-jp"), "text/html", japanese, "euc-jp"],
  ["GB2312 means GB18030", iconv.encode("简体中文", "gb18030"), "text/plain; charset=gb2312", "简体中文", "gb18030"],
  ["Big5", iconv.encode("繁體中文", "big5"), "text/plain; charset=big5", "繁體中文", "big5"],
  [
    "EUC-KR by its old name",
    iconv.encode("한국어", "euc-kr"),
    "text/plain; charset=ks_c_5601-1987",
    "한국어",
    "euc-kr",
  ],
  [
    "Latin-1 means windows-1252",
    iconv.encode(french, "win1252"),
    "text/plain; charset=ISO-8859-1",
    french,
    "windows-1252",
  ],
  ["no word, no UTF-8", iconv.encode(french, "win1252"), "text/plain", french, "windows-1252"],
  [
    "header Latin-1, really UTF-8 with meta",
    Buffer.from(page(declared("utf-8"), french)),
    "text/html; charset=ISO-8859-1",
    french,
    "utf-8",
  ],
  ["header Latin-1, really UTF-8", Buffer.from(french), "text/plain; charset=ISO-8859-1", french, "utf-8"],
  [
    "header UTF-8, really windows-1251 with meta",
    iconv.encode(page(declared("windows-1251"), russian), "win1251"),
    "text/html; charset=utf-8",
    russian,
    "windows-1251",
  ],
  [
    "header before meta",
    iconv.encode(page(declared("windows-1252"), russian), "win1251"),
    "text/html; charset=windows-1251",
    russian,
    "windows-1251",
  ],
  ["meta UTF-16 cannot be", Buffer.from(page(declared("utf-16"), french)), "text/html", french, "utf-8"],
  ["an unknown name", Buffer.from(french), "text/plain; charset=klingon", french, "utf-8"],
  ["UTF-7 is not believed", Buffer.from("+ADw-script+AD4-"), "text/plain; charset=utf-7", "+ADw-script+AD4-", "utf-8"],
  [
    "an XML declaration",
    iconv.encode(`<?xml version="1.0" encoding="windows-1251"?><a>${russian}</a>`, "win1251"),
    "application/xml",
    russian,
    "windows-1251",
  ],
])("%s", async (_what, bytes, type, shown, charset) => {
  routes["/charset"] = send(bytes, type);
  const answer = await tool.fetch(`${web.url}/charset`, { render: "never" });
  expect(answer.cleanedTextContent).toContain(shown);
  expect(answer.metadata["charset"]).toBe(charset);
});

const long = `${"words and more words. ".repeat(50)}the end`;
const compressions: [string, string, Buffer][] = [
  ["gzip", "gzip", zlib.gzipSync(long)],
  ["x-gzip", "X-GZIP", zlib.gzipSync(long)],
  ["br", "br", zlib.brotliCompressSync(long)],
  ["deflate", "deflate", zlib.deflateSync(long)],
  ["raw deflate", "deflate", zlib.deflateRawSync(long)],
  ["identity", "identity", Buffer.from(long)],
  ["two layers", "deflate, gzip", zlib.gzipSync(zlib.deflateSync(long))],
];
const zstd = (zlib as { zstdCompressSync?: (text: string) => Buffer }).zstdCompressSync;
if (zstd !== undefined) compressions.push(["zstd", "zstd", zstd(long)]);
test.each(compressions)("compressed by %s", async (_what, encoding, bytes) => {
  routes["/packed"] = send(bytes, TEXT, { "content-encoding": encoding });
  expect(await tool.fetch(`${web.url}/packed`)).toMatchObject({ status: "SUCCESS", cleanedTextContent: long });
});

test.each([
  ["damaged", "gzip", zlib.gzipSync(long).subarray(0, 40).fill(7, 12), "damaged"],
  ["cut off", "gzip", zlib.gzipSync(long).subarray(0, 40), "ends too early"],
  ["not compressed at all", "gzip", Buffer.from(long), "damaged"],
  ["unknown", "rot13", Buffer.from(long), "cannot be read here"],
  ["many layers", "gzip, gzip, gzip", zlib.gzipSync(long), "compressed 3 times"],
])("compression that is %s is ERROR_FETCH", async (_what, encoding, bytes, words) => {
  routes["/packed"] = send(bytes, TEXT, { "content-encoding": encoding });
  const answer = await tool.fetch(`${web.url}/packed`);
  expect(answer).toMatchObject({ status: "ERROR_FETCH", cleanedTextContent: null });
  expect(answer.errorDetails).toContain(words);
});

test.each([
  ["gzip", zlib.gzipSync(Buffer.alloc(60_000_000, 97))],
  [
    "br",
    zlib.brotliCompressSync(Buffer.alloc(60_000_000, 97), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
  ],
  ["gzip, gzip", zlib.gzipSync(zlib.gzipSync(Buffer.alloc(60_000_000, 97)))],
])("a bomb of 60 MB by %s is cut at the limit, without being held in memory", async (encoding, bytes) => {
  routes["/bomb"] = send(bytes, TEXT, { "content-encoding": encoding });
  const before = process.memoryUsage.rss();
  const answer = await tool.fetch(`${web.url}/bomb`, { maxLengthBytes: 1_000 });
  expect(answer).toMatchObject({ status: "PARTIAL_SUCCESS", cleanedTextContent: "a".repeat(1_000) });
  expect(answer.errorDetails).toContain("more than 1000 bytes");
  expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000);
});

test("text is cut at the limit, between characters, and the rest is not downloaded", async () => {
  let sent = 0;
  routes["/endless"] = (_request, response) => {
    response.writeHead(200, { "content-type": TEXT });
    const more = () => {
      while (!response.destroyed && response.write("ü".repeat(5_000))) sent += 10_000;
    };
    response.on("drain", more);
    more();
  };
  const answer = await tool.fetch(`${web.url}/endless`, { maxLengthBytes: 1_001 });
  expect(answer).toMatchObject({ status: "PARTIAL_SUCCESS", cleanedTextContent: "ü".repeat(500) });
  expect(answer.errorDetails).toContain("give a larger maxLengthBytes, at most 20000000");
  expect(sent).toBeLessThan(20_000_000);
});

test("a page is cut and still read", async () => {
  routes["/page"] = send(`<title>Long</title><h1>Head</h1>${"<p>Paragraph of the page.</p>".repeat(500)}`, "text/html");
  const answer = await tool.fetch(`${web.url}/page`, { maxLengthBytes: 2_000 });
  expect(answer).toMatchObject({ status: "PARTIAL_SUCCESS", title: "Long" });
  expect(answer.cleanedTextContent).toContain("Paragraph of the page.");
});

test("the operator's limit holds for every call", async () => {
  const small = fetcher({ allowPrivate: ["127.0.0.1"], robots: "ignore", maxBytes: 10 });
  routes["/ten"] = send("0123456789abc", TEXT);
  const answer = await small.fetch(`${web.url}/ten`, { maxLengthBytes: 5_000 });
  expect(answer).toMatchObject({ status: "PARTIAL_SUCCESS", cleanedTextContent: "0123456789" });
  expect(answer.errorDetails).toContain("fetch.maxBytes");
  await small.close();
});

test.each([
  ["PDF", pdf([["words"]], { padding: 0 }), "application/pdf"],
  ["DOCX", docx(paragraph("words")), "application/octet-stream"],
])("a %s above the limit is ERROR_TOO_LARGE, announced or not", async (_what, bytes, type) => {
  routes["/big"] = send(bytes, type);
  expect(await tool.fetch(`${web.url}/big`, { maxLengthBytes: 600 })).toMatchObject({
    status: "ERROR_TOO_LARGE",
    cleanedTextContent: null,
  });
  routes["/chunked"] = (_request, response) => {
    response.writeHead(200, { "content-type": type });
    response.write(bytes.subarray(0, 300));
    response.end(bytes.subarray(300));
  };
  expect((await tool.fetch(`${web.url}/chunked`, { maxLengthBytes: 600 })).status).toBe("ERROR_TOO_LARGE");
});

test("a DOCX that expands to gigabytes is ERROR_TOO_LARGE, whatever sizes it claims", async () => {
  const bytes = docx(paragraph("x"), { "word/media/a.xml": Buffer.alloc(110_000_000, 32) }, 10);
  routes["/docx"] = send(bytes, "application/octet-stream");
  const answer = await tool.fetch(`${web.url}/docx`);
  expect(answer).toMatchObject({ status: "ERROR_TOO_LARGE", cleanedTextContent: null });
  expect(answer.errorDetails).toContain("expands to more");
});

test("a PDF whose text is longer than the limit is cut", async () => {
  // Compressed lines: the file is smaller than its text.
  const bytes = pdf(
    Array.from({ length: 10 }, () => Array.from({ length: 36 }, () => "the same line again and again")),
  );
  routes["/pdf"] = send(bytes, "application/pdf");
  const answer = await tool.fetch(`${web.url}/pdf`, { maxLengthBytes: 6_000 });
  expect(bytes.length).toBeLessThan(6_000);
  expect(answer.status).toBe("PARTIAL_SUCCESS");
  expect(answer.cleanedTextContent).toHaveLength(6_000);
});

test("a server that does not answer, or stops in the middle, ends with the deadline", async () => {
  const hasty = fetcher({ allowPrivate: ["127.0.0.1"], robots: "ignore", timeoutMs: 400 });
  routes["/silent"] = () => undefined;
  routes["/stops"] = (_request, response) => void response.writeHead(200, { "content-type": TEXT }).write("some");
  for (const path of ["/silent", "/stops"]) {
    const began = performance.now();
    const answer = await hasty.fetch(web.url + path);
    expect(answer).toMatchObject({ status: "ERROR_FETCH" });
    expect(answer.errorDetails).toContain("the call's time is over: 400 ms were not enough");
    expect(performance.now() - began).toBeLessThan(2_000);
  }
  await hasty.close();
});

test("markup that keeps a parser busy ends with the deadline, and the tool goes on", async () => {
  const hasty = fetcher({ allowPrivate: ["127.0.0.1"], robots: "ignore", timeoutMs: 2_500 });
  routes["/nested"] = send(`<p>${"<b><i>".repeat(150_000)}deep`, "text/html");
  const began = performance.now();
  const answer = await hasty.fetch(`${web.url}/nested`);
  expect(answer.status).toMatch(/^(ERROR_PARSE|SUCCESS|PARTIAL_SUCCESS)$/);
  expect(performance.now() - began).toBeLessThan(4_500);
  routes["/fine"] = send("fine", TEXT);
  expect((await hasty.fetch(`${web.url}/fine`)).cleanedTextContent).toBe("fine");
  await hasty.close();
});

test("a cancelled call rejects with the caller's reason", async () => {
  routes["/silent"] = () => undefined;
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("no longer wanted")), 100);
  await expect(tool.fetch(`${web.url}/silent`, {}, controller.signal)).rejects.toThrow("no longer wanted");
  await expect(tool.fetch(`${web.url}/silent`, {}, controller.signal)).rejects.toThrow("no longer wanted");
});

test("connections that fail are named: refused, closed, no HTTP, no such host", async () => {
  const raw = createServer((socket) => void socket.resume().end("SSH-2.0-server\r\n"));
  await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
  const { port } = raw.address() as { port: number };
  expect((await tool.fetch(`http://127.0.0.1:${port}/`)).errorDetails).toContain("does not speak HTTP");
  await new Promise((resolve) => raw.close(resolve));
  expect((await tool.fetch(`http://127.0.0.1:${port}/`)).errorDetails).toContain("refused the connection");
  routes["/closes"] = (request) => request.socket.destroy();
  expect((await tool.fetch(`${web.url}/closes`)).errorDetails).toContain("closed the connection");
  const lost = fetcher({}, { resolve: () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })) });
  expect((await lost.fetch("http://nowhere.example/")).errorDetails).toContain("has no address");
  await lost.close();
});

test("a page that is empty without scripts, where there is no browser", async () => {
  const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
  routes["/app"] = send(shell, "text/html");
  const answer = await tool.fetch(`${web.url}/app`);
  expect(answer).toMatchObject({ status: "PARTIAL_SUCCESS", title: "App", cleanedTextContent: null });
  expect(answer.errorDetails).toContain("this server has no browser");
  const never = await tool.fetch(`${web.url}/app`, { render: "never" });
  expect(never).toMatchObject({ status: "PARTIAL_SUCCESS", errorDetails: "the document has no text" });
  routes["/static"] = send("<p>A short page without any script.</p>", "text/html");
  expect((await tool.fetch(`${web.url}/static`)).status).toBe("SUCCESS");
  const always = await tool.fetch(`${web.url}/static`, { render: "always" });
  expect(always).toMatchObject({ status: "PARTIAL_SUCCESS", cleanedTextContent: "A short page without any script." });
  const failing = fetcher(undefined, {
    browser: { read: () => Promise.reject(new Error("no Chromium is installed")) },
  });
  expect((await failing.fetch(`${web.url}/app`)).errorDetails).toContain("no Chromium is installed");
  await failing.close();
});

test("log and errors show no login, no query and no line breaks", async () => {
  routes["/q"] = send("x", TEXT);
  await tool.fetch(`${web.url}/q?token=secret#part`);
  const line = tool.log.at(-1) ?? "";
  expect(line).toBe(`GET "${web.url}/q?…": status 200`);
  routes["/evil"] = redirect("http://evil.example:1/%0AFake: line\u0085x");
  const answer = await tool.fetch(`${web.url}/evil`);
  expect(answer.errorDetails).not.toMatch(/[\n\u0085]/);
});
