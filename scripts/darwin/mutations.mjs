// Breaks a copy of the macOS backend on purpose, and checks that the checks notice.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { execute } from "../lib/command.mjs";
import { Failure } from "../lib/failure.mjs";
import { root } from "../lib/paths.mjs";
import { countTests } from "../lib/test-counts.mjs";
import { link } from "./link.mjs";
import { targetFolder, targets } from "./toolchain.mjs";

const copy = join(targetFolder, "mutant");
const backend = "crates/engine/src/desktop/macos";

/** A copy of the engine in a workspace of its own, with some text replaced. */
function mutate(file, from, to) {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(join(copy, "crates"), { recursive: true });
  cpSync(join(root, "crates/engine"), join(copy, "crates/engine"), {
    recursive: true,
    filter: (path) => !path.includes("node_modules") && !path.includes(join("engine", "injected")),
  });
  for (const name of ["Cargo.lock", "clippy.toml"]) cpSync(join(root, name), join(copy, name));
  const manifest = readFileSync(join(root, "Cargo.toml"), "utf8");
  writeFileSync(join(copy, "Cargo.toml"), manifest.replace(/^members = .*$/m, 'members = ["crates/engine"]'));
  const path = join(copy, backend, file);
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) {
    throw new Failure(
      `${backend}/${file} has no ${JSON.stringify(from)} to break`,
      "correct scripts/darwin/mutations.mjs",
    );
  }
  writeFileSync(path, text.replaceAll(from, to));
}

function missed(what) {
  throw new Failure(`${what} was broken on purpose, and no check noticed`, "find out why the check misses it");
}

/** A mistake that the contract tests must find. */
async function contractFails(what, file, from, to) {
  mutate(file, from, to);
  const output = [];
  const command = ["cargo", "test", "--offline", "--package", "uipilot-engine", "--lib", "desktop::macos::contract"];
  const code = await execute([...command, "--manifest-path", join(copy, "Cargo.toml")], {
    // The folder is that of the workspace's own build, because the dependencies are the same.
    env: { CARGO_TARGET_DIR: join(root, "target"), RUST_BACKTRACE: "0" },
    onOutput: (chunk) => output.push(chunk),
  });
  const text = Buffer.concat(output).toString();
  const { failed } = countTests(text);
  if (code === 0) missed(what);
  if (failed === 0)
    throw new Failure(`the copy with a broken ${what} did not compile\n${text}`, "correct the mutation");
  console.log(`  ${what}: ${failed} contract tests failed, as they should`);
}

/** What is broken on purpose. */
export const mutations = [
  {
    name: "a misspelt symbol does not link",
    run: async () => {
      mutate("sys/cg.rs", "CGEventPostToPid", "CGEventPostToPidd");
      const [target] = await targets();
      const { ok, output } = await link(target, relative(root, join(copy, "crates/engine/src")));
      if (ok) missed("a symbol");
      if (!/undefined symbol: _CGEventPostToPidd/.test(output)) {
        throw new Failure(`the link failed for another reason\n${output}`, "correct the mutation");
      }
      console.log("  a symbol: the linker said that it is undefined, as it should");
    },
  },
  {
    name: "an object that is retained once too often is found",
    run: () =>
      contractFails(
        "retain",
        "cf.rs",
        "        unsafe { CFRetain(object.as_ptr()) };\n        Some(Self(object))",
        "        unsafe { CFRetain(CFRetain(object.as_ptr())) };\n        Some(Self(object))",
      ),
  },
  {
    name: "a retain that is missing is found",
    run: () =>
      contractFails(
        "get rule",
        "cf.rs",
        "        unsafe { CFRetain(object.as_ptr()) };\n        Some(Self(object))",
        "        Some(Self(object))",
      ),
  },
  {
    name: "a key that does not come up is found",
    run: () => contractFails("key-up", "events.rs", "for down in [true, false] {", "for down in [true] {"),
  },
];
