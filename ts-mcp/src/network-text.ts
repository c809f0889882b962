// Requests as lines of an answer.

import type { NetworkDetail, NetworkHeader, NetworkMessage, NetworkRequest } from "@uipilot/core";
import { brief, escapedJson, quote, shorten } from "./quote.ts";

/** The most characters of an address in a list. */
const SHOWN_URL = 240;

/** How many bytes of headers of one direction are shown, and of a body. */
const MOST_HEADER_BYTES = 3_000;
const MOST_BODY_BYTES = 9_000;

/** How many characters of a message are shown. */
const SHOWN_MESSAGE = 500;

const size = (text: string) => Buffer.byteLength(text);

/** The first lines, as many as fit. */
export function cutLines(lines: readonly string[], most: number): string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += size(line) + 1;
    return bytes > most;
  });
  return end < 0 ? [...lines] : lines.slice(0, Math.max(end, 1));
}

/** A number of bytes, as a person reads it. */
function bytes(count: number): string {
  if (count < 1_000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1_000).toFixed(1)} kB`;
  return `${(count / 1_000_000).toFixed(1)} MB`;
}

const ms = (time: number) => (time < 10 ? `${Math.round(time * 10) / 10}` : `${Math.round(time)}`);

/** A request in one line. */
export function requestLine(request: NetworkRequest, withPage: boolean): string {
  const { id, method, url, status, failure, ended, type, transferred, durationMs, source } = request;
  const outcome = [
    ...(status === undefined ? [] : [`${status}`]),
    ...(failure === undefined ? [] : [`failed ${brief(failure, 120)}`]),
    ...(ended ? [] : [status === undefined ? "waits for its answer" : "open"]),
  ].join(" ");
  const from = source === "network" ? [] : [source === "cache" ? "from the cache" : "from a service worker"];
  const parts = [
    type,
    ...(source === "network" && transferred !== undefined ? [bytes(transferred)] : from),
    ...(durationMs === undefined ? [] : [`${ms(durationMs)} ms`]),
    ...(request.messages > 0 ? [`${request.messages} messages`] : []),
    ...(request.redirectedTo === undefined ? [] : [`redirects to ${request.redirectedTo}`]),
    ...(withPage && request.page !== undefined ? [`page ${request.page}`] : []),
  ];
  const verb = /^[A-Z]{1,20}$/.test(method) ? method : brief(method, 30);
  return `${id}: ${verb} ${brief(url, SHOWN_URL)} ${outcome === "" ? "ended" : outcome} (${parts.join(", ")})`;
}

/** Who sent a request, and who answered. */
export function whoLine(detail: NetworkDetail): string[] {
  const { initiator, frameUrl, redirectedFrom, protocol, remoteAddress, mimeType, request } = detail;
  const status = detail.statusText === "" ? [] : [`status text ${brief(detail.statusText, 60)}`];
  const answer = [
    ...status,
    ...(mimeType === "" ? [] : [brief(mimeType, 80)]),
    ...(protocol === "" ? [] : [brief(protocol, 20)]),
    ...(remoteAddress === undefined ? [] : [`from ${brief(remoteAddress, 80)}`]),
  ];
  const line = initiator?.line === undefined ? "" : ` line ${initiator.line}`;
  const at = initiator?.url === undefined ? "" : ` ${brief(initiator.url)}${line}`;
  const by = initiator?.function === undefined ? "" : `, function ${brief(initiator.function, 80)}`;
  // The list cuts addresses; this is the place for a whole one.
  const whole = request.url.length > SHOWN_URL ? [`Address: ${brief(request.url, 2_000)}`] : [];
  return [
    ...whole,
    `Began ${new Date(request.started).toISOString()}${frameUrl === "" ? "" : ` in ${brief(frameUrl)}`}`,
    ...(answer.length === 0 ? [] : [`Answer: ${answer.join(", ")}`]),
    ...(initiator === undefined ? [] : [`Initiator: ${brief(initiator.kind, 40)}${at}${by}`]),
    ...(redirectedFrom === undefined ? [] : [`Redirected from request ${redirectedFrom}`]),
  ];
}

/** The parts of a request's time. */
export function times({ timings }: NetworkDetail): string[] {
  const order = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"] as const;
  const parts = order.flatMap((part) => (timings[part] === undefined ? [] : [`${part} ${ms(timings[part])}`]));
  return parts.length === 0 ? [] : [`Times in ms: ${parts.join(", ")}`];
}

/** The sizes of a request. */
export function sizesLine({ request, requestSize, responseSize }: NetworkDetail): string[] {
  const parts = [
    ...(requestSize === undefined ? [] : [`request body ${bytes(requestSize)}`]),
    ...(request.transferred === undefined ? [] : [`transferred ${bytes(request.transferred)}`]),
    ...(responseSize === undefined ? [] : [`response body ${bytes(responseSize)}`]),
  ];
  return parts.length === 0 ? [] : [`Sizes: ${parts.join(", ")}`];
}

/** Headers, a line each. */
export function headerLines(title: string, headers: readonly NetworkHeader[]): string[] {
  if (headers.length === 0) return [];
  const lines = headers.flatMap(({ name, value }) =>
    value.split("\n").map((one) => `  ${brief(name, 100)}: ${brief(one, 600)}`),
  );
  const shown = cutLines(lines, MOST_HEADER_BYTES);
  const more = lines.length - shown.length;
  return [`${title}:`, ...shown, ...(more > 0 ? [`  ${more} more; export_har has all.`] : [])];
}

/** A message of a WebSocket or an event stream in one line. */
export function messageLine({ direction, at, event, text, binary, size }: NetworkMessage): string {
  const what = binary ? `${bytes(size)} as base64` : bytes(size);
  const name = event === undefined ? "" : ` ${brief(event, 60)}`;
  return `  ${new Date(at).toISOString().slice(11, 23)} ${direction}${name}, ${what}: ${brief(text, SHOWN_MESSAGE)}`;
}

/** A body in one line, and what there is to say about it. */
export function bodyLine(
  of: "request" | "response",
  { body }: NetworkDetail,
  path: string | undefined,
): { line?: string; note?: string } {
  const title = of === "request" ? "Request body" : "Response body";
  const part = path === undefined ? "" : ` at ${brief(path, 100)}`;
  if (body?.missing !== undefined) return { note: `${title}: not there, because ${body.missing}.` };
  if (body?.bytes !== undefined)
    return { note: `${title}: binary, ${bytes(body.bytes.length)}; give file to save it.` };
  const text = body?.text ?? "";
  if (text === "") return { note: `${title}: empty.` };
  const shown = shownText(text, path !== undefined);
  const note = `Cut: ${size(text)} bytes in all. Give file to save it, or path for a part of JSON.`;
  return { line: `${title}${part}: ${shown.text}`, ...(shown.cut ? { note } : {}) };
}

function shownText(text: string, isJson: boolean): { text: string; cut: boolean } {
  const whole = isJson ? json(text) : quote(text.slice(0, MOST_BODY_BYTES + 1));
  if (text.length <= MOST_BODY_BYTES && size(whole) <= MOST_BODY_BYTES) return { text: whole, cut: false };
  let most = MOST_BODY_BYTES;
  let cut = brief(text, most);
  while (size(cut) > MOST_BODY_BYTES) {
    most = Math.floor((most * MOST_BODY_BYTES) / size(cut)) - 1;
    cut = quote(shorten(text, most));
  }
  return { text: cut, cut: true };
}

/** JSON as such, if it may stand in a line. The engine has left out the blanks between its parts. */
function json(text: string): string {
  return text.length > MOST_BODY_BYTES ? quote(text.slice(0, MOST_BODY_BYTES + 1)) : escapedJson(text);
}
