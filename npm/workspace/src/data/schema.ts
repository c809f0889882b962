// The arguments and the answer of `yamlJsonParserEditorTool`.

import * as z from "zod";
import { type ActionFields, checkFields, valueProblem } from "./action-fields.js";

const FIELDS: Readonly<Record<string, ActionFields>> = {
  modifyKeyValue: {
    required: ["keyPath"],
    oneOf: [["newValue", "newValueText"]],
    optional: ["createMissing", "schema"],
  },
  set: { required: ["keyPath"], oneOf: [["newValue", "newValueText"]], optional: ["createMissing", "schema"] },
  append: { required: ["keyPath"], oneOf: [["newValue", "newValueText"]], optional: ["schema"] },
  merge: { required: ["keyPath"], oneOf: [["newValue", "newValueText"]], optional: ["schema"] },
  delete: { required: ["keyPath"], optional: ["schema"] },
  move: { required: ["keyPath", "toPath"], optional: ["overwrite", "schema"] },
  get: { required: ["keyPath"] },
  validate: { required: ["schema"], optional: ["keyPath"] },
};

export const dataInput = z
  .strictObject({
    textContent: z.string().optional().describe("The YAML, JSON or JSON5 text. Or give filePath."),
    filePath: z
      .string()
      .optional()
      .describe("A file to edit in place of textContent. The answer then has a diff, not the whole text."),
    format: z
      .enum(["yaml", "json", "json5"])
      .optional()
      .describe("Required with textContent; for a file, its name tells it. json takes comments too."),
    action: z.enum(["modifyKeyValue", "get", "set", "append", "delete", "merge", "move", "validate"]),
    keyPath: z
      .string()
      .optional()
      .describe(
        "Dot-separated path to the key (e.g., 'server.port', 'ports[0]', 'hosts[\"a.b\"]'), or a JSON Pointer ('/hosts/a.b'). " +
          "Empty: the whole document.",
      ),
    newValue: z
      .any()
      .optional()
      .describe("The new value for the key; for append the item, for merge an object (null removes)."),
    newValueText: z
      .string()
      .optional()
      .describe("In place of newValue: the value in the document's format, e.g. a number beyond 2^53."),
    createMissing: z.boolean().optional().describe("Create keys that are missing. Default: true for set, else false."),
    toPath: z.string().optional().describe("For move: the new path of the value."),
    overwrite: z.boolean().optional().describe("For move: replace what is at toPath. Default: false."),
    documentIndex: z.int().min(0).optional().describe("Which document of a YAML text with several, from 0."),
    schema: z
      .any()
      .optional()
      .describe("JSON Schema (draft 2020-12, 2019-09 or 7) to validate with; with an edit, the result has to fit it."),
    expectedHash: z.string().optional().describe("With filePath: refuse if the file's SHA-256 is another one."),
    dryRun: z.boolean().optional().describe("With filePath: answer the diff, write nothing."),
  })
  .superRefine((input, context) => {
    const shared = { content: "textContent", always: ["format", "documentIndex"] };
    checkFields(input, FIELDS[input.action] ?? {}, shared, context);
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message, input });
    if (input.format === undefined && input.filePath === undefined) refuse("format", "textContent needs its format");
    if (input.documentIndex !== undefined && input.format !== undefined && input.format !== "yaml") {
      refuse("documentIndex", "only YAML has several documents");
    }
    const problem = input.newValue === undefined ? undefined : valueProblem(input.newValue);
    if (problem !== undefined) refuse("newValue", problem);
    const { schema } = input;
    if (schema !== undefined && typeof schema !== "boolean" && (typeof schema !== "object" || schema === null)) {
      refuse("schema", "a JSON Schema is an object, true or false");
    }
  });

export type DataInput = z.output<typeof dataInput>;

export const dataOutput = z.object({
  modifiedTextContent: z.string().nullable().describe("Null on errors, with filePath, and for get and validate."),
  status: z.enum(["SUCCESS", "ERROR_KEY_NOT_FOUND", "ERROR_PARSING", "ERROR_SERIALIZING"]),
  errorDetails: z.string().nullable(),
  errorCode: z.string().optional().describe("On errors: a finer code than status."),
  value: z.any().optional().describe("For get: the value."),
  valueText: z.string().optional().describe("For get: the value as it is written."),
  numbersAsText: z
    .array(z.string())
    .optional()
    .describe("Pointers to numbers in value that are given as text, because JSON readers would change them."),
  valid: z.boolean().optional().describe("With schema: whether it is met."),
  validationErrors: z
    .array(
      z.object({
        path: z.string(),
        line: z.int(),
        column: z.int(),
        message: z.string(),
        keyword: z.string(),
        schemaPath: z.string(),
        documentIndex: z.int(),
      }),
    )
    .optional(),
  notes: z.array(z.string()).optional(),
  diff: z.string().optional().describe("With filePath: a unified diff of the change."),
  hash: z.string().optional().describe("With filePath: the file's SHA-256 now, for expectedHash."),
  written: z.boolean().optional().describe("With filePath: whether the file was written."),
});

export type DataOutput = z.input<typeof dataOutput>;
