// What can be installed, and where from: the servers of the browsers' makers, by the library of Puppeteer.

import { Browser } from "@puppeteer/browsers";
import type { Installable } from "../installed.ts";

/** The library's name of each. */
export const LIBRARY: { [name in Installable]: Browser } = {
  chrome: Browser.CHROME,
  chromium: Browser.CHROMIUM,
  firefox: Browser.FIREFOX,
};

/** The channels of each, as `--channel` takes them; the first unless one is given. */
export const CHANNELS: { [name in Installable]: readonly string[] } = {
  chrome: ["stable", "beta", "dev", "canary"],
  // Its builds have no channels.
  chromium: ["latest"],
  firefox: ["stable", "esr", "beta", "devedition", "nightly"],
};

/** What a version may be: `156`, `156.0.8078.108`, the number of a build of Chromium, `153.0.1`, `153.7.0esr`, `155.0a1`. */
export const VERSION: { [name in Installable]: RegExp } = {
  chrome: /^\d{1,5}(?:\.\d{1,6}){0,3}$/,
  chromium: /^\d{5,9}$/,
  firefox: /^\d{1,4}(?:\.\d{1,4}){1,3}(?:esr|[ab]\d{1,3})?$/,
};

/** The name of a build of Firefox in the library: its channel, and its version. */
export function firefoxBuild(version: string): string {
  const channel = /esr$/.test(version)
    ? "esr"
    : /a\d/.test(version)
      ? "nightly"
      : /b\d/.test(version)
        ? "beta"
        : "stable";
  return `${channel}_${version}`;
}

/**
 * Where the checksums of a build are, where its maker publishes some, and under which name.
 *
 * @param url - of the archive
 */
export function checksums(browser: Installable, url: URL): { list: URL; name: string } | undefined {
  // Chrome for Testing and the builds of Chromium have none. Mozilla has a list for each release, and none for a nightly build.
  const [, folder = "", name = ""] = /^(.*\/)([^/]+\/en-US\/[^/]+)$/.exec(url.pathname) ?? [];
  if (browser !== "firefox" || name === "") return undefined;
  return { list: new URL(`${folder}SHA256SUMS`, url), name: decodeURIComponent(name) };
}

/** The checksum of a file in a list, of which each line is a checksum and a name. */
export function checksumOf(list: string, name: string): string | undefined {
  for (const line of list.split("\n")) {
    const [, sum, file] = /^([0-9a-f]{64}) [ *](.+?)\r?$/.exec(line) ?? [];
    if (file === name) return sum;
  }
  return undefined;
}
