// Checks all crates, those for builds and tests too: their licences, that they come from one registry, and that none is among
// those that deny.toml bans. It takes a second; cargo-deny checks the same and more, and its build takes minutes.
//
//   node scripts/check-crates.mjs
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, main } from "./lib/failure.mjs";
import { allowedLicences, choose } from "./lib/licences.mjs";
import { root } from "./lib/paths.mjs";

const allowed = allowedLicences();
const banned = [...readFileSync(join(root, "deny.toml"), "utf8").matchAll(/\{ crate = "([^"]+)" \}/g)].map(
  ([, name]) => name,
);

/** Why a crate may not be used, or `undefined`. */
function wrong({ name, license, source }) {
  if (banned.includes(name)) return "is banned in deny.toml";
  if (!choose(license ?? "", allowed)) return `has a licence that deny.toml does not allow: ${license ?? "none"}`;
  // What is in this repository has no source.
  return source === null || /^registry\+\S+\/crates\.io-index$/.test(source) ? undefined : `comes from ${source}`;
}

await main(() => {
  if (allowed.length === 0 || banned.length === 0)
    throw new Failure("deny.toml was not understood", "correct this script");
  const args = ["metadata", "--format-version", "1", "--locked", "--all-features"];
  const { packages } = JSON.parse(execFileSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }));
  const found = packages.flatMap((each) => {
    const why = wrong(each);
    return why === undefined ? [] : [`${each.name} ${each.version} ${why}`];
  });
  if (found.length > 0)
    throw new Failure(found.join("\n"), "use another crate, or change deny.toml after reading its licence");
  console.log(`${packages.length} crates`);
});
