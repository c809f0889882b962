import { defineConfig } from "vitest/config";
import { policyTexts } from "./build.mjs";

export default defineConfig({
  define: policyTexts(),
  test: { include: ["test/**/*.test.ts"] },
});
