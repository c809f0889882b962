// Reads a page through the browser, for pages that their scripts write.

import type { PageReader, ShownPage } from "../browser.js";
import type { Deadline } from "../deadline.js";
import type { Guard } from "../net/guard.js";
import { startProxy } from "../net/proxy.js";
import { oneLine, parseUrl } from "../net/words.js";

/** What all parts of a page together may load, in bytes. */
const MOST_LOADED = 100_000_000;
/** The time that is left for parsing the page, in milliseconds. */
const FOR_PARSING = 1_000;

/** A page that was read, or why it was not, as one clause. */
export type Rendered = { page: ShownPage; url: URL; failedRequests: readonly string[] } | { failed: string };

/** Reads a page. Its requests go through a proxy of their own, which refuses what the guard refuses. */
export async function render(browser: PageReader, url: URL, guard: Guard, deadline: Deadline): Promise<Rendered> {
  const timeoutMs = Math.floor(deadline.left - FOR_PARSING);
  if (timeoutMs <= 0) return { failed: "there was no time left to read the page in the browser" };
  const proxy = await startProxy(guard, MOST_LOADED);
  try {
    const page = await browser.read(url.href, { signal: deadline.signal, timeoutMs, proxy: proxy.url });
    if (proxy.exhausted) return { failed: `the page loaded more than ${MOST_LOADED} bytes in the browser` };
    const shown = parseUrl(page.url);
    if (shown === undefined) return { failed: "the browser showed no page" };
    guard.checkUrl(shown);
    return { page, url: shown, failedRequests: proxy.refused };
  } catch (error) {
    deadline.throwIfCancelled();
    if (proxy.exhausted) return { failed: `the page loaded more than ${MOST_LOADED} bytes in the browser` };
    const blocked =
      proxy.refused.length === 0 ? "" : `; requests to ${proxy.refused.slice(0, 3).join(", ")} failed or were refused`;
    return { failed: `the browser could not read it (${oneLine((error as Error).message, 300)})${blocked}` };
  } finally {
    await proxy.close();
  }
}
