// Runs test steps, some of them at the same time. Each writes its output to its own file.
import { appendFileSync, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { execute } from "./command.mjs";
import { filesToRepeat, settleFlaky } from "./flaky.mjs";
import { cacheFolder, root } from "./paths.mjs";
import { seconds } from "./progress.mjs";
import { failedRustTests } from "./rust-failures.mjs";
import { countTests, skippedIn } from "./test-counts.mjs";

const logs = join(cacheFolder, "test-logs");

/** Lanes that run at the same time. A row starts when the previous row has ended. */
const rows = [
  ["rust", "script"],
  ["browsers", "beside"],
];

/** A lane without steps of its own left takes those of another one, so that no core is idle while they wait. */
const helped = { rust: "script" };

/**
 * @typedef {object} Step
 * @property {string} name what it is called on the command line
 * @property {string} title what it does
 * @property {string[][]} commands programs with their arguments; the first that fails is the last that runs
 * @property {"rust" | "script" | "browsers" | "beside"} lane steps of one lane begin one after the other. `rust` holds builds,
 *   which often keep one core only; beside it runs `script`, where no limit of time is tight, and after it what is left of
 *   `script`, two steps at a time. After these, `browsers` waits for half of its time; `beside` gets the processor
 *   only when other steps leave it free
 * @property {string} [after] the step whose end it waits for
 * @property {boolean} [all] it is left out unless it is named or all steps are wanted, as by `npm run test:all`
 * @property {string[]} [programs] what it needs beside the compiler, by the names in `system.mjs`
 * @property {boolean} [tests] it runs tests; running none at all is a failure
 * @property {Record<string, string>} [env] what is set for it
 */

/**
 * Runs the steps. Returns the result of each, in order. Failed spec files run again at the end; see
 * `flaky.mjs`.
 */
export async function runSteps(steps, env) {
  mkdirSync(logs, { recursive: true });
  const results = new Map();
  const waiting = [...steps];
  const next = (name) => {
    const at = waiting.findIndex(({ lane }) => lane === name);
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };
  const ends = new Map();
  const ended = new Map(steps.map(({ name }) => [name, new Promise((resolve) => ends.set(name, resolve))]));
  const lane = async (name) => {
    for (;;) {
      const step = next(name) ?? next(helped[name]);
      if (step === undefined) return;
      await ended.get(step.after);
      results.set(step, await runStep(step, env));
      ends.get(step.name)();
    }
  };
  for (const row of rows) await Promise.all(row.map(lane));
  const inOrder = steps.map((step) => results.get(step));
  await settleFlaky(inOrder, runAgain);
  return inOrder;
}

async function runStep({ name, title, commands, lane, tests = false, env: set = {} }, env) {
  const log = join(logs, `${name}.log`);
  const file = createWriteStream(log);
  const output = [];
  console.log(`▶ ${title}`);
  const began = performance.now();
  const onOutput = (chunk) => {
    output.push(chunk);
    file.write(chunk);
  };
  const failures = [];
  const skipped = [];
  let code = 0;
  for (const [index, command] of commands.entries()) {
    const before = output.length;
    onOutput(Buffer.from(`$ ${command.join(" ")}\n`));
    const reportFile = join(logs, `${name}-${index + 1}.json`);
    const variables = { NO_COLOR: "1", CARGO_TERM_COLOR: "never", ...env, ...set, UIPILOT_TEST_REPORT: reportFile };
    const { code: ended, report } = await executeWithReport(
      command,
      { env: variables, onOutput, yields: lane === "beside" },
      reportFile,
    );
    if (report) skipped.push(...report.skipped.map(({ test, why }) => why || test));
    const failed =
      filesToRepeat(ended, report)?.map((path) => ({
        file: relative(root, path),
        path,
        command,
        told: told(report, path),
      })) ?? rustFailures(command, ended, () => Buffer.concat(output.slice(before)).toString());
    // If only single files or tests failed, the following commands still run.
    if (failed) failures.push(...failed.map((failure) => ({ ...failure, variables, log })));
    else code = ended;
    if (code !== 0) break;
  }
  await new Promise((resolve) => file.end(resolve));
  const milliseconds = performance.now() - began;
  const text = Buffer.concat(output).toString();
  const counts = tests ? countTests(text) : undefined;
  const ranNone = counts !== undefined && counts.passed + counts.failed === 0;
  const otherFailure = code !== 0 || ranNone;
  const ok = !otherFailure && failures.length === 0;
  const detail = [describe(counts), code === 0 ? "" : `exit code ${code}`].filter(Boolean).join(", ");
  console.log(`${ok ? "✓" : "✗"} ${title} (${seconds(milliseconds)})${detail ? ` – ${detail}` : ""}`);
  if (!ok) console.log(text.trimEnd().replace(/^/gm, "    "));
  skipped.push(...skippedIn(text));
  return {
    name,
    title,
    ok,
    otherFailure,
    milliseconds,
    detail,
    log: relative(root, log),
    failures,
    flaky: [],
    skipped,
  };
}

/** The failed tests of a run of cargo test, each with the command that runs it alone. */
function rustFailures(command, code, output) {
  if (code === 0 || command[0] !== "cargo" || command[1] !== "test") return undefined;
  const general = command.filter((argument) => argument !== "--workspace" && argument !== "--no-fail-fast");
  return failedRustTests(output())?.map(({ name, args }) => ({ file: name, command: [...general, ...args] }));
}

/** Runs a command, and reads the report that Vitest wrote, if it is Vitest. */
async function executeWithReport(command, options, reportFile) {
  rmSync(reportFile, { force: true });
  const code = await execute(command, options);
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, "utf8")) : undefined;
  return { code, report };
}

/** The failed tests of a spec file, each with what it threw. */
const told = (report, path) =>
  report.failures.filter(({ file }) => file === path).map(({ test, message }) => `${test}\n${message}`);

/** Runs one spec file or Rust test by itself; its output is added to the step's log, below that of the first run. */
async function runAgain(failure) {
  const { file, path, command, variables, log } = failure;
  const again = path === undefined ? command : [...command, path];
  console.log(`▶ again, by itself: ${file}`);
  const began = performance.now();
  appendFileSync(log, `\n$ ${again.join(" ")}\n`);
  const output = [];
  const onOutput = (chunk) => {
    output.push(chunk);
    appendFileSync(log, chunk);
  };
  const reportFile = `${variables.UIPILOT_TEST_REPORT}.again`;
  const env = { ...variables, UIPILOT_TEST_REPORT: reportFile };
  const { code, report } = await executeWithReport(again, { env, onOutput }, reportFile);
  const ran =
    path === undefined
      ? countTests(Buffer.concat(output).toString()).passed > 0
      : report !== undefined && path in report.milliseconds;
  const passed = code === 0 && ran;
  if (!passed && report) failure.toldAgain = told(report, path);
  console.log(
    `${passed ? "✓" : "✗"} ${file} ${passed ? "passed this time" : "failed again"} (${seconds(performance.now() - began)})`,
  );
  return passed;
}

function describe(counts) {
  if (!counts) return "";
  if (counts.passed + counts.failed === 0) return "ran no tests";
  const parts = [`${counts.passed} passed`];
  if (counts.failed > 0) parts.push(`${counts.failed} failed`);
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`);
  return parts.join(", ");
}
