// Failed spec files and Rust tests are run again once, each alone, after all other steps. What passes then is
// flaky.

/** A run with this many flaky files fails. */
export const TOO_MANY_FLAKY = 3;

/**
 * If more files than this fail, none is run again: the run fails in any case, and should report a broken
 * build soon.
 */
const MOST_AGAIN = 6;

/**
 * The files that a failed command may run again.
 *
 * @param {number} code the command's exit code
 * @param {import("./vitest-reporter.mjs").Report | undefined} report what Vitest wrote; none for other programs
 * @returns {string[] | undefined} `undefined` where the failure is not one of single files
 */
export function filesToRepeat(code, report) {
  if (code === 0 || report === undefined || report.errors > 0 || report.failed.length === 0) return undefined;
  return report.failed;
}

/**
 * Runs the failed files of all steps again, one after the other, and enters in each result which were flaky.
 *
 * @param {{ ok: boolean, failures: { file: string }[], flaky: string[] }[]} results changed in place
 * @param {(failure: object) => Promise<boolean>} runAgain runs one file; whether it passed
 */
export async function settleFlaky(results, runAgain) {
  const all = results.flatMap(({ failures }) => failures);
  if (all.length === 0 || all.length > MOST_AGAIN) return;
  for (const result of results) {
    const outcomes = [];
    for (const failure of result.failures) outcomes.push((await runAgain(failure)) ? failure.file : undefined);
    result.flaky = outcomes.filter((file) => file !== undefined);
    // A step that failed for another reason stays failed.
    const onlyFlaky = result.failures.length > 0 && result.flaky.length === result.failures.length;
    if (onlyFlaky && !result.otherFailure) result.ok = true;
  }
  const flaky = results.flatMap((result) => result.flaky);
  if (flaky.length >= TOO_MANY_FLAKY) for (const result of results) if (result.flaky.length > 0) result.ok = false;
}
