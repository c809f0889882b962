// A reporter for Vitest: writes which files failed, which tests were skipped, and how long each file took to the file
// named in UIPILOT_TEST_REPORT.
import { writeFileSync } from "node:fs";

/**
 * @typedef {object} Report
 * @property {string[]} failed the files that failed, as absolute paths
 * @property {number} errors errors that belong to no file
 * @property {{ test: string, why: string }[]} skipped
 * @property {Record<string, number>} milliseconds how long each file took, its imports included
 */

export default class ReportWriter {
  onTestRunEnd(modules, errors) {
    const file = process.env.UIPILOT_TEST_REPORT;
    if (!file) return;
    const skipped = [];
    const milliseconds = {};
    for (const module of modules) {
      const { duration, collectDuration, prepareDuration } = module.diagnostic();
      milliseconds[module.moduleId] = Math.round(duration + collectDuration + prepareDuration);
      for (const test of module.children.allTests("skipped")) {
        skipped.push({ test: test.fullName, why: test.result().note ?? "" });
      }
    }
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
    writeFileSync(file, `${JSON.stringify({ failed, errors: errors.length, skipped, milliseconds }, null, 2)}\n`);
  }
}
