import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkPath } from "../src/path-text.ts";
import { FileRoots } from "../src/roots.ts";
import { workingFolder } from "../src/working-folder.ts";

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

const inRoot = (...allowed: string[]) => new FileRoots({ working: { folder: root, own: false }, allowed });

it.each(["a.txt", "inner/b.txt", "not/yet/there.txt", "inner/../c.txt", "./d.txt"])("allows %s", async (file) => {
  await expect(inRoot().resolve(file)).resolves.toBe(path.join(root, file));
  await expect(inRoot().resolve(path.join(root, file))).resolves.toBe(path.join(root, file));
});

it.each(["../secret.txt", "inner/../../secret.txt", "../root-beside/x", "../../etc/passwd"])(
  "refuses %s",
  async (file) => {
    await expect(inRoot().resolve(`${root}/${file}`)).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
    await expect(inRoot().resolve(file)).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  },
);

it("follows links, also of folders, and refuses what they lead out to", async () => {
  symlinkSync(path.join(base, "secret.txt"), path.join(root, "file-link"));
  symlinkSync(base, path.join(root, "folder-link"));
  symlinkSync(path.join(root, "inner"), path.join(root, "inner-link"));
  for (const file of ["file-link", "folder-link/secret.txt", "folder-link/new.txt"]) {
    await expect(inRoot().resolve(file), file).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  }
  await expect(inRoot().resolve("inner-link/x")).resolves.toBe(path.join(root, "inner/x"));
});

it("refuses a link to nowhere, which a writer would follow", async () => {
  symlinkSync(path.join(base, "later.txt"), path.join(root, "dangling"));
  await expect(inRoot().resolve("dangling")).rejects.toMatchObject({ code: "IO" });
});

describe("hidden files", () => {
  it.each([
    ".bashrc",
    ".env",
    "inner/.npmrc",
    ".vscode/tasks.json",
    "inner/.config/x.txt",
    "new/.github/workflows/x.yml",
    "..dots",
    "...",
    ".git/hooks/pre-commit",
    "inner/.GIT/config",
  ])("are refused: %s", async (file) => {
    await expect(inRoot().resolve(file)).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
    await expect(inRoot().resolve(path.join(root, file))).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  });

  it("are refused through links in both directions", async () => {
    mkdirSync(path.join(root, ".hidden"));
    writeFileSync(path.join(root, "inner/profile"), "");
    symlinkSync(path.join(root, ".hidden"), path.join(root, "visible"));
    symlinkSync(path.join(root, "inner/profile"), path.join(root, ".profile"));
    await expect(inRoot().resolve("visible/x")).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
    await expect(inRoot().resolve(".profile")).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  });

  it("are refused where another name of the root leads to them", async () => {
    symlinkSync(root, path.join(base, "alias"));
    symlinkSync(base, path.join(base, "other"));
    for (const spelled of ["alias/.bashrc", "other/root/.bashrc", "other/alias/inner/.x"]) {
      const file = path.join(base, spelled);
      await expect(inRoot().resolve(file), spelled).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
    }
  });

  it("are allowed below a hidden folder that the user named, except in .git", async () => {
    for (const folder of [".tool/out", ".git/hooks"]) mkdirSync(path.join(root, folder), { recursive: true });
    const roots = inRoot(path.join(root, ".tool/out"), path.join(root, ".git/hooks"));
    await expect(roots.resolve(".tool/out/x.txt")).resolves.toBe(path.join(root, ".tool/out/x.txt"));
    await expect(roots.resolve(".tool/out/.x")).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
    await expect(roots.resolve(".git/hooks/pre-push")).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  });
});

it.each([
  "",
  "  ",
  "a\0b",
  "a\nb",
  "~",
  "~/x",
  "~root/x",
  "$HOME/x",
  ["$", "{HOME}/x"].join(""),
  "$(id)",
  "%TEMP%\\x",
  "file:///tmp/x",
  "folder/",
])("refuses %j, which names no file here", async (file) => {
  await expect(inRoot().resolve(file)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it.each(["./~", "a~", "price$", "100%", "a b.txt", "C.txt"])("allows %j", (file) => {
  expect(() => checkPath(file, "linux")).not.toThrow();
});

it.each(["nul", "inner\\COM1.txt", "a.txt:stream", "a.", "b ", "what?.txt"])("refuses %j on Windows", (file) => {
  expect(() => checkPath(file, "win32")).toThrow("Windows");
  expect(() => checkPath("C:\\Users\\ada\\a.txt", "win32")).not.toThrow();
});

it("asks the client once for its roots, and again after they changed", async () => {
  const ask = vi.fn(async () => [
    pathToFileURL(path.join(base, "root-beside")).href,
    "https://example.org/",
    "file://elsewhere/x",
  ]);
  const roots = new FileRoots({ working: { folder: root, own: false }, allowed: [], ask });
  await roots.resolve(path.join(base, "root-beside/a"));
  await roots.resolve(path.join(base, "root-beside/b"));
  expect(ask).toHaveBeenCalledTimes(1);
  ask.mockResolvedValue([]);
  roots.forget();
  await expect(roots.resolve(path.join(base, "root-beside/a"))).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
});

it("names the roots in the refusal", async () => {
  await expect(inRoot().resolve("/etc/passwd")).rejects.toThrow(JSON.stringify(root));
});

describe("the working folder", () => {
  const at = (workingDirectory: string, environment: NodeJS.ProcessEnv = {}) =>
    workingFolder({ workingDirectory, home: "/people/ada", environment, platform: "linux" });
  const own = { folder: "/people/ada/.local/share/uipilot/files", own: true };

  it.each(["/", "/people", "/people/ada", "/people/ada/.ssh", "/people/ada/.config/autostart"])(
    "is its own in %s",
    (folder) => {
      expect(at(folder)).toEqual(own);
    },
  );

  it.each(["/people/ada/project", "/people/ada/project/.worktrees/a", "/srv/x", "/people/bob"])(
    "is the working directory in %s",
    (folder) => {
      expect(at(folder)).toEqual({ folder, own: false });
    },
  );

  it("is where the system keeps a program's data", () => {
    expect(at("/", { XDG_DATA_HOME: "/data" }).folder).toBe("/data/uipilot/files");
    expect(at("/", { XDG_DATA_HOME: "relative" })).toEqual(own);
    expect(
      workingFolder({ workingDirectory: "/", home: "/people/ada", environment: {}, platform: "darwin" }).folder,
    ).toBe("/people/ada/Library/Application Support/uipilot/files");
  });

  it("is created for its user alone, and files go there", async () => {
    const folder = path.join(base, "data/uipilot/files");
    const roots = new FileRoots({ working: { folder, own: true }, allowed: [] });
    expect(existsSync(folder)).toBe(false);
    await expect(roots.resolve("page.txt")).resolves.toBe(path.join(folder, "page.txt"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    await expect(roots.resolve(path.join(root, "x"))).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
  });
});
