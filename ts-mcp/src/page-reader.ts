// Reads pages for the workspace tools: each in a browser of its own, whose requests all go through a proxy of the tool's.

import type { NavigationReport, Session, SessionOptions } from "@uipilot/core";
import { quote } from "./quote.ts";

/** The most browsers at once. Further reads wait. */
const MOST_BROWSERS = 2;
/** A page is at rest when its document has not changed for this time, in milliseconds. */
const QUIET_MS = 400;
/** How long is waited for rest, in milliseconds. Pages with clocks and animations never rest. */
const MOST_UNREST_MS = 3_000;
/** The most dialogs that are dismissed. */
const MOST_DIALOGS = 5;
/** The largest document, in UTF-16 code units. */
const MOST_HTML = 10_000_000;

/** How often it is looked whether a document has changed, in milliseconds. */
const LOOK_MS = 50;

/**
 * Reads a page whose document is at rest. The page can interfere, and thereby only change what it shows.
 *
 * Rest is counted in looks, between which the page has its turn: on a busy machine, the time of several looks can pass at once.
 */
const READ = `async () => {
  const began = performance.now();
  let looks = 0;
  const observer = new MutationObserver(() => { looks = 0; });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  for (;;) {
    const rests = document.readyState === "complete" && looks >= ${QUIET_MS / LOOK_MS};
    if (rests || performance.now() - began >= ${MOST_UNREST_MS}) break;
    looks += 1;
    await new Promise((resolve) => setTimeout(resolve, ${LOOK_MS}));
  }
  observer.disconnect();
  const roots = [];
  const collect = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot === null) continue;
      roots.push(element.shadowRoot);
      collect(element.shadowRoot);
    }
  };
  collect(document);
  const root = document.documentElement;
  const html = root?.getHTML === undefined ? root?.outerHTML ?? ""
    : \`<html lang="\${root.lang.replace(/[^\\w-]/g, "")}">\${root.getHTML({ shadowRoots: roots })}</html>\`;
  return { url: location.href, title: document.title, html: html.slice(0, ${MOST_HTML}) };
}`;

/** What a page shows, as the interface `PageReader` of @uipilot/workspace has it. */
export interface ReadPage {
  url: string;
  title: string;
  html: string;
}

/**
 * A `PageReader` of @uipilot/workspace.
 *
 * Each page gets a fresh Chromium: no login, cookie or page of the user's session is in reach of an address that a model
 * chose, and the proxy belongs to one page. Firefox and browsers to attach to are not used, because their proxy cannot be set
 * from outside for one page.
 */
export class BrowserPageReader {
  readonly #executable: string | undefined;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param options - those of the server's session; of them, only the executable of a Chromium is used */
  constructor({ launch }: SessionOptions = {}) {
    this.#executable = launch?.browser?.startsWith("firefox") === true ? undefined : launch?.executable;
  }

  /**
   * Reads a page.
   *
   * @param proxy - the address of an HTTP proxy for all requests of the page
   * @throws if it cannot be loaded; the signal's reason if that is aborted
   */
  async read(
    url: string,
    { signal, timeoutMs, proxy }: { signal: AbortSignal; timeoutMs: number; proxy: string },
  ): Promise<ReadPage> {
    const end = performance.now() + timeoutMs;
    await this.#enter(signal);
    let session: Session | undefined;
    try {
      const { Session } = await import("@uipilot/core");
      const left = () => Math.max(1, Math.floor(end - performance.now()));
      session = Session.open({
        launch: {
          headless: true,
          arguments: guarded(proxy),
          timeoutMs: left(),
          ...(this.#executable === undefined ? {} : { executable: this.#executable }),
        },
      });
      let report: Pick<NavigationReport, "arrival" | "effects"> = await session.navigate(url, {
        timeoutMs: left(),
        signal,
      });
      for (let dialogs = 0; report.effects.dialog !== undefined; dialogs++) {
        if (dialogs >= MOST_DIALOGS) throw new Error("the page opens one dialog after the other");
        const { effects } = await session.dismissDialog({ signal });
        report = { arrival: "arrived", effects };
      }
      if (report.arrival === "download") throw new Error("the address is a download");
      return await readAtRest(session, left, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      // The browser ends with its session.
      await session?.close().catch(() => undefined);
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#running < MOST_BROWSERS) {
      this.#running++;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener("abort", give);
        resolve();
      };
      const give = () => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      signal.addEventListener("abort", give, { once: true });
      this.#waiting.push(turn);
    });
  }

  #leave(): void {
    // The place goes to the next one without becoming free in between.
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

async function readAtRest(session: Session, left: () => number, signal: AbortSignal): Promise<ReadPage> {
  for (let dialogs = 0; ; dialogs++) {
    const { json, error, effects } = await session
      .evaluate(READ, { timeoutMs: left(), signal })
      .catch(async (failure) => {
        // The page opened a dialog or went elsewhere while it was read.
        if (dialogs >= MOST_DIALOGS || signal.aborted) throw failure;
        if ((failure as { code?: string }).code !== "DIALOG_OPEN") throw failure;
        await session.dismissDialog({ signal });
        return { json: undefined, error: undefined, effects: undefined };
      });
    if (json === undefined && error === undefined && effects === undefined) continue;
    if (effects?.failedLoad !== undefined)
      throw new Error(`the page went to ${quote(effects.failedLoad.url.slice(0, 200))}, which cannot be loaded`);
    if (json === undefined) {
      if (dialogs < MOST_DIALOGS && effects?.navigatedTo !== undefined) continue;
      throw new Error("the page cannot be read by script");
    }
    return checked(JSON.parse(json));
  }
}

/** The page made this, so nothing of it is taken for granted. */
function checked(data: unknown): ReadPage {
  const { url, title, html } = (data ?? {}) as Partial<Record<keyof ReadPage, unknown>>;
  if (typeof url !== "string" || typeof title !== "string" || typeof html !== "string") {
    throw new Error("the page cannot be read by script");
  }
  if (!/^https?:/.test(url))
    throw new Error(`the browser ended at ${quote(url.slice(0, 200))}, which is no page of the web`);
  return { url, title, html };
}

/** Arguments that leave a Chromium no way past the proxy. */
function guarded(proxy: string): string[] {
  return [
    `--proxy-server=${proxy}`,
    // Otherwise requests to this machine go directly.
    "--proxy-bypass-list=<-loopback>",
    // Protocols over UDP do not go through a proxy.
    "--disable-quic",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    // The name of the same switch in earlier versions.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    // Only the proxy resolves names, so that a page cannot tell anything to a name server.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--dns-prefetch-disable",
  ];
}
