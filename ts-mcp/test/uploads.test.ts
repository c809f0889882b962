import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FileRoots } from "../src/roots.ts";
import { filesToUpload } from "../src/uploads.ts";

let folder: string;
let roots: FileRoots;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "uipilot-uploads-")));
  roots = new FileRoots({ working: { folder, own: false }, allowed: [] });
});
afterEach(() => rmSync(folder, { recursive: true }));

it("takes files and folders, and says what is missing or neither", async () => {
  writeFileSync(path.join(folder, "a.txt"), "");
  mkdirSync(path.join(folder, "album/deep"), { recursive: true });
  await expect(filesToUpload(["a.txt", "album"], roots)).resolves.toEqual([
    path.join(folder, "a.txt"),
    path.join(folder, "album"),
  ]);
  await expect(filesToUpload(["b.txt"], roots)).rejects.toThrow("ENOENT");
});

it.skipIf(process.platform === "win32")("refuses a pipe, also in a folder and behind a link", async () => {
  mkdirSync(path.join(folder, "album"));
  mkdirSync(path.join(folder, "links"));
  execFileSync("mkfifo", [path.join(folder, "album/pipe")]);
  symlinkSync(path.join(folder, "album/pipe"), path.join(folder, "links/link"));
  for (const given of ["album/pipe", "album", "links"]) {
    await expect(filesToUpload([given], roots), given).rejects.toMatchObject({ code: "IO" });
  }
});

it.each([
  ["a link that leads out of the roots", () => symlinkSync("/etc/passwd", path.join(folder, "album/deep/link"))],
  ["a hidden file", () => writeFileSync(path.join(folder, "album/deep/.env"), "")],
])("refuses a folder with %s", async (_, make) => {
  mkdirSync(path.join(folder, "album/deep"), { recursive: true });
  make();
  await expect(filesToUpload(["album"], roots)).rejects.toMatchObject({ code: "PATH_NOT_ALLOWED" });
});
