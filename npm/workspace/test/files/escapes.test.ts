// Paths that try to lead out of the allowed folders, in all their spellings, with every action and in both ways of opening.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { link, lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openByHandle, openByPath } from "../../src/files/folder.ts";
import { type Answer, type Files, filesIn, newFolder, openedBy } from "./place.ts";

const SECRET = "the secret content";

/** A workspace whose allowed folder is full of traps, and all that is around it. */
async function trapped(): Promise<{ around: string; base: string }> {
  const around = newFolder();
  const base = path.join(around, "base");
  for (const folder of ["outside/inner", "base/docs/real", "base/private", "base-twin"]) {
    await mkdir(path.join(around, folder), { recursive: true });
  }
  for (const file of ["outside/secret", "outside/inner/secret", "base/private/secret", "base-twin/secret", "secret"]) {
    await writeFile(path.join(around, file), SECRET);
  }
  await writeFile(path.join(base, "docs/real/file"), "inside");
  const links: Record<string, string> = {
    up: "..",
    upup: "../..",
    absolute: path.join(around, "outside"),
    relative: "../../outside",
    "to-file": "../../outside/secret",
    "to-file-absolute": path.join(around, "outside/secret"),
    dangling: "../../outside/new",
    "dangling-absolute": path.join(around, "outside/new"),
    private: "../private",
    "private-absolute": path.join(base, "private"),
    twin: path.join(around, "base-twin"),
    root: "/",
    proc: "/proc/self/root",
    cwd: "/proc/self/cwd",
    fds: "/proc/self/fd",
    hop: "hop2",
    hop2: "real/hop3",
    "real/hop3": "../../../outside",
    zigzag: "real/../../../outside",
    "zigzag-absolute": `${base}/docs/../../outside`,
    device: "/dev/zero",
    circle: "circle",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, path.join(base, "docs", name));
  return { around, base };
}

/** Spellings of ways out, relative to the base folder. */
function waysOut(around: string, base: string): string[] {
  const plain = [
    "../secret",
    "../outside/secret",
    "../base-twin/secret",
    "docs/../../secret",
    "docs/../private/secret",
  ];
  const spelled = plain.flatMap((way) => [
    way,
    way.replaceAll("/", "\\"),
    way.replaceAll("../", "..//"),
    way.replaceAll("../", "./../"),
    `docs/real/../../${way}`,
    way.replaceAll("..", ".. "),
    way.replaceAll("..", "..."),
    way.replaceAll("..", "%2e%2e"),
    way.replaceAll("../", "%2e%2e%2f"),
    way.replaceAll("../", "..%5c"),
    way.replaceAll("..", "．．"),
    way.replaceAll("/", "∕"),
    way.replaceAll("../", "..\u0000/"),
    way.replaceAll("../", "..;/"),
    `file://${way}`,
  ]);
  const secret = path.join(around, "outside/secret");
  const inside = path.join(base, "docs/real/file");
  const absolute = [secret, `/${secret}`, `//${secret}`, inside, `file://${secret}`, `~${secret}`, "/etc/passwd"];
  const system = ["/proc/self/root/etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/fd/0", "~/.ssh/id", "$HOME/x"];
  const links = [
    ["up/private/secret", "up/../secret", "upup/secret", "upup/outside/secret", "absolute/secret", "absolute"],
    ["absolute/inner/secret", "relative/secret", "to-file", "to-file-absolute", "dangling", "dangling-absolute"],
    ["private/secret", "private", "private-absolute/secret", "twin/secret", "twin", `root${secret}`, "root/etc/passwd"],
    [`proc${secret}`, "proc/etc/passwd", "cwd/package.json", "fds/0", "fds/1", "hop/secret", "hop", "hop2/secret"],
    [
      "real/hop3/secret",
      "zigzag/secret",
      "zigzag-absolute/secret",
      "device",
      "circle",
      "circle/secret",
      "absolute/new",
    ],
    ["relative/new/deep", "root/tmp", "private/new", "dangling/new", "up", "upup"],
  ].flatMap((names) => names.map((name) => `docs/${name}`));
  const windows = [
    ["C:\\Windows\\win.ini", "C:/Windows/win.ini", "c:secret", "\\\\host\\share\\secret", "//host/share/secret"],
    [
      "\\\\?\\C:\\secret",
      "\\\\.\\PhysicalDrive0",
      "//./pipe/x",
      "CON",
      "con",
      "docs/NUL",
      "docs/nul.txt",
      "docs/aux.md",
    ],
    ["docs/COM1", "docs/com1.log", "docs/LPT9.txt", "docs/COM¹", "docs/CONIN$", "docs/prn .txt", "docs/real/file."],
    [
      "docs/real/file ",
      "docs/real./file",
      "docs/real /file",
      "docs/real/file::$DATA",
      "docs/real/file:stream",
      "docs:x",
    ],
    ["docs/real/file..", "docs/nul:x", "PRIVATE~1/secret", "docs\\..\\private\\secret"],
  ].flat();
  const letters = ["DOCS/real/file", "Docs/real/file", "private/secret", "PRIVATE/secret", "docs2/x", "docsx", "doc"];
  const broken = ["", "\u0000", "docs/real/file\u0000.md", "docs/\u0000", "docs/a\nb", "docs/\ud800", "docs/\u007f"];
  const long = ["docs/".padEnd(300, "x"), `docs/${"x/".repeat(3000)}`, `docs/${"é".repeat(128)}`];
  const folders = [".", "./", "private", "./private/../private", "..", "../", "../..", "docs/..", "/", "//", "./.."];
  const reserved = ["docs/.uipilot-0123456789abcdef.tmp", "docs/.UIPILOT-0123456789ABCDEF.TMP"];
  return [spelled, absolute, system, links, windows, letters, broken, long, folders, reserved].flat();
}

const ACTIONS = [
  "readFile",
  "writeFile",
  "listFiles",
  "listDirectories",
  "createDirectory",
  "deleteFile",
  "checkExists",
];

/** All that is around the allowed folder: names, kinds and contents. */
async function snapshot(around: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const look = async (folder: string) => {
    for (const name of await readdir(folder)) {
      const inner = path.join(folder, name);
      const stats = await lstat(inner);
      if (inner.startsWith(path.join(around, "base/docs"))) continue;
      found[inner] =
        `${stats.mode} ${stats.ino} ${stats.mtimeMs} ${stats.isFile() ? await readFile(inner, "utf8") : ""}`;
      if (stats.isDirectory()) await look(inner);
    }
  };
  await look(around);
  return found;
}

/** What an answer may not have: anything of what is outside. */
function tells(answer: Answer): boolean {
  const { fileContent, directoryContents, fileExists } = answer;
  return (
    (typeof fileContent === "string" && fileContent !== "inside") ||
    (directoryContents ?? []).some(({ name }) => /secret|inner|passwd|private/.test(name)) ||
    fileExists === true ||
    JSON.stringify(answer.errorDetails).includes(SECRET)
  );
}

const WAYS = { handle: openByHandle, path: openByPath };

describe.each(process.platform === "linux" ? (["handle", "path"] as const) : (["path"] as const))(
  "paths that lead out, opened by %s",
  (way) => {
    it("get nowhere", async () => {
      const { around, base } = await trapped();
      const files = openedBy(WAYS[way], base, { allowed: ["docs"], allowDelete: true });
      const before = await snapshot(around);
      const ways = waysOut(around, base);
      let tries = 0;
      const through: string[] = [];
      for (const filePath of ways) {
        for (const action of ACTIONS) {
          tries += 1;
          const more = { content: "overwritten", recursive: true, maxDepth: 3 };
          const answer = await files.call(action, filePath, more);
          if (isOddName(filePath)) continue;
          if (tells(answer)) through.push(`${action} ${filePath}: ${JSON.stringify(answer)}`);
          if (answer.status === "SUCCESS" && action !== "checkExists") through.push(`${action} ${filePath}: SUCCESS`);
        }
      }
      expect(through).toEqual([]);
      expect(tries).toBeGreaterThan(1000);
      expect(await snapshot(around)).toEqual(before);
      expect(existsSync(path.join(around, "outside/new"))).toBe(false);
      expect(await files.call("readFile", "docs/real/file")).toMatchObject({ fileContent: "inside" });
      console.log(`${way}: ${tries} tries with ${ways.length} paths, none through`);
    });

    it("get nowhere through hard links, devices, pipes and sockets", async () => {
      const { around, base } = await trapped();
      const files = openedBy(WAYS[way], base, {
        allowed: ["docs"],
        allowDelete: true,
        hardLinks: false,
        timeoutMs: 3000,
      });
      await link(path.join(around, "outside/secret"), path.join(base, "docs/hard"));
      expect(await files.call("readFile", "docs/hard")).toMatchObject({ status: "ERROR_PERMISSION_DENIED" });
      if (process.platform !== "win32") {
        execFileSync("mkfifo", [path.join(base, "docs/pipe")]);
        const server = createServer().listen(path.join(base, "docs/socket"));
        onTestFinished(() => void server.close());
        await new Promise((resolve) => server.once("listening", resolve));
        for (const name of ["docs/pipe", "docs/socket"]) {
          for (const action of ["readFile", "writeFile", "deleteFile", "checkExists", "listFiles"]) {
            const start = performance.now();
            const answer = await files.call(action, name, { content: "x" });
            expect(answer, `${action} ${name}`).toMatchObject({ status: "ERROR_INVALID_PATH", fileContent: null });
            expect(performance.now() - start).toBeLessThan(1000);
          }
          expect((await lstat(path.join(base, name))).isFile()).toBe(false);
        }
        expect((await files.call("listFiles", "docs")).directoryContents).toEqual([{ name: "hard", type: "file" }]);
      }
      expect(await files.call("writeFile", "docs/hard", { content: "new" })).toMatchObject({ status: "SUCCESS" });
      expect(await readFile(path.join(around, "outside/secret"), "utf8")).toBe(SECRET);
    });
  },
);

/** Whether a way is only an odd name inside the allowed folder, for all who do not decode it. */
function isOddName(filePath: string): boolean {
  const isStrict = filePath.includes("\\") || filePath.includes("\u0000") || filePath.includes("/../");
  return !isStrict && /^docs\/.*(?:%2e|%5c|．|∕|\.\.;)/.test(filePath);
}

describe("a base folder", () => {
  it("may itself be behind a link", async () => {
    const { around, base } = await trapped();
    await symlink(base, path.join(around, "base-link"));
    const files: Files = filesIn(path.join(around, "base-link"), { allowed: ["docs"] });
    expect(await files.call("readFile", "docs/real/file")).toMatchObject({ fileContent: "inside" });
    expect(await files.call("readFile", "docs/relative/secret")).toMatchObject({ status: "ERROR_PERMISSION_DENIED" });
    await symlink(path.join(base, "docs/real"), path.join(base, "docs/again"));
    expect(await files.call("readFile", "docs/again/file")).toMatchObject({ fileContent: "inside" });
  });
});
