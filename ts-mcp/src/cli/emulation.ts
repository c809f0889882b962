// What pages are made to believe from the start on, and how requests leave the browser.

import type { SessionOptions } from "@uipilot/core";
import { quote } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import { type Name, SCHEMES } from "./flags.ts";

/** The options of a session for emulation, the proxy and certificates. */
export function emulation(
  one: (name: Name) => string | undefined,
): Pick<SessionOptions, "emulate" | "proxy" | "ignoreHttpsErrors"> {
  const [device, userAgent, locale, timezone] = [one("device"), one("user-agent"), one("locale"), one("timezone")];
  const colorScheme = scheme(one("color-scheme"));
  const emulate = {
    ...(device === undefined ? {} : { device }),
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(colorScheme === undefined ? {} : { colorScheme }),
  };
  const server = one("proxy-server");
  const bypass = one("proxy-bypass");
  if (bypass !== undefined && server === undefined) throw new UsageError("--proxy-bypass needs --proxy-server");
  return {
    ...(Object.keys(emulate).length === 0 ? {} : { emulate }),
    ...(server === undefined ? {} : { proxy: { server, ...(bypass === undefined ? {} : { bypass }) } }),
    ...(one("ignore-https-errors") === "1" ? { ignoreHttpsErrors: true } : {}),
  };
}

function scheme(text: string | undefined): (typeof SCHEMES)[number] | undefined {
  if (text === undefined) return undefined;
  const found = SCHEMES.find((word) => word === text);
  if (found === undefined) throw new UsageError(`--color-scheme must be ${SCHEMES.join(" or ")}, got ${quote(text)}`);
  return found;
}
