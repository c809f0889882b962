// Who may talk to the server over HTTP. Each request is checked before its body is read.

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { hostName } from "./address.ts";

/** What a request must have. */
export interface Rules {
  /** Names that the Host header may hold, beside those of this machine's loopback. Lower case. */
  hosts: readonly string[];
  /** What the client must know, if anything. */
  token?: string | undefined;
}

/** Why a request is refused. */
export interface Refusal {
  status: 401 | 403;
  message: string;
}

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Checks the headers of a request.
 *
 * A web page can make its browser send requests here: with an Origin that names the page, or, after its name was
 * bound to this machine's address ("DNS rebinding"), with a Host that names the page. An Origin that names this server itself
 * is no such page, because the server has none. Some clients send it.
 */
export function refusal(headers: IncomingHttpHeaders, { hosts, token }: Rules): Refusal | undefined {
  const name = hostName(headers.host);
  if (name === undefined || !(LOOPBACK.includes(name) || hosts.includes(name))) {
    return { status: 403, message: "the Host header names no host that this server is for; see --allowed-hosts" };
  }
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host)) {
    return { status: 403, message: "requests that a browser sends for a web page are refused" };
  }
  if (token !== undefined && !isSame(bearer(headers.authorization), token)) {
    return { status: 401, message: "the request needs the server's token: Authorization: Bearer TOKEN" };
  }
  return undefined;
}

/** Whether an Origin is that of the address in a checked Host header. A proxy in front may speak TLS. */
function isOwnOrigin(origin: string, host = ""): boolean {
  return ["http", "https"].some((scheme) => origin.toLowerCase() === `${scheme}://${host.toLowerCase()}`);
}

function bearer(authorization: string | undefined): string {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
}

/** Compares in a time that tells nothing about the texts. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
