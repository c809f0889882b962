import path from "node:path";
import { expect, it } from "vitest";
import { ownerIn } from "../src/certificates/neighbour.ts";
import type { Command } from "../src/cli.ts";
import { parse } from "../src/cli.ts";

const certificates = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  (parse(args, environment) as Command).certificates;

it("takes an origin and a file", () => {
  expect(certificates(["--client-certificate", "https://a.test=me.pem"])).toEqual([
    { origin: "https://a.test", host: "a.test", port: 443, file: path.resolve("me.pem") },
  ]);
  expect(certificates([], { UIPILOT_CLIENT_CERTIFICATE: "https://a.test=me.pem https://[::1]:8443=you.p12" })).toEqual([
    { origin: "https://a.test", host: "a.test", port: 443, file: path.resolve("me.pem") },
    { origin: "https://[::1]:8443", host: "::1", port: 8443, file: path.resolve("you.p12") },
  ]);
  expect(certificates(["--client-certificate", "https://a.test=with=sign.pem"])).toMatchObject([
    { file: path.resolve("with=sign.pem") },
  ]);
  expect(certificates([])).toEqual([]);
});

it("refuses what cannot be", () => {
  const given = (...args: string[]) => certificates(["--client-certificate", ...args]);
  for (const text of [
    "a.test=me.pem",
    "http://a.test=me.pem",
    "https://a.test/x=me.pem",
    "https://u@a.test=me.pem",
    "https://a.test",
    "https://*.a.test=me.pem",
  ])
    expect(() => given(text), text).toThrow("must be an https: origin and a file");
  expect(() => given("https://a.test=a.pem", "--client-certificate", "https://a.test:443=b.pem")).toThrow("twice");
  expect(() => given("https://a.test=a.pem", "--proxy-server", "http://p.test:1")).toThrow("exclude each other");
  expect(() => given("https://a.test=a.pem", "--browser-arg=--host-resolver-rules=MAP a b")).toThrow(
    "exclude each other",
  );
  for (const elsewhere of [["--browser", "firefox"], ["--cdp-endpoint", "9222"], ["--extension"]])
    expect(() => given("https://a.test=a.pem", ...elsewhere)).toThrow("only in a Chromium");
});

it("knows whose connection it is", () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000 65534        0 2 1
   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 3 1
`;
  expect(ownerIn(table, 0xc350, 0x1f90)).toBe(65_534);
  expect(ownerIn(table, 0xc351, 0x1f90)).toBeUndefined();
});
