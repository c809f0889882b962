// Makes a release: in a copy of the checkout first, and in the checkout only when everything else is done.
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Failure } from "../lib/failure.mjs";
import { seconds } from "../lib/progress.mjs";
import { hasEntries, release, section } from "./changelog.mjs";
import { obstacles, tagCommit, tagged } from "./checks.mjs";
import { commit, inCopy } from "./copy.mjs";
import { crate, packCrate } from "./crate.mjs";
import { git, run } from "./run.mjs";
import { writeBills } from "./sbom.mjs";
import { tarballs, verify } from "./tarballs.mjs";
import { chosenVersion, currentVersion, setVersion } from "./versions.mjs";

const subject = (version) => `chore: release ${version}`;

/**
 * Makes a release.
 *
 * @param {object} options
 * @param {string} options.root the checkout
 * @param {string} options.wish a version, or which part of the current one is raised
 * @param {boolean} options.dryRun whether the checkout stays as it is
 * @param {string} [options.out] where the packed files are kept
 */
export async function prepare({ root, wish, dryRun, out }) {
  const current = currentVersion(root);
  if (!dryRun && (await finish(root, wish, current))) return;
  const version = chosenVersion(wish, current);
  console.log(`${dryRun ? "A rehearsal of" : "Releasing"} ${version} (the current version is ${current})`);
  const against = await obstacles(root, version);
  if (!dryRun && against.length > 0) {
    const [first, ...others] = against;
    throw new Failure(
      [first.message, ...others.map(({ message, next }) => `${message} (next: ${next})`)].join("\n  "),
      first.next,
    );
  }
  await inCopy(root, dryRun, async (copy) => {
    const { order, kept } = await make(copy, version);
    for (const [from, name] of out === undefined ? [] : kept) {
      mkdirSync(out, { recursive: true });
      copyFileSync(from, join(out, name));
    }
    console.log("\nThe workflow publishes in this order:");
    for (const [index, line] of order.entries()) console.log(`  ${index + 1}. ${line}`);
    if (!dryRun) await take(root, copy, version);
  });
  if (dryRun) {
    for (const { message, next } of against) console.log(`\n! A real run would stop: ${message}\n  Next: ${next}`);
    console.log("\nNothing was changed, committed, tagged or uploaded.");
  } else told(version);
}

/** Ends a run that was interrupted between its commit and its tag. Says whether there was one. */
async function finish(root, wish, current) {
  const meant = /^\d/.test(wish) ? wish : current;
  if (meant !== current || (await git(root, "log", "-1", "--format=%s")) !== subject(current)) return false;
  if (await tagged(root, current)) {
    if (wish !== current) return false;
    if ((await tagCommit(root, current)) === (await git(root, "rev-parse", "HEAD"))) {
      console.log(`${current} has its commit and its tag already.`);
      told(current);
      return true;
    }
    return false;
  }
  console.log(`${current} has its commit already, and no tag.`);
  await tag(root, current, section(readFileSync(join(root, "CHANGELOG.md"), "utf8"), current));
  told(current);
  return true;
}

/** Everything of a release that needs no network, in a copy. */
async function make(copy, version) {
  const today = new Date().toISOString().slice(0, 10);
  const file = join(copy, "CHANGELOG.md");
  const packages = join(copy, "target/packages");
  const step = async (title, body) => {
    const began = performance.now();
    const result = await body();
    console.log(`  ✓ ${title(result)} (${seconds(performance.now() - began)})`);
    return result;
  };

  await step(
    () => `every manifest and lock file says ${version}`,
    async () => {
      setVersion(copy, version);
      await run(["cargo", "metadata", "--format-version", "1", "--locked", "--no-deps"], {
        cwd: copy,
        next: "correct scripts/release/versions.mjs: Cargo.lock does not fit Cargo.toml any more",
      });
    },
  );
  const notes = await step(
    () => `what was unreleased in CHANGELOG.md is ${version}`,
    () => {
      const changelog = readFileSync(file, "utf8");
      const changes = section(changelog, "Unreleased") ?? "";
      if (section(changelog, "Unreleased") !== undefined && section(changelog, version) === undefined) {
        writeFileSync(file, release(changelog, version, today));
      }
      return hasEntries(changes) ? changes : "No changes.";
    },
  );
  await step(
    () => "the invariants of the tree hold",
    () =>
      run([process.execPath, "scripts/tidy.mjs"], {
        cwd: copy,
        next: "`node scripts/tidy.mjs`; a file with a version belongs into setVersion of scripts/release/versions.mjs",
      }),
  );
  await step(
    () => "commit and tag",
    async () => {
      await git(copy, "add", "--all");
      await commit(copy, subject(version));
      await tag(copy, version, notes);
    },
  );
  // Each waits for programs most of the time.
  const [packed, bills, crateFile] = await Promise.all([
    step(
      (all) => `${all.length} packages are packed and fit`,
      () => packAll(copy, packages, version),
    ),
    step(
      (all) => `bills of materials: ${all.map(({ file, count }) => `${basename(file)} (${count})`).join(", ")}`,
      () => writeBills(copy, join(copy, "target/bills")),
    ),
    step(
      (file) => `the crate is packed: ${size(file)}`,
      () => packCrate(copy, join(copy, "target/crate")),
    ),
  ]);
  const left = await git(copy, "status", "--porcelain");
  if (left !== "") throw new Failure(`building changed committed files: ${left}`, "`npm run generate`, and commit");
  return {
    order: [
      ...packed.map(({ file, name }) => `npm: ${name} (${size(file)})`),
      `crates.io: ${crate} (${size(crateFile)})`,
    ],
    kept: [...packed.map(({ file }) => file), ...bills.map(({ file }) => file), crateFile].map((each) => [
      each,
      basename(each),
    ]),
  };
}

async function packAll(copy, out, version) {
  // The server's bundle contains its version.
  await run([process.execPath, "ts-mcp/build.mjs"], { cwd: copy });
  await run([process.execPath, "scripts/pack.mjs", "--out", out], {
    cwd: copy,
    next: "`npm run build`, and run this again",
  });
  const all = await tarballs(out);
  await verify(all, { version, root: copy, scratch: join(copy, "target/unpacked") });
  return all;
}

/** Brings the commit and the tag from the copy into the checkout. */
async function take(root, copy, version) {
  await git(root, "fetch", "--quiet", "--no-tags", copy, "HEAD");
  const next = "somebody committed meanwhile: run this again";
  await run(["git", "merge", "--quiet", "--ff-only", "FETCH_HEAD"], { cwd: root, next });
  // An object of its own: the copy's has the same content, but may have been made by an earlier run.
  await tag(root, version, section(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version));
}

async function tag(folder, version, notes) {
  // Lines of the changelog that begin with # are not comments.
  await git(
    folder,
    "tag",
    "--annotate",
    "--cleanup=whitespace",
    "--message",
    `uipilot ${version}\n\n${notes}`,
    `v${version}`,
  );
}

function told(version) {
  console.log(`\nNext: look at it (\`git show v${version}\`), then \`git push --atomic origin main v${version}\`.`);
  console.log("The tag starts .github/workflows/release.yml, which builds, tests and publishes.");
}

function size(file) {
  return `${(statSync(file).size / 1e6).toFixed(1)} MB`;
}
