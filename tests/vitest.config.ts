import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["specs/**/*.spec.ts"],
    // Workers stay for several files, which share servers: see support/shared.ts.
    isolate: false,
    globalSetup: "support/shared.ts",
    // A browser on a busy machine may need seconds to start; an action has its own, shorter limits.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    // The cores of CI. `npm test` fills the time in which specs wait with builds; a third worker would make browsers so
    // slow that they miss their limits.
    maxWorkers: Number(process.env.UIPILOT_TEST_WORKERS ?? 2),
    reporters: ["default"],
  },
});
