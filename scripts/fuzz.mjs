// Runs fuzz targets in libFuzzer, and prints a table.
//
//   node scripts/fuzz.mjs [--seconds 600] [target…]
//
// Needs nightly Rust, a C++ compiler and cargo-fuzz (`cargo install cargo-fuzz --locked`). Inputs that reach new code go to
// fuzz/found/<target>, inputs that fail to fuzz/artifacts/<target>. Add to fuzz/corpus what is worth to be tried in every
// run of the tests. The targets are in crates/engine/src/fuzz.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { findProgram, root } from "./lib/paths.mjs";

const corpus = join(root, "fuzz/corpus");

/** Runs a command of cargo-fuzz. The parsers have no unsafe code, so no sanitizer is needed, which makes them faster. */
function fuzz(args, onLine = () => {}) {
  return new Promise((resolve, reject) => {
    const [command, ...rest] = args;
    const child = spawn("nice", ["-n", "19", "cargo", "+nightly", "fuzz", command, "--sanitizer", "none", ...rest], {
      cwd: root,
      stdio: ["ignore", "inherit", "pipe"],
    });
    let line = "";
    child.stderr.on("data", (chunk) => {
      const lines = (line + chunk).split("\n");
      line = lines.pop() ?? "";
      for (const text of lines) onLine(text);
    });
    child.on("error", reject);
    child.on("close", resolve);
  });
}

await main(async () => {
  const { values, positionals } = parseArgs({
    options: { seconds: { type: "string", default: "600" } },
    allowPositionals: true,
  });
  const known = readdirSync(corpus);
  const unknown = positionals.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Failure(`there is no target ${unknown.join(", ")}`, `there are ${known.join(", ")}`);
  if (!findProgram("cargo-fuzz"))
    throw new Failure(
      "cargo-fuzz is not installed",
      "`cargo install cargo-fuzz --locked`, and `rustup toolchain install nightly`",
    );
  if ((await fuzz(["build"], console.error)) !== 0)
    throw new Failure("the targets could not be built", "read the errors above");

  const failed = [];
  console.log(`${"target".padEnd(12)}${"executions".padStart(12)}${"edges".padStart(8)}${"inputs".padStart(8)}`);
  for (const target of positionals.length > 0 ? positionals : known) {
    const found = join(root, "fuzz/found", target);
    mkdirSync(found, { recursive: true });
    const log = [];
    const limits = [`-max_total_time=${values.seconds}`, "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"];
    const code = await fuzz(["run", target, found, join(corpus, target), "--", ...limits], (line) => log.push(line));
    const text = log.join("\n");
    const executions = /stat::number_of_executed_units: (\d+)/.exec(text)?.[1] ?? "?";
    const edges = [...text.matchAll(/ cov: (\d+) /g)].at(-1)?.[1] ?? "?";
    const inputs = readdirSync(found).length;
    console.log(`${target.padEnd(12)}${executions.padStart(12)}${edges.padStart(8)}${String(inputs).padStart(8)}`);
    if (code !== 0) {
      failed.push(target);
      console.log(text.split("\n").slice(-40).join("\n"));
    }
  }
  if (failed.length > 0)
    throw new Failure(`${failed.join(", ")} failed`, "write a unit test for the input in fuzz/artifacts");
});
