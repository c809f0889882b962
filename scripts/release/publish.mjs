// Publishes what is packed. What a registry has already is left alone, so that a run that broke off can be repeated.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { crate } from "./crate.mjs";
import { attempt, run } from "./run.mjs";
import { distTag } from "./versions.mjs";

/** The workflow's own identity, with which npm signs where a package comes from. */
const hasIdentity = () => Boolean(process.env.ACTIONS_ID_TOKEN_REQUEST_URL);

/**
 * Publishes tarballs to the registry that npm is set to.
 *
 * @param {import("./tarballs.mjs").Tarball[]} packed in the order in which they are published
 * @param {string} folder where npm runs
 */
export async function publishPackages(packed, folder) {
  if (hasIdentity()) checkRepository(packed);
  const known = await Promise.all(packed.map(({ name, version }) => published(name, version, folder)));
  const done = [];
  for (const [index, { file, name, version, integrity }] of packed.entries()) {
    const there = known[index];
    if (there === undefined) {
      await run(
        [
          "npm",
          "publish",
          file,
          "--access",
          "public",
          "--tag",
          distTag(version),
          ...(hasIdentity() ? ["--provenance"] : []),
        ],
        {
          cwd: folder,
          next: `${done.length === 0 ? "nothing" : done.join(", ")} is published; when the cause is gone, run the failed job again: it skips what is there`,
        },
      );
      console.log(`published ${name} ${version}`);
    } else if (there === integrity) console.log(`${name} ${version} is there already`);
    // A registry never takes a version twice. The same commit built again differs in nothing that matters.
    else console.log(`${name} ${version} is there already, from another build (${there})`);
    done.push(name);
  }
}

/** The registry refuses a package whose manifest names another repository than the one that built it. */
function checkRepository(packed) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  const url = `git+${server}/${name}.git`;
  const wrong = packed.filter(({ manifest }) => manifest.repository?.url !== url).map(({ name }) => name);
  if (wrong.length === 0) return;
  throw new Failure(
    `${wrong.join(", ")}: the manifest does not name the repository ${url}`,
    "`node scripts/release/workflow.mjs repository` before packing; scripts/pack.mjs has to copy the field into each manifest",
  );
}

/** What the registry says of a version's content; `undefined` where it does not have the version. */
export async function published(name, version, folder) {
  const { code, out } = await attempt(["npm", "view", `${name}@${version}`, "dist", "--json", "--prefer-online"], {
    cwd: folder,
  });
  const answer = out.trim() === "" ? undefined : JSON.parse(out);
  if (code === 0) return answer?.integrity;
  // What npm says of a package that never was published.
  if (answer?.error?.code === "E404") return undefined;
  throw new Failure(
    `the registry does not say whether it has ${name} ${version} (${answer?.error?.code ?? code})`,
    "run this again when the registry answers",
  );
}

/** Publishes the crate, unless crates.io has it. Compiles it first, as a user will. */
export async function publishCrate(root, version) {
  if (await onCratesIo(crate, version)) {
    console.log(`${crate} ${version} is there already`);
    return;
  }
  await run(["cargo", "publish", "--package", crate, "--locked"], {
    cwd: root,
    next: "when the cause is gone, run the failed job again",
  });
  console.log(`published ${crate} ${version}`);
}

/** Whether crates.io has a version of a crate. */
export async function onCratesIo(name, version) {
  // Elsewhere than in a workspace, whose own crate of that name it would tell.
  const folder = mkdtempSync(join(tmpdir(), "uipilot-crate-"));
  try {
    const command = ["cargo", "info", "--registry", "crates-io", `${name}@${version}`];
    return (await attempt(command, { cwd: folder })).code === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
