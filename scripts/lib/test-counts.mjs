// Reads how many tests ran from what the test runners print last.

/** Adds up the closing lines of cargo test, Vitest and node's own runner in some output. */
export function countTests(output) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const line of output.split("\n")) {
    const cargo = /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored/.exec(line);
    if (cargo) add(counts, cargo.slice(1));
    if (/^\s*Tests\s.*\(\d+\)\s*$/.test(line)) {
      const of = (word) => new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0;
      add(counts, [of("passed"), of("failed"), of("skipped")]);
    }
    const node = /^(?:ℹ|#) (pass|fail|skipped) (\d+)$/.exec(line);
    if (node)
      add(
        counts,
        ["pass", "fail", "skipped"].map((word) => (word === node[1] ? node[2] : 0)),
      );
  }
  return counts;
}

function add(counts, [passed, failed, skipped]) {
  counts.passed += Number(passed);
  counts.failed += Number(failed);
  counts.skipped += Number(skipped);
}
