import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { Command } from "../src/cli.ts";
import { parse } from "../src/cli.ts";

const command = (args: string[], environment: NodeJS.ProcessEnv = {}) => parse(args, environment) as Command;

it("takes origins from flags, and several from one variable", () => {
  const { session } = command(["--allow-origin", "https://*.a.test", "--allow-origin", "http://[::1]:*"], {
    UIPILOT_BLOCK_ORIGIN: "*://b.test http://c.test:8080",
  });
  expect(session).toMatchObject({
    allowOrigins: ["https://*.a.test", "http://[::1]:*"],
    blockOrigins: ["*://b.test", "http://c.test:8080"],
  });
  expect(command([]).session).not.toHaveProperty("allowOrigins");
});

it("refuses what is no origin, and routes on which requests cannot be stopped", () => {
  for (const pattern of [
    "a.test",
    "https://",
    "ftp://a.test",
    "https://a.test/x",
    "https://u@a.test",
    "https://a.test:x",
  ]) {
    expect(() => command(["--block-origin", pattern]), pattern).toThrow(
      /^--block-origin must be scheme, host and port/,
    );
  }
  for (const elsewhere of [["--extension"], ["--webdriver-url", "http://127.0.0.1:1"]]) {
    expect(() => command([...elsewhere, "--allow-origin", "http://a.test"])).toThrow(
      "where requests cannot be stopped",
    );
  }
});

it("refuses another proxy beside origins", () => {
  for (const proxy of [
    ["--proxy-server", "p:1"],
    ["--browser-arg=--proxy-server=p:1"],
    ["--browser-arg=--no-proxy-server"],
  ]) {
    for (const origins of ["--allow-origin", "--block-origin"]) {
      expect(() => command([...proxy, origins, "http://a.test"]), proxy.join(" ")).toThrow(
        new RegExp(`^${origins} and a proxy by --(proxy-server|browser-arg) exclude each other`),
      );
    }
    expect(() => command(proxy)).not.toThrow();
  }
});

it("reads names and passwords from files and variables, and shows none", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "uipilot-login-")), "login");
  writeFileSync(file, "ann:s3cret:word\n");
  const given = ["--http-credentials", `https://a.test=${file}`, "--http-credentials", "http://b.test:81=env:LOGIN"];
  expect(command(given, { LOGIN: "bob:s3cret" }).session.httpCredentials).toEqual([
    { origin: "https://a.test", username: "ann", password: "s3cret:word" },
    { origin: "http://b.test:81", username: "bob", password: "s3cret" },
  ]);
  for (const wrong of [
    "https://ann:s3cret@a.test=env:LOGIN",
    "https://*.a.test=env:LOGIN",
    "s3cret",
    "https://a.test=env:MISSING",
    "https://a.test=env:BARE",
  ]) {
    const parsed = () => command(["--http-credentials", wrong], { LOGIN: "ann:s3cret", BARE: "s3cret" });
    expect(parsed, wrong).toThrow(/^--http-credentials/);
    expect(parsed, wrong).not.toThrow(/s3cret/);
  }
});
