import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, dist), "utf8");

const loads = (text: string): (string | undefined)[] => [
  ...new Set([...text.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, name]) => name)),
];

test("the start loads no module of Node that its first answers do not need", () => {
  expect(loads(read("index.js"))).toEqual(["./start.cjs"]);
  const required = [...read("start.cjs").matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
  // `fs/promises` alone takes 3 ms.
  expect([...new Set(required)].sort()).toEqual(
    ["buffer", "fs", "os", "path", "url", "util"].map((name) => `node:${name}`),
  );
});

test("V8 is told to take less memory before the daemon is loaded", () => {
  const entry = read("uipilot-daemon.js");
  expect(loads(entry)).toEqual(["node:v8", "./daemon-main.mjs"]);
  expect(entry.indexOf("--semi-space-growth-factor=1")).toBeLessThan(entry.indexOf("./daemon-main.mjs"));
});

test("what is loaded at the start is in one file, and the others find it there", async () => {
  expect(read("start.cjs")).not.toMatch(/\brequire\("\.\.?\//);
  const doors = readdirSync(dist).filter((file) => file.endsWith(".mjs") && read(file).includes('from "./start.mjs"'));
  expect(doors.length).toBeGreaterThan(5);
  for (const door of doors) {
    const names = Object.entries((await import(new URL(door, dist).href)) as Record<string, unknown>);
    expect(names.filter(([, value]) => value === undefined)).toEqual([]);
  }
});
