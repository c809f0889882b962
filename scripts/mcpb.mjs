// Makes an MCP bundle for each addon in npm/core: one file with the server and everything it needs but Node and a browser.
//
//   node scripts/mcpb.mjs [--out DIR]     (default: target/bundles)
//
// Prints each path with its SHA-256 and its size. The same sources give the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { zipSync } from "fflate";
import { closure } from "./bundle/closure.mjs";
import { bundleManifest } from "./bundle/manifest.mjs";
import { Failure, main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { loadTools } from "./lib/tools.mjs";

/** What only compilers and debuggers read. */
const USELESS = /\.(?:[mc]?ts|tsx|map|tsbuildinfo)$/;
/** The packages that every bundle has, beside that with its addon. */
const SHARED = ["@uipilot/core", "@uipilot/workspace", "uipilot-mcp"];
/** Files of a zip have a date, and none before 1980. */
const DATE = new Date(1980, 0, 1);

await main(async () => {
  const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "target/bundles") } } });
  const out = resolve(values.out);
  const { toolSets } = await loadTools();
  const temporary = realpathSync(mkdtempSync(join(tmpdir(), "uipilot-bundle-")));
  try {
    const packages = unpacked(join(temporary, "packages"));
    const shared = SHARED.map((name) => packages.find((found) => found.name === name));
    const addons = packages.filter((found) => !shared.includes(found));
    rmSync(out, { recursive: true, force: true });
    mkdirSync(out, { recursive: true });
    for (const addon of addons) {
      const platform = addon.name.replace(/^@uipilot\/core-/, "");
      const folder = join(temporary, platform);
      fill(folder, [...shared, addon], bundleManifest(shared.at(-1).manifest, platform, toolSets.web));
      const file = join(out, `uipilot-${platform}.mcpb`);
      const bytes = zip(folder);
      writeFileSync(file, bytes);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      console.log(`${file} ${sha256} ${(bytes.length / 1e6).toFixed(1)} MB`);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

/** The packages as they are published. */
function unpacked(folder) {
  mkdirSync(folder);
  const pack = [process.execPath, [join(root, "scripts/pack.mjs"), "--out", join(folder, "tarballs")]];
  let printed;
  try {
    printed = execFileSync(...pack, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  } catch {
    throw new Failure("the packages could not be packed", "read the message above");
  }
  return printed
    .trim()
    .split("\n")
    .map((tarball, index) => {
      const place = join(folder, String(index));
      mkdirSync(place);
      execFileSync("tar", ["-xzf", tarball, "-C", place, "--strip-components=1"]);
      const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
      return { name: manifest.name, manifest, place };
    });
}

function fill(folder, packages, manifest) {
  const modules = join(folder, "server/node_modules");
  for (const { name, place } of packages) cpSync(place, join(modules, name), { recursive: true });
  for (const needed of closure("npm/workspace")) {
    // What one package alone needs is inside of it.
    const target = needed.startsWith("npm/workspace/")
      ? join(modules, "@uipilot/workspace", needed.slice("npm/workspace/".length))
      : join(folder, "server", needed);
    copyPackage(join(root, needed), target);
  }
  for (const file of ["start.mjs", "arguments.mjs"]) {
    cpSync(join(root, "scripts/bundle", file), join(folder, "server", file));
  }
  cpSync(join(root, "scripts/bundle/icon.png"), join(folder, "icon.png"));
  for (const file of ["LICENSE-MIT", "LICENSE-APACHE", "THIRD_PARTY.md"]) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Copies a package without the packages in it, which are copied by themselves where they are needed. */
function copyPackage(from, to) {
  const inner = join(from, "node_modules");
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, filter: (file) => file !== inner && !USELESS.test(file) });
}

function zip(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && !USELESS.test(file))
    .sort();
  const entries = files.map((file) => [
    relative(folder, file).split(sep).join("/"),
    [readFileSync(file), { os: 3, attrs: 0o100644 << 16 }],
  ]);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: DATE });
}
