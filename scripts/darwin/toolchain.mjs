// The tools that build for a Mac on other systems: Rust's standard library for its targets, and zig as
// compiler and linker.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../lib/paths.mjs";
import { ensureTargets } from "../lib/rust-targets.mjs";
import { zig } from "../lib/zig.mjs";

/** The folder in which programs for a Mac are linked, with the stand-ins for its tools. */
export const targetFolder = join(root, "target", "darwin");

const names = ["aarch64-apple-darwin", "x86_64-apple-darwin"];

/** Installs missing targets. */
export async function targets() {
  await ensureTargets(names);
  return names;
}

const variable = (target) => target.replaceAll("-", "_");

function script(name, lines) {
  const folder = join(targetFolder, "bin");
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
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

/**
 * Compiler, archiver and linker for a target: zig, without the arguments of rustc that it does not know.
 *
 * @param {string} target
 * @param {string} [oldestSystem] the oldest macOS that loads what is linked; without it, zig's choice
 */
export async function linker(target, oldestSystem) {
  const program = await zig();
  const machine = `${target.split("-")[0]}-macos${oldestSystem ? `.${oldestSystem}` : ""}`;
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

/**
 * The linker of LLVM that comes with Rust, for libraries that are published: zig's own writes every symbol of a library
 * into its table of exports, whatever the list says. zig has the list of symbols of the system's C library.
 *
 * @param {string} target
 * @returns {Promise<{ linker: string, libraries: string }>} `libraries`: the folder of that list
 */
export async function libraryLinker(target) {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
  const host = /^host: (.+)$/m.exec(execFileSync("rustc", ["-vV"], { cwd: root, encoding: "utf8" }))[1];
  const program = join(sysroot, "lib/rustlib", host, "bin/rust-lld");
  // By this name, rustc knows whose arguments it takes. napi-build adds an argument for compilers.
  const linker = script(join(target, "rust-lld"), [
    "left=$#",
    'while [ "$left" -gt 0 ]; do',
    "  argument=$1; shift; left=$((left - 1))",
    '  case "$argument" in',
    "    -Wl) ;;",
    '    *) set -- "$@" "$argument" ;;',
    "  esac",
    "done",
    `exec "${program}" "$@"`,
  ]);
  return { linker, libraries: join(dirname(await zig()), "lib/libc/darwin") };
}
