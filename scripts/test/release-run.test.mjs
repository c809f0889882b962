// Makes a release in a copy of the checkout, and runs the shell steps of the release workflow there, which publish it to a
// registry on this machine.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../lib/paths.mjs";
import { inCopy } from "../release/copy.mjs";
import { attempt } from "../release/run.mjs";
import { platforms, tarballs } from "../release/tarballs.mjs";
import { currentVersion } from "../release/versions.mjs";
import { startRegistry } from "./support/registry.mjs";
import { notHere, steps } from "./support/workflow.mjs";

/** Runs a program that has to succeed, and returns all that it said. */
async function good(cwd, command, env) {
  const { code, out, err } = await attempt(command, { cwd, env });
  assert.equal(code, 0, `${command.join(" ")}\n${out}\n${err}`);
  return `${out}${err}`;
}

const refs = (folder) => good(folder, ["git", "for-each-ref"]);

test("a release is made once, and the workflow's steps publish it", async (t) => {
  await inCopy(root, true, async (copy) => {
    const node = (...args) => attempt([process.execPath, ...args], { cwd: copy });
    const make = (...args) => node("scripts/release.mjs", ...args);
    await good(copy, ["git", "switch", "--quiet", "--force-create", "main"]);
    const before = await refs(copy);
    const [major, minor] = currentVersion(copy).split(".").map(Number);
    const version = `${major}.${minor + 1}.0`;
    const changelog = join(copy, "CHANGELOG.md");

    await t.test("not with changes, and not without any to tell of", async () => {
      const text = readFileSync(changelog, "utf8");
      writeFileSync(
        changelog,
        text.replace(/^## \[Unreleased\]$[\s\S]*?(?=^## \[|$(?![\s\S]))/m, "## [Unreleased]\n\n"),
      );
      const { code, err } = await make("minor");
      assert.equal(code, 1);
      assert.match(err, /the working tree has changes: M CHANGELOG\.md/);
      assert.match(err, /says of no change under Unreleased/);
      assert.match(err, /Next: commit or stash them/);
      writeFileSync(changelog, text.replace("## [Unreleased]\n", "## [Unreleased]\n\n- Seen by the test.\n"));
      await good(copy, ["git", "commit", "--quiet", "--all", "--message", "docs: a line"]);
    });

    await t.test("a rehearsal takes what is not committed along, and changes nothing", async () => {
      writeFileSync(join(copy, "extension/src/new file.ts"), "export {};\n");
      await good(copy, ["git", "rm", "--quiet", "biome.json"]);
      const before = [await good(copy, ["git", "status", "--porcelain"]), await refs(copy)];
      const { code, out, err } = await make("--dry-run", "--out", join(dirname(copy), "kept"));
      assert.equal(code, 0, `${out}\n${err}`);
      assert.match(out, /A real run would stop: the working tree has changes: D {2}biome\.json/);
      assert.match(out, /crates\.io: uipilot-engine/);
      assert.deepEqual([await good(copy, ["git", "status", "--porcelain"]), await refs(copy)], before);
      const kept = readdirSync(join(dirname(copy), "kept")).map((name) => /(\.cdx\.json|\.tgz|\.crate)$/.exec(name)[0]);
      assert.deepEqual([...new Set(kept)].sort(), [".cdx.json", ".crate", ".tgz"]);
      await good(copy, ["git", "reset", "--quiet", "--hard"]);
      rmSync(join(copy, "extension/src/new file.ts"));
    });

    await t.test("killed in the middle, with all that it has started, it leaves nothing", async () => {
      const child = spawn(process.execPath, ["scripts/release.mjs", "minor"], {
        cwd: copy,
        // What it leaves there goes with the copy.
        env: { ...process.env, TMPDIR: dirname(copy) },
        stdio: ["ignore", "pipe", "ignore"],
        detached: true,
      });
      const ended = once(child, "exit");
      // By then it has committed and tagged in its copy.
      for await (const text of child.stdout.setEncoding("utf8")) if (text.includes("commit and tag")) break;
      process.kill(-child.pid, "SIGKILL");
      await ended;
      assert.equal(await good(copy, ["git", "tag"]), "");
      assert.equal(await good(copy, ["git", "status", "--porcelain"]), "");
    });

    await t.test("with a commit and a tag of its own", async () => {
      const { code, out, err } = await make("minor");
      assert.equal(code, 0, `${out}\n${err}`);
      assert.match(out, new RegExp(`git push --atomic origin main v${version}`));
      assert.equal((await good(copy, ["git", "log", "-1", "--format=%s"])).trim(), `chore: release ${version}`);
      const told = await good(copy, [
        "git",
        "for-each-ref",
        "--format=%(objecttype) %(contents)",
        `refs/tags/v${version}`,
      ]);
      assert.match(told, new RegExp(`^tag uipilot ${version}\\n\\n- Seen by the test\\.`));
      assert.equal(await good(copy, ["git", "status", "--porcelain"]), "");
      const { packages } = JSON.parse(readFileSync(join(copy, "package-lock.json"), "utf8"));
      assert.equal(packages["ts-mcp"].dependencies["@uipilot/core"], version);
      await good(copy, ["cargo", "metadata", "--locked", "--no-deps", "--format-version", "1"]);
    });

    await t.test("once: a second run says so, and ends one that had no tag yet", async () => {
      const tag = await refs(copy);
      const again = await make(version);
      assert.match(again.out, /has its commit and its tag already/);
      assert.equal(await refs(copy), tag);
      await good(copy, ["git", "tag", "--delete", `v${version}`]);
      const { code, out } = await make("minor");
      assert.equal(code, 0);
      assert.match(out, /has its commit already, and no tag/);
      assert.equal((await good(copy, ["git", "tag"])).trim(), `v${version}`);
      // There is nothing to tell of a next one.
      assert.equal((await make("minor")).code, 1);
      assert.notEqual(tag, before);
    });

    const registry = await startRegistry(
      join(dirname(copy), "registry"),
      (await good(copy, ["npm", "config", "get", "registry"])).trim(),
    );
    try {
      await t.test("the workflow's steps run", async (t) => {
        const env = {
          ...registry.env,
          GITHUB_REF_NAME: `v${version}`,
          GITHUB_SERVER_URL: "https://github.example",
          GITHUB_REPOSITORY: "someone/uipilot",
          GITHUB_REPOSITORY_OWNER: "someone",
          // There is an addon of one platform here.
          PLATFORMS: "here",
        };
        const bash = (script, more) =>
          attempt(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
            cwd: copy,
            env: { ...env, ...more },
          });
        const ran = new Set();
        for (const { job, title, run } of steps) {
          // The same script in several jobs runs once.
          if (title in notHere || ran.has(run)) continue;
          ran.add(run);
          await t.test(`${job}: ${title}`, async () => {
            const { code, out, err } = await bash(run);
            assert.equal(code, 0, `${run}\n${out}\n${err}`);
          });
        }
        const step = (wanted) => steps.find(({ title }) => title === wanted).run;

        await t.test("a tag of another version is refused", async () => {
          const { code, err } = await bash(step("The tag is the version"), { GITHUB_REF_NAME: "v9.9.9" });
          assert.equal(code, 1);
          assert.match(err, /the tag is v9\.9\.9, and the version/);
        });
        await t.test("packages of some platforms only are refused", async () => {
          const { code, err } = await bash(step("Verify"), { PLATFORMS: "all" });
          assert.equal(code, 1);
          assert.equal(err.match(/there is no tarball of @uipilot\/core-/g).length, platforms.length - 1);
        });
        await t.test("a second run publishes nothing twice", async () => {
          const { code, out } = await bash(step("Publish to npm"));
          assert.equal(code, 0);
          const packed = await tarballs(join(copy, "packages"));
          for (const { name, manifest } of packed) {
            assert.equal(manifest.repository?.url, "git+https://github.example/someone/uipilot.git", name);
          }
          assert.equal(out.match(/is there already$/gm).length, packed.length);
          assert.doesNotMatch(out, /published/);
        });
        await t.test(
          "with an identity, a manifest that names no source is refused before anything is published",
          async () => {
            const { code, err } = await bash(step("Publish to npm"), {
              ACTIONS_ID_TOKEN_REQUEST_URL: "https://github.example/token",
              GITHUB_REPOSITORY: "other/fork",
            });
            assert.equal(code, 1);
            assert.match(err, /does not name the repository git\+https:\/\/github\.example\/other\/fork\.git/);
          },
        );
        await t.test(
          "the package and the registry know the server by one name, and the bundle by its address",
          async () => {
            const [server] = (await tarballs(join(copy, "packages"))).filter(({ name }) => name === "uipilot-mcp");
            const registered = JSON.parse(readFileSync(join(copy, "server.json"), "utf8"));
            assert.equal(server.manifest.mcpName, "io.github.someone/uipilot");
            assert.equal(registered.name, server.manifest.mcpName);
            assert.match(
              registered.packages.at(-1).identifier,
              new RegExp(`/releases/download/v${version}/uipilot-.*\\.mcpb$`),
            );
          },
        );
        await t.test("the notes are what the changelog says", () => {
          assert.match(readFileSync(join(copy, "packages/NOTES.md"), "utf8"), /^- Seen by the test\./);
          assert.equal(readdirSync(join(copy, "packages")).filter((name) => name.endsWith(".cdx.json")).length, 2);
        });
      });

      await t.test("what is published installs into an empty folder, and works", async () => {
        const folder = join(dirname(copy), "installed");
        mkdirSync(folder);
        writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
        await good(folder, ["npm", "install", "--no-audit", "--no-fund", "@uipilot/core"], registry.env);
        const script =
          'const { Session } = await import("@uipilot/core"); await Session.open().close(); console.log("works");';
        assert.equal(await good(folder, [process.execPath, "--input-type=module", "--eval", script]), "works\n");
        const { version: installed } = JSON.parse(
          readFileSync(join(folder, "node_modules/@uipilot/core/package.json"), "utf8"),
        );
        assert.equal(installed, version);
        assert.ok(existsSync(join(folder, "node_modules/@uipilot")));
      });
    } finally {
      await registry.stop();
    }

    await t.test("without a registry, publishing says that it does not know", async () => {
      const { code, err } = await attempt(["node", "scripts/release/workflow.mjs", "publish", "packages"], {
        cwd: copy,
        // npm remembers what it was told.
        env: { ...registry.env, npm_config_cache: join(dirname(copy), "empty") },
      });
      assert.equal(code, 1);
      assert.match(err, /the registry does not say whether it has/);
    });
  });
});
