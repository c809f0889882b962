// Packs the built packages for publication: one for each addon, the loader, the workspace tools, and the server.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import zopfli from "@gfx/zopfli";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { platforms } from "./table.mjs";

const core = join(root, "npm/core");
const workspace = join(root, "npm/workspace");
const server = join(root, "ts-mcp");

/** The files in every package: the project's licences, and those of linked or bundled software. */
const notices = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD_PARTY.md"];

/** npm as it was started with `npm run`; on Windows its name alone starts nothing. */
const started = process.env.npm_execpath ?? "";
const npm = started.endsWith("npm-cli.js") ? [process.execPath, started] : ["npm"];

/** @typedef {{ file: string, platform: import("./table.mjs").Platform }} Addon */

/** The addons of a folder, by their names. @returns {Addon[]} */
export function addonsIn(folder) {
  return readdirSync(folder).flatMap((file) => {
    const name = /^uipilot\.(.+)\.node$/.exec(file)?.[1];
    if (name === undefined) return [];
    const platform = platforms.find((platform) => platform.name === name);
    if (platform) return [{ file: join(folder, file), platform }];
    throw new Failure(`${file} is for a platform that is not published`, "add it to scripts/platforms/table.mjs");
  });
}

/** The folder of the addons that were built here, by `npm run build` or the release workflow. */
export const builtAddons = () => addonsIn(core);

/** Larger addons are builds for tests, which are not published. */
const LARGEST_PUBLISHED = 32 * 1024 * 1024;

/** Packs a package of an addon once more: npm packs fast, and this a twentieth smaller, in a minute. */
async function packSmall({ tarball, platform }, addons) {
  const addon = addons.find((addon) => addon.platform.name === platform);
  if (addon && statSync(addon.file).size <= LARGEST_PUBLISHED) {
    writeFileSync(tarball, await zopfli.gzipAsync(gunzipSync(readFileSync(tarball)), { numiterations: 3 }));
  }
}

/**
 * Packs everything into a folder, which is emptied first.
 *
 * @param {Addon[]} addons
 * @param {string} out
 * @returns {Promise<{ tarball: string, platform?: string }[]>} in the order in which they can be published
 */
export async function packAll(addons, out) {
  const loader = manifest(core);
  const name = (platform) => `${loader.name}-${platform.name}`;
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const optionalDependencies = Object.fromEntries(addons.map(({ platform }) => [name(platform), loader.version]));
  const packed = [
    ...addons.map(({ file, platform }) => ({
      tarball: pack(
        platformManifest(loader, platform, name(platform), basename(file)),
        { [basename(file)]: file },
        out,
      ),
      platform: platform.name,
    })),
    ...[
      [{ ...published(loader), optionalDependencies }, core, ["dist", "binding.d.ts", "README.md"]],
      [published(manifest(workspace)), workspace, ["dist", "README.md"]],
      [published(manifest(server)), server, ["dist", "README.md"]],
    ].map(([manifest, folder, files]) => ({
      tarball: pack(manifest, Object.fromEntries(files.map((file) => [file, join(folder, file)])), out),
    })),
  ];
  for (const one of packed) await packSmall(one, addons);
  return packed;
}

function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** A manifest without the fields that concern only this repository. */
function published({ scripts, devDependencies, napi, ...rest }) {
  return rest;
}

/** The manifest of a package with one addon. npm installs it only on the addon's platform, and runs nothing. */
export function platformManifest(
  { name: loader, version, license, repository, engines },
  { os, cpu, libc, title },
  name,
  file,
) {
  return {
    name,
    version,
    description: `The addon of ${loader} for ${title}`,
    license,
    // npm signs where a package comes from only if its manifest says the same.
    repository,
    engines,
    os: [os],
    cpu: [cpu],
    ...(libc ? { libc: [libc] } : {}),
    main: file,
  };
}

/** Packs exactly these files: their names in the package, and where they are. Returns the tarball's path. */
function pack(manifest, files, out) {
  const folder = mkdtempSync(join(tmpdir(), "uipilot-pack-"));
  try {
    const whole = { ...manifest, files: [...Object.keys(files), ...notices] };
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(whole, null, 2)}\n`);
    for (const [name, from] of Object.entries(files)) cpSync(from, join(folder, name), { recursive: true });
    for (const file of notices) cpSync(join(root, file), join(folder, file));
    const [program, ...args] = [...npm, "pack", "--silent", "--pack-destination", out];
    const name = execFileSync(program, args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return join(out, name.trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
