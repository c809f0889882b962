// Downloads a document: redirects, robots.txt, compression, limits.

import type { Agent, Dispatcher } from "undici";
import { request } from "undici";
import type { Deadline } from "../deadline.js";
import { ACCEPTED_ENCODINGS, readBody, UnknownEncoding } from "../net/body.js";
import { failureWords, wasClosed } from "../net/failure.js";
import type { Guard } from "../net/guard.js";
import { parseUrl, quoted, shownUrl } from "../net/words.js";
import type { FetchConfig } from "./config.js";
import type { Robots } from "./robots.js";

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ACCEPT =
  "text/html, application/xhtml+xml, text/markdown, text/plain;q=0.9, application/pdf;q=0.9, application/xml;q=0.8, */*;q=0.5";

/** What downloads need. */
export interface Downloads {
  agent: Agent;
  guard: Guard;
  robots: Robots;
  config: FetchConfig;
  /** Takes a line for each request. */
  log(text: string): void;
}

/** A downloaded document, or its first part. */
export interface Downloaded {
  /** Where it was found, after redirects. */
  url: URL;
  bytes: Buffer;
  truncated: boolean;
  /** The headers `Content-Type`, `Last-Modified` and `Content-Language`. */
  contentType: string | undefined;
  lastModified: string | undefined;
  language: string | undefined;
}

/** Nothing was downloaded. The message is one clause. */
export class DownloadFailed extends Error {
  override readonly name = "DownloadFailed";

  constructor(
    /** The last address that was asked. */
    readonly url: URL,
    message: string,
    /** Whether the document is larger than the limit. */
    readonly tooLarge = false,
  ) {
    super(message);
  }
}

/**
 * Downloads an address.
 *
 * @param max - the most bytes, after decompression
 * @param whole - whether a type of content is of no use in parts, so that a larger document need not be downloaded
 * @throws {@link DownloadFailed}; the caller's reason, if the call was cancelled
 */
export async function download(
  { agent, guard, robots, config, log }: Downloads,
  address: string,
  max: number,
  whole: (contentType: string | undefined) => boolean,
  deadline: Deadline,
): Promise<Downloaded> {
  let url = new URL(address);
  // The address that answered last. An address that was refused is never reported as fetched.
  let asked = url;
  const fail = (error: unknown) => {
    deadline.throwIfCancelled();
    if (error instanceof DownloadFailed) return error;
    const words = error instanceof UnknownEncoding ? error.message : failureWords(error);
    const which = url === asked ? shownUrl(url) : `${shownUrl(url)}, to which ${shownUrl(asked)} redirects,`;
    return new DownloadFailed(asked, `${which} could not be fetched: ${words}`);
  };
  try {
    for (let hop = 0; hop <= config.maxRedirects; hop++) {
      guard.checkUrl(url);
      const forbidden = config.robots === "ignore" ? undefined : await robots.forbids(url, deadline);
      if (forbidden !== undefined) {
        log(`GET ${shownUrl(url)}: not sent, robots.txt forbids it`);
        const next = '; the operator can set fetch.robots to "ignore"';
        throw new DownloadFailed(asked, `${shownUrl(url)} was not fetched: ${forbidden}${next}`);
      }
      const { statusCode, headers, body } = await ask(url, agent, config.userAgent, deadline.signal);
      asked = url;
      log(`GET ${shownUrl(url)}: status ${statusCode}`);
      const drop = () => void body.on("error", () => undefined).destroy();
      const location = headers["location"]?.toString();
      if (REDIRECTS.has(statusCode) && location !== undefined) {
        drop();
        const next = parseUrl(location, url);
        if (next === undefined)
          throw new DownloadFailed(url, `${shownUrl(url)} redirects to ${quoted(location)}, which is no address`);
        if (next.hash === "") next.hash = url.hash;
        url = next;
        continue;
      }
      if (statusCode < 200 || statusCode > 299) {
        drop();
        throw new DownloadFailed(url, statusWords(url, statusCode, headers["retry-after"]?.toString()));
      }
      const contentType = headers["content-type"]?.toString();
      const announced = Number(headers["content-length"] ?? 0);
      if (announced > max && whole(contentType)) {
        drop();
        const words = `${shownUrl(url)} has ${announced} bytes, more than the limit of ${max}, and is of no use in parts`;
        throw new DownloadFailed(url, words, true);
      }
      const read = await readBody(body, headers["content-encoding"]?.toString(), max, deadline.signal);
      const lastModified = headers["last-modified"]?.toString();
      return { url, ...read, contentType, lastModified, language: headers["content-language"]?.toString() };
    }
  } catch (error) {
    throw fail(error);
  }
  const words = `${shownUrl(address)} redirects more than ${config.maxRedirects} times, the last time to ${shownUrl(url)}`;
  throw new DownloadFailed(asked, words);
}

/** Sends the request; once more if the connection was one that the server had just closed. */
async function ask(
  url: URL,
  dispatcher: Agent,
  userAgent: string,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const headers = { "user-agent": userAgent, accept: ACCEPT, "accept-encoding": ACCEPTED_ENCODINGS };
  try {
    return await request(url, { dispatcher, signal, headers });
  } catch (error) {
    if (signal.aborted || !wasClosed(error)) throw error;
    return request(url, { dispatcher, signal, headers });
  }
}

function statusWords(url: URL, status: number, retryAfter: string | undefined): string {
  const meaning: Record<number, string> = {
    401: "it wants a login",
    403: "its server refuses to show it",
    404: "there is no such page",
    410: "the page was removed",
    429: "its server wants fewer requests",
    451: "it is withheld for legal reasons",
    503: "its server is overloaded or under maintenance",
  };
  const words = meaning[status] ?? (status >= 500 ? "its server failed" : "its server does not hand it out");
  const later = retryAfter === undefined ? "" : `; it may be tried again after ${quoted(retryAfter, 40)} (Retry-After)`;
  return `${shownUrl(url)} answered with status ${status}: ${words}${later}`;
}
