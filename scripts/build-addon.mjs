// Builds the addon with plain cargo (so that it shares target/ with every other cargo command) and
// writes its declarations with napi's own generator.
//
//   node scripts/build-addon.mjs [--profile dev|release|dist] [--tests] [--compile | --check]
//
// --tests: builds the engine's integration tests in the same go, with the features that all Rust tests have. Cargo would
//   otherwise build most dependencies and the engine twice, as tests add features to some of them.
// --compile: only compiles, which needs no npm packages.
// --check: fails unless the declarations are as committed, and writes only the addon.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { addonFile } from "./platform.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const core = join(root, "npm/core");
const { values } = parseArgs({
  options: {
    profile: { type: "string", default: "release" },
    tests: { type: "boolean", default: false },
    compile: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});

const crate = "uipilot-node";
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
// One folder for each profile: the macros write into it when the crate is compiled, and not when cargo
// finds it fresh.
const types = join(target, "binding-types", values.profile);
mkdirSync(types, { recursive: true });
const env = { ...process.env, NAPI_TYPE_DEF_TMP_FOLDER: types };
if (!existsSync(join(types, crate))) env.NAPI_FORCE_BUILD_UIPILOT_NODE = String(Date.now());
// Not `--tests`: the addon's own test would write the declarations a second time.
const tests = ["--package", "uipilot-engine", "--lib", "--test", "*", "--features", "uipilot-engine/schema"];
execFileSync(
  "cargo",
  ["build", "--locked", "--package", crate, "--profile", values.profile, ...(values.tests ? tests : [])],
  { cwd: root, env, stdio: "inherit" },
);
if (values.compile) process.exit();

const library = {
  linux: "libuipilot_node.so",
  darwin: "libuipilot_node.dylib",
  win32: "uipilot_node.dll",
}[process.platform];
// Cargo puts what is built for a named target into a folder of that name.
const built = join(target, env.CARGO_BUILD_TARGET ?? "", values.profile === "dev" ? "debug" : values.profile, library);
const addon = join(core, addonFile());
// The file is renamed into place, so that a process keeps the old file that it has loaded.
copyFileSync(built, `${addon}.new`);
renameSync(`${addon}.new`, addon);

const { generateTypeDef } = await import("@napi-rs/cli");
const { dts } = await generateTypeDef({
  typeDefDir: types,
  cwd: root,
  constEnum: false,
  dtsHeader:
    "// Generated from crates/node-binding by scripts/build-addon.mjs. Do not edit.\n\n" +
    "/** What is Node's Buffer. Its types come with a package that programs need not have. */\n" +
    "type Buffer = Uint8Array\n\n",
});
const declarations = join(core, "binding.d.ts");
if (values.check) {
  if (!existsSync(declarations) || readFileSync(declarations, "utf8") !== dts) {
    console.error("npm/core/binding.d.ts is out of date: run `npm run build:addon` and commit it.");
    process.exit(1);
  }
} else {
  writeFileSync(declarations, dts);
}
