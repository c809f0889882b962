// What lists show, and what they leave out.

import { mkdir, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Answer, filesIn, newFolder } from "./place.ts";

describe("lists", () => {
  const tree = async () => {
    const files = filesIn(newFolder());
    await mkdir(path.join(files.folder, "b/c/d"), { recursive: true });
    await mkdir(path.join(files.folder, "empty"));
    for (const name of ["z.txt", "a.txt", "b/one", "b/c/two", "b/c/d/three", ".hidden"]) {
      await writeFile(path.join(files.folder, name), "x");
    }
    return files;
  };
  const names = ({ directoryContents = [] }: Answer) => directoryContents.map(({ name, type }) => `${type} ${name}`);

  it("give files or folders of one folder", async () => {
    const files = await tree();
    const listed = await files.call("listFiles", ".");
    expect(listed).toEqual({
      actionPerformed: "listFiles",
      filePathTargeted: ".",
      status: "SUCCESS",
      fileContent: null,
      directoryContents: [
        { name: ".hidden", type: "file" },
        { name: "a.txt", type: "file" },
        { name: "z.txt", type: "file" },
      ],
      errorDetails: null,
      truncated: false,
      omittedEntries: 0,
    });
    expect(names(await files.call("listDirectories", "./"))).toEqual(["directory b", "directory empty"]);
    expect(names(await files.call("listFiles", "b"))).toEqual(["file b".replace("b", "one")]);
    expect(names(await files.call("listFiles", "empty"))).toEqual([]);
    expect(names(await files.call("listFiles", ".", { maxDepth: 5 }))).toHaveLength(3);
  });

  it("go as deep as they are told", async () => {
    const files = await tree();
    expect(names(await files.call("listFiles", ".", { recursive: true }))).toHaveLength(3);
    expect(names(await files.call("listFiles", ".", { recursive: true, maxDepth: 3 }))).toEqual([
      "file .hidden",
      "file a.txt",
      "file b/c/two",
      "file b/one",
      "file z.txt",
    ]);
    expect(names(await files.call("listDirectories", ".", { recursive: true, maxDepth: 9 }))).toEqual([
      "directory b",
      "directory b/c",
      "directory b/c/d",
      "directory empty",
    ]);
    for (const maxDepth of [0, -1]) {
      expect(await files.call("listFiles", ".", { recursive: true, maxDepth })).toMatchObject({
        status: "ERROR_UNKNOWN",
        errorDetails: expect.stringContaining("maxDepth"),
      });
    }
  });

  it("say when a bound cuts them", async () => {
    const files = await tree();
    const few = filesIn(files.folder, { maxEntries: 2 });
    const cut = await few.call("listFiles", ".", { recursive: true, maxDepth: 9 });
    expect([names(cut).length, cut.truncated]).toEqual([2, true]);
    const shallow = filesIn(files.folder, { maxDepth: 2 });
    const flat = await shallow.call("listFiles", ".", { recursive: true, maxDepth: 9 });
    expect(names(flat)).toContain("file b/one");
    expect(names(flat)).not.toContain("file b/c/two");
    expect(flat.truncated).toBe(true);
    expect((await shallow.call("listFiles", "b/c", { recursive: true, maxDepth: 9 })).truncated).toBe(false);
  });

  it("fail for what is no folder", async () => {
    const files = await tree();
    expect(await files.call("listFiles", "none")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
    expect(await files.call("listFiles", "a.txt/x")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
    expect(await files.call("listFiles", "a.txt")).toMatchObject({ status: "ERROR_INVALID_PATH" });
  });

  it("show links as what they lead to, and leave out the rest", async () => {
    const files = await tree();
    const outside = newFolder();
    await symlink("a.txt", path.join(files.folder, "to-file"));
    await symlink("b/c", path.join(files.folder, "to-folder"));
    await symlink(path.join(files.folder, "b"), path.join(files.folder, "absolute"));
    await symlink(outside, path.join(files.folder, "out"));
    await symlink("nothing", path.join(files.folder, "dangling"));
    await symlink("circle", path.join(files.folder, "circle"));
    if (process.platform === "linux") {
      const bytes = Buffer.concat([Buffer.from(`${files.folder}/`), Buffer.from([0xff, 0xfe])]);
      await writeFile(bytes, "x");
    }
    const listed = await files.call("listFiles", ".", { recursive: true, maxDepth: 9 });
    expect(names(listed)).toContain("file to-file");
    expect(names(listed).filter((name) => name.includes("to-folder/") || name.includes("absolute/"))).toEqual([]);
    expect(listed.omittedEntries).toBe(process.platform === "linux" ? 4 : 3);
    expect(names(await files.call("listDirectories", "."))).toEqual([
      "directory absolute",
      "directory b",
      "directory empty",
      "directory to-folder",
    ]);
    expect(names(await files.call("listFiles", "to-folder"))).toEqual(["file two"]);
    expect(await files.call("readFile", "absolute/one")).toMatchObject({ fileContent: "x" });
    expect(await files.call("writeFile", "to-file", { content: "new" })).toMatchObject({ status: "SUCCESS" });
    expect(await readFile(path.join(files.folder, "a.txt"), "utf8")).toBe("new");
    expect(await files.call("readFile", "circle")).toMatchObject({ status: "ERROR_INVALID_PATH" });
  });

  it("do not show what killed writes have left, and remove it in time", async () => {
    const files = await tree();
    const [young, old] = [".uipilot-0123456789abcdef.tmp", ".uipilot-00000000000000ff.tmp"];
    for (const name of [young, old]) await writeFile(path.join(files.folder, name), "half");
    const long = new Date(Date.now() - 3_600_000);
    await utimes(path.join(files.folder, old), long, long);
    expect(names(await files.call("listFiles", "."))).toEqual(["file .hidden", "file a.txt", "file z.txt"]);
    expect((await readdir(files.folder)).filter((name) => name.endsWith(".tmp"))).toEqual([young]);
    for (const action of ["readFile", "writeFile", "deleteFile", "checkExists"]) {
      expect(await files.call(action, young, { content: "x" })).toMatchObject({ status: "ERROR_INVALID_PATH" });
    }
    await writeFile(path.join(files.folder, "b", old), "half");
    await utimes(path.join(files.folder, "b", old), long, long);
    await files.call("writeFile", "b/new", { content: "x" });
    expect(await readdir(path.join(files.folder, "b"))).toEqual(["c", "new", "one"]);
  });
});
