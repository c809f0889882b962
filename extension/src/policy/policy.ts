// What the engine may do where. Nothing here asks the browser, so that it can be tested by itself.

/** The origin of an address; undefined where it has none of its own. */
export function originOf(url: string): string | undefined {
  try {
    const { origin } = new URL(url);
    return origin === "null" ? undefined : origin;
  } catch {
    return undefined;
  }
}

/** The origin that a user has typed, or undefined where it is none that can be worked on. */
export function parseOrigin(typed: string): string | undefined {
  const origin = originOf(typed.includes("://") ? typed : `https://${typed}`);
  return origin !== undefined && /^https?:\/\/[\w.[\]:-]+$/.test(origin) && origin.length <= 300 ? origin : undefined;
}

/** This machine's own servers: the only ones that are allowed until the user says more. */
function isLocal(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return (
    (protocol === "http:" || protocol === "https:") &&
    (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]")
  );
}

/** Whether a page at this address may be worked on. */
export function isAllowed(url: string, origins: readonly string[]): boolean {
  // An empty document holds nothing, or what an allowed page has written into it.
  if (url === "" || url === "about:blank" || url === "about:srcdoc") return true;
  const origin = originOf(url);
  return origin !== undefined && (isLocal(origin) || origins.includes(origin));
}

/** A frame, and the one that holds it. */
export interface Framed {
  url: string;
  parent?: string;
}

/** Frames inside of one another beyond this are no page's. */
const DEEPEST = 50;

/**
 * Whether a frame may be worked on. What has no address of its own (empty, `srcdoc`, `data:`) was
 * written by the page around it, and is allowed where that is.
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

/** Commands that tell or show nothing of a page: they work at every origin, so that it can be left. */
const ANYWHERE = new Set([
  "Page.enable",
  "Page.setLifecycleEventsEnabled",
  "Page.getFrameTree",
  "Page.navigate",
  "Page.reload",
  "Page.getNavigationHistory",
  "Page.navigateToHistoryEntry",
  "Page.handleJavaScriptDialog",
  "Page.bringToFront",
  "Emulation.setFocusEmulationEnabled",
  "Runtime.releaseObjectGroup",
  "Target.setAutoAttach",
]);

/** Commands that need an allowed origin. What is in neither list is not passed on at all. */
const AT_ALLOWED_ORIGINS = new Set([
  "DOM.describeNode",
  "DOM.getFrameOwner",
  "DOM.resolveNode",
  "DOM.setFileInputFiles",
  "Emulation.setDeviceMetricsOverride",
  "Network.disable",
  "Network.enable",
  "Input.dispatchDragEvent",
  "Input.dispatchKeyEvent",
  "Input.dispatchMouseEvent",
  "Input.insertText",
  "Input.setInterceptDrags",
  "Page.captureScreenshot",
  "Page.createIsolatedWorld",
  "Page.getLayoutMetrics",
  "Runtime.callFunctionOn",
  "Runtime.evaluate",
  "Runtime.getProperties",
  "Runtime.terminateExecution",
]);

/** Whether a command is passed on, and whether only at allowed origins. */
export function rule(method: string): "anywhere" | "at-allowed-origins" | "never" {
  if (ANYWHERE.has(method)) return "anywhere";
  return AT_ALLOWED_ORIGINS.has(method) ? "at-allowed-origins" : "never";
}
