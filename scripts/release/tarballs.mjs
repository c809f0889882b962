// Checks packed tarballs before anyone installs them.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { Failure } from "../lib/failure.mjs";
import { platform } from "../platform.mjs";
import { platforms as table } from "../platforms/table.mjs";
import { attempt, run } from "./run.mjs";

/** The names of all platforms that have an addon of their own. */
export const platforms = table.map(({ name }) => name).sort();

const notices = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD_PARTY.md"];

/** What each package may contain beside its manifest and the notices. */
const contents = {
  "@uipilot/core": /^(dist\/[\w./-]+\.(js|d\.ts)|binding\.d\.ts|README\.md)$/,
  "@uipilot/workspace": /^(dist\/[\w./-]+\.(js|d\.ts)|README\.md)$/,
  "uipilot-mcp":
    /^(dist\/[\w.-]+\.[cm]?js|dist\/(uipilot-commands|tool-list|package)\.json|dist\/extension\/([\w-]+\.(js|html|css)|manifest\.json|icons\/\d+\.png)|README\.md)$/,
};
const addonOf = (name) => /^@uipilot\/core-(.+)$/.exec(name)?.[1];

/** Fields of a manifest that concern only the repository. */
const internal = ["scripts", "devDependencies", "private", "napi", "workspaces", "overrides"];

/**
 * @typedef {object} Tarball
 * @property {string} file
 * @property {string} name
 * @property {string} version
 * @property {string} integrity as npm writes it: `sha512-…`
 * @property {Record<string, any>} manifest
 */

/** The tarballs in a folder, in the order in which they are published: each after what it asks for. @returns {Promise<Tarball[]>} */
export async function tarballs(folder) {
  const found = [];
  for (const entry of readdirSync(folder)
    .filter((name) => name.endsWith(".tgz"))
    .sort()) {
    const file = join(folder, entry);
    const manifest = JSON.parse(await run(["tar", "-xzOf", entry, "package/package.json"], { cwd: folder }));
    const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
    found.push({ file, name: manifest.name, version: manifest.version, integrity, manifest });
  }
  return inOrder(found);
}

/** Sorts packages so that each comes after its dependencies among them. */
export function inOrder(packages) {
  const ordered = new Set();
  const add = (each, above) => {
    if (above.includes(each)) throw new Error(`a circle of dependencies: ${above.map(({ name }) => name).join(" → ")}`);
    for (const need of packages.filter(({ name }) => name in needed(each))) add(need, [...above, each]);
    ordered.add(each);
  };
  for (const each of packages) add(each, []);
  return [...ordered];
}

const needed = ({ manifest: { dependencies, optionalDependencies } }) => ({ ...dependencies, ...optionalDependencies });

/**
 * Checks tarballs: their manifests, files, notices, and that the server and the addon of this machine start.
 *
 * @param {Tarball[]} packed
 * @param {object} expected
 * @param {string} expected.version
 * @param {string} expected.root the checkout whose notices they carry
 * @param {string} expected.scratch an empty folder to unpack into; it is removed
 * @param {boolean} [expected.all] whether every platform has to be there
 * @returns {Promise<string[]>} what is wrong
 */
export async function faults(packed, { version, root, scratch, all = false }) {
  const names = packed.map(({ name }) => name);
  const wanted = [...(all ? platforms.map((each) => `@uipilot/core-${each}`) : []), ...Object.keys(contents)];
  const wrong = wanted.filter((name) => !names.includes(name)).map((name) => `there is no tarball of ${name}`);
  if (names.every((name) => addonOf(name) === undefined)) wrong.push("there is no tarball of an addon");
  try {
    for (const each of packed) {
      const folder = join(scratch, "node_modules", each.name);
      mkdirSync(folder, { recursive: true });
      await run(["tar", "-xzf", relative(folder, each.file), "--strip-components=1"], { cwd: folder });
      const say = (what) => wrong.push(`${each.name}: ${what}`);
      for (const what of manifestFaults(each, { version, names })) say(what);
      for (const what of fileFaults(each, folder, root)) say(what);
      // It looks for what npm would pack if the folder were a checkout; here, it is what was packed.
      const { messages, pkg } = await publint({ pkgDir: folder, pack: false, level: "warning", strict: true });
      for (const message of messages) say(formatMessage(message, pkg, { color: false }));
    }
    wrong.push(...(await startFaults(names, scratch, version)));
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
  return wrong;
}

function* manifestFaults({ name, manifest }, { version, names }) {
  const platform = addonOf(name);
  if (!(name in contents) && !platforms.includes(platform)) yield "no package of this name is published";
  if (manifest.version !== version) yield `its version is ${manifest.version}, not ${version}`;
  if (manifest.license !== "MIT OR Apache-2.0") yield `its licence is ${manifest.license}`;
  if (manifest.engines?.node === undefined) yield "it does not say which Node it needs";
  if (!manifest.description) yield "it has no description";
  for (const field of internal) if (field in manifest) yield `its manifest has "${field}"`;
  for (const [need, range] of Object.entries(needed({ manifest }))) {
    const own = need === "uipilot-mcp" || need.startsWith("@uipilot/");
    if (own && range !== version) yield `it wants ${need} ${range}, not ${version}`;
    if (own && !names.includes(need)) yield `it wants ${need}, which is not among the tarballs`;
    if (!/^[\d^~<>=. |-]+$/.test(range) && !own) yield `it wants ${need} ${range}, which is no version`;
  }
  if (platform !== undefined) {
    const [os, cpu, abi] = platform.split("-");
    const libc = { gnu: "glibc", musl: "musl" }[abi];
    if (`${manifest.os} ${manifest.cpu} ${manifest.libc}` !== `${os} ${cpu} ${libc}`)
      yield `it is for ${manifest.os} ${manifest.cpu} ${manifest.libc ?? ""}, not for ${platform}`;
  }
  if (name === "@uipilot/core") {
    for (const each of names.filter(addonOf))
      if (manifest.optionalDependencies?.[each] !== version) yield `it does not ask for ${each}`;
  }
}

function* fileFaults({ name, manifest }, folder, root) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  const platform = addonOf(name);
  const allowed = contents[name] ?? { test: (file) => file === `uipilot.${platform}.node` };
  for (const file of files) {
    if (file !== "package.json" && !notices.includes(file) && !allowed.test(file))
      yield `it has a foreign file: ${file}`;
  }
  for (const file of notices) {
    if (!files.includes(file)) yield `it has no ${file}`;
    else if (!readFileSync(join(folder, file)).equals(readFileSync(join(root, file))))
      yield `its ${file} is another one`;
  }
  const main = manifest.main ?? manifest.exports?.["."]?.default ?? Object.values(manifest.bin ?? {})[0];
  if (main === undefined || !files.includes(main.replace(/^\.\//, ""))) yield `its entry ${main} is not in it`;
}

/** Starts what needs no package of others. */
async function startFaults(names, scratch, version) {
  const wrong = [];
  const node = (...args) => attempt([process.execPath, ...args], { cwd: scratch });
  if (names.includes("uipilot-mcp")) {
    const { out, err } = await node("node_modules/uipilot-mcp/dist/index.js", "--version");
    if (out !== `${version}\n`) wrong.push(`uipilot-mcp --version says ${out.trim() || err.trim()}, not ${version}`);
  }
  if (names.includes("@uipilot/core") && names.includes(`@uipilot/core-${platform()}`)) {
    const script = 'const { Session } = await import("@uipilot/core"); await Session.open().close();';
    const { code, err } = await node("--input-type=module", "--eval", script);
    if (code !== 0) wrong.push(`@uipilot/core does not load its addon: ${err.trim()}`);
  }
  return wrong;
}

/** The same as an error, with all that is wrong. */
export async function verify(packed, expected) {
  const wrong = await faults(packed, expected);
  if (wrong.length === 0) return;
  throw new Failure(
    `the packed packages are not fit to be published:\n${wrong.map((what) => `    ${what}`).join("\n")}`,
    "correct what they are packed from (scripts/pack.mjs and each package.json), build, and run this again",
  );
}
