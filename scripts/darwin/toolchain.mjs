// The tools that build for a Mac on other systems: Rust's standard library for its targets, and zig as
// compiler and linker.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execute, must } from "../lib/command.mjs";
import { Failure } from "../lib/failure.mjs";
import { cacheFolder, findProgram, root } from "../lib/paths.mjs";

/** The folder in which programs for a Mac are linked, with the stand-ins for its tools. */
export const targetFolder = join(root, "target", "darwin");

const names = ["aarch64-apple-darwin", "x86_64-apple-darwin"];

/** The version is fixed, because releases differ in what the linker accepts. */
const zigVersion = "0.17.1";

/** Installs missing targets. */
export async function targets() {
  if (!findProgram("rustup")) {
    throw new Failure(
      "checking for a Mac needs Rust's standard library for its targets, and there is no rustup to add it",
      "install Rust with rustup, or a standard library for aarch64-apple-darwin and x86_64-apple-darwin by hand",
    );
  }
  const installed = execFileSync("rustup", ["target", "list", "--installed"], { cwd: root, encoding: "utf8" }).split(
    "\n",
  );
  const missing = names.filter((name) => !installed.includes(name));
  if (missing.length > 0) {
    await must(
      ["rustup", "target", "add", ...missing],
      "the standard library for a Mac could not be fetched; try again with a connection to Rust's own server",
    );
  }
  return names;
}

const variable = (target) => target.replaceAll("-", "_");

function script(name, lines) {
  const folder = join(targetFolder, "bin");
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${["#!/bin/sh", ...lines].join("\n")}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Stand-ins for a C compiler and archiver when nothing is linked. They create empty files. */
export function standIns(target) {
  const compiler = script("no-cc", [
    'while [ "$#" -gt 0 ]; do',
    '  if [ "$1" = -o ]; then : > "$2"; shift; fi',
    "  shift",
    "done",
  ]);
  const archiver = script("no-ar", [
    'for file in "$@"; do',
    '  case "$file" in *.a) printf \'!<arch>\\n\' > "$file" ;; esac',
    "done",
  ]);
  return { [`CC_${variable(target)}`]: compiler, [`AR_${variable(target)}`]: archiver };
}

/** The program zig, from the Python package that ships it; installed once, below `.cache`. */
async function zig() {
  if (process.env.UIPILOT_ZIG) return process.env.UIPILOT_ZIG;
  const folder = join(cacheFolder, `zig-${zigVersion}`);
  const file = join(folder, "ziglang", "zig");
  if (existsSync(file)) return file;
  const python = findProgram("python3", "python");
  const code = python
    ? await execute([
        ...[python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--root-user-action=ignore"],
        ...["--no-deps", "--target", folder, `ziglang==${zigVersion}`],
      ])
    : 127;
  if (code !== 0 || !existsSync(file)) {
    throw new Failure(
      `linking for a Mac needs zig ${zigVersion}, which Python's pip could not install`,
      "install Python 3 with pip (on Debian: python3-pip), or name a zig in UIPILOT_ZIG",
    );
  }
  return file;
}

/** Compiler, archiver and linker for a target: zig, without the arguments of rustc that it does not know. */
export async function linker(target) {
  const program = await zig();
  const machine = `${target.split("-")[0]}-macos`;
  const compiler = script(`cc-${target}`, [
    "left=$#",
    'while [ "$left" -gt 0 ]; do',
    "  argument=$1; shift; left=$((left - 1))",
    '  case "$argument" in',
    "    --target=* | -mmacosx-version-min=* | -gdwarf-2) ;;",
    "    -arch) shift; left=$((left - 1)) ;;",
    '    *) set -- "$@" "$argument" ;;',
    "  esac",
    "done",
    `exec "${program}" cc -target ${machine} "$@"`,
  ]);
  const archiver = script(`ar-${target}`, [`exec "${program}" ar "$@"`]);
  return {
    [`CC_${variable(target)}`]: compiler,
    [`AR_${variable(target)}`]: archiver,
    [`CARGO_TARGET_${variable(target).toUpperCase()}_LINKER`]: compiler,
    // There is no SDK, so rustc must not look for one.
    SDKROOT: targetFolder,
  };
}
