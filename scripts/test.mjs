// Checks everything, or the steps that are named.
//
//   node scripts/test.mjs [--list] [step…]
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { seconds } from "./lib/progress.mjs";
import { runSteps } from "./lib/run-steps.mjs";
import { desktopPrograms, locate } from "./lib/system.mjs";
import { browserPrograms, setup } from "./setup.mjs";
import { steps } from "./test-steps.mjs";

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { list: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.list) {
    for (const { name, title } of steps) console.log(`${name.padEnd(16)}${title}`);
    return;
  }
  const unknown = positionals.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    throw new Failure(`there is no step named ${unknown.join(", ")}`, "`npm test -- --list` lists the steps");
  }
  const chosen = positionals.length > 0 ? steps.filter(({ name }) => positionals.includes(name)) : steps;

  const began = performance.now();
  const onDesktop = chosen.some(({ name }) => name === "desktop");
  await setup({ check: true, programs: [...browserPrograms, ...(onDesktop ? desktopPrograms : [])] });
  const results = await runSteps(chosen, browserVariables());
  const failed = results.filter(({ ok }) => !ok);

  console.log(`\nSteps, in ${seconds(performance.now() - began)}:`);
  for (const { ok, title, milliseconds, detail } of results) {
    console.log(`  ${ok ? "✓" : "✗"} ${title} (${seconds(milliseconds)})${detail ? ` – ${detail}` : ""}`);
  }
  for (const { name, title, log } of failed) {
    console.log(`\n✗ ${title}\n  Output: ${log}\n  Again:  npm test -- ${name}`);
  }
  console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
});

/** The browsers that were found, for test suites that look for them by variables. */
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
