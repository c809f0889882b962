import { expect, it } from "vitest";
import { hostName, isLoopback } from "../src/http/address.ts";
import { refusal } from "../src/http/guard.ts";

const rules = { hosts: ["pilot.example"] };

it.each(["127.0.0.1:80", "localhost", "[::1]:8080", "LOCALHOST:1", "pilot.example:443"])(
  "serves the host %s",
  (host) => {
    expect(refusal({ host }, rules)).toBeUndefined();
  },
);

it.each([
  undefined,
  "",
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "localhost@evil.example",
  "localhost/evil",
  "localhost:80:80",
  "0.0.0.0",
  "[::]",
])("refuses the host %s", (host) => {
  expect(refusal(host === undefined ? {} : { host }, rules)?.status).toBe(403);
});

it("refuses every other web page", () => {
  for (const origin of [
    "https://evil.example",
    "null",
    "http://localhost:80",
    "http://127.0.0.1",
    "http://localhost/",
  ]) {
    expect(refusal({ host: "localhost", origin }, rules)?.status).toBe(403);
  }
});

it.each([
  ["localhost:80", "http://localhost:80"],
  ["127.0.0.1:8080", "http://127.0.0.1:8080"],
  ["Pilot.Example", "https://pilot.example"],
])("takes for %s its own origin, %s", (host, origin) => {
  expect(refusal({ host, origin }, rules)).toBeUndefined();
});

it("refuses its own origin under a host that is not its own", () => {
  expect(refusal({ host: "evil.example", origin: "http://evil.example" }, rules)?.status).toBe(403);
});

it("asks for the token, whole", () => {
  const locked = { ...rules, token: "secret-secret-secret" };
  const status = (authorization?: string) =>
    refusal({ host: "localhost", ...(authorization === undefined ? {} : { authorization }) }, locked)?.status;
  expect(status("Bearer secret-secret-secret")).toBeUndefined();
  expect(status("bearer  secret-secret-secret")).toBeUndefined();
  for (const wrong of [
    undefined,
    "",
    "Bearer",
    "Bearer secret",
    "Basic secret-secret-secret",
    "secret-secret-secret",
  ]) {
    expect(status(wrong)).toBe(401);
  }
});

it("knows names and loopback addresses", () => {
  expect(hostName("Example.org:80")).toBe("example.org");
  expect(hostName("[::1]:80")).toBe("[::1]");
  expect(hostName("a b")).toBeUndefined();
  expect(["127.0.0.1", "127.9.9.9", "::1", "localhost"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example.org"].some(isLoopback)).toBe(false);
});
