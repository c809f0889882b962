// What the tools need of a browser. The package works without one; a server that has one passes it in.

/** A page as a browser shows it, after its scripts have run. */
export interface ShownPage {
  /** The address at the end of all redirects. */
  url: string;
  title: string;
  /** The document's markup, as serialized from the DOM. */
  html: string;
}

/** Opens pages in a browser. */
export interface PageReader {
  /**
   * Loads an address in a page of its own, waits until it is at rest, reads it, and closes it.
   *
   * @param allow is asked before each request that the page makes, where the browser can ask; a page that ends at an address
   *   that is not allowed is an error
   */
  read(
    url: string,
    options: { signal: AbortSignal; timeoutMs: number; allow?: (url: string) => Promise<boolean> },
  ): Promise<ShownPage>;
}
