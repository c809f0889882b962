import assert from "node:assert/strict";
import { test } from "node:test";
import { failedRustTests } from "../lib/rust-failures.mjs";

const OUTPUT = `
     Running unittests src/lib.rs (target/x/debug/deps/uipilot_engine-645daf442bcbf575)

running 2 tests
test text::quotes ... ok
test text::cuts ... FAILED

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s

error: test failed, to rerun pass \`-p uipilot-engine --lib\`
     Running tests/cdp/main.rs (target/x/debug/deps/cdp-359a8beff1afac55)
test attaching::busy ... FAILED
test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s

error: test failed, to rerun pass \`-p uipilot-engine --test cdp\`
error: 2 targets failed:
`;

test("each failed test can be run alone", () => {
  assert.deepEqual(failedRustTests(OUTPUT), [
    {
      name: "uipilot-engine text::cuts",
      args: ["--package", "uipilot-engine", "--lib", "--", "--exact", "text::cuts"],
    },
    { name: "cdp attaching::busy", args: ["--test", "cdp", "--", "--exact", "attaching::busy"] },
  ]);
});

test("a build that fails, or a program that is killed, is no failure of single tests", () => {
  assert.equal(failedRustTests("error[E0308]: mismatched types"), undefined);
  assert.equal(failedRustTests(`${OUTPUT}error: test failed, to rerun pass \`--test bidi\`\n`), undefined);
  assert.equal(failedRustTests(""), undefined);
});
