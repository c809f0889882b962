// What the engine may do at which origin. Nothing here calls the browser, so that it can be tested alone.

/** The origin of a URL; undefined if it has none of its own. */
export function originOf(url: string): string | undefined {
  try {
    const { origin } = new URL(url);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}

/** The origin that the user typed; undefined if it is not an http or https origin. */
export function parseOrigin(typed: string): string | undefined {
  const origin = originOf(typed.includes("://") ? typed : `https://${typed}`);
  return origin !== undefined && /^https?:\/\/[\w.[\]:-]+$/.test(origin) && origin.length <= 300 ? origin : undefined;
}

/**
 * Whether the engine may work at an origin: those of this machine, and `origins`, which the user added. The source of
 * this function also runs in pages, so it uses nothing outside of itself.
 */
export function isOriginAllowed(origin: string, origins: readonly string[]): boolean {
  if (!/^https?:\/\//.test(origin)) return false;
  if (origins.includes(origin)) return true;
  const { hostname } = new URL(origin);
  return (
    hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]"
  );
}

/** Whether the engine may work on a page at this URL. `origins`: those that the user added. */
export function isAllowed(url: string, origins: readonly string[]): boolean {
  // An empty document holds nothing but what an allowed page writes into it.
  if (url === "" || url === "about:blank" || url === "about:srcdoc") return true;
  const origin = originOf(url);
  return origin !== undefined && isOriginAllowed(origin, origins);
}

/** A frame, with the id of its parent frame. */
export interface Framed {
  url: string;
  parent?: string;
}

/** Deepest nesting of frames that is followed. */
const DEEPEST = 50;

/**
 * Whether the engine may work on a frame. A frame without a URL of its own (empty, `srcdoc`, `data:`) was written by its
 * parent, and is allowed where the parent is.
 */
export function isFrameAllowed(
  id: string,
  frames: (id: string) => Framed | undefined,
  origins: readonly string[],
): boolean {
  let frame = frames(id);
  for (let level = 0; frame !== undefined && level < DEEPEST; level++) {
    const { url, parent }: Framed = frame;
    const written = url === "" || url.startsWith("about:") || url.startsWith("data:");
    if (!written || parent === undefined) return isAllowed(url, origins);
    frame = frames(parent);
  }
  return false;
}

/** A URL as the engine may see it. Where it is not allowed, only its origin is shown. */
export function shownUrl(url: string, allowed: boolean): string {
  return allowed ? url : (originOf(url) ?? "");
}
