// The tests that failed in a run of cargo test, so that each can be run again by itself.

/**
 * The failed tests, with the arguments that run each alone.
 *
 * @param {string} output what cargo test printed
 * @returns {{ name: string, args: string[] }[] | undefined} `undefined` if something else failed, such as the build
 */
export function failedRustTests(output) {
  const found = [];
  let target;
  let explained = 0;
  let failures = 0;
  for (const line of output.split("\n")) {
    const running = /^\s+Running (?:unittests )?(\S+) \(.*\/([\w-]+)-[0-9a-f]+(?:\.exe)?\)$/.exec(line);
    if (running) target = targetOf(running[1], running[2]);
    if (/^\s+Doc-tests /.test(line)) target = undefined;
    const failed = /^test (\S+) \.\.\. FAILED$/.exec(line);
    if (failed && target)
      found.push({ name: `${target.label} ${failed[1]}`, args: [...target.args, "--", "--exact", failed[1]] });
    // Each program that fails says how many tests did, unless it was killed.
    const result = /^test result: FAILED\. \d+ passed; (\d+) failed;/.exec(line);
    if (result) explained += Number(result[1]);
    if (/^error: test failed, to rerun pass /.test(line)) failures += 1;
    if (result) failures -= 1;
  }
  return found.length > 0 && found.length === explained && failures === 0 ? found : undefined;
}

/** Cargo's arguments for a test program, by the path of its source and its name. */
function targetOf(source, name) {
  if (source === "src/lib.rs") {
    const crate = name.replaceAll("_", "-");
    return { label: crate, args: ["--package", crate, "--lib"] };
  }
  return { label: name, args: ["--test", name] };
}
