import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["desktop/**/*.spec.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One display, one pointer, one keyboard focus.
    fileParallelism: false,
    reporters: ["default"],
  },
});
