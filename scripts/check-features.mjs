// Checks the engine without its features, and with each of them alone. Warnings are errors: code that only
// another feature uses is found. Clippy's lints are left to the step that has all features, and so is `schema`, which
// turns on all others.
//
//   node scripts/check-features.mjs [feature…]
import { execFileSync, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Failure, main } from "./lib/failure.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const crate = "uipilot-engine";

/** The features of the crate, as cargo reads them. */
function features() {
  const args = ["metadata", "--locked", "--no-deps", "--format-version", "1"];
  const { packages } = JSON.parse(execFileSync("cargo", args, { cwd: root, encoding: "utf8" }));
  const names = Object.keys(packages.find(({ name }) => name === crate).features);
  return ["", ...names.filter((name) => name !== "default" && name !== "schema")];
}

/** @returns {boolean} */
function isClean(feature) {
  // `cargo check` takes no flags for the compiler; flags from the environment would apply to all dependencies.
  const args = ["rustc", "--profile", "check", "--quiet", "--locked", "--package", crate, "--lib"];
  const flags = ["--no-default-features", "--features", feature, "--", "-D", "warnings"];
  const { status } = spawnSync("cargo", [...args, ...flags], {
    cwd: root,
    stdio: "inherit",
  });
  return status === 0;
}

main(() => {
  const asked = process.argv.slice(2);
  const failed = (asked.length > 0 ? asked : features()).filter((feature) => {
    const clean = isClean(feature);
    console.log(`${feature || "no feature"}: ${clean ? "clean" : "FAILED"}`);
    return !clean;
  });
  if (failed.length > 0) {
    throw new Failure(
      "the engine does not compile cleanly with each feature alone",
      "correct the compiler's errors above",
    );
  }
});
