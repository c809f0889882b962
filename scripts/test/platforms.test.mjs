import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { root } from "../lib/paths.mjs";
import { checkAddon, checkSize, foreignPath, glibcFloor, isNewer, largestPackage } from "../platforms/check.mjs";
import { text } from "../platforms/document.mjs";
import { readBinary } from "../platforms/formats/binary.mjs";
import { packAll } from "../platforms/packages.mjs";
import { serveRegistry } from "../platforms/registry.mjs";
import { install } from "../platforms/run.mjs";
import { choose, platforms } from "../platforms/table.mjs";

const packed = JSON.parse(readFileSync(join(root, "scripts/test/platforms/libraries.json"), "utf8"));
/** A small library for a platform; see platforms/README.md. */
const library = (name) => gunzipSync(Buffer.from(packed[name], "base64"));
const platform = (name) => choose([name])[0];

/** A copy in which some bytes are others. */
function changed(file, from, to) {
  const at = file.indexOf(from);
  assert.notEqual(at, -1, `the file has ${from}`);
  const copy = Buffer.from(file);
  copy.write(to, at, "latin1");
  return copy;
}

/** The names of the checks that fail. */
const failures = (file, name, folders = []) =>
  checkAddon(file, platform(name), folders)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

test("the library of each format is read, and passes the checks of its platform", () => {
  for (const name of Object.keys(packed)) {
    const binary = readBinary(library(name));
    assert.deepEqual(binary.exports, ["napi_register_module_v1"], name);
    assert.equal(binary.arch, platform(name).cpu, name);
    assert.ok(binary.needed.length > 0, name);
    assert.deepEqual(failures(library(name), name), [], name);
  }
  assert.deepEqual(readBinary(library("linux-arm64-gnu")).versions, ["GLIBC_2.28"]);
  assert.equal(readBinary(library("darwin-arm64")).oldestSystem, "11.0");
});

test("a file that is no library is refused", () => {
  assert.throws(() => readBinary(Buffer.from("#!/bin/sh\n".padEnd(100))), RangeError);
  assert.throws(() => readBinary(Buffer.alloc(0)), RangeError);
  assert.throws(() => readBinary(library("win32-x64-msvc").subarray(0, 100)), RangeError);
});

test("an addon in the place of another one is noticed", () => {
  const wrong = (name, other) => failures(library(other), name);
  assert.ok(wrong("linux-x64-gnu", "linux-arm64-gnu").includes("architecture"));
  assert.ok(wrong("linux-arm64-musl", "linux-arm64-gnu").includes("oldest glibc"));
  assert.ok(wrong("linux-x64-gnu", "linux-x64-musl").includes("libraries"));
  for (const { name, format } of platforms) {
    if (format === "ELF") assert.ok(failures(library("linux-x64-musl"), name).length > 0 || name === "linux-x64-musl");
    assert.throws(() => failures(Buffer.from("nothing"), name), RangeError);
  }
});

test("what is wrong with an addon is named", () => {
  const gnu = library("linux-arm64-gnu");
  assert.deepEqual(failures(changed(gnu, "GLIBC_2.28", "GLIBC_2.29"), "linux-arm64-gnu"), ["oldest glibc"]);
  assert.deepEqual(failures(changed(gnu, "libc.so.6", "libz.so.6"), "linux-arm64-gnu"), ["libraries"]);
  assert.deepEqual(failures(changed(gnu, "napi_register", "napi_registar"), "linux-arm64-gnu"), ["entry point"]);
  const windows = library("win32-x64-msvc");
  assert.deepEqual(failures(changed(windows, "KERNEL32.dll", "libgcc_s.dll"), "win32-x64-msvc"), ["libraries"]);
  const mac = library("darwin-arm64");
  assert.deepEqual(failures(changed(mac, "libSystem", "libZystem"), "darwin-arm64"), ["signature"]);
  assert.deepEqual(failures(changed(mac, "@rpath/a.node", "/opt/my/a.nod"), "darwin-arm64"), ["own name", "signature"]);
});

test("versions are compared by their numbers", () => {
  assert.ok(isNewer("2.28", "2.9"));
  assert.ok(!isNewer("2.28", "2.28"));
  assert.ok(!isNewer("2.2.5", "2.28"));
  assert.ok(isNewer("11.0", "10.15"));
  assert.equal(glibcFloor(["GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.4", "GCC_3.0"]), "2.17");
  assert.equal(glibcFloor(["GCC_3.0"]), undefined);
});

test("folders of a machine are found in a file, and what every build has is not", () => {
  const folders = ["/srv/größe/uipilot"];
  for (const path of [
    "/srv/größe/uipilot/crates/a.rs",
    "/home/me/.cargo/a",
    "/Users/me/a",
    "C:\\Users\\me\\a",
    `/${"ro" + "ot"}/a`,
  ]) {
    const file = Buffer.concat([Buffer.from([0, 255]), Buffer.from(path), Buffer.from([0])]);
    assert.ok(foreignPath(file, folders), path);
    assert.ok(failures(Buffer.concat([library("linux-x64-musl"), file]), "linux-x64-musl", folders).length > 0, path);
  }
  for (const path of [
    "/rustc/0123abc/library/core/src/a.rs",
    "/cargo/index/tokio-1/src/a.rs",
    "/srv/other/a",
    "/chroot/a",
  ]) {
    assert.equal(foreignPath(Buffer.from(path), folders), undefined, path);
  }
});

test("a package may have 6 MB", () => {
  assert.ok(checkSize(largestPackage).ok);
  assert.ok(!checkSize(largestPackage + 1).ok);
});

test("npm chooses the addon of each platform by itself", async () => {
  const base = mkdtempSync(join(tmpdir(), "uipilot-platforms-"));
  const addons = platforms.map((platform) => {
    const file = join(base, `uipilot.${platform.name}.node`);
    writeFileSync(file, platform.name);
    return { file, platform };
  });
  const tarballs = (await packAll(addons, join(base, "packages"))).map(({ tarball }) => tarball);
  for (const tarball of tarballs) assert.ok(statSync(tarball).size > 0);
  const registry = await serveRegistry(tarballs);
  try {
    const all = await Promise.all(
      platforms.map((platform) => install(platform, join(base, platform.name), registry.url)),
    );
    assert.deepEqual(
      all,
      platforms.map(({ name }) => [name]),
    );
    // None is published for this one, and that is no error of the installation.
    assert.deepEqual(await install({ os: "freebsd", cpu: "x64" }, join(base, "other"), registry.url), []);
  } finally {
    registry.close();
    rmSync(base, { recursive: true, force: true });
  }
});

test("the document says what failed and what was never run", () => {
  const checks = [
    { name: "format", ok: true, found: "ELF" },
    { name: "oldest glibc", ok: false, found: "2.35" },
  ];
  const steps = [
    { name: "install", ok: true, found: "" },
    { name: "load", ok: false, found: "no such file" },
  ];
  const of = (title, more) => ({
    title,
    name: "n",
    target: "t",
    builtWith: "b",
    bytes: 1,
    packedBytes: 1,
    checks,
    ...more,
  });
  const document = text({
    date: "2026-01-01",
    version: "1.2.3",
    profile: "dist",
    rust: "rustc",
    platforms: [
      of("Linux", { ran: { how: "here", node: "v20.0.0", steps } }),
      of("macOS", { notRun: "nothing runs it" }),
    ],
  });
  assert.match(document, /\*\*oldest glibc: 2\.35\*\*/);
  assert.match(document, /\| Linux \| here, Node 20\.0\.0 \| \*\*no\*\* \| not run \|/);
  assert.match(document, /- Linux, load: no such file/);
  assert.match(document, /\| macOS \| nothing runs it \| never run \|/);
});
