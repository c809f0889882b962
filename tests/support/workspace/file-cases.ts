/** Calls of the file tool. The project allows the folders `docs` and `work`, and deleting. */

import { createHash } from "node:crypto";
import type { Case } from "./case.ts";

const TEXT = "Grüße\n";
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const NOT_UTF8 = Buffer.from([0x66, 0xfc, 0x72]);

/** The files of the project before the first call. */
export const FILES: Readonly<Record<string, string | Buffer>> = {
  "work/latin.txt": NOT_UTF8,
  "work/inner/deep.txt": "deep",
  "work/settings.yaml": "server:\n  port: 8080 # public\n",
  "work/notes.md": "# Notes\n\n## Old\n\nText.\n",
  "private/secret.txt": "secret",
};

const call = (
  action: string,
  filePath: string,
  more: Record<string, unknown>,
  status: string,
  rest: Omit<Case, "args" | "status"> = {},
): Case => ({ args: { action, filePath, ...more }, status, ...rest });

export const FILE_CASES: readonly Case[] = [
  call("writeFile", "work/a.txt", { content: TEXT }, "SUCCESS", {
    answer: { contentHash: hash(TEXT), sizeBytes: 8 },
    files: { "work/a.txt": TEXT },
  }),
  call("writeFile", "work/b.txt", { content: "eA==", encoding: "base64" }, "SUCCESS", { files: { "work/b.txt": "x" } }),
  call("writeFile", "work/b.txt", { content: "y", expectedHash: hash("other") }, "ERROR_WRITE_FAILED", {
    files: { "work/b.txt": "x" },
  }),
  call("writeFile", "work/b.txt", { content: "y", expectedHash: hash("x") }, "SUCCESS", {
    files: { "work/b.txt": "y" },
  }),
  call("writeFile", "work/c.txt", {}, "ERROR_WRITE_FAILED", { files: { "work/c.txt": null } }),
  call("writeFile", "work/c.txt", { content: "?", encoding: "base64" }, "ERROR_WRITE_FAILED", {
    files: { "work/c.txt": null },
  }),
  call("writeFile", "work/none/c.txt", { content: "x" }, "ERROR_PATH_NOT_FOUND"),
  call("writeFile", "private/c.txt", { content: "x" }, "ERROR_PERMISSION_DENIED", { files: { "private/c.txt": null } }),
  call("writeFile", "work/../c.txt", { content: "x" }, "ERROR_INVALID_PATH", { files: { "c.txt": null } }),

  call("readFile", "work/a.txt", {}, "SUCCESS", { answer: { fileContent: TEXT, contentHash: hash(TEXT) } }),
  call("readFile", "work/a.txt", { encoding: "base64" }, "SUCCESS", {
    answer: { fileContent: Buffer.from(TEXT).toString("base64") },
  }),
  call("readFile", "work/latin.txt", { encoding: "base64" }, "SUCCESS", {
    answer: { fileContent: NOT_UTF8.toString("base64") },
  }),
  call("readFile", "work/latin.txt", {}, "ERROR_READ_FAILED", { answer: { fileContent: null } }),
  call("readFile", "work/none.txt", {}, "ERROR_PATH_NOT_FOUND"),
  call("readFile", "work/inner", {}, "ERROR_INVALID_PATH"),
  call("readFile", "private/secret.txt", {}, "ERROR_PERMISSION_DENIED"),

  call("listFiles", "work/inner", {}, "SUCCESS", {
    answer: { directoryContents: [{ name: "deep.txt", type: "file" }], truncated: false, omittedEntries: 0 },
  }),
  call("listFiles", "work", { recursive: true, maxDepth: 2 }, "SUCCESS", {
    answer: {
      directoryContents: ["a.txt", "b.txt", "inner/deep.txt", "latin.txt", "notes.md", "settings.yaml"].map((name) => ({
        name,
        type: "file",
      })),
    },
  }),
  call("listFiles", "work", { recursive: true, maxDepth: 0 }, "ERROR_UNKNOWN"),
  call("listFiles", "work/none", {}, "ERROR_PATH_NOT_FOUND"),
  call("listDirectories", "work", {}, "SUCCESS", {
    answer: { directoryContents: [{ name: "inner", type: "directory" }] },
  }),
  call("listDirectories", "work/a.txt", {}, "ERROR_INVALID_PATH"),

  call("createDirectory", "work/new", {}, "SUCCESS"),
  call("createDirectory", "work/new", {}, "ERROR_WRITE_FAILED"),
  call("createDirectory", "work/new", { recursive: true }, "SUCCESS"),
  call("createDirectory", "work/far/below", {}, "ERROR_PATH_NOT_FOUND"),
  call("createDirectory", "work/far/below", { recursive: true }, "SUCCESS"),

  call("checkExists", "work/far/below", {}, "SUCCESS", { answer: { fileExists: true } }),
  call("checkExists", "work/nowhere", {}, "SUCCESS", { answer: { fileExists: false } }),
  call("checkExists", "/etc/passwd", {}, "ERROR_INVALID_PATH"),

  // The official file server has no tool that deletes.
  call("deleteFile", "work/b.txt", {}, "SUCCESS", {
    files: { "work/b.txt": null },
    served: { status: "ERROR_WRITE_FAILED", files: { "work/b.txt": "y" } },
  }),
  call("deleteFile", "work/nowhere.txt", {}, "ERROR_PATH_NOT_FOUND", { served: { status: "ERROR_WRITE_FAILED" } }),
];
