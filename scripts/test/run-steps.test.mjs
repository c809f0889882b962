import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";
import { runSteps } from "../lib/run-steps.mjs";

/** Stands in for Vitest: the spec file fails in the whole run, and by itself ends with `again`. */
const runner = (spec, again) => [
  process.execPath,
  "-e",
  `const byItself = process.argv[1] !== undefined;
   const code = byItself ? ${again} : 1;
   const report = { failed: code ? [${JSON.stringify(spec)}] : [], errors: 0, skipped: [{ test: "t", why: "no reason" }],
     failures: code ? [{ file: ${JSON.stringify(spec)}, test: "a > b", message: "not so" }] : [], milliseconds: { [${JSON.stringify(spec)}]: 1 } };
   require("node:fs").writeFileSync(process.env.UIPILOT_TEST_REPORT, JSON.stringify(report));
   console.log(byItself ? "second run" : "first failure");
   process.exit(code);`,
];

/** Runs one step whose spec file ends so by itself, and gives its result and log. */
async function run(again) {
  const name = `run-steps-test-${again}`;
  const spec = join(root, "specs/some.spec.ts");
  const after = [process.execPath, "-e", `console.log("the next command ran")`];
  const [result] = await runSteps([{ name, title: name, lane: "script", commands: [runner(spec, again), after] }], {});
  const log = readFileSync(join(root, result.log), "utf8");
  for (const file of [".log", "-1.json", "-1.json.again"]) {
    rmSync(join(root, result.log.replace(/\.log$/, file)), { force: true });
  }
  return { result, log };
}

test("a spec file that passes by itself is flaky, and its first failure stays in the log", async () => {
  const { result, log } = await run(0);
  assert.equal(result.ok, true);
  assert.deepEqual(result.flaky, ["specs/some.spec.ts"]);
  assert.deepEqual(result.skipped, ["no reason"]);
  assert.deepEqual(result.failures[0].told, ["a > b\nnot so"]);
  assert.equal(result.failures[0].toldAgain, undefined);
  assert.match(log, /first failure[\s\S]*the next command ran[\s\S]*second run/);
});

test("a spec file that fails by itself, too, fails the step", async () => {
  const { result } = await run(1);
  assert.equal(result.ok, false);
  assert.deepEqual(result.flaky, []);
  assert.deepEqual(result.failures[0].toldAgain, ["a > b\nnot so"]);
});

test("a lane that has ended takes steps of the lane that it helps", async () => {
  const folder = mkdtempSync(join(tmpdir(), "uipilot-lanes-"));
  // Each of these ends well only while the other one runs too.
  const meets = (own, other) => [
    process.execPath,
    "-e",
    `const { existsSync, writeFileSync } = require("node:fs");
     writeFileSync(${JSON.stringify(join(folder, own))}, "");
     const until = Date.now() + 60_000;
     (function look() {
       if (existsSync(${JSON.stringify(join(folder, other))})) return;
       if (Date.now() > until) process.exit(1);
       setTimeout(look, 20);
     })();`,
  ];
  const step = (name, lane, command) => ({ name: `run-steps-${name}`, title: name, lane, commands: [command] });
  const steps = [
    step("first", "script", meets("first", "second")),
    step("built", "rust", [process.execPath, "-e", ""]),
    step("second", "script", meets("second", "first")),
  ];
  const results = await runSteps(steps, {});
  for (const { log } of results) rmSync(join(root, log), { force: true });
  rmSync(folder, { recursive: true });
  assert.deepEqual(
    results.map(({ title, ok }) => [title, ok]),
    steps.map(({ title }) => [title, true]),
  );
});

test("a step waits for the one that it comes after, and not for one that is left out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "uipilot-after-"));
  const file = JSON.stringify(join(folder, "ended"));
  const script = (source) => [[process.execPath, "-e", source]];
  const steps = [
    {
      name: "run-steps-later",
      title: "later",
      lane: "beside",
      after: "run-steps-sooner",
      commands: script(`process.exit(require("node:fs").existsSync(${file}) ? 0 : 1)`),
    },
    { name: "run-steps-alone", title: "alone", lane: "script", after: "left out", commands: script("") },
    {
      name: "run-steps-sooner",
      title: "sooner",
      lane: "browsers",
      commands: script(`setTimeout(() => require("node:fs").writeFileSync(${file}, ""), 1_000)`),
    },
  ];
  const results = await runSteps(steps, {});
  for (const { log } of results) rmSync(join(root, log), { force: true });
  rmSync(folder, { recursive: true });
  assert.deepEqual(
    results.map(({ ok }) => ok),
    [true, true, true],
  );
});
