import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const gate = readFileSync(new URL("../crates/engine/src/generated/gate.js", import.meta.url), "utf8");

export default defineConfig({
  define: { GATE: JSON.stringify(gate) },
  test: { include: ["test/**/*.test.ts"] },
});
