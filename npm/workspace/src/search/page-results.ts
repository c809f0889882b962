// Finds the results on a search page, whatever page it is: links that lead elsewhere, with a heading or a text around them.

import { type DomElement, type DomNode, parseDocument } from "../fetch/parse/dom.js";
import { parseUrl } from "../net/words.js";
import { type Result, result } from "./provider.js";

/** Parts of a page that hold no results. */
const ASIDE =
  "nav, header, footer, aside, form, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [hidden]";
/** Where results usually are. */
const MAIN = "main, [role=main], #results, #links, #search, #b_results";
/** A link without a heading is a result if its text is at least this long, in characters. */
const LEAST_TEXT = 12;
/** How many elements around a link may belong to its result. */
const MOST_LEVELS = 6;
/** The most links that are looked at. */
const MOST_LINKS = 1_000;
/** The most results of a page. */
const MOST_RESULTS = 200;
/** Parameters in which search pages put the address behind a link through themselves. */
const TARGETS = ["uddg", "url", "u", "q", "target", "to", "r"];

interface Candidate {
  link: DomElement;
  href: string;
  heading: DomElement | undefined;
  text: string;
}

/** The results on a page, in its order. */
export function pageResults(html: string, pageUrl: string): Result[] {
  const document = parseDocument(html);
  for (const unseen of [...document.querySelectorAll("script, style, noscript, template, svg, iframe")])
    unseen.remove();
  const main = [...document.querySelectorAll(MAIN)]
    .map((part) => candidates(part, pageUrl))
    .find(({ length }) => length > 0);
  const all = main ?? candidates(document.body, pageUrl);
  // A page that gives headings to its results gives them to all.
  const withHeading = all.filter(({ heading }) => heading !== undefined);
  const chosen = (withHeading.length > 0 ? withHeading : repeated(all)).slice(0, MOST_RESULTS);
  const seen = new Set<string>();
  const found: Result[] = [];
  for (const candidate of chosen) {
    if (seen.has(candidate.href)) continue;
    seen.add(candidate.href);
    const title = textOf(candidate.heading ?? candidate.link);
    const one = result(escaped(title), candidate.href, escaped(snippet(candidate, chosen)));
    if (one !== undefined) found.push(one);
  }
  return found;
}

function candidates(root: DomElement | null, pageUrl: string): Candidate[] {
  const found: Candidate[] = [];
  for (const link of root?.querySelectorAll("a[href]") ?? []) {
    if (found.length >= MOST_LINKS) break;
    const href = targetOf(link.getAttribute("href") ?? "", pageUrl);
    const text = textOf(link);
    if (href === undefined || text === "" || link.closest(ASIDE) !== null) continue;
    const heading = link.querySelector("h1, h2, h3, h4") ?? link.closest("h1, h2, h3, h4") ?? undefined;
    found.push({ link, href, heading, text });
  }
  return found;
}

/** The address in another site that a link leads to, also through the search page's own site. */
function targetOf(href: string, pageUrl: string): string | undefined {
  const page = new URL(pageUrl);
  const url = parseUrl(href, page);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if (siteOf(url) !== siteOf(page)) return url.href;
  for (const name of TARGETS) {
    const inner = parseUrl(url.searchParams.get(name) ?? "");
    if (inner !== undefined && /^https?:$/.test(inner.protocol) && siteOf(inner) !== siteOf(page)) return inner.href;
  }
  return undefined;
}

/** The last two labels of a host: `html.example.com` and `example.com` are one search service. A port tells sites apart. */
function siteOf({ hostname, port }: URL): string {
  const name = /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split(".").slice(-2).join(".");
  return `${name}:${port}`;
}

/** Links that occur with the same kind of parent at least twice, as the entries of a list do. */
function repeated(all: Candidate[]): Candidate[] {
  const long = all.filter(({ text }) => text.length >= LEAST_TEXT);
  const kind = ({ link }: Candidate) =>
    [link, link.parentElement]
      .map((element) => `${element?.tagName}.${element?.getAttribute("class") ?? ""}`)
      .join("<");
  const counts = new Map<string, number>();
  for (const candidate of long) counts.set(kind(candidate), (counts.get(kind(candidate)) ?? 0) + 1);
  return long.filter((candidate) => (counts.get(kind(candidate)) ?? 0) > 1);
}

/** The text around a link, up to the largest element that has no other result in it. */
function snippet({ link, heading, href }: Candidate, others: Candidate[]): string {
  const own = heading ?? link;
  let around: DomElement = own;
  for (let level = 0; level < MOST_LEVELS; level++) {
    const parent: DomElement | null = around.parentElement;
    if (parent === null || parent.tagName === "BODY" || parent.tagName === "HTML") break;
    if (others.some((other) => other.href !== href && parent.contains(other.link))) break;
    around = parent;
  }
  const host = parseUrl(href)?.hostname.replace(/^www\./, "") ?? "";
  const parts: string[] = [];
  const walk = (node: DomNode) => {
    for (const child of node.childNodes) {
      if (child === own || child === link) continue;
      const text = textOf(child);
      // A line that only repeats the address, as most pages show above or below the title.
      if (
        text === "" ||
        (host !== "" &&
          text.length < host.length + 80 &&
          /^(https?:\/\/)?(www\.)?\S+( ?›.*)?$/.test(text) &&
          text.includes(host))
      ) {
        continue;
      }
      if (child.nodeType === 1 && (contains(child, own) || hasBlocks(child as DomElement))) walk(child);
      else parts.push(text);
    }
  };
  walk(around);
  return parts.join(" ");
}

function contains(node: DomNode, inner: DomElement): boolean {
  return (node as DomElement).contains(inner);
}

function hasBlocks(element: DomElement): boolean {
  return element.querySelector("div, p, li, section, table, h1, h2, h3, h4, h5, h6") !== null;
}

function textOf(node: DomNode): string {
  return (node.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** The text is no markup any more; `result` would take it for some. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
