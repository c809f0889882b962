import * as z from "zod";

/** Where the manual is, and its limits. */
export const manualConfig = z.strictObject({
  /** Folders with Markdown files, relative to the project's folder. Links in them are not followed. */
  folders: z.array(z.string().min(1)).default(["docs/udm"]),
  /** Endings of the files that belong to the manual. */
  extensions: z.array(z.string().regex(/^\.[^./\\]+$/)).default([".md", ".markdown"]),
  /** Names of folders that are left out. */
  ignore: z.array(z.string().min(1)).default(["node_modules", ".git"]),
  /** A file with more bytes is not read. */
  maxFileBytes: z.int().positive().default(10_000_000),
  /** A manual with more files is refused. */
  maxFiles: z.int().positive().default(50_000),
  /** Longest content of an answer, in characters. A longer section is refused, with a list of its parts. */
  maxContentLength: z.int().positive().default(200_000),
  /** How long a query may take, in milliseconds. The first one waits for the index. */
  timeoutMs: z.int().positive().default(60_000),
});

export type ManualConfig = z.output<typeof manualConfig>;
