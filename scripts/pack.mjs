// Packs the built packages for publication: one for each addon in npm/core, the loader, the workspace tools, and the server.
//
//   node scripts/pack.mjs [--out DIR]     (default: target/packages)
//
// Prints the paths of the tarballs, one on each line.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({ options: { out: { type: "string", default: join(root, "target/packages") } } });
const out = resolve(values.out);
const core = join(root, "npm/core");
const workspace = join(root, "npm/workspace");
const server = join(root, "ts-mcp");
const loader = manifest(core);
/** The files in every package: the project's licences, and those of linked or bundled software. */
const notices = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD_PARTY.md"];

const addons = readdirSync(core).flatMap((file) => {
  const platform = /^uipilot\.(.+)\.node$/.exec(file)?.[1];
  return platform === undefined ? [] : [{ file, platform, name: `${loader.name}-${platform}` }];
});
if (addons.length === 0) {
  console.error("There is no addon in npm/core: run `npm run build` first.");
  process.exit(1);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const addon of addons) console.log(pack(platformManifest(addon), core, [addon.file]));
const optionalDependencies = Object.fromEntries(addons.map(({ name }) => [name, loader.version]));
console.log(pack({ ...published(loader), optionalDependencies }, core, ["dist", "binding.d.ts"]));
console.log(pack(published(manifest(workspace)), workspace, ["dist"]));
console.log(pack(published(manifest(server)), server, ["dist"]));

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** A manifest without the fields that concern only this repository. */
function published({ scripts, devDependencies, napi, ...rest }) {
  return rest;
}

/** The manifest of a package with one addon. npm installs it only on the addon's platform. */
function platformManifest({ file, platform, name }) {
  const [os, cpu, abi] = platform.split("-");
  const { version, license, engines } = loader;
  return {
    name,
    version,
    description: `The addon of ${loader.name} for ${platform}`,
    license,
    engines,
    os: [os],
    cpu: [cpu],
    ...(os === "linux" ? { libc: [abi === "musl" ? "musl" : "glibc"] } : {}),
    main: file,
  };
}

/** Packs a folder with exactly these files. Returns the tarball's path. */
function pack(manifest, from, files) {
  const folder = mkdtempSync(join(tmpdir(), "uipilot-pack-"));
  try {
    const whole = { ...manifest, files: [...files, ...notices] };
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(whole, null, 2)}\n`);
    for (const file of files) cpSync(join(from, file), join(folder, file), { recursive: true });
    for (const file of notices) cpSync(join(root, file), join(folder, file));
    const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", out], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return join(out, name.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
