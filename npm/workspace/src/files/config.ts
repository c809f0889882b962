import * as z from "zod";

const MEBIBYTE = 1 << 20;

/**
 * The base folder's path as the file server knows it. Without it, a server that is started with a command has the base folder
 * of this machine, and links are resolved here before it is asked; one with an address gets paths that begin with `/`.
 */
const root = z.string().min(1).optional();

/** How a file server is reached: a command that speaks MCP over its standard input and output, or an address. */
const fileServer = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).default([]),
    /** Beside the few variables that the MCP client hands on by itself. */
    env: z.record(z.string(), z.string()).default({}),
    /** Relative to the folder of the configuration. */
    cwd: z.string().optional(),
    root,
  }),
  z.strictObject({
    /** Streamable HTTP. */
    url: z.url({ protocol: /^https?$/ }),
    /** The environment variable that has a bearer token. */
    tokenVariable: z.string().min(1).optional(),
    root,
  }),
]);

export type FileServerConfig = z.output<typeof fileServer>;

const insideBase = z
  .string()
  .min(1)
  .refine(
    (folder) => !/^[/\\]|^[A-Za-z]:/.test(folder) && !folder.split(/[/\\]/).includes(".."),
    "must be a folder inside `base`, relative to it, without `..`",
  );

/** Which files the tools may reach, and how. */
export const filesConfig = z.strictObject({
  /** All paths are relative to this folder. Relative to the folder of the configuration. */
  base: z.string().min(1).default("."),
  /** The folders inside `base` that may be read and written, relative to it. A folder, not a link to one. */
  allowed: z.array(insideBase).default(["."]),
  /** Whether `deleteFile` deletes. */
  allowDelete: z.boolean().default(false),
  /**
   * Whether a file with several names (hard links) is read. One of the names may be outside of the allowed folders. Writing
   * never changes the file behind the other names: it replaces the one name.
   */
  hardLinks: z.boolean().default(true),
  /** The largest file that is read or written, in bytes. */
  maxBytes: z
    .int()
    .positive()
    .max(512 * MEBIBYTE)
    .default(10 * MEBIBYTE),
  /** How many names a listing gives. */
  maxEntries: z.int().positive().default(5000),
  /** How deep a recursive listing goes, whatever a call asks for. */
  maxDepth: z.int().positive().default(32),
  /** Milliseconds that an access may take. */
  timeoutMs: z.int().positive().default(30_000),
  /**
   * Another MCP server that has the files, with the tools of `@modelcontextprotocol/server-filesystem`. Without it they are on
   * the local disk. Links on another machine are the server's to check: it should allow the same folders, and no more.
   */
  mcp: fileServer.optional(),
});

export type FilesConfig = z.output<typeof filesConfig>;
