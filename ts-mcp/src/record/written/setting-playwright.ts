// What pages run in, in the words of Playwright.

import type { CookieFilter, EmulateOptions, NetworkOptions } from "@uipilot/core";
import { partsOf, tsJoined, tsKey, tsString } from "./literal.ts";
import { patternOf, type Route, type Setting } from "./setting.ts";
import type { Value } from "./step.ts";

/** What the file has to have for it. */
export interface Needs {
  /** Options that a context is made with, by name. */
  readonly fixtures: Map<string, string>;
  value(value: Value): string;
}

/** Options in braces; empty if there are none. */
export function listed(given: Record<string, string | undefined>): string {
  const all = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return all.length === 0 ? "" : `{ ${all.join(", ")} }`;
}

const string = (text: string | undefined): string | undefined => (text === undefined ? undefined : tsString(text));

/** The lines of a setting. */
export function settingPlaywright(out: Needs, action: Setting, page: string): string[] {
  switch (action.do) {
    case "emulate":
      return emulating(out, action.given, page);
    case "network":
      return network(action.given, page);
    case "route":
      // As where it was recorded, no service worker answers in the place of a route.
      out.fixtures.set("serviceWorkers", '"block"');
      return routing(action.route);
    case "unroute":
      return ["await context.unrouteAll();"];
    case "setCookie": {
      const { name, domain, path, expires, httpOnly, secure, sameSite } = action.cookie;
      const given = listed({
        name: tsString(name),
        value: out.value(action.value),
        domain: tsString(domain),
        path: tsString(path),
        expires: expires < 0 ? undefined : String(expires),
        httpOnly: httpOnly ? "true" : undefined,
        secure: secure ? "true" : undefined,
        sameSite: tsString(sameSite),
      });
      return [`await context.addCookies([${given}]);`];
    }
    case "deleteCookies":
      return [`await context.clearCookies(${cookieFilter(action.filter)});`];
  }
}

const cookieFilter = ({ name, domain, path }: CookieFilter): string =>
  listed({ name: string(name), domain: string(domain), path: string(path) });

/** Options that only a new context takes, by the names that Playwright gives them. */
const FROM_THE_START: Record<string, string> = {
  deviceScaleFactor: "deviceScaleFactor",
  mobile: "isMobile",
  touch: "hasTouch",
  userAgent: "userAgent",
  timezone: "timezoneId",
  locale: "locale",
};

function emulating(out: Needs, given: EmulateOptions, page: string): string[] {
  const lines: string[] = [];
  const { colorScheme, reducedMotion, contrast, forcedColors, media, viewport, geolocation, permissions = [] } = given;
  const reset = given.reset === true ? "null" : undefined;
  const features = listed({
    colorScheme: string(colorScheme) ?? reset,
    reducedMotion: string(reducedMotion) ?? reset,
    contrast: contrast === "less" ? reset : (string(contrast) ?? reset),
    forcedColors: string(forcedColors) ?? reset,
    media: string(media) ?? reset,
  });
  if (features !== "") lines.push(`await ${page}.emulateMedia(${features});`);
  if (contrast === "less") lines.push("// Left out: the contrast less, which Playwright does not have.");
  if (viewport !== undefined)
    lines.push(`await ${page}.setViewportSize({ width: ${viewport.width}, height: ${viewport.height} });`);
  if (geolocation !== undefined) {
    const { latitude, longitude, accuracy } = geolocation;
    lines.push(
      'await context.grantPermissions(["geolocation"]);',
      `await context.setGeolocation({ latitude: ${latitude}, longitude: ${longitude}, accuracy: ${accuracy} });`,
    );
  }
  for (const { name, state, origin } of permissions) {
    const where = origin === undefined ? "" : `, { origin: ${tsString(origin)} }`;
    lines.push(
      state === "granted"
        ? `await context.grantPermissions([${tsString(name)}]${where});`
        : `// Left out: the permission ${tsString(name)} as ${state}, which Playwright cannot set.`,
    );
  }
  if (given.cpuThrottling !== undefined) {
    const rate = `{ rate: ${given.cpuThrottling} }`;
    lines.push(`await (await context.newCDPSession(${page})).send("Emulation.setCPUThrottlingRate", ${rate});`);
  }
  const early = Object.entries(FROM_THE_START).flatMap(([ours, theirs]) => {
    const value = given[ours as keyof EmulateOptions];
    return value === undefined ? [] : [[theirs, typeof value === "string" ? tsString(value) : String(value)] as const];
  });
  if (given.device !== undefined) early.unshift(["...devices", `[${tsString(given.device)}]`]);
  if (early.length > 0) {
    for (const [name, value] of early) out.fixtures.set(name, value);
    const names = early.map(([name]) => name.replace("...devices", "the device")).join(", ");
    lines.push(`// From the start, since Playwright cannot change it later: ${names}.`);
  }
  return lines;
}

function network({ offline, latencyMs, downloadKbytes, uploadKbytes }: NetworkOptions, page: string): string[] {
  const slow = [latencyMs, downloadKbytes, uploadKbytes].some((value) => value !== undefined);
  const bytes = (kbytes: number | undefined): number => (kbytes === undefined ? -1 : Math.round(kbytes * 1_000));
  const conditions = listed({
    offline: "false",
    latency: String(latencyMs ?? 0),
    downloadThroughput: String(bytes(downloadKbytes)),
    uploadThroughput: String(bytes(uploadKbytes)),
  });
  return [
    `await context.setOffline(${offline === true});`,
    ...(slow
      ? [`await (await context.newCDPSession(${page})).send("Network.emulateNetworkConditions", ${conditions});`]
      : []),
  ];
}

/** What a secret is in a regular expression. */
const escaped = (env: string): string => `${env}.replace(/[\\\\^$.*+?()[\\]{}|/]/g, "\\\\$&")`;

/** An address with `*` for any text, as the source of a regular expression. */
function pattern(url: string): string {
  const parts = partsOf(url).map((part) => (typeof part === "string" ? patternOf(part) : part));
  const [only, ...more] = parts;
  return more.length === 0 && typeof only === "string"
    ? tsString(`^${only}$`)
    : tsJoined(["^", ...parts, "$"], escaped);
}

/** Names of Playwright for what requests are for. */
const KINDS: Record<string, string> = { fetch: "fetch|xhr|eventsource", media: "media|texttrack" };

function routing({
  url,
  action,
  method,
  kind,
  times,
  status,
  headers = {},
  removeHeaders = [],
  text,
  file,
  delayMs,
  reason,
}: Route): string[] {
  const names = Object.entries(headers).map(([name, value]) => `${tsKey(name)}: ${tsString(value)}`);
  const given = names.length === 0 ? undefined : `{ ${names.join(", ")} }`;
  const removed = removeHeaders.map((name) => tsString(name.toLowerCase())).join(", ");
  const kept = `Object.entries(route.request().headers()).filter(([name]) => ![${removed}].includes(name))`;
  const sent = removed === "" ? "route.request().headers()" : `Object.fromEntries(${kept})`;
  const changed = `{ ${[`...${sent}`, ...names].join(", ")} }`;
  const answer = listed({
    status: status?.toString(),
    headers: given,
    body: string(text),
    path: string(file),
  });
  const does: Record<Route["action"], string> = {
    block: 'route.abort("blockedbyclient")',
    fail: `route.abort(${tsString((reason ?? "failed").toLowerCase())})`,
    fulfill: `route.fulfill(${answer})`,
    continue: `route.continue({ headers: ${changed} })`,
    delay: `new Promise((done) => setTimeout(done, ${delayMs ?? 0})).then(() => route.fallback())`,
  };
  const fits = [
    ...(method === undefined ? [] : [`route.request().method() === ${tsString(method.toUpperCase())}`]),
    ...(kind === undefined || kind === "other"
      ? []
      : [`/^(?:${KINDS[kind] ?? kind})$/.test(route.request().resourceType())`]),
  ].join(" && ");
  const handler = fits === "" ? does[action] : `${fits} ? ${does[action]} : route.fallback()`;
  const often = times === undefined ? "" : `, { times: ${times} }`;
  return [
    ...(times !== undefined && fits !== "" ? ["// The times count requests of other kinds and methods, too."] : []),
    `await context.route(new RegExp(${pattern(url)}), (route) => ${handler}${often});`,
  ];
}
