// What is on the disk after writes that were killed, or that had no room.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { contentOf, countOf } from "./contents.ts";
import { filesIn, newFolder } from "./place.ts";

const isRoot = process.getuid?.() === 0;
let bundle: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("runner.ts", import.meta.url))],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    external: ["./child.js"],
    // With them esbuild drops classes that zod needs.
    ignoreAnnotations: true,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire("file:///");' },
  });
  bundle = outputFiles[0]?.text ?? "";
});

/** The runner as a file that every user may read. */
async function runner(): Promise<string> {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const file = path.join(folder, "runner.mjs");
  await writeFile(file, bundle, { mode: 0o644 });
  return file;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once("close", () => resolve()));
}

function outcomesOf(command: string, args: string[], options: { uid?: number; gid?: number } = {}): string[] {
  return JSON.parse(execFileSync(command, args, { encoding: "utf8", cwd: "/", ...options })) as string[];
}

describe("a write that is killed", () => {
  it("leaves the old content or the new one", async () => {
    const folder = newFolder();
    const file = path.join(folder, "a");
    await writeFile(file, contentOf(0, 1000));
    const script = await runner();
    let writes = 0;
    let leftovers = 0;
    const order = JSON.stringify({ folder, endless: { path: "a", size: 500_000 } });
    for (let round = 0; round < 24; round += 4) {
      await Promise.all(
        [0, 1, 2, 3].map(async (index) => {
          const child = spawn(process.execPath, [script, order], { stdio: ["ignore", "pipe", "inherit"] });
          const end = ended(child);
          let first = () => {};
          const isWriting = new Promise<void>((resolve) => {
            first = resolve;
          });
          child.stdout.on("data", (chunk: Buffer) => {
            writes += chunk.byteLength;
            first();
          });
          await Promise.race([isWriting, end]);
          await sleep(index * 17 + round);
          child.kill("SIGKILL");
          await end;
          expect(countOf(await readFile(file, "utf8"))).toBeDefined();
        }),
      );
      leftovers = (await readdir(folder)).length - 1;
    }
    expect(writes).toBeGreaterThan(24);
    expect(leftovers).toBeGreaterThan(0);
    console.log(`24 killed processes, ${writes} writes done, ${leftovers} cut off in the middle, no mixture`);

    const files = filesIn(folder);
    expect((await files.call("listFiles", ".")).directoryContents).toEqual([{ name: "a", type: "file" }]);
    const long = new Date(Date.now() - 3_600_000);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), long, long);
    await files.call("listFiles", ".");
    expect(await readdir(folder)).toEqual(["a"]);
  });
});

describe("a file that is written again and again", () => {
  it("is whole for every reader", async () => {
    const files = filesIn(newFolder());
    const file = path.join(files.folder, "a");
    await writeFile(file, contentOf(0, 1000));
    let isOver = false;
    const writing = (async () => {
      for (let count = 1; count <= 60; count += 1) {
        const content = contentOf(count, 1000 + ((count * 7919) % 50) * 10_000);
        expect(await files.call("writeFile", "a", { content })).toMatchObject({ status: "SUCCESS" });
      }
      isOver = true;
    })();
    let reads = 0;
    while (!isOver) {
      expect(countOf(await readFile(file, "utf8"))).toBeDefined();
      const { fileContent } = await files.call("readFile", "a");
      expect(countOf(fileContent ?? "")).toBeDefined();
      reads += 1;
    }
    await writing;
    expect(reads).toBeGreaterThan(10);
  });
});

/** Writes contents of many sizes into a disk with room for some, and looks at the file after each. */
async function fill(folder: string, sizes: number[]): Promise<{ written: number; failed: number }> {
  const files = filesIn(folder);
  const file = path.join(folder, "a");
  let last = -1;
  let failed = 0;
  for (const [count, size] of sizes.entries()) {
    const answer = await files.call("writeFile", "a", { content: contentOf(count, size) });
    if (answer.status === "SUCCESS") last = count;
    else {
      failed += 1;
      expect(answer).toMatchObject({ status: "ERROR_WRITE_FAILED", errorDetails: expect.stringContaining("ENOSPC") });
      expect(answer.errorDetails).toContain("Nothing was changed");
    }
    expect(countOf(await readFile(file, "utf8"))).toBe(last);
    expect(await readdir(folder)).toEqual(["a"]);
  }
  return { written: last + 1, failed };
}

describe("a disk that is full", () => {
  it("keeps the old content (needs root, to mount a small disk)", async (context) => {
    const folder = newFolder();
    const disk = path.join(folder, "disk");
    await mkdir(disk);
    try {
      if (process.platform !== "linux" || !isRoot) throw new Error("not root on Linux");
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], { stdio: "pipe" });
    } catch {
      context.skip("a small disk can be mounted by root on Linux only");
    }
    // Lazily: a failed test may still be at it.
    onTestFinished(() => void execFileSync("umount", ["-l", disk]));
    // From a few bytes to all of the disk, in no order.
    const sizes = Array.from({ length: 400 }, (_, index) => 100 + ((index * 7919) % 1000) * 1000);
    sizes[0] = 1000;
    const { failed } = await fill(disk, sizes);
    expect(failed).toBeGreaterThan(100);
    expect(failed).toBeLessThan(390);
    console.log(`${sizes.length} writes to a disk of 1 MiB, ${failed} without room, no mixture`);
  });

  it.skipIf(process.platform === "win32")("is like a limit on file sizes", async () => {
    const folder = newFolder();
    const sizes = Array.from({ length: 100 }, (_, index) => 1000 + ((index * 37) % 100) * 2000);
    sizes[0] = 1000;
    const order = JSON.stringify({ folder, sizes: { path: "a", sizes } });
    // 64 KiB, in blocks of 512 bytes.
    const outcomes = outcomesOf("sh", ["-c", 'ulimit -f 128; exec "$0" "$@"', process.execPath, await runner(), order]);
    let last = -1;
    for (const [count, size] of sizes.entries()) {
      const fits = size <= 65_536;
      if (fits) last = count;
      expect(outcomes[count], `${size}`).toMatch(
        fits ? /^SUCCESS$/ : /^ERROR_WRITE_FAILED: .*EFBIG\. Nothing was changed/,
      );
    }
    expect(countOf(await readFile(path.join(folder, "a"), "utf8"))).toBe(last);
    expect(await readdir(folder)).toEqual(["a"]);
  });
});

describe("permissions", () => {
  it.skipIf(process.platform === "win32")("bind: what may not be read or written is not", async () => {
    const folder = newFolder();
    const uid = isRoot ? { uid: 65_534, gid: 65_534 } : {};
    await chmod(folder, 0o777);
    await mkdir(path.join(folder, "closed"), { mode: 0o755 });
    await chmod(path.join(folder, "closed"), 0o555);
    onTestFinished(() => chmod(path.join(folder, "closed"), 0o755));
    for (const [name, mode] of [
      ["read-only", 0o444],
      ["unreadable", 0o000],
      ["closed/a", 0o666],
    ] as const) {
      await rm(path.join(folder, name), { force: true });
      if (!name.startsWith("closed")) {
        await writeFile(path.join(folder, name), "old");
        await chmod(path.join(folder, name), mode);
      }
    }
    const script = await runner();
    const run = (order: object) => outcomesOf(process.execPath, [script, JSON.stringify({ folder, ...order })], uid);
    const denied = expect.stringMatching(/^ERROR_PERMISSION_DENIED: .*EACCES/);
    expect(run({ sizes: { path: "read-only", sizes: [100] }, read: "read-only", remove: "read-only" })).toEqual([
      denied,
      "SUCCESS",
      denied,
    ]);
    expect(run({ read: "unreadable" })).toEqual([denied]);
    expect(run({ sizes: { path: "closed/a", sizes: [100] } })).toEqual([denied]);
    expect(await readdir(path.join(folder, "closed"))).toEqual([]);
    expect(await readFile(path.join(folder, "read-only"), "utf8")).toBe("old");
  });
});
