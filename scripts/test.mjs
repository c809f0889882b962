// Checks everything, or the named steps.
//
//   node scripts/test.mjs [--list] [--all] [step…]
//
// --all: also what takes long, and every spec in each browser, not in the first one alone.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { TOO_MANY_FLAKY } from "./lib/flaky.mjs";
import { seconds } from "./lib/progress.mjs";
import { runSteps } from "./lib/run-steps.mjs";
import { browserPrograms, locate } from "./lib/system.mjs";
import { tally } from "./lib/test-counts.mjs";
import { setup } from "./setup.mjs";
import { steps } from "./test-steps.mjs";

/** Users who do not want browsers on their machine set this. */
const skipBrowsers = Boolean(process.env.UIPILOT_SKIP_BROWSERS);

/** Whether a step that needs these programs is left out. */
const withoutBrowsers = (programs) =>
  skipBrowsers && programs.some((name) => browserPrograms.includes(name) && !locate(name));

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { list: { type: "boolean", default: false }, all: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.list) {
    for (const { name, title } of steps) console.log(`${name.padEnd(20)}${title}`);
    return;
  }
  const unknown = positionals.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Failure(`there is no step named ${unknown.join(", ")}`, "`npm test -- --list` lists the steps");
  }
  const chosen = steps.filter(({ name, all }) =>
    positionals.length > 0 ? positionals.includes(name) : values.all || !all,
  );

  const began = performance.now();
  const leftOut = chosen.filter(({ programs = [] }) => withoutBrowsers(programs));
  const run = chosen.filter((step) => !leftOut.includes(step));
  const programs = [...(skipBrowsers ? [] : browserPrograms), ...run.flatMap(({ programs = [] }) => programs)];
  await setup({ check: true, programs: [...new Set(programs)] });
  // Tests kill browsers and drivers, which then leave their temporary files behind. The name is short because paths of
  // sockets are.
  const temporary = mkdtempSync(path.join(tmpdir(), "upt-"));
  // Like the one that it is in: some tests run programs as another user.
  chmodSync(temporary, 0o1777);
  const every = values.all ? { UIPILOT_TEST_ALL: "1" } : {};
  const results = await runSteps(run, { ...browserVariables(), ...every, TMPDIR: temporary }).finally(() =>
    rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  );
  const failed = results.filter(({ ok }) => !ok);
  const flaky = results.flatMap(({ flaky, failures, log }) =>
    flaky.map((file) => ({ file, log, failure: failures.find((failure) => failure.file === file) })),
  );

  console.log(`\nSteps, in ${seconds(performance.now() - began)}:`);
  for (const { ok, title, milliseconds, detail } of results) {
    console.log(`  ${ok ? "✓" : "✗"} ${title} (${seconds(milliseconds)})${detail ? ` – ${detail}` : ""}`);
  }
  for (const { name, title, log, failures } of failed) {
    console.log(`\n✗ ${title}\n  Output: ${log}\n  Again:  npm test -- ${name}`);
    for (const failure of failures) printFailure(failure);
  }
  const skipped = results.filter(({ skipped }) => skipped.length > 0);
  if (skipped.length + leftOut.length > 0) console.log("\nSkipped:");
  for (const { name } of leftOut)
    console.log(`  ${name}: the whole step, as UIPILOT_SKIP_BROWSERS is set and a browser is missing`);
  for (const { name, skipped: reasons } of skipped) for (const why of tally(reasons)) console.log(`  ${name}: ${why}`);
  if (flaky.length > 0) console.log("\nflaky (failed, then passed by itself):");
  for (const { file, log, failure } of flaky) {
    console.log(`  ${file}\n    First failure: ${log}`);
    if (failure) printFailure(failure);
  }
  if (flaky.length >= TOO_MANY_FLAKY) console.log(`  ${TOO_MANY_FLAKY} or more flaky files fail the run.`);
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
});

/** What a spec file's tests threw, so that the end of a long output is enough to know. */
function printFailure({ file, told = [], toldAgain = [] }) {
  for (const [when, texts] of [
    ["", told],
    [", again", toldAgain],
  ]) {
    for (const text of texts) console.log(`  ${file}${when}: ${text}`.replaceAll("\n", "\n    "));
  }
}

/** The browsers that were found, as the variables that test suites read. */
function browserVariables() {
  const variables = {
    chromium: "UIPILOT_TEST_CHROMIUM",
    firefox: "UIPILOT_TEST_FIREFOX",
    chromedriver: "UIPILOT_TEST_CHROMEDRIVER",
  };
  return Object.fromEntries(
    Object.entries(variables)
      .map(([program, variable]) => [variable, process.env[variable] ?? locate(program)])
      .filter(([, file]) => file),
  );
}
