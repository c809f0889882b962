// What the published packages contain or install of others: from the lock files, and from what the bundler reads.
import { execFileSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { copied, external } from "../../ts-mcp/external.mjs";
import { Failure } from "./failure.mjs";

/**
 * A package of others, or a crate of this workspace.
 *
 * @typedef {object} Package
 * @property {string} id unlike that of any other package of its list
 * @property {string} name
 * @property {string} version
 * @property {string} licence as it states it: SPDX, or the older `A/B`
 * @property {string} folder where its files are on this machine
 * @property {string[]} needs ids of the packages in the list that it uses itself
 * @property {boolean} own whether it belongs to this workspace
 */

/** The crates that are linked into the addon, on any platform; the addon's own crate comes first. @returns {Package[]} */
export function linkedCrates(root) {
  const cargo = (...args) => execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  const { packages, resolve } = JSON.parse(cargo("metadata", "--format-version", "1", "--locked"));
  const addon = packages.find(({ name }) => name === "uipilot-node");
  // Its graph holds what any part of the workspace asks for: a test that wants one more feature of a crate brings that
  // feature's crates in, too. The tree is that of the addon alone.
  const tree = cargo(
    ...["tree", "--locked", "--package", addon.name, "--edges", "normal", "--target", "all"],
    ...["--prefix", "none", "--no-dedupe"],
  );
  const inTree = new Set([...tree.matchAll(/^(\S+) v(\S+)/gm)].map(([, name, version]) => `${name}@${version}`));
  const ofAddon = new Set(packages.filter(({ name, version }) => inTree.has(`${name}@${version}`)).map(({ id }) => id));
  const uses = new Map(
    resolve.nodes.map(({ id, deps }) => [
      id,
      // Those for builds and tests only are not linked.
      deps
        .filter(({ pkg, dep_kinds: kinds }) => ofAddon.has(pkg) && kinds.some(({ kind }) => kind === null))
        .map(({ pkg }) => pkg),
    ]),
  );
  const linked = reach(addon.id, (id) => uses.get(id));
  const byId = new Map(packages.map((each) => [each.id, each]));
  return [...linked].map((id) => {
    const { name, version, license, manifest_path: manifest, source } = byId.get(id);
    return {
      id,
      name,
      version,
      licence: license ?? "",
      folder: dirname(manifest),
      needs: uses.get(id),
      own: source === null,
    };
  });
}

/** The npm packages whose code is in the bundled server, or beside it. @returns {Promise<Omit<Package, "needs" | "own">[]>} */
export async function bundledModules(root) {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["ts-mcp/src/index.ts"],
    bundle: true,
    platform: "node",
    format: "esm",
    external,
    write: false,
    metafile: true,
    logLevel: "error",
    outdir: "unused",
  });
  // The modules may be behind a link: the keys of the lock file begin where they really are.
  const home = dirname(realpathSync(join(root, "node_modules")));
  const keys = new Set(
    Object.keys(metafile.inputs).flatMap((input) => {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      return folder === undefined ? [] : [relative(home, resolve(root, folder)).replaceAll("\\", "/")];
    }),
  );
  for (const name of copied) keys.add(`node_modules/${name}`);
  return [...keys].map((id) => {
    const folder = join(home, id);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { id, name, version, licence: license ?? "", folder };
  });
}

/**
 * The npm packages that an installation of a workspace's package brings, by the lock file.
 *
 * @param {{ packages: Record<string, object> }} lock package-lock.json
 * @param {string} workspace its folder, as in `npm/workspace`
 * @returns {string[]} their keys in the lock file
 */
export function installedModules(lock, workspace) {
  const installed = reach(workspace, (key) => modulesOf(lock, key));
  installed.delete(workspace);
  return [...installed];
}

/** The entries of the lock file that a package finds under the names of its dependencies. */
export function modulesOf(lock, key) {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = lock.packages[key];
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]);
  return [...names].flatMap((name) => {
    const found = find(lock, key, name);
    if (found !== undefined) return [found];
    if (name in optionalDependencies) return [];
    throw new Failure(
      `package-lock.json has no ${name}, which ${key} needs`,
      "write the lock file again, as CONTRIBUTING.md says under Dependencies",
    );
  });
}

/** Where Node finds a package: in the folder's own `node_modules`, or in those of the folders around it. */
function find(lock, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    if (folder.endsWith("node_modules")) continue;
    const key = folder === "." || folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = lock.packages[key];
    if (entry !== undefined) return entry.link ? entry.resolved : key;
    if (folder === "." || folder === "") return undefined;
  }
}

/** Everything that can be reached from one thing, itself first. */
function reach(first, next) {
  const reached = new Set();
  const waiting = [first];
  while (waiting.length > 0) {
    const each = waiting.pop();
    if (reached.has(each)) continue;
    reached.add(each);
    waiting.push(...next(each));
  }
  return reached;
}
