import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { save } from "../src/files.ts";

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-files-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes a new file and makes its folder", async () => {
  const file = path.join(folder, "new/a.txt");
  await expect(save(file, "příliš")).resolves.toEqual({ bytes: 9, replaced: false });
  expect(readFileSync(file, "utf8")).toBe("příliš");
  expect(statSync(file).mode & 0o111).toBe(0);
  expect(readdirSync(path.dirname(file))).toEqual(["a.txt"]);
});

it("replaces no file unless it is told to", async () => {
  const file = path.join(folder, "a.txt");
  writeFileSync(file, "older");
  await expect(save(file, "newer")).rejects.toMatchObject({
    code: "IO",
    message: expect.stringContaining("exists already. Nothing was written"),
    nextStep: expect.stringContaining("overwrite"),
  });
  expect(readFileSync(file, "utf8")).toBe("older");
  await expect(save(file, "new", { overwrite: true })).resolves.toEqual({ bytes: 3, replaced: true });
  expect(readFileSync(file, "utf8")).toBe("new");
  await expect(save(path.join(folder, "b.txt"), "b", { overwrite: true })).resolves.toMatchObject({ replaced: false });
  expect(readdirSync(folder)).toEqual(["a.txt", "b.txt"]);
});

it.each([0o600, 0o640, 0o755])("keeps the mode %o of a file that it replaces", async (mode) => {
  const file = path.join(folder, "a.txt");
  writeFileSync(file, "older");
  chmodSync(file, mode);
  await save(file, "newer", { overwrite: true });
  expect(statSync(file).mode & 0o777).toBe(mode);
});

it("keeps hard links, and shortens what was longer", async () => {
  const [file, other] = [path.join(folder, "a.txt"), path.join(folder, "b.txt")];
  writeFileSync(file, "a longer text");
  linkSync(file, other);
  await save(file, "short", { overwrite: true });
  expect(readFileSync(other, "utf8")).toBe("short");
  expect(statSync(file).ino).toBe(statSync(other).ino);
});

it("follows no link, wherever it leads", async () => {
  const [link, target] = [path.join(folder, "link"), path.join(folder, "target")];
  symlinkSync(target, link);
  // FileRoots resolves links. A link here was put there after that.
  for (const overwrite of [false, true]) {
    await expect(save(link, "x", { overwrite })).rejects.toMatchObject({ code: "IO" });
    expect(existsSync(target)).toBe(false);
  }
  writeFileSync(target, "older");
  for (const overwrite of [false, true]) {
    await expect(save(link, "x", { overwrite })).rejects.toMatchObject({ code: "IO" });
    expect(readFileSync(target, "utf8")).toBe("older");
  }
});

it("writes nothing where a link took the place of a folder", async () => {
  mkdirSync(path.join(folder, "elsewhere"));
  writeFileSync(path.join(folder, "elsewhere/old.txt"), "older");
  symlinkSync(path.join(folder, "elsewhere"), path.join(folder, "way"));
  for (const [name, overwrite] of [
    ["new.txt", false],
    ["old.txt", true],
  ] as const) {
    await expect(save(path.join(folder, "way", name), "x", { overwrite })).rejects.toMatchObject({
      code: "PATH_NOT_ALLOWED",
    });
  }
  expect(readFileSync(path.join(folder, "elsewhere/old.txt"), "utf8")).toBe("older");
  expect(readFileSync(path.join(folder, "elsewhere/new.txt"), "utf8")).toBe("");
});

it("replaces only files", async () => {
  mkdirSync(path.join(folder, "taken"));
  for (const overwrite of [false, true]) {
    await expect(save(path.join(folder, "taken"), "x", { overwrite })).rejects.toMatchObject({
      code: "IO",
      nextStep: expect.stringContaining("not a folder"),
    });
  }
  // The device that is always full.
  await expect(save("/dev/full", "x", { overwrite: true })).rejects.toThrow("is not a file");
});

it("names the path, the system's code and what was written", async () => {
  writeFileSync(path.join(folder, "file"), "");
  await expect(save(path.join(folder, "file/below.txt"), "x")).rejects.toMatchObject({
    code: "IO",
    message: expect.stringMatching(/below\.txt": ENOTDIR\. Nothing was written/),
  });
  expect(readdirSync(folder)).toEqual(["file"]);
});
