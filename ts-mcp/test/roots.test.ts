import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { defaultRoots, FileRoots } from "../src/roots.ts";

let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-roots-")));
  root = path.join(base, "root");
  mkdirSync(path.join(root, "inner"), { recursive: true });
  mkdirSync(path.join(base, "root-beside"));
  writeFileSync(path.join(base, "secret.txt"), "secret");
});
afterEach(() => rmSync(base, { recursive: true }));

const none = async () => [];

it.each(["a.txt", "inner/b.txt", "not/yet/there.txt", "inner/../c.txt", "..dots"])("allows %s", async (file) => {
  const roots = new FileRoots([root], none);
  await expect(roots.resolve(path.join(root, file))).resolves.toBe(path.join(root, file));
});

it.each(["../secret.txt", "inner/../../secret.txt", "../root-beside/x", "../../etc/passwd"])(
  "refuses %s",
  async (file) => {
    const roots = new FileRoots([root], none);
    await expect(roots.resolve(`${root}/${file}`)).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  },
);

it("follows links, also of folders, and refuses what they lead out to", async () => {
  symlinkSync(path.join(base, "secret.txt"), path.join(root, "file-link"));
  symlinkSync(base, path.join(root, "folder-link"));
  symlinkSync(path.join(root, "inner"), path.join(root, "inner-link"));
  const roots = new FileRoots([root], none);
  for (const file of ["file-link", "folder-link/secret.txt", "folder-link/new.txt"]) {
    await expect(roots.resolve(path.join(root, file)), file).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  }
  await expect(roots.resolve(path.join(root, "inner-link/x"))).resolves.toBe(path.join(root, "inner/x"));
});

it("refuses a link to nowhere, which a writer would follow", async () => {
  symlinkSync(path.join(base, "later.txt"), path.join(root, "dangling"));
  const roots = new FileRoots([root], none);
  await expect(roots.resolve(path.join(root, "dangling"))).rejects.toMatchObject({ code: "IO" });
});

it.each(["", "a\0b"])("refuses %j, which is no path", async (file) => {
  await expect(new FileRoots([root], none).resolve(file)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it("asks the client once for its roots, and again after they changed", async () => {
  const ask = vi.fn(async () => [pathToFileURL(root).href, "https://example.org/", "file://elsewhere/x"]);
  const roots = new FileRoots([], ask);
  await roots.resolve(path.join(root, "a"));
  await roots.resolve(path.join(root, "b"));
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockResolvedValue([]);
  roots.forget();
  await expect(roots.resolve(path.join(root, "a"))).rejects.toThrow("there are none");
});

it("names the roots in the refusal", async () => {
  await expect(new FileRoots([root], none).resolve("/etc/passwd")).rejects.toThrow(JSON.stringify(root));
});

it("does not take a whole file system for a working directory", () => {
  expect(defaultRoots("/")).toEqual([]);
  expect(defaultRoots("/home/ada")).toEqual(["/home/ada"]);
});
