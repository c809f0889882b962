/** `source`: the file that the browser shows in a viewer of its own, such as a PDF. */
import { cancel, clock, later } from "../dom/builtins.js";
import { contentType } from "../dom/dom.js";
import type { Source, SourceArgs } from "./protocol.js";

const { fetch: request, btoa: encoded } = window;
const POLL_MS = 50;

/** A PDF document as Firefox's viewer has it. Its objects belong to the viewer's world. */
interface Viewer {
  PDFViewerApplication?: { pdfDocument: { getData(): Promise<{ wrappedJSObject?: Uint8Array } & Uint8Array> } | null };
}

/** Gives the bytes of the document as base64. Only of what is no page: pages are read. */
export async function source({ type, most, timeoutMs }: SourceArgs): Promise<Source> {
  const is = contentType(document);
  if (is !== type) return { state: "other", type: is };
  const end = clock() + timeoutMs;
  const viewer = (window as { wrappedJSObject?: Viewer }).wrappedJSObject;
  try {
    const bytes = viewer?.PDFViewerApplication ? await ofViewer(viewer, end) : await ofBrowser(timeoutMs, most);
    if (bytes === undefined) return { state: "late" };
    if (typeof bytes === "number") return { state: "large", bytes };
    if (bytes.length > most) return { state: "large", bytes: bytes.length };
    return { state: "source", data: base64(bytes) };
  } catch {
    return { state: "kept" };
  }
}

/** Firefox shows PDF files with a script, which has them. */
async function ofViewer(viewer: Viewer, end: number): Promise<Uint8Array | undefined> {
  for (;;) {
    const shown = viewer.PDFViewerApplication?.pdfDocument;
    if (shown) {
      const data = await shown.getData();
      return data.wrappedJSObject ?? data;
    }
    if (clock() >= end) return undefined;
    await new Promise<void>((resolve) => later(resolve, POLL_MS));
  }
}

/** Chromium has the file in its cache, unless the server forbade that. Then it asks the server again. A number is a size that is too large. */
async function ofBrowser(timeoutMs: number, most: number): Promise<Uint8Array | number | undefined> {
  const stop = new AbortController();
  const timer = later(() => stop.abort(), timeoutMs);
  try {
    const answer = await request.call(window, location.href, {
      cache: "force-cache",
      credentials: "include",
      signal: stop.signal,
    });
    const length = Number(answer.headers.get("content-length"));
    if (length > most) return length;
    return new Uint8Array(await answer.arrayBuffer());
  } catch (error) {
    if (stop.signal.aborted) return undefined;
    throw error;
  } finally {
    cancel(timer);
  }
}

/** Bytes of another world can be read one by one only. */
function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  const step = 3 * 4_096;
  const { length } = bytes;
  for (let at = 0; at < length; at += step) {
    const end = Math.min(at + step, length);
    let part = "";
    for (let i = at; i < end; i++) part += String.fromCharCode(bytes[i] as number);
    parts.push(encoded.call(window, part));
  }
  return parts.join("");
}
