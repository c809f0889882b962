// A copy of the checkout, in which a release is made first. The checkout is as it was, however that ends.
import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git } from "./run.mjs";

/** What git ignores and a package is made of. */
const built = ["npm/core/dist", "npm/workspace/dist", "ts-mcp/dist"];

/**
 * Runs something in a copy of a checkout, with what was built in it, and removes the copy.
 *
 * @template T
 * @param {string} root the checkout
 * @param {boolean} rehearsal whether changes that are not committed are in the copy, as a commit, which is not signed
 * @param {(copy: string) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function inCopy(root, rehearsal, body) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "uipilot-release-")));
  const remove = () => rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  const stopped = (signal) => {
    remove();
    console.error(`\nStopped by ${signal}. Nothing of the checkout was changed.`);
    process.exit(signal === "SIGINT" ? 130 : 143);
  };
  process.once("SIGINT", stopped).once("SIGTERM", stopped);
  try {
    const copy = join(base, "uipilot");
    await git(root, "clone", "--quiet", "--shared", "--no-tags", root, copy);
    await identify(root, copy, rehearsal);
    if (rehearsal) await bringChanges(root, copy);
    bringBuilds(root, copy);
    return await body(copy);
  } finally {
    process.off("SIGINT", stopped).off("SIGTERM", stopped);
    remove();
  }
}

/** Who commits, and with which key, may be said for the checkout alone. */
async function identify(root, copy, rehearsal) {
  const settings = (await git(root, "config", "--list", "--null")).split("\0").map((setting) => setting.split("\n"));
  for (const [name, ...value] of settings) {
    if (/^(user\.|gpg\.|(commit|tag)\.gpgsign$)/i.test(name)) await git(copy, "config", name, value.join("\n"));
  }
  if (!rehearsal) return;
  for (const name of ["commit.gpgsign", "tag.gpgsign"]) await git(copy, "config", name, "false");
  if (settings.some(([name]) => name === "user.email")) return;
  await git(copy, "config", "user.name", "rehearsal");
  await git(copy, "config", "user.email", "rehearsal@localhost");
}

/** Files that were changed, added or removed and not committed. */
async function bringChanges(root, copy) {
  const list = async (...kinds) =>
    (await git(root, "ls-files", "-z", ...kinds)).split("\0").filter((file) => file !== "");
  const staged = (await git(root, "diff", "--name-only", "--no-renames", "-z", "HEAD"))
    .split("\0")
    .filter((file) => file !== "");
  const changed = new Set([...staged, ...(await list("--others", "--exclude-standard"))]);
  if (changed.size === 0) return;
  for (const file of changed) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
    else rmSync(join(copy, file), { force: true });
  }
  await git(copy, "add", "--all");
  await commit(copy, "wip: what is not committed yet");
}

function bringBuilds(root, copy) {
  const addons = readdirSync(join(root, "npm/core")).filter((file) => file.endsWith(".node"));
  for (const path of [...built, ...addons.map((file) => `npm/core/${file}`)]) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
}

/** Commits what is staged in a copy. Its hooks are those of the checkout, which a commit there runs. */
export async function commit(copy, message) {
  await git(copy, "commit", "--quiet", "--no-verify", "--message", message);
}
