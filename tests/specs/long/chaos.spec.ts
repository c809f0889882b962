import { expect, it } from "vitest";
import { described, plan } from "../../chaos/plan.ts";
import { run } from "../../chaos/run.ts";
import { browsers } from "../../support/browsers.ts";

const ROUNDS = 12;
const SEED = 12;

/** `npm run test:chaos` does 300 rounds in every way to a browser. Here are some that start quickly. */
it("calls that are damaged in the middle are answered truly, and nothing is left", { timeout: 180_000 }, async () => {
  const lanes = [...browsers, ...(browsers.includes("chromium") ? (["attached"] as const) : [])];
  const outcomes = await run(plan(SEED, ROUNDS, lanes));
  expect(outcomes).toHaveLength(ROUNDS);
  for (const { round, faults } of outcomes) expect(faults, described(round)).toEqual([]);
});
