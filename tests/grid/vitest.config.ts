import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["grid/**/*.spec.ts"],
    // A grid and its browsers fill two cores.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    fileParallelism: false,
  },
});
