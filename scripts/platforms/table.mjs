// The platforms that the addon is published for: how each is built, checked and run on a Linux machine.
import { Failure } from "../lib/failure.mjs";

/**
 * @typedef {object} Platform
 * @property {string} name as in the name of its package
 * @property {string} title for readers
 * @property {string} target of Rust
 * @property {string} [nativeTarget] that of a build on the platform itself, if it is another one
 * @property {"linux" | "darwin" | "win32"} os
 * @property {"x64" | "arm64"} cpu
 * @property {"glibc" | "musl"} [libc] as npm names it
 * @property {"zig" | "darwin" | "mingw"} builder what links it here, see `build.mjs`
 * @property {"ELF" | "Mach-O" | "PE"} format
 * @property {RegExp} libraries which libraries of the system it may be loaded with
 * @property {string} [oldestSystem] the oldest macOS that loads it
 * @property {string} builtWith for readers
 * @property {"here" | "qemu" | "musl" | "qemu-musl" | "wine"} [runner] what runs it here, see `runners.mjs`
 * @property {string} [notRun] why nothing here runs it
 */

/** The oldest glibc that Node 20 itself runs on; the addon needs no newer one. */
export const oldestGlibc = "2.28";

/** The oldest macOS that Node 20 runs on is 10.15; Apple's own processors begin with 11. */
const oldestMac = { x64: "10.15", arm64: "11.0" };

// libgcc_s is there wherever Node is, which needs it, too.
const glibc = /^(libc|libm|libpthread|libdl|librt|libgcc_s)\.so\.\d+$|^ld-linux-[\w-]+\.so\.\d+$/;
const musl = /^(libc|libc\.musl-\w+|libgcc_s)\.so(\.1)?$/;
const apple = /^\/(usr\/lib|System\/Library\/Frameworks)\//;
/** Libraries that every Windows 10 has. MinGW's own, such as libgcc and winpthread, are linked statically. */
const windows =
  /^(kernel32|ntdll|msvcrt|advapi32|bcrypt|bcryptprimitives|crypt32|ncrypt|secur32|ws2_32|user32|userenv|shell32|ole32|api-ms-win-[\w-]+)\.dll$/i;

function linux(cpu, libc, runner) {
  const machine = cpu === "x64" ? "x86_64" : "aarch64";
  const abi = libc === "musl" ? "musl" : "gnu";
  return {
    name: `linux-${cpu}-${abi}`,
    title: `Linux ${cpu}, ${libc}`,
    target: `${machine}-unknown-linux-${abi}`,
    os: "linux",
    cpu,
    libc,
    builder: "zig",
    format: "ELF",
    libraries: libc === "musl" ? musl : glibc,
    builtWith: libc === "musl" ? "zig, cargo-zigbuild" : `zig, cargo-zigbuild, for glibc ${oldestGlibc}`,
    runner,
  };
}

function mac(cpu) {
  return {
    name: `darwin-${cpu}`,
    title: `macOS ${cpu}`,
    target: `${cpu === "x64" ? "x86_64" : "aarch64"}-apple-darwin`,
    os: "darwin",
    cpu,
    builder: "darwin",
    format: "Mach-O",
    libraries: apple,
    oldestSystem: oldestMac[cpu],
    builtWith: "zig, over the lists of symbols in scripts/darwin/stubs",
    notRun: "nothing here runs programs of macOS",
  };
}

/** @type {Platform[]} */
export const platforms = [
  linux("x64", "glibc", "here"),
  linux("arm64", "glibc", "qemu"),
  linux("x64", "musl", "musl"),
  linux("arm64", "musl", "qemu-musl"),
  mac("x64"),
  mac("arm64"),
  {
    // The name is that of the release, which is built on Windows with Microsoft's tools; for Node both are the same.
    name: "win32-x64-msvc",
    title: "Windows x64",
    target: "x86_64-pc-windows-gnu",
    nativeTarget: "x86_64-pc-windows-msvc",
    os: "win32",
    cpu: "x64",
    builder: "mingw",
    format: "PE",
    libraries: windows,
    builtWith: "MinGW-w64, since Microsoft's libraries are in no registry",
    runner: "wine",
  },
];

/** The platforms with these names; all, if none is given. */
export function choose(names) {
  const unknown = names.filter((name) => !platforms.some((platform) => platform.name === name));
  if (unknown.length > 0) {
    throw new Failure(
      `there is no platform ${unknown.join(", ")}`,
      `name some of ${platforms.map(({ name }) => name).join(", ")}`,
    );
  }
  return names.length === 0 ? platforms : platforms.filter(({ name }) => names.includes(name));
}
