// What all search providers have in common.

import { parseHTML } from "linkedom";
import type { Deadline } from "../deadline.js";
import { oneLine, parseUrl } from "../net/words.js";

/** A result of a search. */
export interface Result {
  title: string;
  link: string;
  snippet: string;
}

/** A page of results. */
export interface ResultPage {
  results: Result[];
  /** The query as the provider changed it, if it did. */
  query?: string | undefined;
  /** Whether there may be another page. */
  more: boolean;
  /** What the caller should know about the results, as one clause. */
  notice?: string | undefined;
}

/** Searches the web. */
export interface Provider {
  /** Its name, for the answer and the log. */
  readonly name: string;
  /** The most results on one page. `undefined`: as many as the provider likes. */
  readonly pageSize: number | undefined;
  /** The most pages that it gives for a query. */
  readonly mostPages: number;
  /**
   * Reads a page of results.
   *
   * @param page - its number, from 0
   * @param count - how many results are wanted on it
   * @throws {@link SearchFailed}; the signal's reason
   */
  search(query: string, page: number, count: number, deadline: Deadline): Promise<ResultPage>;
}

/** A search failed. The message is one clause in words of ours, and says what to do next. */
export class SearchFailed extends Error {
  override readonly name = "SearchFailed";
}

const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 600;
const LONGEST_LINK = 2_000;

/** A result in its final form; `undefined` if its link leads nowhere in the web. */
export function result(title: unknown, link: unknown, snippet: unknown): Result | undefined {
  const url = typeof link === "string" && link.length <= LONGEST_LINK ? parseUrl(link) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  return {
    title: oneLine(plain(title), LONGEST_TITLE) || url.host,
    link: url.href,
    snippet: oneLine(plain(snippet), LONGEST_SNIPPET),
  };
}

/** Providers mark the words of the query with elements, and escape what is markup. */
function plain(text: unknown): string {
  if (typeof text !== "string") return "";
  // A text that long is no snippet, and parsing it would take long.
  const short = text.slice(0, 5_000);
  if (!/[<&]/.test(short)) return short;
  const { document } = parseHTML(`<!doctype html><html><body>${short}</body></html>`);
  for (const script of document.querySelectorAll("script, style")) script.remove();
  return document.body?.textContent ?? "";
}

/** A value as an object; an empty one if it is none. */
export function record(data: unknown): Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data) ? (data as Record<string, unknown>) : {};
}

/** A value as a list; an empty one if it is none. */
export function list(data: unknown): unknown[] {
  return Array.isArray(data) ? data : [];
}

/** A value as text, if it is text. */
export function string(data: unknown): string | undefined {
  return typeof data === "string" && data !== "" ? data : undefined;
}
