// Packs for publication.
//
//   node scripts/pack.mjs [--out DIR]                           the addons in npm/core, as they were built there
//   node scripts/pack.mjs --all [--run] [--record]              builds, checks and packs the addon of every platform
//   node scripts/pack.mjs --platform NAME [--platform NAME]     the same for some platforms
//
// Prints the paths of the tarballs, one on each line. The default folder is target/packages. With --all or --platform,
// what was found is in platforms.json beside the tarballs, and a failed check is a failure (exit code 1).
//
// On macOS and Windows, the addon of that system is built with its own tools; everything else is built on Linux.
//
// --profile NAME   of cargo; default: dist, as it is published
// --built          take the addons that an earlier run has left in target/platforms, and build none
// --run            also runs what this machine can run: qemu, Wine and musl, with Chromium
// --tests          with --run: also builds and runs the engine's own tests for musl, as static programs
// --record         write docs/platforms.md from what was found; with --all and --run
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure, main } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { builtAddons, packAll } from "./platforms/packages.mjs";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: join(root, "target/packages") },
    all: { type: "boolean", default: false },
    platform: { type: "string", multiple: true, default: [] },
    profile: { type: "string", default: "dist" },
    built: { type: "boolean", default: false },
    run: { type: "boolean", default: false },
    tests: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
  },
});

await main(async () => {
  const out = resolve(values.out);
  if (values.all || values.platform.length > 0) {
    // Loaded here, so that packing alone needs none of it.
    const { packPlatforms } = await import("./platforms/main.mjs");
    await packPlatforms({ ...values, out });
    return;
  }
  if (values.run || values.record || values.built || values.tests) {
    throw new Failure("--run, --tests, --record and --built are about platforms", "add --all or --platform");
  }
  const addons = builtAddons();
  if (addons.length === 0) throw new Failure("There is no addon in npm/core", "run `npm run build`");
  for (const { tarball } of await packAll(addons, out)) console.log(tarball);
});
