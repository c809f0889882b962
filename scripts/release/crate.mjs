// The crate that is published: uipilot-engine. The addon's crate is not.
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { run } from "./run.mjs";

export const crate = "uipilot-engine";

/** crates.io takes no larger file. */
const largest = 10 * 1024 * 1024;

const allowed =
  /^(src\/|examples\/|Cargo\.(toml|toml\.orig|lock)$|README\.md$|LICENSE-(MIT|APACHE)$|\.cargo_vcs_info\.json$)/;
const wanted = [
  "LICENSE-APACHE",
  "LICENSE-MIT",
  "README.md",
  "src/lib.rs",
  "src/generated/injected.js",
  "src/generated/rest.js",
];

/**
 * Packs the crate without compiling it, which takes minutes: the workflow does that before it publishes.
 *
 * @param {string} root the checkout
 * @param {string} target where cargo writes
 * @returns {Promise<string>} the packed file
 */
export async function packCrate(root, target) {
  const command = ["cargo", "package", "--package", crate, "--target-dir", target];
  const next = "correct crates/engine/Cargo.toml, and run this again";
  const files = (await run([...command, "--list"], { cwd: root, next })).trim().replaceAll("\\", "/").split("\n");
  const wrong = [
    ...files.filter((file) => !allowed.test(file)).map((file) => `foreign file ${file}`),
    ...wanted.filter((file) => !files.includes(file)).map((file) => `no ${file}`),
  ];
  if (wrong.length > 0) throw new Failure(`the crate ${crate} has ${wrong.slice(0, 10).join(", ")}`, next);
  await run([...command, "--no-verify"], { cwd: root, next });
  const folder = join(target, "package");
  const file = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(".crate")),
  );
  const { size } = statSync(file);
  if (size > largest) throw new Failure(`the crate ${crate} has ${size} bytes; crates.io takes ${largest}`, next);
  return file;
}
