// Reads the output of test runners: how many tests ran, and why others did not.

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

/** Why tests were skipped: what cargo test says of ignored tests, and lines that begin with `skipped: `. */
export function skippedIn(output) {
  const reasons = [];
  for (const line of output.split("\n")) {
    const ignored = /^test (\S+) \.\.\. ignored(?:, (.*))?$/.exec(line);
    if (ignored) reasons.push(ignored[2] ?? ignored[1]);
    const said = /^(?:test .* \.\.\. )?skipped: (.*)$/.exec(line);
    if (said) reasons.push(said[1]);
  }
  return reasons;
}

/** Each reason once, with how often it was given. */
export function tally(reasons) {
  const counts = new Map();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => (count === 1 ? reason : `${reason} (${count} times)`));
}

function add(counts, [passed, failed, skipped]) {
  counts.passed += Number(passed);
  counts.failed += Number(failed);
  counts.skipped += Number(skipped);
}
