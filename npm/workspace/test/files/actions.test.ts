// Every action with its defaults and statuses, on the local disk.

import { createHash } from "node:crypto";
import { chmod, link, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { FileFault } from "../../src/files/space.ts";
import { defineTools } from "../../src/index.ts";
import { filesIn, newFolder } from "./place.ts";

const SHA = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");

describe("the schema", () => {
  it("is the specified one, with its defaults", () => {
    const { tool } = filesIn(newFolder());
    expect(tool.inputSchema.parse({ action: "readFile", filePath: "a" })).toEqual({
      action: "readFile",
      filePath: "a",
      encoding: "utf8",
      recursive: false,
      maxDepth: 1,
    });
    expect(z.toJSONSchema(tool.inputSchema, { io: "input" })).toMatchObject({
      required: ["action", "filePath"],
      properties: {
        action: {
          enum: [
            "readFile",
            "writeFile",
            "listFiles",
            "listDirectories",
            "createDirectory",
            "deleteFile",
            "checkExists",
          ],
        },
        encoding: { enum: ["utf8", "base64"], default: "utf8" },
        recursive: { type: "boolean", default: false },
        maxDepth: { type: "integer", default: 1 },
      },
    });
    expect(z.toJSONSchema(tool.outputSchema)).toMatchObject({
      required: ["actionPerformed", "filePathTargeted", "status", "errorDetails"],
      properties: {
        status: {
          enum: [
            "SUCCESS",
            "ERROR_PATH_NOT_FOUND",
            "ERROR_PERMISSION_DENIED",
            "ERROR_INVALID_PATH",
            "ERROR_WRITE_FAILED",
            "ERROR_READ_FAILED",
            "ERROR_MCP_SERVER_UNAVAILABLE",
            "ERROR_UNKNOWN",
          ],
        },
      },
    });
  });

  it("refuses other arguments", async () => {
    const { tool } = filesIn(newFolder());
    await expect(tool.call({ action: "chmod", filePath: "a" })).rejects.toThrow(z.ZodError);
    await expect(tool.call({ action: "readFile" })).rejects.toThrow(z.ZodError);
    await expect(tool.call({ action: "listFiles", filePath: ".", maxDepth: 1.5 })).rejects.toThrow(z.ZodError);
  });

  it("refuses configurations that lead out of the base folder", () => {
    for (const allowed of ["../x", "a/../../b", "/etc", "C:\\x", "\\\\host\\share"]) {
      expect(() => filesIn(newFolder(), { allowed: [allowed] }), allowed).toThrow(z.ZodError);
    }
  });
});

describe("readFile and writeFile", () => {
  it("write and read text", async () => {
    const files = filesIn(newFolder());
    const text = "\ufeffGrüße 🎉\r\n\u0000end";
    expect(await files.call("writeFile", "a.txt", { content: text })).toEqual({
      actionPerformed: "writeFile",
      filePathTargeted: "a.txt",
      status: "SUCCESS",
      fileContent: null,
      errorDetails: null,
      contentHash: SHA(text),
      sizeBytes: Buffer.byteLength(text),
    });
    expect(await files.call("readFile", "a.txt")).toMatchObject({
      status: "SUCCESS",
      fileContent: text,
      contentHash: SHA(text),
    });
    expect(await files.call("writeFile", "a.txt", { content: "" })).toMatchObject({ status: "SUCCESS", sizeBytes: 0 });
    expect(await files.call("readFile", "./a.txt")).toMatchObject({ fileContent: "" });
    expect(files.lines).toEqual([
      'writeFile "a.txt" SUCCESS',
      'readFile "a.txt" SUCCESS',
      'writeFile "a.txt" SUCCESS',
      'readFile "./a.txt" SUCCESS',
    ]);
  });

  it("carry every byte in base64", async () => {
    const files = filesIn(newFolder());
    const bytes = Buffer.from(Array.from({ length: 70_001 }, (_, index) => (index * 31) % 256));
    const content = bytes.toString("base64");
    expect(await files.call("writeFile", "a.bin", { content, encoding: "base64" })).toMatchObject({
      status: "SUCCESS",
    });
    expect(bytes.equals(await readFile(path.join(files.folder, "a.bin")))).toBe(true);
    expect(await files.call("readFile", "a.bin", { encoding: "base64" })).toMatchObject({ fileContent: content });
    expect(await files.call("readFile", "a.bin")).toMatchObject({
      status: "ERROR_READ_FAILED",
      fileContent: null,
      errorDetails: expect.stringContaining("not valid UTF-8"),
    });
  });

  it("refuse content that is not what its encoding says", async () => {
    const files = filesIn(newFolder());
    await writeFile(path.join(files.folder, "a"), "old");
    for (const content of ["AAA", "AA==\n", "AB==", "A A=", "AAA-", "AAAA=", "=", "é==="]) {
      expect(await files.call("writeFile", "a", { content, encoding: "base64" }), content).toMatchObject({
        status: "ERROR_WRITE_FAILED",
        errorDetails: expect.stringContaining("base64"),
      });
    }
    expect(await files.call("writeFile", "a", { content: "x\ud800" })).toMatchObject({ status: "ERROR_WRITE_FAILED" });
    expect(await files.call("writeFile", "a")).toMatchObject({ status: "ERROR_WRITE_FAILED" });
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf5, 0x80, 0x80, 0x80]]) {
      await writeFile(path.join(files.folder, "bad"), Buffer.from(bytes));
      expect(await files.call("readFile", "bad")).toMatchObject({ status: "ERROR_READ_FAILED" });
    }
    expect(await readFile(path.join(files.folder, "a"), "utf8")).toBe("old");
  });

  it("have a bound on sizes", async () => {
    const files = filesIn(newFolder(), { maxBytes: 10 });
    expect(await files.call("writeFile", "a", { content: "0123456789" })).toMatchObject({ status: "SUCCESS" });
    expect(await files.call("readFile", "a")).toMatchObject({ fileContent: "0123456789" });
    expect(await files.call("writeFile", "a", { content: "0123456789a" })).toMatchObject({
      status: "ERROR_WRITE_FAILED",
      errorDetails: expect.stringContaining("maxBytes"),
    });
    await writeFile(path.join(files.folder, "b"), "0123456789a");
    expect(await files.call("readFile", "b")).toMatchObject({
      status: "ERROR_READ_FAILED",
      errorDetails: expect.stringContaining("maxBytes"),
    });
  });

  it("say what is missing and what is not a file", async () => {
    const files = filesIn(newFolder());
    await mkdir(path.join(files.folder, "folder"));
    await writeFile(path.join(files.folder, "file"), "x");
    for (const [action, more] of [
      ["readFile", {}],
      ["writeFile", { content: "x" }],
    ] as const) {
      expect(await files.call(action, "none/a", more)).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
      expect(await files.call(action, "file/a", more)).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
      expect(await files.call(action, "folder", more)).toMatchObject({ status: "ERROR_INVALID_PATH" });
      expect(await files.call(action, "folder/", more)).toMatchObject({ status: "ERROR_INVALID_PATH" });
      expect(await files.call(action, ".", more)).toMatchObject({ status: "ERROR_INVALID_PATH" });
    }
    expect(await files.call("readFile", "none")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND", fileContent: null });
    const gone = filesIn(path.join(files.folder, "gone"));
    expect(await gone.call("readFile", "a")).toMatchObject({
      status: "ERROR_PATH_NOT_FOUND",
      errorDetails: expect.stringContaining("filesystem.base"),
    });
  });

  it("keep the mode, and make no file that everyone may write", async () => {
    const files = filesIn(newFolder());
    const umask = process.umask(0);
    try {
      await files.call("writeFile", "new", { content: "x" });
      await files.call("createDirectory", "folder/inner", { recursive: true });
    } finally {
      process.umask(umask);
    }
    const modeOf = async (name: string) => ((await stat(path.join(files.folder, name))).mode & 0o7777).toString(8);
    expect([await modeOf("new"), await modeOf("folder"), await modeOf("folder/inner")]).toEqual(["664", "775", "775"]);
    for (const mode of [0o600, 0o640, 0o755]) {
      await chmod(path.join(files.folder, "new"), mode);
      await files.call("writeFile", "new", { content: "y" });
      expect(await modeOf("new")).toBe(mode.toString(8));
    }
  });

  it("never change the file behind another hard link", async () => {
    const outside = newFolder();
    const files = filesIn(newFolder());
    await writeFile(path.join(outside, "secret"), "secret");
    await link(path.join(outside, "secret"), path.join(files.folder, "a"));
    const strict = filesIn(files.folder, { hardLinks: false });
    expect(await strict.call("readFile", "a")).toMatchObject({ status: "ERROR_PERMISSION_DENIED", fileContent: null });
    expect(await files.call("writeFile", "a", { content: "new" })).toMatchObject({ status: "SUCCESS" });
    expect(await readFile(path.join(outside, "secret"), "utf8")).toBe("secret");
    expect(await strict.call("readFile", "a")).toMatchObject({ fileContent: "new" });
  });

  it("overwrite only what the caller has seen", async () => {
    const files = filesIn(newFolder());
    await files.call("writeFile", "a", { content: "one" });
    const { contentHash } = await files.call("readFile", "a");
    await writeFile(path.join(files.folder, "a"), "two");
    expect(await files.call("writeFile", "a", { content: "x", expectedHash: contentHash })).toMatchObject({
      status: "ERROR_WRITE_FAILED",
      errorDetails: expect.stringContaining(SHA("two")),
    });
    expect(await files.call("writeFile", "a", { content: "x", expectedHash: "abc" })).toMatchObject({
      status: "ERROR_WRITE_FAILED",
    });
    expect(await readFile(path.join(files.folder, "a"), "utf8")).toBe("two");
    expect(await files.call("writeFile", "a", { content: "x", expectedHash: SHA("two").toUpperCase() })).toMatchObject({
      status: "SUCCESS",
    });
    expect(await files.call("writeFile", "none", { content: "x", expectedHash: contentHash })).toMatchObject({
      status: "ERROR_WRITE_FAILED",
    });
  });

  it("let one of many writers win that have seen the same", async () => {
    const files = filesIn(newFolder());
    await files.call("writeFile", "a", { content: "start" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        files.call("writeFile", "a", { content: `writer ${index}`, expectedHash: SHA("start") }),
      ),
    );
    const won = answers.flatMap(({ status }, index) => (status === "SUCCESS" ? [index] : []));
    expect(won).toHaveLength(1);
    expect(await readFile(path.join(files.folder, "a"), "utf8")).toBe(`writer ${won[0]}`);
  });
});

describe("createDirectory", () => {
  it("creates one folder, or all on the way", async () => {
    const files = filesIn(newFolder());
    expect(await files.call("createDirectory", "a/b")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
    expect(await files.call("createDirectory", "a")).toMatchObject({ status: "SUCCESS", errorDetails: null });
    expect(await files.call("createDirectory", "a")).toMatchObject({ status: "ERROR_WRITE_FAILED" });
    expect(await files.call("createDirectory", "a/b/c/", { recursive: true })).toMatchObject({ status: "SUCCESS" });
    expect(await files.call("createDirectory", "a/b/c", { recursive: true })).toMatchObject({ status: "SUCCESS" });
    expect((await stat(path.join(files.folder, "a/b/c"))).isDirectory()).toBe(true);
    await writeFile(path.join(files.folder, "file"), "x");
    expect(await files.call("createDirectory", "file", { recursive: true })).toMatchObject({
      status: "ERROR_WRITE_FAILED",
    });
    expect(await files.call("createDirectory", "file/x", { recursive: true })).toMatchObject({
      status: "ERROR_PATH_NOT_FOUND",
    });
    const many = await Promise.all(
      Array.from({ length: 20 }, () => files.call("createDirectory", "x/y/z/w", { recursive: true })),
    );
    expect(many.filter(({ status }) => status !== "SUCCESS")).toEqual([]);
  });

  it("creates allowed folders that are missing", async () => {
    const files = filesIn(newFolder(), { allowed: ["docs/udm", "logs"] });
    expect(await files.call("createDirectory", "docs/udm/x", { recursive: true })).toMatchObject({
      status: "ERROR_PATH_NOT_FOUND",
    });
    expect(await files.call("createDirectory", "logs/x", { recursive: true })).toMatchObject({ status: "SUCCESS" });
  });
});

describe("deleteFile", () => {
  it("is off by itself, and says how to allow it", async () => {
    const files = filesIn(newFolder());
    await writeFile(path.join(files.folder, "a"), "x");
    expect(await files.call("deleteFile", "a")).toMatchObject({
      status: "ERROR_PERMISSION_DENIED",
      errorDetails: expect.stringContaining("filesystem.allowDelete"),
    });
    expect(await files.call("checkExists", "a")).toMatchObject({ fileExists: true });
  });

  it("deletes regular files only", async () => {
    const files = filesIn(newFolder(), { allowDelete: true });
    await writeFile(path.join(files.folder, "a"), "x");
    await mkdir(path.join(files.folder, "folder"));
    await symlink("a", path.join(files.folder, "link"));
    expect(await files.call("deleteFile", "link")).toMatchObject({ status: "ERROR_INVALID_PATH" });
    expect(await files.call("deleteFile", "folder")).toMatchObject({ status: "ERROR_INVALID_PATH" });
    expect(await files.call("deleteFile", ".")).toMatchObject({ status: "ERROR_INVALID_PATH" });
    expect(await files.call("deleteFile", "a")).toMatchObject({ status: "SUCCESS", errorDetails: null });
    expect(await files.call("deleteFile", "a")).toMatchObject({ status: "ERROR_PATH_NOT_FOUND" });
    expect((await readdir(files.folder)).sort()).toEqual(["folder", "link"]);
  });
});

describe("checkExists", () => {
  it("knows files and folders", async () => {
    const files = filesIn(newFolder());
    await mkdir(path.join(files.folder, "folder"));
    await writeFile(path.join(files.folder, "file"), "x");
    await symlink("none", path.join(files.folder, "dangling"));
    const found = async (name: string) => (await files.call("checkExists", name)).fileExists;
    expect([await found("."), await found("folder"), await found("folder/"), await found("file")]).toEqual(
      Array(4).fill(true),
    );
    expect([await found("none"), await found("none/x"), await found("file/x"), await found("dangling")]).toEqual(
      Array(4).fill(false),
    );
    expect(await files.call("checkExists", "none")).toEqual({
      actionPerformed: "checkExists",
      filePathTargeted: "none",
      status: "SUCCESS",
      fileContent: null,
      fileExists: false,
      errorDetails: null,
    });
  });
});

describe("the files that tools share", () => {
  it("are read and written with their hash, and logged under the tool's name", async () => {
    const { folder, space, lines } = filesIn(newFolder());
    const { signal } = new AbortController();
    const editor = space.as("markdownParserEditorTool");
    const { hash } = await editor.write("a.md", "# A", {}, signal);
    expect(await editor.read("a.md", signal)).toEqual({ text: "# A", hash, bytes: 3 });
    await writeFile(path.join(folder, "a.md"), "# B");
    await expect(editor.write("a.md", "# C", { expectedHash: hash }, signal)).rejects.toMatchObject({
      name: "FileFault",
      status: "ERROR_WRITE_FAILED",
    });
    await expect(editor.read("../a.md", signal)).rejects.toBeInstanceOf(FileFault);
    expect(lines).toHaveLength(4);
  });

  it("come with the workspace", async () => {
    const folder = newFolder();
    const events: string[] = [];
    const config = { filesystem: { base: "files", allowed: ["docs"] } };
    const workspace = defineTools({ folder, config, log: ({ tool, text }) => events.push(`${tool}: ${text}`) });
    const tool = workspace.tools.find(({ name }) => name === "fileSystemAccessTool");
    await mkdir(path.join(folder, "files/docs"), { recursive: true });
    expect(await tool?.call({ action: "writeFile", filePath: "docs/a", content: "x" })).toMatchObject({
      status: "SUCCESS",
    });
    expect(await tool?.call({ action: "listFiles", filePath: "." })).toMatchObject({
      status: "ERROR_PERMISSION_DENIED",
      errorDetails: expect.stringContaining('"docs"'),
    });
    expect(tool?.inputSchema.safeParse(tool.example).success).toBe(true);
    await workspace.close();
    expect(events).toEqual([
      'fileSystemAccessTool: writeFile "docs/a" SUCCESS',
      'fileSystemAccessTool: listFiles "." ERROR_PERMISSION_DENIED',
    ]);
  });

  it("work though the log fails", async () => {
    const folder = newFolder();
    const log = () => {
      throw new Error("the log is full");
    };
    const [tool] = defineTools({ folder, log }).tools.filter(({ name }) => name === "fileSystemAccessTool");
    expect(await tool?.call({ action: "checkExists", filePath: "." })).toMatchObject({ fileExists: true });
  });
});

describe("calls", () => {
  it("end when they are cancelled, and leave nothing behind", async () => {
    const files = filesIn(newFolder(), { maxBytes: 64 << 20 });
    await files.call("writeFile", "a", { content: "old" });
    const content = "x".repeat(16 << 20);
    const reason = new Error("enough");
    await expect(files.call("readFile", "a", {}, AbortSignal.abort(reason))).rejects.toBe(reason);
    let cancelled = 0;
    for (let delay = 0; delay < 10; delay += 1) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), delay * 4);
      const outcome = await files.call("writeFile", "a", { content }, controller.signal).catch((error) => error);
      const text = await readFile(path.join(files.folder, "a"), "utf8");
      if (outcome === reason) {
        cancelled += 1;
        expect(text).toBe("old");
      } else {
        expect(outcome.status).toBe("SUCCESS");
        expect(text).toHaveLength(content.length);
      }
      await files.call("writeFile", "a", { content: "old" });
    }
    expect(cancelled).toBeGreaterThan(0);
    expect(files.lines).toContain('writeFile "a" CANCELLED');
    await expect.poll(() => readdir(files.folder)).toEqual(["a"]);
  });

  it("keep their deadline", async () => {
    const files = filesIn(newFolder(), { timeoutMs: 1, maxBytes: 64 << 20 });
    await writeFile(path.join(files.folder, "a"), "old");
    expect(await files.call("writeFile", "a", { content: "x".repeat(32 << 20) })).toMatchObject({
      status: "ERROR_WRITE_FAILED",
      errorDetails: expect.stringContaining("timeoutMs"),
    });
    expect(await readFile(path.join(files.folder, "a"), "utf8")).toBe("old");
    expect(await readdir(files.folder)).toEqual(["a"]);
  });

  it("are logged on one line each, whatever the path has", async () => {
    const files = filesIn(newFolder());
    await files.call("readFile", 'a\n"b" SUCCESS\u2028\u202e\u0007\u0085');
    await files.call("checkExists", "x".repeat(2000));
    expect(files.lines[0]).toBe('readFile "a\\n\\"b\\" SUCCESS\\u2028\\u202e\\u0007\\u0085" ERROR_INVALID_PATH');
    expect(files.lines[1]?.length).toBeLessThan(400);
  });
});
