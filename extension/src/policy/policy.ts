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

/** Whether the origin is on this machine. Only these are allowed until the user adds others. */
function isLocal(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return (
    (protocol === "http:" || protocol === "https:") &&
    (hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "127.0.0.1" || hostname === "[::1]")
  );
}

/** Whether the engine may work on a page at this URL. `origins`: those that the user added. */
export function isAllowed(url: string, origins: readonly string[]): boolean {
  // An empty document holds nothing but what an allowed page writes into it.
  if (url === "" || url === "about:blank" || url === "about:srcdoc") return true;
  const origin = originOf(url);
  return origin !== undefined && (isLocal(origin) || origins.includes(origin));
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

/** Commands that reveal nothing of a page. They work at every origin, so that the engine can leave it. */
const ANYWHERE = new Set([
  "Page.enable",
  "Page.setLifecycleEventsEnabled",
  "Page.getFrameTree",
  "Page.navigate",
  "Page.reload",
  "Page.stopLoading",
  "Page.getNavigationHistory",
  "Page.navigateToHistoryEntry",
  "Page.handleJavaScriptDialog",
  "Page.bringToFront",
  "Emulation.setFocusEmulationEnabled",
  "Runtime.releaseObjectGroup",
  "Target.setAutoAttach",
]);

/** Commands that need an allowed origin. Commands in neither list are never passed on. */
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

/** Where a command is passed on. */
export function rule(method: string): "anywhere" | "at-allowed-origins" | "never" {
  if (ANYWHERE.has(method)) return "anywhere";
  return AT_ALLOWED_ORIGINS.has(method) ? "at-allowed-origins" : "never";
}
