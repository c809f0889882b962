// What pages run in, in the words of the engine.

import type { EmulateOptions } from "@uipilot/core";
import { rustString } from "./literal.ts";
import type { Route, Setting } from "./setting.ts";
import type { Value } from "./step.ts";

export const float = (number: number): string => (Number.isInteger(number) ? `${number}.0` : String(number));

/** A setter, if there is a value for it. */
export const set = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`.${name}(${value})`];

/** A word of the engine as the name of a variant. */
export const variant = (text: string): string =>
  text.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const string = (text: string | undefined): string | undefined => (text === undefined ? undefined : rustString(text));
const number = (value: number | undefined): string | undefined => (value === undefined ? undefined : float(value));
const one = (kind: string, word: string | undefined): string | undefined =>
  word === undefined ? undefined : `${kind}::${variant(word)}`;

/** The line of a setting. */
export function settingRust(action: Setting, out: { owned(value: Value): string }): string[] {
  switch (action.do) {
    case "emulate":
      return [`session.emulate(&EmulateOptions::default()${emulated(action.given)}).await?;`];
    case "network": {
      const { offline, latencyMs, downloadKbytes, uploadKbytes } = action.given;
      const how = [
        ...set("offline", offline === true ? "true" : undefined),
        ...set("latency_ms", number(latencyMs)),
        ...set("download_kbytes", number(downloadKbytes)),
        ...set("upload_kbytes", number(uploadKbytes)),
      ];
      return [`session.set_network(&NetworkOptions::default()${how.join("")}).await?;`];
    }
    case "route":
      return [`session.add_route(${routed(action.route)}).await?;`];
    case "unroute":
      return ["session.remove_routes(None).await?;"];
    case "setCookie": {
      const { name, domain, path, expires, httpOnly, secure, sameSite } = action.cookie;
      const fields = [
        `name: ${rustString(name)}.into()`,
        `value: ${out.owned(action.value)}`,
        `domain: ${rustString(domain)}.into()`,
        `path: ${rustString(path)}.into()`,
        `expires: ${float(expires)}`,
        `http_only: ${httpOnly}`,
        `secure: ${secure}`,
        `same_site: SameSite::${sameSite}`,
      ];
      return [`session.set_cookies(&[Cookie { ${fields.join(", ")} }]).await?;`];
    }
    case "deleteCookies": {
      const { name, domain, path } = action.filter;
      const how = [...set("name", string(name)), ...set("domain", string(domain)), ...set("path", string(path))];
      return [`session.delete_cookies(&CookieFilter::default()${how.join("")}).await?;`];
    }
  }
}

function emulated(given: EmulateOptions): string {
  const { viewport, geolocation: place, permissions = [] } = given;
  const allowed = permissions.map(({ name, state, origin }) => {
    const where = origin === undefined ? "None" : `Some(${rustString(origin)}.into())`;
    return `Permission { name: ${rustString(name)}.into(), state: PermissionState::${variant(state)}, origin: ${where} }`;
  });
  const at =
    place &&
    `Geolocation { latitude: ${float(place.latitude)}, longitude: ${float(place.longitude)}, accuracy: ${float(place.accuracy)} }`;
  return [
    ...set("reset", given.reset === true ? "true" : undefined),
    ...set("device", string(given.device)),
    ...set("viewport", viewport && `Viewport::new(${viewport.width}, ${viewport.height})`),
    ...set("device_scale_factor", number(given.deviceScaleFactor)),
    ...set("mobile", given.mobile?.toString()),
    ...set("touch", given.touch?.toString()),
    ...set("user_agent", string(given.userAgent)),
    ...set("color_scheme", one("ColorScheme", given.colorScheme)),
    ...set("reduced_motion", one("ReducedMotion", given.reducedMotion)),
    ...set("contrast", one("Contrast", given.contrast)),
    ...set("forced_colors", one("ForcedColors", given.forcedColors)),
    ...set("media", one("MediaType", given.media)),
    ...set("timezone", string(given.timezone)),
    ...set("locale", string(given.locale)),
    ...set("geolocation", at),
    ...set("permissions", allowed.length === 0 ? undefined : `vec![${allowed.join(", ")}]`),
    ...set("cpu_throttling", number(given.cpuThrottling)),
  ].join("");
}

function routed({
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
}: Route): string {
  const names = Object.entries(headers).map(
    ([name, value]) => `(${rustString(name)}.to_owned(), ${rustString(value)}.to_owned())`,
  );
  const removed = removeHeaders.map((name) => `${rustString(name)}.into()`);
  const body =
    file === undefined ? string(text) : `std::fs::read_to_string(${rustString(file)}).expect("the file of the body")`;
  return [
    `RouteOptions::new(${rustString(url)}, RouteAction::${variant(action)})`,
    ...set("method", string(method)),
    ...set("kind", one("RequestKind", kind)),
    ...set("times", times?.toString()),
    ...set("status", status?.toString()),
    ...set("headers", names.length === 0 ? undefined : `std::collections::BTreeMap::from([${names.join(", ")}])`),
    ...set("remove_headers", removed.length === 0 ? undefined : `vec![${removed.join(", ")}]`),
    ...set("text", body),
    ...set("delay", delayMs === undefined ? undefined : `std::time::Duration::from_millis(${delayMs})`),
    ...set("reason", one("FailReason", reason)),
  ].join("");
}
