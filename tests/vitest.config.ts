import { defineConfig } from "vitest/config";
import { everything } from "./support/browsers.ts";

export default defineConfig({
  test: {
    include: ["specs/**/*.spec.ts"],
    // What takes minutes for few tests: at limits of thousands of steps, in hundreds of rounds, by dozens of started programs.
    exclude: everything ? [] : ["specs/long/**"],
    // Workers stay for several files, which share servers: see support/shared.ts.
    isolate: false,
    globalSetup: "support/shared.ts",
    // Ends what hangs, and no more: actions have their own, shorter limits, and a busy machine may need minutes for what takes
    // seconds elsewhere. Speed is measured by benchmarks.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    teardownTimeout: 20_000,
    expect: { poll: { timeout: 30_000 } },
    // The cores of CI. `npm test` fills the time in which specs wait with builds; a third worker would make browsers so
    // slow that they miss their limits.
    maxWorkers: Number(process.env.UIPILOT_TEST_WORKERS ?? 2),
    reporters: ["default"],
  },
});
