import { defineConfig } from "vitest/config";

export default defineConfig({
  // Packing and installing run npm four times.
  test: { include: ["packaging/**/*.spec.ts"], testTimeout: 60_000, hookTimeout: 120_000 },
});
