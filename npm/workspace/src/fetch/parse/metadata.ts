// What the head of an HTML page and its structured data say about it.

import { oneLine, parseUrl } from "../../net/words.js";
import type { DomDocument } from "./dom.js";

/** The longest value, in characters. */
const LONGEST = 500;
/** The most headings that are listed. */
const MOST_HEADINGS = 100;

/** A heading of a document. */
export interface Heading {
  level: number;
  text: string;
  /** The fragment that leads to it. */
  id?: string;
}

/** Puts together what is known. Values that are absent or empty are left out. */
export function compact(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** A value in one line, cut; `undefined` if it is no text or empty. */
export function value(text: unknown): string | undefined {
  if (typeof text !== "string" && typeof text !== "number") return undefined;
  const line = oneLine(String(text), LONGEST);
  return line === "" ? undefined : line;
}

/** Headings, bounded. */
export function headings(all: Iterable<Heading>): Heading[] {
  const kept: Heading[] = [];
  for (const { level, text, id } of all) {
    const line = value(text);
    if (line === undefined) continue;
    kept.push(id === undefined || id === "" || id.length > 200 ? { level, text: line } : { level, text: line, id });
    if (kept.length === MOST_HEADINGS) break;
  }
  return kept;
}

/** The metadata of a page, read before anything of it is removed. */
export function pageMetadata(
  document: DomDocument,
  url: string,
): { title: string | undefined; metadata: Record<string, unknown> } {
  const meta = new Map<string, string>();
  for (const element of document.querySelectorAll("meta[content]")) {
    const name = element.getAttribute("property") ?? element.getAttribute("name") ?? element.getAttribute("itemprop");
    const content = value(element.getAttribute("content"));
    const key = name?.trim().toLowerCase();
    if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, content);
  }
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find((found) => found !== undefined);
  const data = articleData(document);
  const element = (selector: string) => document.querySelector(selector);
  const link = element('link[rel~="canonical"]')?.getAttribute("href") ?? first("og:url");
  const time = element(
    "time[datetime][pubdate], article time[datetime], time[datetime].published, time[itemprop=datePublished]",
  );
  const title =
    value(element("title")?.textContent) ??
    first("og:title", "dc.title", "dcterms.title", "twitter:title") ??
    data.title ??
    value(element("h1")?.textContent);
  const metadata = compact({
    author:
      first("author", "article:author", "dc.creator", "dcterms.creator", "citation_author", "parsely-author") ??
      data.author ??
      value(element('[rel~="author"], [itemprop~="author"] [itemprop~="name"], [itemprop~="author"]')?.textContent),
    published:
      first(
        "article:published_time",
        "datepublished",
        "dc.date",
        "dc.date.issued",
        "dcterms.issued",
        "dcterms.created",
        "date",
        "citation_publication_date",
      ) ??
      data.published ??
      value(time?.getAttribute("datetime")),
    modified:
      first("article:modified_time", "datemodified", "og:updated_time", "dcterms.modified", "last-modified") ??
      data.modified,
    language:
      value(document.documentElement?.getAttribute("lang")) ??
      value(document.documentElement?.getAttribute("xml:lang")) ??
      first("content-language", "dc.language", "dcterms.language", "og:locale"),
    canonical: webAddress(link, url),
    description: first("description", "og:description", "dc.description", "twitter:description"),
    siteName: first("og:site_name", "application-name") ?? data.publisher,
    keywords: first("keywords", "news_keywords"),
    headings: headings(pageHeadings(document)),
  });
  return { title, metadata };
}

function* pageHeadings(document: DomDocument): Iterable<Heading> {
  for (const element of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const id = element.getAttribute("id") ?? element.querySelector("a[id]")?.getAttribute("id") ?? undefined;
    yield { level: Number(element.nodeName[1]), text: element.textContent ?? "", ...(id === undefined ? {} : { id }) };
  }
}

/** An address of the web, in full. Other kinds of addresses are left out. */
export function webAddress(href: string | null | undefined, base: string): string | undefined {
  const url = href === null || href === undefined ? undefined : parseUrl(href, base);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href.length <= 2_000 ? url.href : undefined;
}

interface ArticleData {
  title?: string | undefined;
  author?: string | undefined;
  published?: string | undefined;
  modified?: string | undefined;
  publisher?: string | undefined;
}

/** The first article, page or work in the page's JSON-LD. */
function articleData(document: DomDocument): ArticleData {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    let data: unknown;
    try {
      data = JSON.parse(script.textContent ?? "");
    } catch {
      continue;
    }
    for (const item of items(data)) {
      if (
        !types(item).some((type) =>
          /(Article|Posting|WebPage|Report|CreativeWork|Book|Product|HowTo|Recipe)$/.test(type),
        )
      )
        continue;
      const { headline, name, author, creator, datePublished, dateModified, publisher } = item;
      const found = {
        title: value(headline) ?? value(name),
        author: names(author) ?? names(creator),
        published: value(datePublished),
        modified: value(dateModified),
        publisher: names(publisher),
      };
      if (Object.values(found).some((known) => known !== undefined)) return found;
    }
  }
  return {};
}

type Item = Record<string, unknown>;

function* items(data: unknown): Iterable<Item> {
  const list = Array.isArray(data) ? data : [data];
  for (const item of list.slice(0, 50)) {
    if (typeof item !== "object" || item === null) continue;
    yield item as Item;
    const graph = (item as Item)["@graph"];
    if (Array.isArray(graph)) yield* graph.slice(0, 50).filter((part) => typeof part === "object" && part !== null);
  }
}

function types(item: Item): string[] {
  const type = item["@type"];
  return (Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string");
}

function names(data: unknown): string | undefined {
  const list = (Array.isArray(data) ? data : [data]).slice(0, 20);
  const found = list.map((one) => value(typeof one === "object" && one !== null ? (one as Item)["name"] : one));
  return value(found.filter((name) => name !== undefined).join(", "));
}
