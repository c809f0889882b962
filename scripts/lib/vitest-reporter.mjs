// A reporter for Vitest: writes which files and tests failed, which tests were skipped, and how long each file took to
// the file named in UIPILOT_TEST_REPORT.
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * @typedef {object} Report
 * @property {string[]} failed the files that failed, as absolute paths
 * @property {{ file: string, test: string, message: string }[]} failures each failed test, or hook
 *   outside of tests, with the beginning of what it threw
 * @property {number} errors errors that belong to no file
 * @property {{ test: string, why: string }[]} skipped
 * @property {Record<string, number>} milliseconds how long each file took, its imports included
 */

/** The lines of what a failed test threw that are kept. */
const MOST_LINES = 12;

export default class ReportWriter {
  onTestRunEnd(modules, errors) {
    const file = process.env.UIPILOT_TEST_REPORT;
    if (!file) return;
    const skipped = [];
    const failures = [];
    const milliseconds = {};
    for (const module of modules) {
      const { duration, collectDuration, prepareDuration } = module.diagnostic();
      milliseconds[module.moduleId] = Math.round(duration + collectDuration + prepareDuration);
      for (const test of module.children.allTests("skipped")) {
        skipped.push({ test: test.fullName, why: test.result().note ?? "" });
      }
      // A hook's error belongs to its file or suite.
      const hooks = [module, ...module.children.allSuites()].map((owner) => ({ owner, errors: owner.errors() }));
      const tests = [...module.children.allTests("failed")].map((owner) => ({ owner, errors: owner.result().errors }));
      for (const { owner, errors } of [...hooks, ...tests]) {
        const [first] = errors;
        if (!first) continue;
        const text = [first.message, first.diff].filter(Boolean).join("\n");
        const lines = stripVTControlCharacters(text).split("\n");
        const message = lines.slice(0, MOST_LINES).join("\n");
        failures.push({ file: module.moduleId, test: owner.fullName ?? "hooks", message });
      }
    }
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    writeFileSync(
      file,
      `${JSON.stringify({ failed, failures, errors: errors.length, skipped, milliseconds }, null, 2)}\n`,
    );
  }
}
