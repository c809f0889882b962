// Rust's standard library for other systems.
import { execFileSync } from "node:child_process";
import { must } from "./command.mjs";
import { Failure } from "./failure.mjs";
import { findProgram, root } from "./paths.mjs";

/** Installs those targets that are missing. */
export async function ensureTargets(names) {
  if (!findProgram("rustup")) {
    throw new Failure(
      `building for another system needs Rust's standard library for it, and there is no rustup to add it`,
      `install Rust with rustup, or a standard library for ${names.join(", ")} by hand`,
    );
  }
  const installed = execFileSync("rustup", ["target", "list", "--installed"], { cwd: root, encoding: "utf8" });
  const missing = names.filter((name) => !installed.split("\n").includes(name));
  if (missing.length === 0) return;
  await must(
    ["rustup", "target", "add", ...missing],
    `the standard library for ${missing.join(", ")} could not be fetched; try again with a connection to Rust's own server`,
  );
}
