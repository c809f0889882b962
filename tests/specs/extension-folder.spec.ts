/** `uipilot-mcp extension`, which writes the extension where the user wants it, and the archive for the Web Store. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsOf } from "../../scripts/lib/extension-check.mjs";
import { canHide } from "../support/grid.ts";
import { root, serverEntry } from "../support/paths.ts";

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-folder-")));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, HOME: home, XDG_DATA_HOME: "" });

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [serverEntry, "extension", ...args], {
    encoding: "utf8",
    env: environment(),
  });
  return { stdout, stderr, status };
}

const source = path.join(path.dirname(serverEntry), "extension");
const usual = (): string => path.join(home, ".local/share/uipilot/extension");
const tree = (folder: string): string[] => (readdirSync(folder, { recursive: true }) as string[]).sort();
const version = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as { version: string }).version;

/** Makes what is in a folder an older version, with a file that the new one does not have. */
function age(folder: string): void {
  const file = path.join(folder, "manifest.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/"version": "[^"]+"/, '"version": "0.0.1"'));
  writeFileSync(path.join(folder, "old.js"), "");
}

describe("uipilot-mcp extension", () => {
  it("writes it into the user's data folder, says the steps, and does nothing the second time", () => {
    const first = run();
    expect(first).toMatchObject({ status: 0, stderr: "" });
    expect(first.stdout).toContain(`The extension ${version(source)} is now in "${usual()}".`);
    for (const step of [
      "1. Open chrome://extensions",
      '2. Press "Load unpacked"',
      "3. Start the server with --extension",
    ])
      expect(first.stdout).toContain(step);
    expect(tree(usual())).toEqual(tree(source));
    expect(tree(usual())).toContain("icons/128.png");
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringMatching(/is in ".*" already\./) });
    expect(readdirSync(path.dirname(usual()))).toEqual(["extension"]);
  });

  it("brings it up to date where it is", () => {
    const folder = path.join(home, "my extension");
    expect(run("--to", folder).status).toBe(0);
    age(folder);
    const { status, stdout } = run("--to", folder, "--update");
    expect(status).toBe(0);
    expect(stdout).toMatch(/it was 0\.0\.1 before\.\nPress the round arrow/);
    expect(stdout).not.toContain("Load unpacked");
    expect(tree(folder)).toEqual(tree(source));
    // What is behind a link is replaced there, and the link stays.
    age(folder);
    symlinkSync(folder, path.join(home, "link"));
    expect(run("--to", path.join(home, "link")).status).toBe(0);
    expect(realpathSync(path.join(home, "link"))).toBe(folder);
    expect(version(folder)).toBe(version(source));
    expect(run("--to", path.join(home, "nothing"), "--update")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/there is no extension in .*\n→ leave out --update/),
    });
  });

  it("leaves what is not its own alone", () => {
    const folder = path.join(home, "documents");
    mkdirSync(folder);
    expect(run("--to", folder).status).toBe(0);
    const other = path.join(home, "other");
    cpSync(source, other, { recursive: true });
    const manifest = path.join(other, "manifest.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"key": "[^"]+"/, '"key": "another"'));
    const notes = path.join(home, "notes");
    mkdirSync(notes);
    writeFileSync(path.join(notes, "thesis.txt"), "years of work");
    for (const taken of [other, notes]) {
      const before = tree(taken);
      expect(run("--to", taken)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/has something else in it/),
      });
      expect(tree(taken)).toEqual(before);
    }
    expect(run("--to", path.join(notes, "thesis.txt"))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/is no folder/),
    });
  });

  it("is whole after it was killed at any time", async () => {
    expect(run().status).toBe(0);
    for (const afterMs of [60, 120, 200]) {
      age(usual());
      const child = spawn(process.execPath, [serverEntry, "extension"], { env: environment(), stdio: "ignore" });
      const ended = once(child, "exit");
      setTimeout(() => child.kill("SIGKILL"), afterMs);
      await ended;
      expect(run().status).toBe(0);
      expect(readdirSync(path.dirname(usual()))).toEqual(["extension"]);
      expect(tree(usual())).toEqual(tree(source));
    }
  });

  it("puts back what a run had moved away when it was killed", () => {
    expect(run().status).toBe(0);
    const away = path.join(path.dirname(usual()), ".extension.uipilot-old-4194000");
    cpSync(usual(), away, { recursive: true });
    rmSync(usual(), { recursive: true });
    expect(run("--update")).toMatchObject({ status: 0, stdout: expect.stringContaining("already") });
    expect(existsSync(away)).toBe(false);
    expect(tree(usual())).toEqual(tree(source));
  });

  it.skipIf(!canHide())("leaves the old one where the disk is full", () => {
    const folder = path.join(home, "small");
    mkdirSync(folder);
    const command = [process.execPath, serverEntry, "extension", "--to", path.join(folder, "x")];
    const mount = `mount -t tmpfs -o size=64k none '${folder}' && exec "$@"`;
    const { status, stderr } = spawnSync("unshare", ["-m", "sh", "-c", mount, "sh", ...command], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/could not be written to .*ENOSPC.*\n→ free space/);
  });

  it.each([[["--nothing"]], [["word"]], [["--to", ""]]])("refuses %j", (args) => {
    expect(run(...args)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^uipilot-mcp extension: /) });
  });
});

describe("the archive for the Web Store", () => {
  const files = () =>
    new Map(
      tree(source)
        .filter((name) => /\./.test(name))
        .map((name) => [name, readFileSync(path.join(source, name))]),
    );
  const manifest = () =>
    JSON.parse(readFileSync(path.join(source, "manifest.json"), "utf8")) as Record<string, unknown>;
  const privacy = readFileSync(path.join(root, "docs/privacy-extension.md"), "utf8");

  it("is the same whenever and wherever it is made, and has no key", () => {
    const pack = (name: string, zone: string): Buffer => {
      const args = [path.join(root, "scripts/extension-zip.mjs"), "--out", path.join(home, name)];
      const { stdout, status, stderr } = spawnSync(process.execPath, args, {
        encoding: "utf8",
        env: { ...process.env, TZ: zone },
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      return readFileSync(stdout.trim());
    };
    const one = pack("a", "UTC");
    expect(pack("b", "Asia/Tokyo").equals(one)).toBe(true);
    const inside = unzipSync(one);
    expect(Object.keys(inside)).toEqual([...files().keys()].sort());
    expect(JSON.parse(Buffer.from(inside["manifest.json"] ?? []).toString())).not.toHaveProperty("key");
  });

  it("is as the store and the privacy statement want it", () => {
    expect(problemsOf({ manifest: manifest(), files: files(), privacy })).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["a further permission", { permissions: ["cookies"] }, /permissions are cookies/],
    ["every site", { host_permissions: ["<all_urls>"] }, /host_permissions/],
    ["an old manifest", { manifest_version: 2 }, /manifest_version/],
    ["a long description", { description: "x".repeat(133) }, /133 characters/],
    [
      "an icon of another size",
      { icons: { 16: "icons/16.png", 32: "icons/32.png", 48: "icons/48.png", 128: "icons/48.png" } },
      /icon 128 .* 48x48/,
    ],
    ["a missing page", { devtools_page: "nothing.html" }, /nothing\.html, which is not there/],
    ["an open policy", { content_security_policy: { extension_pages: "script-src https://cdn.example" } }, /policy/],
  ])("is refused with %s", (_, change, text) => {
    const found = problemsOf({ manifest: { ...manifest(), ...change }, files: files(), privacy });
    expect(found.join("\n")).toMatch(text);
  });

  it("is refused with a permission that the statement does not explain, or a script from elsewhere", () => {
    const page = Buffer.from('<script src="https://cdn.example/x.js"></script>');
    const found = problemsOf({
      manifest: manifest(),
      files: new Map([...files(), ["popup.html", page]]),
      privacy: privacy.replace("`debugger`", ""),
    });
    expect(found).toEqual([
      "the privacy statement does not explain `debugger`",
      "popup.html loads a script from elsewhere",
    ]);
  });
});
