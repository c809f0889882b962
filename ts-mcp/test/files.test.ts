import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkIsFile, save } from "../src/files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "uipilot-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes a file whole, over an older one, and makes its folder", async () => {
  const file = path.join(folder, "new/a.txt");
  await expect(save(file, "příliš")).resolves.toBe(9);
  await save(file, Buffer.from("two"));
  expect(readFileSync(file, "utf8")).toBe("two");
  expect(readdirSync(path.dirname(file))).toEqual(["a.txt"]);
});

it("names the path and the system's code when it cannot, and leaves nothing behind", async () => {
  mkdirSync(path.join(folder, "taken"));
  writeFileSync(path.join(folder, "file"), "");
  await expect(save(path.join(folder, "taken"), "x")).rejects.toMatchObject({
    code: "IO",
    message: expect.stringMatching(/taken": (EISDIR|EEXIST|EPERM)/),
  });
  await expect(save(path.join(folder, "file/below.txt"), "x")).rejects.toMatchObject({ code: "IO" });
  // A device that is always full; here it stands for the disk.
  await expect(save("/dev/full/x", "x")).rejects.toMatchObject({ code: "IO" });
  expect(readdirSync(folder).sort()).toEqual(["file", "taken"]);
});

it("tells a file from a folder and from nothing", async () => {
  const file = path.join(folder, "a.txt");
  writeFileSync(file, "");
  await expect(checkIsFile(file)).resolves.toBeUndefined();
  await expect(checkIsFile(folder)).rejects.toThrow("is not a file");
  await expect(checkIsFile(path.join(folder, "b.txt"))).rejects.toThrow("ENOENT");
});
