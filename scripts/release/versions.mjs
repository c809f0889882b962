// The version of the workspace: what it is, what may come next, and every file that holds it.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";
import { Failure } from "../lib/failure.mjs";

const inCargo = /^(\[workspace\.package\]\n(?:.*\n)*?version = ")(.+)(")$/m;

/** The files in deploy/ that name the version, and where. */
const deployed = {
  "deploy/container/Containerfile": /^ARG PACKAGES=.*$/gm,
  "deploy/dev-container/src/uipilot/devcontainer-feature.json": /"(?:version|proposals|default)": .*$/gm,
  "deploy/dev-container/src/uipilot/install.sh": /^VERSION=.*$/gm,
};

/** The version that a checkout has now. */
export function currentVersion(root) {
  return inCargo.exec(readFileSync(join(root, "Cargo.toml"), "utf8"))[2];
}

/**
 * The version that is meant.
 *
 * @param {string} wish a version, or which part of the current one is raised
 * @param {string} current
 */
export function chosenVersion(wish, current) {
  if (["major", "minor", "patch"].includes(wish)) return semver.inc(current, wish);
  if (semver.valid(wish) !== wish) {
    const meant = semver.valid(wish) ?? semver.valid(semver.coerce(wish));
    throw new Failure(
      `${JSON.stringify(wish)} is no version`,
      `say patch, minor, major, or a version as in ${meant ?? semver.inc(current, "patch")}`,
    );
  }
  if (semver.lt(wish, current)) {
    throw new Failure(`${wish} is older than ${current}`, `take a newer one, such as ${semver.inc(current, "patch")}`);
  }
  return wish;
}

/** The tag of npm under which a version is published: `latest`, or the word of a pre-release as in `1.0.0-beta.1`. */
export function distTag(version) {
  const [word] = semver.prerelease(version) ?? ["latest"];
  return typeof word === "string" ? word : "next";
}

/** Sets the version everywhere that the tidy rule "one version everywhere" and the lock files look. */
export function setVersion(root, version) {
  const old = currentVersion(root);
  const cargo = join(root, "Cargo.toml");
  const text = readFileSync(cargo, "utf8").replace(inCargo, `$1${version}$3`);
  writeFileSync(
    cargo,
    // What a crate of the workspace wants of another one, where it says a version beside the path.
    text.replaceAll(/^(uipilot-\S+ = \{.*\bversion = ")=?[^"]+(".*\})$/gm, `$1=${version}$2`),
  );
  // Beside each manifest of crates is a lock file that names the crates of this workspace.
  for (const file of ["Cargo.lock", "fuzz/Cargo.lock"]) {
    edit(join(root, file), (lock) =>
      lock.replaceAll(/^(\[\[package\]\]\nname = "uipilot-(?!fuzz")[^"]+"\nversion = ")[^"]+(")$/gm, `$1${version}$2`),
    );
  }
  for (const file of manifests(root))
    edit(join(root, file), (json) => jsonWith(json, (value) => raise(value, version)));
  edit(join(root, "package-lock.json"), (json) =>
    jsonWith(json, ({ packages }) => {
      // Those of the workspace have folders of their own.
      for (const [key, entry] of Object.entries(packages)) if (!/(^|\/)node_modules\//.test(key)) raise(entry, version);
    }),
  );
  // The packages that the MCP registry shows. Biome keeps short objects on one line there, which JSON.stringify would not.
  edit(join(root, "server.json"), (json) => json.replaceAll(`"version": "${old}"`, `"version": "${version}"`));
  // What installs the server by its version.
  for (const [file, pattern] of Object.entries(deployed)) {
    edit(join(root, file), (text) => text.replaceAll(pattern, (found) => found.replaceAll(old, version)));
  }
  return old;
}

/** The manifests of all packages of the workspace, and of the examples that want one of them. */
export function manifests(root) {
  return execFileSync("git", ["ls-files", "-z", "--", "package.json", "**/package.json"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\0")
    .filter((file) => file !== "" && !file.includes("fixtures/"));
}

function raise(entry, version) {
  if (entry.version !== undefined) entry.version = version;
  for (const list of [entry.dependencies ?? {}, entry.optionalDependencies ?? {}]) {
    for (const name of Object.keys(list)) {
      if (name.startsWith("@uipilot/") || name === "uipilot-mcp") list[name] = version;
    }
  }
}

function jsonWith(text, change) {
  const value = JSON.parse(text);
  change(value);
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function edit(file, change) {
  if (existsSync(file)) writeFileSync(file, change(readFileSync(file, "utf8")));
}
