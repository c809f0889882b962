// What pages run in, in the words of Selenium: mostly those of Chromium's protocol.

import type { CookieFilter, EmulateOptions } from "@uipilot/core";
import { inComment, tsString } from "./literal.ts";
import type { Setting } from "./setting.ts";
import type { Value } from "./step.ts";

/** What the file has to have for it. */
export interface Needs {
  /** Media features that are in force. */
  readonly features: Map<string, string>;
  use(name: "devtools"): string;
  value(value: Value): string;
}

/** The lines of a setting. */
export function settingSelenium(out: Needs, action: Setting): string[] {
  switch (action.do) {
    case "emulate":
      return emulating(out, action.given);
    case "network": {
      const { offline = false, latencyMs = 0, downloadKbytes, uploadKbytes } = action.given;
      const bytes = (kbytes: number | undefined): number => (kbytes === undefined ? -1 : Math.round(kbytes * 1_000));
      const rates = `download_throughput: ${bytes(downloadKbytes)}, upload_throughput: ${bytes(uploadKbytes)}`;
      const given = `{ offline: ${offline}, latency: ${latencyMs}, ${rates} }`;
      return [`await (driver as Driver).setNetworkConditions(${given});`];
    }
    case "route":
      return [
        `// Left out: the route for ${inComment(action.route.url)}. Selenium does not change answers to requests.`,
      ];
    case "unroute":
      return ["// Left out: the end of routes, which Selenium does not have."];
    case "setCookie": {
      const { name, domain, path, expires, httpOnly, secure, sameSite } = action.cookie;
      const given = [
        `name: ${tsString(name)}`,
        `value: ${out.value(action.value)}`,
        `domain: ${tsString(domain)}`,
        `path: ${tsString(path)}`,
        ...(expires < 0 ? [] : [`expiry: ${Math.round(expires)}`]),
        ...(httpOnly ? ["httpOnly: true"] : []),
        ...(secure ? ["secure: true"] : []),
        `sameSite: ${tsString(sameSite)}`,
      ];
      return [
        "// WebDriver sets cookies for the page that is open.",
        `await driver.manage().addCookie({ ${given.join(", ")} });`,
      ];
    }
    case "deleteCookies":
      return deleting(action.filter);
  }
}

function deleting({ name, domain, path }: CookieFilter): string[] {
  const left =
    domain === undefined && path === undefined ? [] : ["// Only those of the page that is open, whatever their path."];
  const what = name === undefined ? "deleteAllCookies()" : `deleteCookie(${tsString(name)})`;
  return [...left, `await driver.manage().${what};`];
}

function emulating(out: Needs, given: EmulateOptions): string[] {
  const lines: string[] = [];
  const send = (command: string, params: string): number =>
    lines.push(`await ${out.use("devtools")}(${tsString(command)}, { ${params} });`);
  const named = {
    "prefers-color-scheme": given.colorScheme,
    "prefers-reduced-motion": given.reducedMotion,
    "prefers-contrast": given.contrast,
    "forced-colors": given.forcedColors,
  };
  if (given.reset === true) {
    out.features.clear();
    send("Emulation.setEmulatedMedia", "");
    send("Emulation.clearDeviceMetricsOverride", "");
  }
  for (const [name, value] of Object.entries(named)) if (value !== undefined) out.features.set(name, value);
  if (given.media !== undefined) out.features.set("media", given.media);
  if ([given.media, ...Object.values(named)].some((value) => value !== undefined)) {
    const features = [...out.features]
      .filter(([name]) => name !== "media")
      .map(([name, value]) => `{ name: ${tsString(name)}, value: ${tsString(value)} }`);
    const media = out.features.get("media");
    send(
      "Emulation.setEmulatedMedia",
      `${media === undefined ? "" : `media: ${tsString(media)}, `}features: [${features.join(", ")}]`,
    );
  }
  const { viewport, deviceScaleFactor, mobile, touch, userAgent, timezone, locale, geolocation, cpuThrottling } = given;
  if ([viewport, deviceScaleFactor, mobile].some((value) => value !== undefined)) {
    const { width, height } = viewport ?? { width: 0, height: 0 };
    const more = `deviceScaleFactor: ${deviceScaleFactor ?? 0}, mobile: ${mobile ?? false}`;
    send("Emulation.setDeviceMetricsOverride", `width: ${width}, height: ${height}, ${more}`);
  }
  if (touch !== undefined) send("Emulation.setTouchEmulationEnabled", `enabled: ${touch}`);
  if (userAgent !== undefined) send("Emulation.setUserAgentOverride", `userAgent: ${tsString(userAgent)}`);
  if (timezone !== undefined) send("Emulation.setTimezoneOverride", `timezoneId: ${tsString(timezone)}`);
  if (locale !== undefined) send("Emulation.setLocaleOverride", `locale: ${tsString(locale)}`);
  if (geolocation !== undefined) {
    const { latitude, longitude, accuracy } = geolocation;
    send("Browser.grantPermissions", 'permissions: ["geolocation"]');
    send("Emulation.setGeolocationOverride", `latitude: ${latitude}, longitude: ${longitude}, accuracy: ${accuracy}`);
  }
  for (const { name, state, origin } of given.permissions ?? []) {
    const where = origin === undefined ? "" : `, origin: ${tsString(origin)}`;
    send("Browser.setPermission", `permission: { name: ${tsString(name)} }, setting: ${tsString(state)}${where}`);
  }
  if (cpuThrottling !== undefined) send("Emulation.setCPUThrottlingRate", `rate: ${cpuThrottling}`);
  if (given.device !== undefined)
    lines.push(`// Left out: the device ${inComment(given.device)}. Selenium has no list of devices.`);
  return lines;
}
