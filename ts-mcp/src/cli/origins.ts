// Where pages may go, and what they sign in with.

import path from "node:path";
import type { SessionOptions } from "@uipilot/core";
import { decoded } from "../decoded.ts";
import { isSystemError } from "../error.ts";
import { quote } from "../quote.ts";
import { readRegularSync } from "../regular-file.ts";
import { UsageError } from "../usage-error.ts";
import type { Name } from "./flags.ts";

/** The largest file with a name and a password, in bytes. */
const MOST_BYTES = 4_096;

/** Arguments of a Chromium about its proxy, as the engine knows them. */
const PROXIES = /^--(proxy-server|proxy-pac-url|proxy-auto-detect|no-proxy-server)(=|$)/;

/** The options of a session about requests. */
export function rules(
  values: ReadonlyMap<Name, string[]>,
  environment: NodeJS.ProcessEnv,
): Pick<SessionOptions, "allowOrigins" | "blockOrigins" | "httpCredentials"> {
  const allow = values.get("allow-origin");
  const block = values.get("block-origin");
  const credentials = values.get("http-credentials");
  const elsewhere = (["webdriver-url", "extension"] as const).find((name) => values.has(name));
  const given = (["allow-origin", "block-origin", "http-credentials"] as const).find((name) => values.has(name));
  if (elsewhere !== undefined && given !== undefined) {
    throw new UsageError(`--${given} does not work with --${elsewhere}, where requests cannot be stopped`);
  }
  checkProxy(values);
  for (const name of ["allow-origin", "block-origin"] as const) {
    for (const text of values.get(name) ?? []) checkPattern(name, text);
  }
  return {
    ...(allow === undefined ? {} : { allowOrigins: allow }),
    ...(block === undefined ? {} : { blockOrigins: block }),
    ...(credentials === undefined
      ? {}
      : { httpCredentials: credentials.map((text) => credentialsOf(text, environment)) }),
  };
}

/** Refuses a proxy beside origins: the browser has one, which keeps its connections within bounds. */
function checkProxy(values: ReadonlyMap<Name, string[]>): void {
  const origins = (["allow-origin", "block-origin"] as const).find((name) => values.has(name));
  const argument = values.get("browser-arg")?.find((text) => PROXIES.test(text.trim()));
  const proxy = values.has("proxy-server") ? "proxy-server" : argument === undefined ? undefined : "browser-arg";
  if (origins === undefined || proxy === undefined) return;
  throw new UsageError(
    `--${origins} and a proxy by --${proxy} exclude each other: origins are held by the browser's proxy settings, too; leave one of them out`,
  );
}

/** Refuses at the start what the engine would refuse with the first call. */
function checkPattern(name: Name, text: string): void {
  if (!/^(\*|https?|wss?):\/\/(\[[0-9a-f:.]+\]|[^/:@?#\\\s[\]]+)(:(\d{1,5}|\*))?\/?$/i.test(text.trim())) {
    throw new UsageError(
      `--${name} must be scheme, host and port, as in https://*.example.org or http://localhost:*, got ${quote(text)}`,
    );
  }
}

/** The name and the password for an origin. Errors never show them. */
function credentialsOf(text: string, environment: NodeJS.ProcessEnv) {
  const at = text.indexOf("=");
  const [origin, from] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const url = at > 0 && from !== "" && URL.canParse(origin) ? new URL(origin) : undefined;
  const isOne = url !== undefined && /^https?:$/.test(url.protocol) && !url.hostname.includes("*");
  if (!isOne || url.username !== "" || url.password !== "") {
    throw new UsageError(
      "--http-credentials must be an origin and where its name:password is, as in https://intranet.example=env:LOGIN or https://intranet.example=login.txt",
    );
  }
  const secret = from.startsWith("env:") ? environment[from.slice(4)] : read(from);
  if (secret === undefined) {
    throw new UsageError(`--http-credentials: there is no environment variable ${quote(from.slice(4))}`);
  }
  const colon = secret.indexOf(":");
  if (colon < 1) throw new UsageError(`--http-credentials: what ${quote(from)} holds is not name:password`);
  return { origin: url.origin, username: secret.slice(0, colon), password: secret.slice(colon + 1) };
}

function read(file: string): string {
  const tooLarge = (): UsageError => new UsageError(`--http-credentials: ${quote(file)} has more than one line`);
  let text: string;
  try {
    text = decoded(readRegularSync(path.resolve(file), { most: MOST_BYTES, tooLarge }).bytes);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = isSystemError(error) ? error.code : error instanceof Error ? error.message : "unknown";
    throw new UsageError(`--http-credentials: ${quote(file)} cannot be read (${code})`);
  }
  return text.replace(/\r?\n$/, "");
}
