import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeFolder } from "../src/make-folder.ts";

let base: string;
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), "uipilot-folders-"));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

it("makes a folder with those above it, and leaves one that is there", () => {
  const folder = path.join(base, "a/b/c");
  makeFolder(folder, 0o700);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  if (process.platform !== "win32") expect(statSync(path.dirname(folder)).mode & 0o777).toBe(0o700);
});

it("refuses a file in its place or above it", () => {
  const file = path.join(base, "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow("EEXIST");
  expect(() => makeFolder(path.join(file, "below"))).toThrow(/EEXIST|ENOTDIR|ENOENT/);
});

it.skipIf(!existsSync("/proc/self"))("ends where the system can make no folder", () => {
  expect(() => makeFolder("/proc/uipilot/below")).toThrow("ENOENT");
});
