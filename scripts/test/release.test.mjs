import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { hasEntries, release, released, section } from "../release/changelog.mjs";
import { addonBill, serverBill, writeBills } from "../release/sbom.mjs";
import { faults, inOrder, tarballs } from "../release/tarballs.mjs";
import { chosenVersion, distTag } from "../release/versions.mjs";

const base = mkdtempSync(join(tmpdir(), "uipilot-release-test-"));
after(() => rmSync(base, { recursive: true, force: true }));

const text =
  "# Changelog\n\nWords.\n\n## [Unreleased]\n\n### Added\n\n- This.\n\n## [0.1.0] - 2026-01-02\n\n- First.\n";

test("the changelog moves what is unreleased under a version", () => {
  const moved = release(text, "0.2.0", "2026-03-04");
  assert.equal(section(moved, "Unreleased"), "");
  assert.equal(section(moved, "0.2.0"), "### Added\n\n- This.");
  assert.equal(section(moved, "0.1.0"), "- First.");
  assert.equal(section(moved, "0.3.0"), undefined);
  assert.equal(released(moved, "0.2.0"), "2026-03-04");
  assert.equal(released(moved, "Unreleased"), undefined);
  assert.ok(moved.startsWith("# Changelog\n\nWords.\n\n## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Added\n"));
  assert.equal(moved.replace("## [0.2.0] - 2026-03-04\n\n", ""), text);
  assert.ok(hasEntries(section(text, "Unreleased")));
  for (const empty of ["", "### Added", "Nothing yet."]) assert.ok(!hasEntries(empty), empty);
});

test("a version is newer, and written in full", () => {
  const cases = [
    ["patch", "0.1.1"],
    ["minor", "0.2.0"],
    ["major", "1.0.0"],
    ["0.1.0", "0.1.0"],
    ["1.0.0-beta.1", "1.0.0-beta.1"],
  ];
  for (const [wish, version] of cases) assert.equal(chosenVersion(wish, "0.1.0"), version);
  for (const wrong of ["", "0.0.9", "0.1.0-rc.1", "v1.2.3", "1.2", "1.2.3+a", "next", "01.2.3", "1.2.3 "]) {
    assert.throws(() => chosenVersion(wrong, "0.1.0"), Failure, wrong);
  }
  assert.deepEqual(["1.0.0", "1.0.0-beta.2", "1.0.0-0"].map(distTag), ["latest", "beta", "next"]);
});

test("packages are published after what they ask for", () => {
  const packed = (name, ...needs) => ({
    name,
    manifest: { dependencies: Object.fromEntries(needs.map((need) => [need, "1"])) },
  });
  const all = [packed("server", "core", "tools", "zod"), packed("tools"), packed("core", "addon"), packed("addon")];
  const order = inOrder(all).map(({ name }) => name);
  assert.deepEqual(order.toSorted(), ["addon", "core", "server", "tools"]);
  assert.deepEqual(
    order.filter((name) => name !== "tools"),
    ["addon", "core", "server"],
  );
  assert.equal(order.at(-1), "server");
  assert.throws(() => inOrder([packed("a", "b"), packed("b", "a")]), /circle/);
});

test("tarballs with anything wrong are refused, with all that is wrong", async () => {
  const folder = join(base, "packages");
  mkdirSync(folder);
  const pack = (name, manifest, files) => {
    const from = join(base, name.replace("/", "-"));
    mkdirSync(join(from, "package/dist"), { recursive: true });
    writeFileSync(join(from, "package/package.json"), JSON.stringify({ name, version: "0.1.0", ...manifest }));
    for (const [file, content] of Object.entries(files)) writeFileSync(join(from, "package", file), content);
    for (const notice of ["LICENSE-APACHE", "LICENSE-MIT", "THIRD_PARTY.md"])
      cpSync(join(root, notice), join(from, "package", notice));
    appendFileSync(join(from, "package/LICENSE-MIT"), name === "uipilot-mcp" ? " or not" : "");
    execFileSync("tar", ["-czf", join(folder, `${name.replace(/[@/]/g, "")}.tgz`), "-C", from, "package"]);
  };
  const good = { license: "MIT OR Apache-2.0", description: "d", engines: { node: ">=20" }, type: "module" };
  pack(
    "@uipilot/core",
    { ...good, exports: { ".": "./dist/index.js" }, scripts: {} },
    { "dist/index.js": "export {};\n", ".env": "SECRET=1" },
  );
  pack(
    "@uipilot/core-linux-x64-gnu",
    { ...good, os: ["linux"], cpu: ["arm64"], libc: ["glibc"], main: "uipilot.linux-x64-gnu.node" },
    {},
  );
  pack(
    "uipilot-mcp",
    {
      ...good,
      version: "0.2.0",
      bin: "dist/index.js",
      dependencies: { "@uipilot/core": "^0.1.0", zod: "file:../zod" },
    },
    { "dist/index.js": "console.log('0.1.0')" },
  );
  const found = await faults(await tarballs(folder), {
    version: "0.1.0",
    root,
    scratch: join(base, "scratch"),
    all: true,
  });
  const wanted = [
    /^there is no tarball of @uipilot\/core-win32-x64-msvc$/,
    /^there is no tarball of @uipilot\/workspace$/,
    /^@uipilot\/core: its manifest has "scripts"$/,
    /^@uipilot\/core: it has a foreign file: \.env$/,
    /^@uipilot\/core: it does not ask for @uipilot\/core-linux-x64-gnu$/,
    /^@uipilot\/core-linux-x64-gnu: it is for linux arm64/,
    /^@uipilot\/core-linux-x64-gnu: its entry uipilot.linux-x64-gnu.node is not in it$/,
    /^uipilot-mcp: its version is 0\.2\.0/,
    /^uipilot-mcp: it wants @uipilot\/core \^0\.1\.0/,
    /^uipilot-mcp: it wants zod file:/,
    /^uipilot-mcp: its LICENSE-MIT is another one$/,
    // Of publint.
    /^uipilot-mcp: .*shebang/i,
  ];
  for (const pattern of wanted)
    assert.ok(
      found.some((each) => pattern.test(each)),
      `${pattern}\n${found.join("\n")}`,
    );
});

/** Names with versions that another program finds. */
const listed = (text, pattern) => [...text.matchAll(pattern)].map(([, name, version]) => `${name}@${version}`).sort();
const componentsOf = (bom) =>
  [...bom.components].map(({ group, name, version }) => `${group ? `${group}/` : ""}${name}@${version}`).sort();

test("the addon's bill lists what cargo links, each with its licence and checksum", () => {
  const tree = execFileSync(
    "cargo",
    [
      "tree",
      "--locked",
      "--package",
      "uipilot-node",
      "--edges",
      "normal",
      "--target",
      "all",
      "--prefix",
      "none",
      "--no-dedupe",
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  const bom = addonBill(root);
  assert.deepEqual(componentsOf(bom), [...new Set(listed(tree, /^(\S+) v(\S+)/gm))]);
  for (const component of bom.components) {
    const own = component.name.startsWith("uipilot-") || component.version.endsWith("+uipilot");
    assert.equal(component.purl, `pkg:cargo/${component.name}@${component.version}`);
    assert.equal(component.licenses.size, 1, component.name);
    assert.equal(component.hashes.size, own ? 0 : 1, component.name);
  }
});

test("the server's bill lists what npm installs and what is bundled", async () => {
  const bom = await serverBill(root);
  const tree = execFileSync(
    process.platform === "win32" ? "npm.cmd" : "npm",
    ["ls", "--workspace", "uipilot-mcp", "--omit", "dev", "--all", "--json", "--package-lock-only"],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, shell: process.platform === "win32" },
  );
  const installed = new Set();
  const walk = ({ dependencies = {} }) => {
    for (const [name, each] of Object.entries(dependencies)) {
      if (each.version !== undefined && name !== "uipilot-mcp") installed.add(`${name}@${each.version}`);
      walk(each);
    }
  };
  walk(JSON.parse(tree));
  // THIRD_PARTY.md, whose table another step keeps up to date, lists what is bundled.
  const [, table] = readFileSync(join(root, "THIRD_PARTY.md"), "utf8").split(/^## In the server.*$/m);
  const bundled = listed(table.split(/^## /m)[0], /^\| (\S+) \| (\d\S*) \|/gm);
  assert.ok(bundled.length > 3);
  assert.deepEqual(componentsOf(bom), [...new Set([...installed, ...bundled])].sort());
  const marked = [...bom.components].filter(({ properties }) => properties.size > 0);
  assert.equal(marked.length, bundled.length);
  for (const { licenses, name } of bom.components) assert.equal(licenses.size, 1, name);
});

test("the bills fit the schema, are complete in themselves, and come out the same again", async () => {
  const read = async (folder) => (await writeBills(root, folder)).map(({ file }) => readFileSync(file, "utf8"));
  const first = await read(join(base, "bills"));
  assert.deepEqual(await read(join(base, "again")), first);
  for (const text of first) {
    const { bomFormat, specVersion, serialNumber, metadata, components, dependencies } = JSON.parse(text);
    assert.deepEqual([bomFormat, specVersion], ["CycloneDX", "1.6"]);
    assert.match(serialNumber, /^urn:uuid:[0-9a-f-]{36}$/);
    const reached = new Set();
    const reach = (ref) => {
      if (reached.has(ref)) return;
      reached.add(ref);
      for (const each of dependencies.find((one) => one.ref === ref)?.dependsOn ?? []) reach(each);
    };
    reach(metadata.component["bom-ref"]);
    // From what is published, a way leads to every part.
    assert.deepEqual(
      components.filter((each) => !reached.has(each["bom-ref"])).map(({ name }) => name),
      [],
    );
  }
});
