// Checks the macOS backend without a Mac: types and lints for both targets, a linked Mach-O, and the
// contract tests with stand-ins for the C calls. On request, it checks that each of these finds a
// deliberate error.
//
//   node scripts/check-darwin.mjs [--quick] [--mutations] [check] [clippy] [link] [contract]
//
// --quick: types and lints of what is built for the first target alone. The code asks for no processor, and its tests are compiled
// on this machine, too; the job `darwin` of the hosted workflow checks both targets with their tests.
//
// It cannot check how a real Mac answers. The job `macos` in .github/workflows/ci.yml does that.
import { parseArgs } from "node:util";
import { link } from "./darwin/link.mjs";
import { mutations } from "./darwin/mutations.mjs";
import { standIns, targets } from "./darwin/toolchain.mjs";
import { execute, must } from "./lib/command.mjs";
import { Failure, main } from "./lib/failure.mjs";
import { timed } from "./lib/progress.mjs";
import { digest, isDone, remember } from "./lib/stamps.mjs";

/** The contract tests, in the engine's own test program. */
export const contract = ["cargo", "test", "--package", "uipilot-engine", "--lib", "desktop::macos"];

const inputs = ["Cargo.toml", "Cargo.lock", "crates", "scripts/check-darwin.mjs", "scripts/darwin"];

/**
 * Types and lints of the whole workspace, for all targets at once. C code of crates is not compiled, because nothing is run.
 * The folder is cargo's usual one, so that macros and build scripts are shared with other builds for a named target.
 */
async function cargo(command, ...flags) {
  const names = (await targets()).slice(0, quick ? 1 : undefined);
  await must(
    [
      ...["cargo", command, "--quiet", "--locked", "--workspace", quick ? "--lib" : "--all-targets"],
      ...names.flatMap((name) => ["--target", name]),
      ...flags,
    ],
    `correct the compiler's errors above; run it again with \`npm run check:darwin -- ${command}\``,
    { env: Object.assign({}, ...names.map(standIns)) },
  );
}

const suites = {
  check: () => cargo("check"),
  clippy: () => cargo("clippy", "--", "-D", "warnings"),
  link: async () => {
    for (const target of await targets()) {
      const { ok, output } = await link(target, "crates/engine/src");
      if (!ok) throw new Failure(`a Mach-O for ${target} does not link\n${output}`, "correct the name of the symbol");
    }
  },
  contract: async () => {
    const code = await execute(contract);
    if (code !== 0) throw new Failure("the contract tests failed", "read what they print above");
  },
};

const { values, positionals } = parseArgs({
  options: { quick: { type: "boolean", default: false }, mutations: { type: "boolean", default: false } },
  allowPositionals: true,
});
const { quick } = values;

await main(async () => {
  const unknown = positionals.filter((name) => !(name in suites));
  if (unknown.length > 0) throw new Failure(`there is no suite ${unknown.join(", ")}`, Object.keys(suites).join(", "));
  const chosen = positionals.length > 0 ? positionals : Object.keys(suites);
  const state = digest(inputs);
  let ran = 0;
  const once = async (name, body) => {
    const stamp = `darwin ${name}${quick ? ", quick" : ""}`;
    if (positionals.length === 0 && isDone(stamp, state, [])) {
      console.log(`✓ ${name}: passed before for these sources`);
    } else {
      await timed(`darwin ${name}`, body);
      remember(stamp, state, []);
    }
    ran += 1;
  };
  for (const name of chosen) await once(name, suites[name]);
  if (values.mutations) for (const { name, run } of mutations) await once(name, run);
  console.log(`# pass ${ran}`);
});
