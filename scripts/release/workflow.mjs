// What the release workflow does beside building, one command each. Each may be run again.
//
//   node scripts/release/workflow.mjs COMMAND …
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Failure, main } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { registryName } from "../lib/registry-name.mjs";
import { platform } from "../platform.mjs";
import { released, section } from "./changelog.mjs";
import { publishCrate, publishPackages } from "./publish.mjs";
import { run } from "./run.mjs";
import { writeBills } from "./sbom.mjs";
import { tarballs, verify } from "./tarballs.mjs";
import { currentVersion, manifests } from "./versions.mjs";

const version = currentVersion(root);
const changelog = () => readFileSync(join(root, "CHANGELOG.md"), "utf8");

/** The commands, by name. */
const commands = {
  /** `tag NAME`: whether a tag is that of the version in this checkout, and the changelog knows it. */
  tag(name) {
    if (name !== `v${version}`) {
      throw new Failure(
        `the tag is ${name}, and the version ${version}`,
        "delete the tag, and make the release with `npm run release`, which tags its own commit",
      );
    }
    if (released(changelog(), version) === undefined) {
      throw new Failure(
        `CHANGELOG.md has no section ${version} with a date`,
        "make the release with `npm run release`",
      );
    }
    console.log(`${name} is ${version} of ${released(changelog(), version)}`);
  },

  /**
   * `repository URL`: writes into the manifests where the source is, which npm compares with where a package was built, and
   * the name that its owner gives the server in the MCP registry.
   */
  repository(url) {
    const owner = new URL(url).pathname.split("/")[1];
    for (const file of manifests(root)) {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8"));
      if (manifest.private) continue;
      manifest.repository = { type: "git", url: `git+${url}.git` };
      if (manifest.name === "uipilot-mcp") manifest.mcpName = registryName(owner);
      writeFileSync(join(root, file), `${JSON.stringify(manifest, null, 2)}\n`);
      console.log(`${manifest.name} is from ${url}`);
    }
  },

  /** `verify FOLDER all|here`: whether the tarballs are fit, for every platform or those that are there. */
  async verify(folder, which) {
    const packed = await tarballs(resolve(folder));
    const scratch = mkdtempSync(join(tmpdir(), "uipilot-verify-"));
    await verify(packed, { version, root, scratch, all: which === "all" });
    for (const { name } of packed) console.log(`${name} ${version} is fit`);
  },

  /** `bills FOLDER`: writes the bills of materials. */
  async bills(folder) {
    for (const { file, count } of await writeBills(root, resolve(folder))) console.log(`${file}: ${count} components`);
  },

  /** `notes FILE`: writes what the changelog says of the version. */
  notes(file) {
    const text = section(changelog(), version);
    if (text === undefined)
      throw new Failure(`CHANGELOG.md has no section ${version}`, "make the release with `npm run release`");
    writeFileSync(file, `${text}\n`);
  },

  /** `install PACKAGES FOLDER`: installs the tarballs of this platform, as a user would. */
  async install(packages, folder) {
    const packed = await tarballs(resolve(packages));
    const chosen = packed.filter(({ name, manifest: { os } }) => os === undefined || name.endsWith(`-${platform()}`));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    await run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...chosen.map(({ file }) => file)], {
      cwd: folder,
    });
    console.log(`installed ${chosen.map(({ name }) => name).join(", ")}`);
  },

  /** `publish FOLDER`: publishes the tarballs, each after what it asks for. */
  async publish(folder) {
    await publishPackages(await tarballs(resolve(folder)), root);
  },

  /** `crate`: publishes the engine's crate. */
  async crate() {
    await publishCrate(root, version);
  },
};

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (!Object.hasOwn(commands, name)) {
    throw new Failure(`there is no command ${name}`, `one of ${Object.keys(commands).join(", ")}`);
  }
  const command = commands[name];
  if (args.length < command.length)
    throw new Failure(`\`${name}\` needs more arguments`, "see scripts/release/workflow.mjs");
  await command(...args);
});
