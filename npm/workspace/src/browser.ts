// What the tools need of a browser. The package works without one; a server that has one passes it in.

/** A page as a browser shows it, after its scripts have run. */
export interface ShownPage {
  /** The address at the end of all redirects. */
  url: string;
  title: string;
  /** The document's markup, as serialized from the DOM. Shadow roots are `template` elements with `shadowrootmode`. */
  html: string;
}

/** How to read a page. */
export interface ReadOptions {
  signal: AbortSignal;
  /** The time for all of it, in milliseconds. */
  timeoutMs: number;
  /**
   * The address of an HTTP proxy, such as `http://127.0.0.1:40123`. Every request that the page makes has to go through it, also
   * those to this machine: the proxy refuses what the page must not reach. A reader that cannot promise this has to throw.
   */
  proxy: string;
}

/** Opens pages in a browser. */
export interface PageReader {
  /**
   * Loads an address in a page without cookies or storage of other pages, waits until it is at rest, reads it, and closes it.
   *
   * @throws if the page ends at an address that is not http: or https:, or cannot be loaded. Messages are one clause in the
   *   reader's own words, with text of pages in quotes
   */
  read(url: string, options: ReadOptions): Promise<ShownPage>;
}
