// Whether a release can be made from a checkout.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasEntries, section } from "./changelog.mjs";
import { attempt, git } from "./run.mjs";

/**
 * What stands against a release.
 *
 * @param {string} root
 * @param {string} version
 * @returns {Promise<{ message: string, next: string }[]>}
 */
export async function obstacles(root, version) {
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const changes = await git(root, "status", "--porcelain");
  const branch = (await attempt(["git", "symbolic-ref", "--short", "--quiet", "HEAD"], { cwd: root })).out.trim();
  return [
    changes !== "" && {
      message: `the working tree has changes: ${changes.split("\n").slice(0, 5).join(", ").trim()}`,
      next: "commit or stash them",
    },
    branch !== "main" && {
      message: branch === "" ? "no branch is checked out" : `the branch is ${branch}`,
      next: "`git switch main`: releases are made from main",
    },
    (await tagged(root, version)) && {
      message: `there is a tag v${version} already`,
      next: "take a newer version; or, if the tag was never pushed, `git tag -d` it",
    },
    section(changelog, version) !== undefined && {
      message: `CHANGELOG.md has a section ${version} already`,
      next: "take a newer version",
    },
    section(changelog, "Unreleased") === undefined && {
      message: "CHANGELOG.md has no section Unreleased",
      next: "write `## [Unreleased]` with a line for each change that users notice",
    },
    section(changelog, "Unreleased") !== undefined &&
      !hasEntries(section(changelog, "Unreleased")) && {
        message: "CHANGELOG.md says of no change under Unreleased",
        next: "write a line there for each change that users notice",
      },
  ].filter(Boolean);
}

export async function tagged(root, version) {
  return (await tagCommit(root, version)) !== undefined;
}

/** The commit that a version's tag names. */
export async function tagCommit(root, version) {
  const { code, out } = await attempt(["git", "rev-parse", "--verify", "--quiet", `refs/tags/v${version}^{commit}`], {
    cwd: root,
  });
  return code === 0 ? out.trim() : undefined;
}
