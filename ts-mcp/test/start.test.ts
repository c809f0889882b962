import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const dist = new URL("../dist/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, dist), "utf8");

test.each(["index.js", "uipilot-daemon.js"])("%s begins with what V8 is told, and loads the rest after it", (file) => {
  const entry = read(file);
  const imported = [...entry.matchAll(/(?:from|import)\s*"([^"]+)"/g)].map(([, name]) => name ?? "");
  // What both programs begin with is in a file of its own.
  const own = imported.filter((name) => !name.startsWith("node:"));
  expect(own.map((name) => read(name).includes("--semi-space-growth-factor=1"))).toEqual([true]);
  expect(read(own[0] ?? "")).not.toMatch(/(?:from|import)\s*"\./);
  expect(entry).toMatch(/await import\("\.\/(?:daemon-)?main-/);
});
