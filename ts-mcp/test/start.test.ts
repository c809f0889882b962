import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, dist), "utf8");

test.each([
  ["index.js", "./start.cjs"],
  ["uipilot-daemon.js", "./daemon-main.mjs"],
])("%s begins with what V8 is told, and loads the rest after it", (file, rest) => {
  const entry = read(file);
  const loaded = [...entry.matchAll(/\b(?:require|import)\("([^"]+)"\)/g)].map(([, name]) => name);
  expect(loaded.filter((name) => !name?.startsWith("node:"))).toEqual([rest]);
  expect(entry.indexOf("--semi-space-growth-factor=1")).toBeGreaterThan(0);
  expect(entry.indexOf("--semi-space-growth-factor=1")).toBeLessThan(entry.indexOf(rest));
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
