// Which browser the options name.

import path from "node:path";
import type { SessionOptions } from "@uipilot/core";
import { capabilities } from "../capabilities.ts";
import { quote } from "../quote.ts";
import { UsageError } from "../usage-error.ts";
import { BROWSERS, type Name } from "./flags.ts";
import { milliseconds, portNumber } from "./values.ts";

/** Flags that apply only to a browser that the server launches. */
const LAUNCH: readonly Name[] = ["executable", "profile", "browser-arg", "headless", "headed", "browser"];

/** Flags for the way of requests, which a browser that runs has chosen. */
const WAYS: readonly Name[] = ["proxy-server", "proxy-bypass", "ignore-https-errors"];

/** The route to the browser. */
export function route(
  values: Map<Name, string[]>,
  one: (name: Name) => string | undefined,
  headed: boolean,
  env: Record<string, string>,
): Pick<SessionOptions, "launch" | "attach" | "webdriver" | "extension"> {
  const cdp = one("cdp-endpoint");
  const bidi = one("bidi-endpoint");
  const endpoint = cdp ?? bidi;
  const url = one("webdriver-url");
  const adopted = one("webdriver-session");
  if ([cdp, bidi, url].filter((given) => given !== undefined).length > 1) {
    throw new UsageError("--cdp-endpoint, --bidi-endpoint and --webdriver-url exclude each other");
  }
  if (adopted !== undefined && url === undefined) throw new UsageError("--webdriver-session needs --webdriver-url");
  const wanted = values.get("capability") ?? [];
  const limit = one("webdriver-timeout");
  for (const [name, given] of [
    ["capability", wanted.length > 0],
    ["webdriver-timeout", limit !== undefined],
  ] as const) {
    if (given && (url === undefined || adopted !== undefined)) {
      throw new UsageError(`--${name} needs --webdriver-url, and a session that the server makes`);
    }
  }
  const port = one("extension-port");
  const state = one("extension-state");
  const extension = one("extension") === "1";
  if (!extension && (port !== undefined || state !== undefined)) {
    throw new UsageError("--extension-port and --extension-state need --extension");
  }
  if (extension && (endpoint !== undefined || url !== undefined)) {
    throw new UsageError("--extension excludes --cdp-endpoint, --bidi-endpoint and --webdriver-url");
  }
  const wish = {
    browser: one("browser"),
    executable: one("executable"),
    profile: one("profile"),
    arguments: values.get("browser-arg") ?? [],
    headless: !headed,
  };
  if (endpoint !== undefined || adopted !== undefined || extension) {
    const useless = [...LAUNCH, ...WAYS].find((name) => values.has(name));
    if (useless !== undefined)
      throw new UsageError(
        `--${useless} applies only to a browser that the server launches, and this one already runs`,
      );
  }
  if (url !== undefined && wish.browser === undefined && adopted === undefined) {
    const useless = LAUNCH.find((name) => values.has(name));
    if (useless !== undefined) {
      throw new UsageError(`--${useless} needs --browser at a WebDriver server, which chooses the browser otherwise`);
    }
  }
  if (extension) {
    return {
      extension: {
        ...(port === undefined ? {} : { port: portNumber("extension-port", port) }),
        ...(state === undefined ? {} : { state: path.resolve(state) }),
      },
    };
  }
  if (endpoint !== undefined) return { attach: { endpoint, ...(bidi === undefined ? {} : { protocol: "bidi" }) } };
  if (url !== undefined) {
    return {
      webdriver: {
        url,
        ...(adopted === undefined ? { capabilities: withMore(capabilities(wish), wanted) } : { session: adopted }),
        ...(limit === undefined ? {} : { startTimeoutMs: milliseconds("webdriver-timeout", limit) }),
      },
    };
  }
  const { browser, executable, profile, ...rest } = wish;
  if (browser !== undefined && !isBrowser(browser)) {
    throw new UsageError(`--browser: no browser is called ${quote(browser)}; use one of ${BROWSERS.join(", ")}`);
  }
  return {
    launch: {
      ...rest,
      ...(Object.keys(env).length > 0 ? { env } : {}),
      ...(browser === undefined ? {} : { browser }),
      ...(executable === undefined ? {} : { executable }),
      ...(profile === undefined ? {} : { profile: path.resolve(profile) }),
    },
  };
}

/** Capabilities with those that are asked for by name. */
function withMore(known: Record<string, unknown>, wanted: readonly string[]): Record<string, unknown> {
  const all = { ...known };
  for (const text of wanted) {
    const [, name, value = ""] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) throw new UsageError(`--capability ${quote(text)} is not of the form NAME=VALUE`);
    if (name in all) throw new UsageError(`--capability ${name} is given twice, or set by the flags for the browser`);
    try {
      all[name] = JSON.parse(value);
    } catch {
      all[name] = value;
    }
  }
  return all;
}

/** Whether the engine knows a browser of this name, as it reads it. */
function isBrowser(name: string): boolean {
  const read = name.trim().toLowerCase();
  return read === "edge" || BROWSERS.some((known) => known === read);
}
