import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the program begins with what V8 is told, and loads the rest after it", () => {
  const entry = readFileSync(new URL("../dist/index.js", import.meta.url), "utf8");
  const imported = [...entry.matchAll(/(?:from|import)\s*"([^"]+)"/g)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((name) => !name?.startsWith("node:"))).toEqual([]);
  expect(entry).toContain("--semi-space-growth-factor=1");
  expect(entry).toMatch(/await import\("\.\/main-/);
});
