// XML: feeds (RSS, RDF, Atom) entry by entry, other documents element by element.

import { XMLParser } from "fast-xml-parser";
import { parseDocument } from "./dom.js";
import type { Job, Parsed } from "./job.js";
import { compact, value, webAddress } from "./metadata.js";
import { textOf, tidy } from "./text.js";

/** Below this depth nothing is read. */
const DEEPEST = 200;
const TEXT = "#text";
const ATTRIBUTE = "@_";

type Element = Record<string, unknown>;

/** What both parsers do: values stay text, and entities that a document defines are bounded by the parser. */
const COMMON = {
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
} as const;

/** Parses XML. What is no well-formed XML is given as text. */
export function parseXml(job: Job): Parsed {
  const text = job.content as string;
  try {
    return readFeed(text, job.url) ?? readElements(text);
  } catch {
    const missing = job.truncated ? {} : { missing: "it is not well-formed XML and is given as plain text" };
    return { text: tidy(text), metadata: {}, ...missing };
  }
}

function readFeed(text: string, url: string): Parsed | undefined {
  // The order of elements is of no matter in a feed. Prefixes are: `media:title` is no title.
  const root = new XMLParser({ ...COMMON, isArray: (name) => /^(item|entry|link|author)$/.test(name) }).parse(
    text,
  ) as Element;
  const rss = element(element(root["rss"])["channel"]);
  const rdf = element(root["rdf:RDF"]);
  const atom = element(root["feed"]);
  const [kind, channel, entries] =
    root["rss"] !== undefined
      ? (["rss", rss, rss["item"]] as const)
      : root["rdf:RDF"] !== undefined && rdf["item"] !== undefined
        ? (["rss", element(rdf["channel"]), rdf["item"]] as const)
        : root["feed"] !== undefined
          ? (["atom", atom, atom["entry"]] as const)
          : [undefined, {}, undefined];
  if (kind === undefined) return undefined;
  const items = list(entries).map((entry) => readEntry(element(entry), url));
  const title = plain(channel["title"]);
  const description = plain(channel["description"] ?? channel["subtitle"]);
  const parts = [...(title === "" ? [] : [`# ${title}`]), ...(description === "" ? [] : [description]), ...items];
  return {
    ...(title === "" ? {} : { title: value(title) ?? title }),
    text: tidy(parts.join("\n\n")),
    metadata: compact({
      feed: kind,
      entries: items.length,
      author: value(authors(channel)),
      modified: value(string(channel["lastBuildDate"] ?? channel["updated"] ?? channel["dc:date"])),
      language: value(string(channel["language"]) || string(channel[`${ATTRIBUTE}xml:lang`])),
      canonical: link(channel, url),
      description: value(description),
    }),
  };
}

function readEntry(entry: Element, url: string): string {
  const date = value(string(entry["pubDate"] ?? entry["published"] ?? entry["updated"] ?? entry["dc:date"]));
  const author = value(authors(entry));
  const about = [date, author].filter((part) => part !== undefined).join(", ");
  const body = plain(entry["content:encoded"] ?? entry["content"] ?? entry["description"] ?? entry["summary"]);
  return [`## ${plain(entry["title"]) || "(no title)"}`, link(entry, url) ?? "", about, body]
    .filter((part) => part !== "")
    .join("\n");
}

function link(entry: Element, base: string): string | undefined {
  const links = list(entry["link"]);
  const chosen =
    links.find((one) => [undefined, "alternate"].includes(element(one)[`${ATTRIBUTE}rel`] as string | undefined)) ??
    links[0];
  return webAddress(string(element(chosen)[`${ATTRIBUTE}href`]) || string(chosen), base);
}

function authors(entry: Element): string {
  const all = [...list(entry["author"]), ...list(entry["dc:creator"])];
  return all.map((one) => string(element(one)["name"]) || string(one)).join(", ");
}

/** Text that may be markup, as feeds have it. */
function plain(data: unknown): string {
  const text = string(data).trim();
  if (!/[<&]/.test(text)) return text;
  const { body } = parseDocument(`<body>${text}</body>`);
  return body === null ? "" : textOf(body);
}

function readElements(text: string): Parsed {
  const lines: string[] = [];
  const walk = (nodes: unknown, depth: number) => {
    for (const node of list(nodes)) {
      const { ":@": attributes, ...rest } = element(node);
      for (const [name, content] of Object.entries(rest)) {
        if (name === TEXT) {
          lines.push(`${"  ".repeat(depth)}${String(content).trim()}`);
          continue;
        }
        const [only, ...more] = list(content);
        const inline = more.length === 0 ? element(only)[TEXT] : undefined;
        const given = Object.entries(element(attributes)).filter(([key]) => !key.startsWith(`${ATTRIBUTE}xmlns`));
        const shown = given.map(([key, at]) => ` ${key.slice(ATTRIBUTE.length)}=${JSON.stringify(at)}`).join("");
        lines.push(`${"  ".repeat(depth)}${name}${shown}:${inline === undefined ? "" : ` ${String(inline).trim()}`}`);
        if (inline === undefined && depth < DEEPEST) walk(content, depth + 1);
      }
    }
  };
  walk(new XMLParser({ ...COMMON, preserveOrder: true }).parse(text), 0);
  if (lines.length === 0) throw new Error("no elements");
  return { text: tidy(lines.join("\n")), metadata: {} };
}

function list(data: unknown): unknown[] {
  return Array.isArray(data) ? data : data === undefined || data === "" ? [] : [data];
}

function element(data: unknown): Element {
  return typeof data === "object" && data !== null ? (data as Element) : {};
}

function string(data: unknown): string {
  const text = Array.isArray(data) ? data[0] : data;
  if (typeof text === "string") return text;
  const inner = element(text)[TEXT];
  return typeof inner === "string" ? inner : "";
}
