import { defineConfig } from "vitest/config";

export default defineConfig({
  // Packing and installing run npm four times, which takes minutes on a busy machine.
  test: { include: ["packaging/**/*.spec.ts"], testTimeout: 120_000, hookTimeout: 400_000 },
});
