import assert from "node:assert/strict";
import { test } from "node:test";
import { filesToRepeat, settleFlaky } from "../lib/flaky.mjs";

const report = (failed, errors = 0) => ({ failed, errors, skipped: [], milliseconds: {} });

test("only failures of single spec files can be repeated", () => {
  assert.deepEqual(filesToRepeat(1, report(["/a", "/b"])), ["/a", "/b"]);
  assert.equal(filesToRepeat(0, report([])), undefined);
  assert.equal(filesToRepeat(1, report([])), undefined, "Vitest failed without a failed file");
  assert.equal(filesToRepeat(1, report(["/a"], 1)), undefined, "an error outside of every test");
  assert.equal(filesToRepeat(101, undefined), undefined, "another program");
});

/** A step's result whose named files failed. */
const failedIn = (...files) => ({
  ok: files.length === 0,
  otherFailure: false,
  failures: files.map((file) => ({ file })),
  flaky: [],
});

/** Settles results with a runner by which the named files pass; answers what ran. */
async function settle(results, passing) {
  const ran = [];
  await settleFlaky(results, async ({ file }) => {
    ran.push(file);
    return passing.includes(file);
  });
  return ran;
}

test("a file that passes by itself is flaky, and its step passes", async () => {
  const results = [failedIn("a"), failedIn()];
  assert.deepEqual(await settle(results, ["a"]), ["a"]);
  assert.deepEqual(
    results.map(({ ok, flaky }) => ({ ok, flaky })),
    [
      { ok: true, flaky: ["a"] },
      { ok: true, flaky: [] },
    ],
  );
});

test("a file that fails twice fails its step, also beside a flaky one", async () => {
  const [result] = [failedIn("a", "b")];
  assert.deepEqual(await settle([result], ["b"]), ["a", "b"]);
  assert.equal(result.ok, false);
  assert.deepEqual(result.flaky, ["b"]);
});

test("a step that failed for another reason stays failed", async () => {
  const result = { ...failedIn("a"), otherFailure: true };
  await settle([result], ["a"]);
  assert.equal(result.ok, false);
});

test("three flaky files fail the run, in whichever steps they are", async () => {
  const two = [failedIn("a"), failedIn("b"), failedIn()];
  await settle(two, ["a", "b"]);
  assert.deepEqual(
    two.map(({ ok }) => ok),
    [true, true, true],
  );
  const three = [failedIn("a", "c"), failedIn("b"), failedIn()];
  await settle(three, ["a", "b", "c"]);
  assert.deepEqual(
    three.map(({ ok }) => ok),
    [false, false, true],
  );
});

test("many failing files are not run again", async () => {
  const result = failedIn(..."abcdefg");
  assert.deepEqual(await settle([result], [..."abcdefg"]), []);
  assert.equal(result.ok, false);
});
