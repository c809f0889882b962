import { expect, it } from "vitest";
import { channelIn, parseProduct, tooOld } from "../src/doctor/versions.ts";

it.each([
  ["Chrome/156.0.8078.108", "156.0.8078.108", 156],
  ["HeadlessChrome/119.0.6045.0", "119.0.6045.0", 119],
  ["firefox/153.7.0", "153.7.0", 153],
])("reads the version in %s", (text, number, major) => {
  expect(parseProduct(text)).toMatchObject({ number, major });
});

it.each(["", "Chrome", "Chrome/", "Chrome/beta"])("reads no version in %j", (text) => {
  expect(parseProduct(text)).toBeUndefined();
});

it.each([
  ["Chrome/141.0.1.2", undefined],
  ["Chrome/140.9.9.9", 141],
  ["HeadlessChrome/119.0.0.0", 141],
  ["Edg/100.0", 141],
  ["firefox/139.0.4", 140],
  ["firefox/140.0", undefined],
  ["Safari/1.0", undefined],
])("knows whether %s is too old", (text, oldest) => {
  const version = parseProduct(text);
  expect(version && tooOld(version)?.oldest).toBe(oldest);
});

it.each([
  ["Chromium 156.0.8078.108 built on Debian GNU/Linux 12 (bookworm)", "stable"],
  ["Google Chrome 157.0.8100.5 beta", "beta"],
  ["Google Chrome 158.0.8100.5 dev", "dev"],
  ["Mozilla Firefox 153.7.0esr", "esr"],
  ["Mozilla Firefox 155.0a1", "nightly"],
  ["Mozilla Firefox 154.0b3", "beta"],
  ["Mozilla Firefox 153.0.1", "stable"],
  ["no version", undefined],
])("knows the channel in %j", (text, channel) => {
  expect(channelIn(text)).toBe(channel);
});
