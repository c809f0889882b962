// Builds, checks, packs and runs the addon of several platforms, and records what was found.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { timed } from "../lib/progress.mjs";
import { addonsFolder, buildAddon } from "./build.mjs";
import { checkAddon, checkSize, machineFolders } from "./check.mjs";
import { write } from "./document.mjs";
import { runEngineTests } from "./engine-tests.mjs";
import { addonsIn, packAll } from "./packages.mjs";
import { runStory } from "./run.mjs";
import { choose } from "./table.mjs";

const text = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim();

/**
 * @param {{ all: boolean, platform: string[], profile: string, built: boolean, run: boolean, tests: boolean, record: boolean, out: string }} options
 */
export async function packPlatforms({ all, platform, profile, built, run, tests, record, out }) {
  if (record && !(all && run)) throw new Failure("--record records all platforms and what ran", "add --all and --run");
  if (run && `${process.platform} ${process.arch}` !== "linux x64") {
    throw new Failure("only a Linux x64 machine runs the other platforms", "leave out --run, or use such a machine");
  }
  const chosen = choose(all ? [] : platform);
  const addons = built ? left(chosen) : await build(chosen, profile);
  const packed = await timed("pack", () => packAll(addons, out));
  const tarballs = packed.map(({ tarball }) => tarball);
  const folders = machineFolders();
  const results = [];
  for (const { file, platform } of addons) {
    const { tarball } = packed.find((entry) => entry.platform === platform.name);
    const packedBytes = statSync(tarball).size;
    const checks = [...checkAddon(readFileSync(file), platform, folders), checkSize(packedBytes)];
    report(`checks of ${platform.name}`, checks);
    const { name, title, target, builtWith, notRun } = platform;
    results.push({ name, title, target, builtWith, bytes: statSync(file).size, packedBytes, checks, notRun });
  }
  // All are built and checked before any is run: what runs here takes the machine's processors.
  for (const result of run ? results : []) {
    const platform = addons.find((addon) => addon.platform.name === result.name).platform;
    if (!platform.runner) continue;
    result.ran = await timed(`run ${platform.name}`, () => tryStory(platform, tarballs));
    if (tests && platform.libc === "musl") {
      result.ran.steps.push(await timed(`engine tests on ${platform.name}`, () => runEngineTests(platform)));
    }
    report(`run of ${platform.name}, ${result.ran.how ?? "which could not be started"}`, result.ran.steps);
  }
  const found = {
    date: new Date().toISOString().slice(0, 10),
    version: JSON.parse(readFileSync(join(root, "npm/core/package.json"), "utf8")).version,
    // An earlier run does not say how it built.
    profile: built ? "of an earlier run" : profile,
    rust: text("rustc", "--version"),
    platforms: results,
  };
  writeFileSync(join(out, "platforms.json"), `${JSON.stringify(found, undefined, 2)}\n`);
  if (record) write(found);
  for (const tarball of tarballs) console.log(tarball);
  const failed = results.filter(({ checks, ran }) => [...checks, ...(ran?.steps ?? [])].some(({ ok }) => !ok));
  if (failed.length > 0) {
    throw new Failure(
      `not as it should be: ${failed.map(({ name }) => name).join(", ")}`,
      `look at the lines with ✗ above; ${join(out, "platforms.json")} has them all`,
    );
  }
}

/** Builds one after the other, because each build uses all processors. */
async function build(platforms, profile) {
  const addons = [];
  for (const platform of platforms) {
    const file = await timed(`build ${platform.name}`, () => buildAddon(platform, { profile }));
    addons.push({ file, platform });
  }
  return addons;
}

/** The addons that an earlier run has left. */
function left(platforms) {
  const found = existsSync(addonsFolder) ? addonsIn(addonsFolder) : [];
  const missing = platforms.filter((platform) => !found.some((addon) => addon.platform === platform));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name);
    throw new Failure(`${addonsFolder} has no addon for ${names.join(", ")}`, "leave out --built, which builds them");
  }
  return platforms.map((platform) => found.find((addon) => addon.platform === platform));
}

/** A program that is missing on this machine is a result, too: the other platforms are still run. */
async function tryStory(platform, tarballs) {
  try {
    const ran = await runStory(platform, tarballs);
    const right = ran.chosen.join() === platform.name;
    const chosen = { name: "install", ok: right, found: right ? "npm chose this package" : ran.chosen.join(", ") };
    return { ...ran, steps: [chosen, ...ran.steps] };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { steps: [{ name: "start", ok: false, found: `${error.message}; next: ${error.nextStep}` }] };
  }
}

function report(title, checks) {
  console.log(`  ${title}`);
  for (const { name, ok, found } of checks) console.log(`    ${ok ? "✓" : "✗"} ${name}: ${found}`);
}
