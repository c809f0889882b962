// fileSystemAccessTool: files and folders inside the allowed folders.

import * as z from "zod";
import { defineTool } from "../define.js";
import type { MadeTool, ToolParts } from "../parts.js";
import { decodeBase64, encodeText } from "./bytes.js";
import { FAULTS } from "./fault.js";
import { FILE_TOOL, FileFault, type FileSpace } from "./space.js";

const inputSchema = z.object({
  action: z
    .enum(["readFile", "writeFile", "listFiles", "listDirectories", "createDirectory", "deleteFile", "checkExists"])
    .describe("What to do."),
  filePath: z
    .string()
    .describe(
      'The file or folder, relative to the base folder, with / between folders: "docs/notes.md". "." is the base.',
    ),
  content: z.string().optional().describe("For writeFile: the whole new content."),
  encoding: z
    .enum(["utf8", "base64"])
    .optional()
    .default("utf8")
    .describe("For readFile and writeFile: text, or base64 for exact bytes."),
  recursive: z
    .boolean()
    .optional()
    .default(false)
    .describe(
      "createDirectory: also create missing parents. listFiles, listDirectories: also list the folders inside.",
    ),
  maxDepth: z
    .number()
    .int()
    .optional()
    .default(1)
    .describe("With recursive, for lists: how many levels to list. 1 is the folder itself, 2 also the folders in it."),
  expectedHash: z
    .string()
    .optional()
    .describe(
      "For writeFile: the contentHash of the file as you read it. A file that has changed since is not overwritten.",
    ),
});

const outputSchema = z.object({
  actionPerformed: z.string().describe("The action of the call."),
  filePathTargeted: z.string().describe("The path of the call."),
  status: z.enum(["SUCCESS", ...FAULTS]).describe("How the action ended."),
  fileExists: z.boolean().optional().describe("For checkExists: whether a file or folder is there."),
  fileContent: z.string().nullable().optional().describe("For readFile: the content. Null if there is none to give."),
  directoryContents: z
    .array(z.object({ name: z.string(), type: z.enum(["file", "directory"]) }))
    .optional()
    .describe("For listFiles the files, for listDirectories the folders, by name; deeper ones as folder/name."),
  errorDetails: z.string().nullable().describe("What went wrong, and what to do. Null if nothing did."),
  contentHash: z.string().optional().describe("SHA-256 of the file's bytes, after readFile and writeFile."),
  sizeBytes: z.number().int().optional().describe("The file's size, after readFile and writeFile."),
  truncated: z
    .boolean()
    .optional()
    .describe("For lists: whether there is more than a limit of the configuration allows."),
  omittedEntries: z
    .number()
    .int()
    .optional()
    .describe("For lists: how many devices, links that lead outside or nowhere, and unreadable names were left out."),
});

type Input = z.output<typeof inputSchema>;
type Answer = Partial<z.input<typeof outputSchema>>;

/** Makes the tool. */
export function makeFileTool({ files }: ToolParts): MadeTool {
  const tool = defineTool({
    name: FILE_TOOL,
    title: "Files",
    description:
      "Reads, writes and lists files and folders inside the project's allowed folders, creates folders, and deletes files where " +
      "that is allowed. Paths are relative to the base folder. Writing replaces the whole file, or changes nothing if it fails.",
    effect: "destroys",
    inputSchema,
    outputSchema,
    example: { action: "readFile", filePath: "docs/notes.md" },
    handler: async (input, { signal }) => {
      const answer = {
        actionPerformed: input.action,
        filePathTargeted: input.filePath,
        status: "SUCCESS" as const,
        fileContent: null,
        errorDetails: null,
      };
      try {
        return { ...answer, ...(await ACTIONS[input.action](files, input, signal)) };
      } catch (error) {
        if (!(error instanceof FileFault)) throw error;
        return { ...answer, status: error.status, errorDetails: error.message };
      }
    },
  });
  return { tool };
}

const ACTIONS: Record<Input["action"], (files: FileSpace, input: Input, signal: AbortSignal) => Promise<Answer>> = {
  readFile: async (files, { filePath, encoding }, signal) => {
    if (encoding === "base64") {
      const { content, hash } = await files.readBytes(filePath, signal);
      return { fileContent: content.toString("base64"), contentHash: hash, sizeBytes: content.byteLength };
    }
    const { text, hash, bytes } = await files.read(filePath, signal);
    return { fileContent: text, contentHash: hash, sizeBytes: bytes };
  },

  writeFile: async (files, { filePath, content, encoding, expectedHash }, signal) => {
    const decode = () => {
      if (content === undefined) throw noContent();
      return encoding === "base64" ? decodeBase64(content, filePath) : encodeText(content, filePath);
    };
    const { hash, bytes } = await files.writeBytes(filePath, decode, { expectedHash }, signal);
    return { contentHash: hash, sizeBytes: bytes };
  },

  listFiles: (files, input, signal) => list(files, "file", input, signal),

  listDirectories: (files, input, signal) => list(files, "directory", input, signal),

  createDirectory: async (files, { filePath, recursive }, signal) => {
    await files.createDirectory(filePath, recursive, signal);
    return {};
  },

  deleteFile: async (files, { filePath }, signal) => {
    await files.delete(filePath, signal);
    return {};
  },

  checkExists: async (files, { filePath }, signal) => ({ fileExists: await files.exists(filePath, signal) }),
};

async function list(
  files: FileSpace,
  type: "file" | "directory",
  { filePath, recursive, maxDepth }: Input,
  signal: AbortSignal,
): Promise<Answer> {
  const { entries, truncated, omitted } = await files.list(filePath, { type, depth: recursive ? maxDepth : 1 }, signal);
  return { directoryContents: entries, truncated, omittedEntries: omitted };
}

function noContent(): FileFault {
  return new FileFault(
    "ERROR_WRITE_FAILED",
    'writeFile needs content; an empty file has content "". Nothing was changed',
  );
}
