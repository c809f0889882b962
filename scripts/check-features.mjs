// Checks that the engine compiles without its features, and with each of them alone. Warnings are
// errors: code that only another feature uses is found.
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
  return ["", ...names.filter((name) => name !== "default")];
}

/** @returns {boolean} */
function compiles(feature) {
  const args = ["check", "--locked", "--package", crate, "--lib", "--no-default-features", "--features", feature];
  const checked = spawnSync("cargo", args, { cwd: root, stdio: ["ignore", "inherit", "pipe"], encoding: "utf8" });
  const clean = checked.status === 0 && !/^warning: `uipilot-engine`/m.test(checked.stderr);
  if (!clean) process.stderr.write(checked.stderr);
  return clean;
}

main(() => {
  const asked = process.argv.slice(2);
  const failed = (asked.length > 0 ? asked : features()).filter((feature) => {
    const clean = compiles(feature);
    console.log(`${feature || "no feature"}: ${clean ? "compiles" : "FAILED"}`);
    return !clean;
  });
  if (failed.length > 0) {
    throw new Failure(
      "the engine does not compile cleanly with each feature alone",
      "put what only one feature uses behind it",
    );
  }
});
