// Client certificates: which origin gets which file.

import path from "node:path";
import { quote } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import type { Name } from "./flags.ts";

/** A client certificate for the servers of one origin. */
export interface ClientCertificate {
  /** As in `https://intranet.example`, without the port 443. */
  origin: string;
  /** Without the brackets of an IPv6 address. */
  host: string;
  port: number;
  /** The file with certificate and key, absolute: PEM, or PKCS #12 by its ending `.pfx` or `.p12`. */
  file: string;
}

/** The variable with the passphrase of the files. */
export const PASSPHRASE = "UIPILOT_CLIENT_CERTIFICATE_PASSPHRASE";

/** Arguments of the browser that decide what the option has to decide. */
const DECIDED = /^--(?:host-resolver-rules|host-rules|ignore-certificate-errors-spki-list|proxy-[a-z-]+)(?:=|$)/;

/**
 * The values of --client-certificate.
 *
 * @throws {@link UsageError} where they, or other options beside them, cannot be
 */
export function certificates(values: ReadonlyMap<Name, string[]>): ClientCertificate[] {
  const given = values.get("client-certificate") ?? [];
  if (given.length === 0) return [];
  const browser = values.get("browser")?.at(-1) ?? "chromium";
  const elsewhere = (["cdp-endpoint", "bidi-endpoint", "webdriver-url", "extension"] as const).find((name) =>
    values.has(name),
  );
  if (elsewhere !== undefined || browser.startsWith("firefox")) {
    throw new UsageError(
      "--client-certificate works only in a Chromium, or a browser made of it, that this server starts: leave it out, and put the certificate into the browser's own profile",
    );
  }
  const decided = values.get("browser-arg")?.find((text) => DECIDED.test(text.trim()));
  if (values.has("proxy-server") || decided !== undefined) {
    const other = decided === undefined ? "--proxy-server" : `--browser-arg ${quote(decided)}`;
    throw new UsageError(`--client-certificate and ${other} exclude each other: both decide where connections go`);
  }
  const found = given.map(certificateOf);
  const twice = found.find(({ origin }, at) => found.findIndex((one) => one.origin === origin) !== at);
  if (twice !== undefined) throw new UsageError(`--client-certificate names ${twice.origin} twice`);
  return found;
}

function certificateOf(text: string): ClientCertificate {
  const [, from = "", file = ""] = /^\s*([^=\s]+)\s*=\s*(\S.*)$/s.exec(text) ?? [];
  const url = URL.canParse(from) ? new URL(from) : undefined;
  const bare = url?.pathname === "/" && `${url.username}${url.password}${url.search}${url.hash}` === "";
  // This process connects to the host itself, so that it must be one.
  if (url?.protocol !== "https:" || !bare || url.hostname.includes("*")) {
    throw new UsageError(
      `--client-certificate must be an https: origin and a file, without * in the origin, as in https://intranet.example=me.pem, got ${quote(text)}`,
    );
  }
  return {
    origin: url.origin,
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port || 443),
    file: path.resolve(file),
  };
}
