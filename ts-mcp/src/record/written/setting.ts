// Calls that change what pages run in: what is emulated, the network, the answers to requests, cookies.

import type { Cookie, CookieFilter, EmulateOptions, NetworkOptions, RouteOptions } from "@uipilot/core";
import { jsonText } from "../../quote.ts";
import { cookieFields } from "../../state-fields.ts";
import { PRESETS } from "../../tools/presets.ts";
import { type Call, text, type Written } from "./call.ts";
import { envName } from "./literal.ts";
import type { Value } from "./step.ts";

/** A route, with its body as the caller has given it. */
export interface Route extends Omit<RouteOptions, "base64"> {
  /** A file that has the body. */
  file?: string | undefined;
}

/** What is done about what pages run in. */
export type Setting =
  | { do: "emulate"; given: EmulateOptions }
  | { do: "network"; given: NetworkOptions }
  | { do: "route"; route: Route }
  /** All routes end. */
  | { do: "unroute" }
  | { do: "setCookie"; cookie: Omit<Cookie, "value">; value: Value }
  | { do: "deleteCookies"; filter: CookieFilter };

/** Headers that let someone in. */
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|set-cookie|.*(?:token|secret|api-?key).*)$/i;

/** What such a call does; undefined for another call, false for one that a test has no words for. */
export function settingCall({ tool, args }: Call, out: Written): boolean | undefined {
  const { action } = args;
  switch (tool) {
    case "emulate": {
      const { geolocation, ...given } = args as EmulateOptions;
      const place =
        geolocation === undefined ? {} : { geolocation: { ...geolocation, accuracy: geolocation.accuracy ?? 1 } };
      // Without arguments, it only tells.
      if (Object.keys(args).length > 0) out.actions.push({ do: "emulate", given: { ...given, ...place } });
      return true;
    }
    case "set_network": {
      const { preset, ...own } = args as NetworkOptions & { preset?: keyof typeof PRESETS };
      const given = { offline: false, ...(preset === undefined ? {} : PRESETS[preset]), ...own };
      out.actions.push({ do: "network", given });
      return true;
    }
    case "route":
      if (action === "list") return true;
      if (action === "clear") out.actions.push({ do: "unroute" });
      return action === "clear" || (action === "add" && routing(args, out));
    case "cookies":
      if (action === "list") return true;
      if (action === "set") return setting(args, out);
      out.actions.push({ do: "deleteCookies", filter: filterOf(args) });
      return true;
    default:
      return undefined;
  }
}

/** The arguments of `route` that say what is added. */
interface RouteArgs extends Omit<Route, "action" | "kind" | "delayMs"> {
  do: Route["action"];
  type?: Route["kind"];
  jsonBody?: unknown;
  ms?: number;
}

function routing(args: Record<string, unknown>, out: Written): boolean {
  const { url, do: action, type: kind, ms: delayMs, jsonBody, headers = {}, ...rest } = args as unknown as RouteArgs;
  const { method, times, status, removeHeaders, reason, file } = rest;
  const kept = Object.entries(headers).filter(([name]) => !SECRET_HEADERS.test(name));
  if (kept.length < Object.keys(headers).length) out.notes.push("Headers that let someone in are left out.");
  const isJson = jsonBody !== undefined && !kept.some(([name]) => name.toLowerCase() === "content-type");
  out.actions.push({
    do: "route",
    route: {
      url,
      action,
      kind,
      method,
      times,
      status,
      removeHeaders,
      reason,
      file,
      delayMs,
      text: jsonBody === undefined ? rest.text : jsonText(jsonBody),
      headers: { ...Object.fromEntries(kept), ...(isJson ? { "content-type": "application/json" } : {}) },
    },
  });
  return true;
}

/** A cookie lets someone in, so its value comes from the environment. */
function setting(args: Record<string, unknown>, out: Written): boolean {
  const read = cookieFields.safeParse(args);
  if (!read.success) return false;
  const { value, ...cookie } = read.data;
  const kept: Value = value === "" ? { text: "" } : { env: envName(cookie.name) };
  out.actions.push({ do: "setCookie", cookie, value: kept });
  return true;
}

function filterOf(args: Record<string, unknown>): CookieFilter {
  const [name, domain, path] = [text(args["name"]), text(args["domain"]), text(args["path"])];
  return { name, domain, path };
}

/** A part of an address with `*` for any text, as one of a regular expression. */
export const patternOf = (url: string): string => url.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&").replaceAll("*", ".*");
