// Words for what goes wrong with a request.

import { errors } from "undici";
import { DeadlinePassed } from "../deadline.js";
import { Refused } from "./guard.js";

/** What the codes of Node and undici mean. Other codes are named as they are. */
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its host has no address",
  EAI_AGAIN: "its host could not be looked up just now",
  ECONNREFUSED: "its server refused the connection",
  ECONNRESET: "its server closed the connection",
  EPIPE: "its server closed the connection",
  EHOSTUNREACH: "its server cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  ETIMEDOUT: "its server did not answer in time",
  UND_ERR_CONNECT_TIMEOUT: "its server did not accept the connection in time",
  UND_ERR_HEADERS_TIMEOUT: "its server did not answer in time",
  UND_ERR_BODY_TIMEOUT: "its server stopped sending",
  UND_ERR_SOCKET: "its server closed the connection",
  UND_ERR_HEADERS_OVERFLOW: "its server sent too many headers",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "its server sent another length than it announced",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by an authority that is not known here",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  Z_BUF_ERROR: "its compressed content ends too early",
  Z_DATA_ERROR: "its compressed content is damaged",
};

/** Codes after which the same request may succeed a moment later. */
const PASSING = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** Codes of a connection that the other side has closed. */
const CLOSED = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** Whether an error may be gone a moment later. */
export function isPassing(error: unknown): boolean {
  return causes(error).some((cause) => PASSING.has(codeOf(cause) ?? ""));
}

/** Whether the server closed the connection. */
export function wasClosed(error: unknown): boolean {
  return causes(error).some((cause) => CLOSED.has(codeOf(cause) ?? ""));
}

/** What went wrong, as one clause about "the address". Messages of libraries are not shown: they may quote the server. */
export function failureWords(error: unknown): string {
  const all = causes(error);
  const refused = all.find((cause) => cause instanceof Refused);
  if (refused !== undefined) return refused.message;
  const late = all.find((cause) => cause instanceof DeadlinePassed);
  if (late !== undefined) return `the call's time is over: ${late.message}`;
  if (all.some((cause) => cause instanceof errors.HTTPParserError)) return "its server does not speak HTTP";
  const code = all.map(codeOf).find((found) => found !== undefined);
  if (code === undefined) return "the request failed";
  return WORDS[code] ?? `the request failed (${code})`;
}

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  let next = error;
  while (next !== undefined && next !== null && found.length < 8) {
    found.push(next);
    if (next instanceof AggregateError) found.push(...next.errors.slice(0, 4));
    next = (next as { cause?: unknown }).cause;
  }
  return found;
}

function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
}
