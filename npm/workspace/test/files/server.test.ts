// The tool as a client of the official file server, started from its installed package.

import { execFileSync } from "node:child_process";
import { link, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Files, type FilesConfigInput, filesIn, newFolder } from "./place.ts";

const manifest = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json");
const SERVER = path.resolve(manifest, "../../../.bin/mcp-server-filesystem");

function served(folder: string, more: FilesConfigInput = {}, allowed = folder): Files {
  return filesIn(folder, { mcp: { command: SERVER, args: [allowed] }, ...more });
}

/** The processes that have a text in their command line. */
function processesWith(text: string): number[] {
  return execFileSync("ps", ["-A", "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text) && line.includes("mcp-server-filesystem"))
    .map((line) => Number.parseInt(line, 10));
}

/** The one server over a folder. */
function serverOf({ folder }: Files): number {
  const [pid, ...more] = processesWith(folder);
  if (pid === undefined || more.length > 0) throw new Error(`${pid === undefined ? "no" : "more than one"} server`);
  return pid;
}

/** Calls until the server is there: a busy machine may take longer to start it than a short deadline has. */
async function started(files: Files): Promise<void> {
  const status = async () => (await files.call("checkExists", ".")).status;
  await expect.poll(status, { timeout: 15_000, interval: 200 }).toBe("SUCCESS");
}

describe("the official file server", () => {
  it("does every action that it can", async () => {
    const files = served(newFolder(), { allowDelete: true });
    const call = async (...args: Parameters<Files["call"]>) => files.call(...args);
    const text = "\ufeffGrüße 🎉\r\n";
    expect(await call("writeFile", "a.txt", { content: text })).toMatchObject({
      status: "SUCCESS",
      errorDetails: null,
    });
    expect(await readFile(path.join(files.folder, "a.txt"), "utf8")).toBe(text);
    expect(await call("readFile", "a.txt")).toMatchObject({ status: "SUCCESS", fileContent: text });
    expect(await call("readFile", "a.txt", { encoding: "base64" })).toMatchObject({
      fileContent: Buffer.from(text).toString("base64"),
    });
    expect(await call("writeFile", "b.txt", { content: "eA==", encoding: "base64" })).toMatchObject({
      status: "SUCCESS",
    });
    expect(await call("readFile", "b.txt")).toMatchObject({ fileContent: "x" });
    expect(await call("createDirectory", "x/y")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
    expect(await call("createDirectory", "x")).toMatchObject({ status: "SUCCESS" });
    expect(await call("createDirectory", "x")).toMatchObject({ status: "ERROR_WRITE_FAILED" });
    expect(await call("createDirectory", "x/y/z", { recursive: true })).toMatchObject({ status: "SUCCESS" });
    expect(await call("createDirectory", "x/y/z", { recursive: true })).toMatchObject({ status: "SUCCESS" });
    expect(await call("writeFile", "x/y/c.txt", { content: "" })).toMatchObject({ status: "SUCCESS" });
    expect(await call("listFiles", ".")).toMatchObject({
      directoryContents: [
        { name: "a.txt", type: "file" },
        { name: "b.txt", type: "file" },
      ],
      truncated: false,
    });
    expect(await call("listFiles", ".", { recursive: true, maxDepth: 3 })).toMatchObject({
      directoryContents: [{ name: "a.txt" }, { name: "b.txt" }, { name: "x/y/c.txt" }],
    });
    expect(await call("listDirectories", ".", { recursive: true, maxDepth: 2 })).toMatchObject({
      directoryContents: [{ name: "x" }, { name: "x/y", type: "directory" }],
    });
    for (const [name, there] of Object.entries({ "a.txt": true, x: true, ".": true, none: false, "none/x": false })) {
      expect(await call("checkExists", name), name).toMatchObject({ status: "SUCCESS", fileExists: there });
    }
    expect(await call("deleteFile", "a.txt")).toMatchObject({
      status: "ERROR_WRITE_FAILED",
      errorDetails: expect.stringContaining("no tool delete_file"),
    });
    const off = served(files.folder);
    expect(await off.call("deleteFile", "a.txt")).toMatchObject({ status: "ERROR_PERMISSION_DENIED" });
    expect((await readdir(files.folder)).sort()).toEqual(["a.txt", "b.txt", "x"]);
    expect(files.lines.slice(0, 2)).toEqual(['writeFile "a.txt" SUCCESS', 'readFile "a.txt" SUCCESS']);
  });

  it("has its failures told by their status", async () => {
    const files = served(newFolder(), { maxBytes: 1000 });
    await mkdir(path.join(files.folder, "folder"));
    await writeFile(path.join(files.folder, "binary.png"), Buffer.from([0x89, 0xff, 0, 1]));
    await writeFile(path.join(files.folder, "binary.mp3"), Buffer.from([0xff]));
    await writeFile(path.join(files.folder, "large"), "x".repeat(1001));
    const status = async (...args: Parameters<Files["call"]>) => (await files.call(...args)).status;
    expect(await status("readFile", "none")).toBe("ERROR_PATH_NOT_FOUND");
    expect(await status("readFile", "none/none")).toBe("ERROR_PATH_NOT_FOUND");
    expect(await status("readFile", "large/none")).toBe("ERROR_PATH_NOT_FOUND");
    expect(await status("readFile", "folder")).toBe("ERROR_INVALID_PATH");
    expect(await status("readFile", "large")).toBe("ERROR_READ_FAILED");
    expect(await status("readFile", "binary.png")).toBe("ERROR_READ_FAILED");
    expect(await files.call("readFile", "binary.png", { encoding: "base64" })).toMatchObject({
      fileContent: "if8AAQ==",
    });
    expect(await files.call("readFile", "binary.mp3", { encoding: "base64" })).toMatchObject({ fileContent: "/w==" });
    expect(await status("writeFile", "none/a", { content: "x" })).toBe("ERROR_PATH_NOT_FOUND");
    expect(await status("writeFile", "folder", { content: "x" })).toBe("ERROR_INVALID_PATH");
    expect(await status("writeFile", "b", { content: "/w==", encoding: "base64" })).toBe("ERROR_WRITE_FAILED");
    expect(await status("listFiles", "none")).toBe("ERROR_PATH_NOT_FOUND");
    expect(await status("listFiles", "large")).toBe("ERROR_INVALID_PATH");
    expect(await status("listFiles", ".", { recursive: true, maxDepth: 0 })).toBe("ERROR_UNKNOWN");
    const { contentHash } = await files.call("writeFile", "seen", { content: "one" });
    await writeFile(path.join(files.folder, "seen"), "two");
    expect(await status("writeFile", "seen", { content: "x", expectedHash: contentHash })).toBe("ERROR_WRITE_FAILED");
    expect(await readFile(path.join(files.folder, "seen"), "utf8")).toBe("two");
  });

  it("refuses folders that it was not given", async () => {
    const folder = newFolder();
    await mkdir(path.join(folder, "given"));
    await mkdir(path.join(folder, "other"));
    await writeFile(path.join(folder, "other/a"), "secret");
    const files = served(folder, {}, path.join(folder, "given"));
    const answer = await files.call("readFile", "other/a");
    expect(answer.status).toBe("ERROR_PERMISSION_DENIED");
    expect(answer.errorDetails).not.toContain(folder);
    expect(await files.call("listFiles", "other")).toMatchObject({ status: "ERROR_PERMISSION_DENIED" });
  });

  it("gets no path that leads out of the allowed folders, though it would go there", async () => {
    const folder = newFolder();
    for (const name of ["docs", "secret"]) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, "secret/a"), "secret");
    await writeFile(path.join(folder, "docs/b"), "b");
    await symlink("../secret", path.join(folder, "docs/folder"));
    await symlink("../secret/a", path.join(folder, "docs/file"));
    await symlink("b", path.join(folder, "docs/inside"));
    const files = served(folder, { allowed: ["docs"] });
    expect(await files.call("readFile", "docs/inside")).toMatchObject({ fileContent: "b" });
    for (const name of ["docs/file", "docs/folder/a", "secret/a", "docs/../secret/a", path.join(folder, "secret/a")]) {
      for (const action of ["readFile", "writeFile", "listFiles", "createDirectory", "checkExists"]) {
        const answer = await files.call(action, name, { content: "x", recursive: true });
        expect(answer.status, `${action} ${name}`).toMatch(/^ERROR_(?:PERMISSION_DENIED|INVALID_PATH)$/);
      }
    }
    expect(await files.call("listFiles", "docs", { recursive: true, maxDepth: 3 })).toMatchObject({
      directoryContents: [{ name: "b" }, { name: "inside" }],
      omittedEntries: 2,
    });
    if (process.platform !== "win32") {
      execFileSync("mkfifo", [path.join(folder, "docs/pipe")]);
      expect(await files.call("readFile", "docs/pipe")).toMatchObject({ status: "ERROR_INVALID_PATH" });
    }
    await link(path.join(folder, "secret/a"), path.join(folder, "docs/hard"));
    expect(await readFile(path.join(folder, "secret/a"), "utf8")).toBe("secret");
    expect(await readdir(path.join(folder, "secret"))).toEqual(["a"]);
  });

  it("is started with the first call, and ended with the workspace", async () => {
    const files = served(newFolder());
    expect(processesWith(files.folder)).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => files.call("checkExists", "a")));
    expect(processesWith(files.folder)).toHaveLength(1);
    await files.close();
    expect(processesWith(files.folder)).toEqual([]);
    expect(await files.call("checkExists", "a")).toMatchObject({ status: "ERROR_MCP_SERVER_UNAVAILABLE" });
    expect(processesWith(files.folder)).toEqual([]);
  });

  it("ends also if it is stopped behind another command, or just being started", async () => {
    const folder = newFolder();
    const mcp = { command: "sh", args: ["-c", '"$0" "$1"; exit $?', SERVER, folder] };
    const files = filesIn(
      folder,
      process.platform === "win32" ? { mcp: { command: SERVER, args: [folder] } } : { mcp },
    );
    await files.call("checkExists", "a");
    const pids = processesWith(folder);
    expect(pids.length).toBeGreaterThan(process.platform === "win32" ? 0 : 1);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    const starting = served(newFolder());
    const first = starting.call("checkExists", "a");
    await Promise.all([files.close(), sleep(50).then(() => starting.close())]);
    expect((await first).status).toMatch(/^(?:SUCCESS|ERROR_MCP_SERVER_UNAVAILABLE)$/);
    expect([...processesWith(files.folder), ...processesWith(starting.folder)]).toEqual([]);
  });

  it("may be killed in the middle: calls say so, and a later one starts it again", async () => {
    const files = served(newFolder());
    await files.call("writeFile", "a", { content: "old" });
    let lost = 0;
    for (let round = 0; round < 3; round += 1) {
      expect(await files.call("checkExists", "a")).toMatchObject({ status: "SUCCESS", fileExists: true });
      const pid = serverOf(files);
      const content = `round ${round} `.repeat(100_000);
      const calls = Array.from({ length: 10 }, (_, index) => files.call("writeFile", `f${index}`, { content }));
      await sleep(round * 20);
      process.kill(pid, "SIGKILL");
      for (const [index, answer] of (await Promise.all(calls)).entries()) {
        if (answer.status === "SUCCESS") {
          expect(await readFile(path.join(files.folder, `f${index}`), "utf8")).toBe(content);
        } else {
          lost += 1;
          expect(answer).toMatchObject({
            status: "ERROR_MCP_SERVER_UNAVAILABLE",
            errorDetails: expect.stringContaining("is not known"),
          });
        }
      }
    }
    expect(lost).toBeGreaterThan(0);
    expect(processesWith(files.folder).length).toBeLessThanOrEqual(1);
  });

  it("keeps a deadline, and is started again if it does not live any more", async () => {
    const files = served(newFolder(), { timeoutMs: 1500 });
    await started(files);
    const pid = serverOf(files);
    process.kill(pid, "SIGSTOP");
    const start = performance.now();
    expect(await files.call("writeFile", "a", { content: "x" })).toMatchObject({
      status: "ERROR_MCP_SERVER_UNAVAILABLE",
      errorDetails: expect.stringContaining("is not known"),
    });
    expect(performance.now() - start).toBeLessThan(2500);
    const reason = new Error("enough");
    await expect(files.call("readFile", "a", {}, AbortSignal.timeout(100))).rejects.toThrow("timeout");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(files.call("readFile", "a", {}, controller.signal)).rejects.toBe(reason);
    await started(files);
    await expect.poll(() => processesWith(files.folder), { timeout: 5000 }).not.toContain(pid);
  });
});

describe("no file server", () => {
  it("is told as what it is", async () => {
    const configs: FilesConfigInput["mcp"][] = [
      { command: "uipilot-no-such-command" },
      { command: process.execPath, args: ["-e", "process.exit(3)"] },
      { command: process.execPath, args: ["-e", "console.log('hello'); setInterval(() => {}, 1000)"] },
      { url: "http://127.0.0.1:9/mcp" },
    ];
    await Promise.all(
      configs.map(async (mcp) => {
        const files = filesIn(newFolder(), { mcp, timeoutMs: 1000 });
        for (const action of ["readFile", "writeFile", "checkExists"]) {
          expect(await files.call(action, "none", { content: "x" })).toMatchObject({
            status: expect.stringMatching(/^ERROR_(?:MCP_SERVER_UNAVAILABLE)$/),
          });
        }
        await files.close();
      }),
    );
  });
});
