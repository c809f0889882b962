import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["extension/**/*.spec.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    maxWorkers: Number(process.env.UIPILOT_TEST_WORKERS ?? 2),
    reporters: ["default"],
  },
});
