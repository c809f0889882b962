// Another program swaps folders and files for links that lead out, as fast as it can, while the tool works on them.

import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { openByHandle, openByPath } from "../../src/files/folder.ts";
import { newFolder, openedBy } from "./place.ts";

const SECRET = "the secret content";

/** Puts each link in the place of what it shadows, and back, until it is told to stop. */
const SWAPPER = `
const { parentPort, workerData } = require("node:worker_threads");
const { renameSync } = require("node:fs");
const { names, stop } = workerData;
const flag = new Int32Array(stop);
let swaps = 0;
while (Atomics.load(flag, 0) === 0) {
  for (const name of names) {
    try {
      renameSync(name, name + ".real");
      renameSync(name + ".link", name);
      Atomics.wait(flag, 0, 0, 0.3);
      renameSync(name, name + ".link");
      renameSync(name + ".real", name);
    } catch {
      // A write has put a file there meanwhile: take it, and go on.
      try { renameSync(name + ".real", name); } catch {}
    }
    swaps += 1;
  }
}
parentPort.postMessage(swaps);
`;

async function swapping(names: string[], run: () => Promise<void>): Promise<number> {
  const stop = new SharedArrayBuffer(4);
  const worker = new Worker(SWAPPER, { eval: true, workerData: { names, stop } });
  const swaps = new Promise<number>((resolve, reject) => worker.once("message", resolve).once("error", reject));
  try {
    await run();
  } finally {
    Atomics.store(new Int32Array(stop), 0, 1);
  }
  return swaps;
}

/** The names and contents in a folder, and when its entries changed. */
async function look(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = { ".": `${(await lstat(folder)).mtimeMs}` };
  for (const name of await readdir(folder)) {
    const stats = await lstat(path.join(folder, name));
    const content = stats.isFile() ? await readFile(path.join(folder, name), "utf8") : "";
    found[name] = `${stats.ino} ${stats.mtimeMs} ${content}`;
  }
  return found;
}

/** The contents alone: by path an empty file may have been there for a moment, before its place was checked. */
function contents(found: Record<string, string>): string[] {
  return Object.entries(found).map(([name, state]) => `${name} ${state.split(" ").slice(2).join(" ")}`);
}

const WAYS = { handle: openByHandle, path: openByPath };

describe.each(process.platform === "linux" ? (["handle", "path"] as const) : (["path"] as const))(
  "links that are swapped in meanwhile, opened by %s",
  (way) => {
    it("lead nowhere", async () => {
      const around = newFolder();
      const base = path.join(around, "base");
      const outside = path.join(around, "outside");
      await mkdir(path.join(base, "docs/folder/inner"), { recursive: true });
      await mkdir(path.join(outside, "inner"), { recursive: true });
      for (const name of ["a", "inner/a"]) {
        await writeFile(path.join(base, "docs/folder", name), "inside");
        await writeFile(path.join(outside, name), SECRET);
      }
      await writeFile(path.join(outside, "secret"), SECRET);
      await writeFile(path.join(base, "docs/file"), "inside");
      await symlink("../../outside", path.join(base, "docs/folder.link"));
      await symlink(path.join(outside, "a"), path.join(base, "docs/file.link"));
      const before = [await look(outside), await look(path.join(outside, "inner"))];

      const files = openedBy(WAYS[way], base, { allowed: ["docs"], allowDelete: true });
      const targets = ["docs/folder/a", "docs/folder/inner/a", "docs/file"];
      const counts: Record<string, number> = {};
      const count = (name: string) => {
        counts[name] = (counts[name] ?? 0) + 1;
      };
      const swaps = await swapping([path.join(base, "docs/folder"), path.join(base, "docs/file")], async () => {
        let calls = 0;
        const one = async () => {
          while (calls < (way === "handle" ? 1000 : 400)) {
            calls += 1;
            const target = targets[calls % targets.length] ?? "";
            const read = await files.call("readFile", target);
            count(`read ${read.status}`);
            if (read.status === "SUCCESS") expect(read.fileContent).toMatch(/^inside/);
            else expect(read.fileContent).toBeNull();
            const write = await files.call("writeFile", target, { content: `inside ${calls}` });
            count(`write ${write.status}`);
            if (way === "path") continue;
            // Only a handle keeps these from the swapped folder in every case.
            if (calls % 10 === 0) await files.call("createDirectory", `docs/folder/new${calls}/x`, { recursive: true });
            if (calls % 10 === 1) await files.call("deleteFile", "docs/folder/secret");
            if (calls % 10 === 2) {
              const listed = await files.call("listFiles", "docs/folder", { recursive: true, maxDepth: 3 });
              expect(JSON.stringify(listed.directoryContents ?? [])).not.toContain("secret");
            }
          }
        };
        await Promise.all([one(), one()]);
      });
      console.log(`${way}: ${swaps} swaps; ${JSON.stringify(counts)}`);
      expect(swaps).toBeGreaterThan(500);
      expect(counts["read SUCCESS"]).toBeGreaterThan(0);
      expect(counts["write SUCCESS"]).toBeGreaterThan(0);
      expect(counts["read ERROR_PERMISSION_DENIED"]).toBeGreaterThan(0);
      expect(counts["read ERROR_UNKNOWN"]).toBeUndefined();
      expect(counts["write ERROR_UNKNOWN"]).toBeUndefined();
      const after = [await look(outside), await look(path.join(outside, "inner"))];
      if (way === "handle") expect(after).toEqual(before);
      else expect(after.map(contents)).toEqual(before.map(contents));
    });
  },
);
