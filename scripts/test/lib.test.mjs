import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { importCircles } from "../lib/import-circles.mjs";
import { choose } from "../lib/licences.mjs";
import { cacheFolder, findProgram, root } from "../lib/paths.mjs";
import { digest } from "../lib/stamps.mjs";
import { countTests, skippedIn, tally } from "../lib/test-counts.mjs";

test("a choice of licences is made for one that is allowed, Apache first", () => {
  const allowed = ["Apache-2.0", "MIT", "Unicode-3.0", "ISC", "Apache-2.0 WITH LLVM-exception"];
  const cases = [
    ["MIT", ["MIT"]],
    ["MIT OR Apache-2.0", ["Apache-2.0"]],
    ["Unlicense/MIT", ["MIT"]],
    ["MIT OR GPL-3.0-only", ["MIT"]],
    ["Apache-2.0 AND ISC", ["Apache-2.0", "ISC"]],
    ["(MIT OR Apache-2.0) AND Unicode-3.0", ["Apache-2.0", "Unicode-3.0"]],
    ["Apache-2.0 WITH LLVM-exception OR MIT", ["MIT"]],
    ["Apache-2.0 WITH LLVM-exception", ["Apache-2.0 WITH LLVM-exception"]],
    ["GPL-3.0-only", undefined],
    ["MIT AND GPL-3.0-only", undefined],
    ["", undefined],
  ];
  for (const [expression, taken] of cases) assert.deepEqual(choose(expression, allowed), taken, expression);
});

test("closing lines of test runners are added up", () => {
  const output = [
    "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s",
    "test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
    "      Tests  1 failed | 20 passed | 4 skipped (25)",
    " Test Files  9 passed (9)",
    "ℹ pass 5",
    "ℹ fail 0",
  ].join("\n");
  assert.deepEqual(countTests(output), { passed: 40, failed: 3, skipped: 5 });
  assert.deepEqual(countTests("nothing"), { passed: 0, failed: 0, skipped: 0 });
});

test("a digest follows the content and the names of files, and ignores installed packages", () => {
  const folder = join(cacheFolder, "digest-test");
  const relative = ".cache/digest-test";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  try {
    writeFileSync(join(folder, "a"), "1");
    const first = digest([relative]);
    writeFileSync(join(folder, "node_modules/b"), "1");
    assert.equal(digest([relative]), first);
    assert.notEqual(digest([relative], "salt"), first);
    writeFileSync(join(folder, "a"), "2");
    const second = digest([relative]);
    assert.notEqual(second, first);
    writeFileSync(join(folder, "c"), "");
    assert.notEqual(digest([relative]), second);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  assert.notEqual(digest(["no-such-file"]), digest(["no-other-file"]));
});

test("programs are found on the path by the first name that is there", () => {
  assert.equal(findProgram("no-such-program"), undefined);
  assert.ok(findProgram("no-such-program", "node"));
  assert.ok(root.length > 1);
});

test("reasons for skipped tests are read and tallied", () => {
  const output = [
    "test firefox::one ... ignored, needs geckodriver",
    "test firefox::two ... ignored, needs geckodriver",
    "test figures::all ... ignored",
    "skipped: no corpus",
    "test launch ... ok",
  ].join("\n");
  assert.deepEqual(tally(skippedIn(output)), ["needs geckodriver (2 times)", "figures::all", "no corpus"]);
});

test("a circle of imports is found, and one of types alone is none", () => {
  const file = (path, ...lines) => ({ path, lines });
  const circles = importCircles([
    file("src/a.ts", 'import { b } from "./in/b.js";', 'import { lone } from "./lone.ts";'),
    file("src/in/b.ts", "import {", "  type C,", "  c,", '} from "../c.js";'),
    file("src/c.ts", 'export { a } from "./a.js";'),
    file("src/lone.ts", 'import type { A } from "./a.js";', 'import { type B } from "./in/b.js";'),
    file("src/self.ts", 'import "./self.js";', "// import of nothing", 'import { join } from "node:path";'),
  ]);
  assert.deepEqual(circles, [
    ["src/a.ts", "src/in/b.ts", "src/c.ts", "src/a.ts"],
    ["src/self.ts", "src/self.ts"],
  ]);
});
