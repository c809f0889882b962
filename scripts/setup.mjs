// Makes a fresh clone ready: installs what is missing, then builds the addon and the server.
// Running it again is cheap: a step with unchanged inputs is skipped.
//
//   node scripts/setup.mjs [--check] [--tests]
//
// --check: fails unless the committed generated files are up to date, and does not write them.
// --tests: installs everything that `npm test` needs, desktop programs included.
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { must } from "./lib/command.mjs";
import { main } from "./lib/failure.mjs";
import { seconds, timed } from "./lib/progress.mjs";
import { digest, isDone, remember } from "./lib/stamps.mjs";
import { browserPrograms, checkToolchains, desktopPrograms, ensurePrograms } from "./lib/system.mjs";
import { addonFile } from "./platform.mjs";

const manifests = [
  "package.json",
  "crates/engine/injected/package.json",
  "npm/core/package.json",
  "npm/workspace/package.json",
  "ts-mcp/package.json",
  "tests/package.json",
];

/**
 * Cargo's profile of the addon. CI sets `dev`: its crates are then shared with the Rust tests, and overflow checks and debug
 * assertions hold in every test.
 */
const profile = process.env.UIPILOT_ADDON_PROFILE || "release";
const buildAddon = [
  ...["node", "scripts/build-addon.mjs", "--profile", profile],
  ...(profile === "dev" ? ["--tests"] : []),
];

/** What the extension is built from, alone and as a part of uipilot-mcp. */
const extension = [
  "extension/package.json",
  "extension/build.mjs",
  "extension/src",
  "extension/static",
  "crates/engine/src/generated/injected.js",
  "crates/engine/src/generated/rest.js",
  "crates/engine/src/generated/by-hand.js",
  "crates/engine/src/generated/gate.js",
];

/**
 * The steps in order. A step runs again if the content of its inputs, its scripts or its outputs changed.
 * `check` replaces `command` if no committed file may be written.
 */
const steps = [
  {
    name: "npm packages",
    inputs: ["package-lock.json", ...manifests],
    outputs: ["node_modules/.package-lock.json"],
    command: ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"],
    failed: "read npm's message above; if package-lock.json is not up to date, run `npm install` and commit it",
  },
  {
    name: "in-page script",
    inputs: [
      "package-lock.json",
      "crates/engine/injected/src",
      "crates/engine/injected/build.mjs",
      "crates/engine/injected/parts.mjs",
    ],
    outputs: ["crates/engine/src/generated/injected.js", "crates/engine/src/generated/rest.js"],
    command: ["npm", "run", "--silent", "build", "-w", "@uipilot/injected"],
    check: ["node", "crates/engine/injected/build.mjs", "--check"],
    failed: "read the message above; `npm run generate` writes the generated files, then commit them",
  },
  {
    name: `engine and addon (${profile})`,
    inputs: [
      "Cargo.toml",
      "Cargo.lock",
      "crates/engine/Cargo.toml",
      "crates/engine/src",
      "crates/node-binding",
      "scripts/build-addon.mjs",
      "scripts/platform.mjs",
    ],
    outputs: [`npm/core/${addonFile()}`, "npm/core/binding.d.ts"],
    command: buildAddon,
    check: [...buildAddon, "--check"],
    failed: "read the compiler's message above; `npm run generate` writes the generated files, then commit them",
  },
  {
    name: "@uipilot/core",
    inputs: [
      "package-lock.json",
      "tsconfig.base.json",
      "npm/core/package.json",
      "npm/core/tsconfig.json",
      "npm/core/src",
      "npm/core/binding.d.ts",
    ],
    outputs: ["npm/core/dist/index.js"],
    command: ["npm", "run", "--silent", "build", "-w", "@uipilot/core"],
    failed: "correct the compiler's errors above",
  },
  {
    name: "@uipilot/workspace",
    inputs: [
      "package-lock.json",
      "tsconfig.base.json",
      "npm/workspace/package.json",
      "npm/workspace/tsconfig.json",
      "npm/workspace/src",
    ],
    outputs: ["npm/workspace/dist/index.js"],
    command: ["npm", "run", "--silent", "build", "-w", "@uipilot/workspace"],
    failed: "correct the compiler's errors above",
  },
  {
    name: "uipilot-mcp",
    inputs: [
      "package-lock.json",
      "tsconfig.base.json",
      "ts-mcp/package.json",
      "ts-mcp/build.mjs",
      "ts-mcp/external.mjs",
      "ts-mcp/src",
      "npm/workspace/src",
      ...extension,
    ],
    outputs: [
      "ts-mcp/dist/index.js",
      "ts-mcp/dist/uipilot-daemon.js",
      "ts-mcp/dist/uipilot.cjs",
      "ts-mcp/dist/extension/manifest.json",
    ],
    command: ["npm", "run", "--silent", "build", "-w", "uipilot-mcp"],
    failed: "correct the compiler's errors above",
  },
  {
    name: "uipilot-extension",
    inputs: ["package-lock.json", "ts-mcp/src/quote.ts", ...extension],
    outputs: ["extension/dist/manifest.json", "extension/dist/worker.js"],
    command: ["npm", "run", "--silent", "build", "-w", "uipilot-extension"],
    failed: "correct esbuild's errors above",
  },
];

/**
 * Prepares the repository to run and test.
 *
 * @param {object} [options]
 * @param {string[]} [options.programs] the required programs in addition to the compiler
 * @param {boolean} [options.check] fail if a committed generated file is out of date, instead of writing it
 */
export async function setup({ programs = browserPrograms, check = false } = {}) {
  const began = performance.now();
  checkToolchains();
  await ensurePrograms(["compiler", ...programs]);
  let skipped = 0;
  for (const { name, inputs, outputs, command, check: checkCommand, failed } of steps) {
    const before = digest(inputs, process.versions.node);
    if (isDone(name, before, outputs)) {
      skipped += 1;
      continue;
    }
    await timed(name, () => must((check && checkCommand) || command, failed));
    remember(name, before, outputs);
  }
  const upToDate = skipped === steps.length ? ", everything was up to date" : "";
  console.log(`✓ set up in ${seconds(performance.now() - began)}${upToDate}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const flag = { type: "boolean", default: false };
  const { check, tests } = parseArgs({ options: { check: flag, tests: flag } }).values;
  await main(() =>
    setup({ check, programs: [...browserPrograms, ...(tests ? [...desktopPrograms, "shellcheck"] : [])] }),
  );
}
