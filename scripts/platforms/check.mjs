// Checks the addon of a platform by reading it. Nothing is run, so each platform can be checked on any machine.
import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";
import { readBinary } from "./formats/binary.mjs";
import { oldestGlibc } from "./table.mjs";

/** What Node asks an addon for. */
const entry = "napi_register_module_v1";

/** The largest package, in bytes. */
export const largestPackage = 6 * 1024 * 1024;

/** Whether a version such as `2.28` is greater than another one. */
export function isNewer(version, than) {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** The newest glibc that the needed versions of symbols ask for; `undefined` where they ask for none. */
export function glibcFloor(versions) {
  return versions
    .flatMap((version) => /^GLIBC_(\d[\d.]*)$/.exec(version)?.[1] ?? [])
    .reduce((newest, version) => (newest === undefined || isNewer(version, newest) ? version : newest), undefined);
}

/** Folders of this machine that no published file may name. */
export function machineFolders() {
  const sysroot = execFileSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).trim();
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  return [...new Set([root, homedir(), sysroot, target, process.env.CARGO_HOME ?? join(homedir(), ".cargo")])];
}

/** Home folders as they are usual on each system. */
const homes = /(?<![\w.])(?:\/(?:home|Users|root)\/[\w.-]+|[A-Z]:\\Users\\[\w.-]+)/;

/**
 * The first folder of a machine that a file names.
 *
 * @param {Buffer} file
 * @param {string[]} folders
 */
export function foreignPath(file, folders) {
  const text = file.toString("latin1");
  // As the bytes of UTF-8, since a folder may have any letters.
  const bytes = (folder) => Buffer.from(folder).toString("latin1");
  const names = (folder) => ["/", "\\"].some((separator) => text.includes(bytes(folder) + separator));
  return folders.find(names) ?? homes.exec(text)?.[0];
}

/** One check: what was looked at, whether it is as it should be, and what was found. */
const check = (name, ok, found) => ({ name, ok, found });

/**
 * Checks an addon.
 *
 * @param {Buffer} file
 * @param {import("./table.mjs").Platform} platform
 * @param {string[]} folders those that the file may not name
 * @returns {{ name: string, ok: boolean, found: string }[]}
 */
export function checkAddon(file, platform, folders) {
  const binary = readBinary(file);
  const strange = binary.needed.filter((name) => !platform.libraries.test(name));
  const path = foreignPath(file, folders);
  return [
    check("format", binary.format === platform.format && (binary.library ?? true), binary.format),
    check("architecture", binary.arch === platform.cpu, binary.arch),
    check("entry point", binary.exports.includes(entry), binary.exports.includes(entry) ? entry : "none"),
    check("nothing else exported", binary.exports.length === 1, `${binary.exports.length} symbols`),
    check("libraries", strange.length === 0, strange.length > 0 ? strange.join(", ") : binary.needed.join(", ")),
    check("search paths", (binary.searchPaths ?? []).length === 0, (binary.searchPaths ?? []).join(", ") || "none"),
    ...own[platform.format](binary, platform),
    check("folders of a machine", path === undefined, path ?? "none"),
  ];
}

const own = {
  ELF: ({ versions, executableStack }, { libc }) => {
    const floor = glibcFloor(versions);
    const fits = libc === "musl" ? floor === undefined : floor !== undefined && !isNewer(floor, oldestGlibc);
    return [
      check("oldest glibc", fits, floor ?? "none"),
      check("stack", !executableStack, executableStack ? "executable" : "not executable"),
    ];
  },
  "Mach-O": ({ arch, oldestSystem, lookedUp, signature, ownName }, { oldestSystem: wanted }) => {
    // Macs with Intel's processors load what is not signed.
    const signed = signature === "fits" || (arch === "x64" && signature === "none");
    // Node offers its functions when it loads the addon. All else has to come from a library that is named.
    const loose = lookedUp.filter((name) => !name.startsWith("napi_"));
    return [
      check("oldest macOS", oldestSystem !== undefined && !isNewer(oldestSystem, wanted), oldestSystem ?? "none"),
      check("symbols without a library", loose.length === 0, loose.join(", ") || "none"),
      check("own name", ownName === undefined || !/^\/(?!usr\/lib\/)/.test(ownName), ownName ?? "none"),
      check("signature", signed, signature),
    ];
  },
  PE: () => [],
};

/** Checks the size of a packed package. */
export function checkSize(bytes) {
  return check("size", bytes <= largestPackage, `${(bytes / 1024 / 1024).toFixed(2)} MB`);
}
