// Runs test steps: some at the same time, each with its output in a file of its own.
import { createWriteStream, mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { execute } from "./command.mjs";
import { cacheFolder, root } from "./paths.mjs";
import { seconds } from "./progress.mjs";
import { countTests } from "./test-counts.mjs";

const logs = join(cacheFolder, "test-logs");

/** Lanes that run beside each other; a row begins when the one before it has ended. */
const rows = [["rust", "script"], ["page", "program"], ["alone"]];

/**
 * @typedef {object} Step
 * @property {string} name what it is called on the command line
 * @property {string} title what it does
 * @property {string[][]} commands programs with their arguments; the first that fails is the last that runs
 * @property {"rust" | "script" | "page" | "program" | "alone"} lane steps of one lane run one after the other, `rust`
 *   beside `script`, then `page` beside `program`; steps that are `alone`, because they need both cores, come last
 * @property {boolean} [tests] it runs tests; running none at all is a failure
 * @property {Record<string, string>} [env] what is set for it
 */

/** Runs the steps and answers how each went, in their order. */
export async function runSteps(steps, env) {
  mkdirSync(logs, { recursive: true });
  const results = new Map();
  const lane = async (name) => {
    for (const step of steps.filter((step) => step.lane === name)) results.set(step, await runStep(step, env));
  };
  for (const row of rows) await Promise.all(row.map(lane));
  return steps.map((step) => results.get(step));
}

async function runStep({ name, title, commands, tests = false, env: own = {} }, env) {
  const log = join(logs, `${name}.log`);
  const file = createWriteStream(log);
  const output = [];
  console.log(`▶ ${title}`);
  const began = performance.now();
  const onOutput = (chunk) => {
    output.push(chunk);
    file.write(chunk);
  };
  let code = 0;
  for (const command of commands) {
    if (code !== 0) break;
    onOutput(Buffer.from(`$ ${command.join(" ")}\n`));
    code = await execute(command, { env: { NO_COLOR: "1", CARGO_TERM_COLOR: "never", ...env, ...own }, onOutput });
  }
  await new Promise((resolve) => file.end(resolve));
  const milliseconds = performance.now() - began;
  const text = Buffer.concat(output).toString();
  const counts = tests ? countTests(text) : undefined;
  const ranNone = counts !== undefined && counts.passed + counts.failed === 0;
  const ok = code === 0 && !ranNone;
  const detail = [describe(counts), code === 0 ? "" : `exit code ${code}`].filter(Boolean).join(", ");
  console.log(`${ok ? "✓" : "✗"} ${title} (${seconds(milliseconds)})${detail ? ` – ${detail}` : ""}`);
  if (!ok) console.log(text.trimEnd().replace(/^/gm, "    "));
  return { name, title, ok, milliseconds, detail, log: relative(root, log) };
}

function describe(counts) {
  if (!counts) return "";
  if (counts.passed + counts.failed === 0) return "ran no tests";
  const parts = [`${counts.passed} passed`];
  if (counts.failed > 0) parts.push(`${counts.failed} failed`);
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`);
  return parts.join(", ");
}
