// The arguments and the answer of `markdownParserEditorTool`.

import * as z from "zod";
import { type ActionFields, checkFields, valueProblem } from "../data/action-fields.js";

const ITEM = ["sectionHeader", "listIndex"];
const ROW: ActionFields = { oneOf: [["rowIndex", "rowText"]], optional: ["sectionHeader", "tableIndex"] };
const BY_ITEM: ActionFields = { oneOf: [["itemIndex", "itemText"]], optional: ITEM };
const SECTION: ActionFields = { required: ["sectionHeader", "newSectionContent"] };

/** The actions, with what each takes. */
const FIELDS: Readonly<Record<string, ActionFields>> = {
  replaceSection: SECTION,
  insertBeforeSection: SECTION,
  insertAfterSection: SECTION,
  appendToSection: SECTION,
  deleteSection: { required: ["sectionHeader"] },
  moveSection: { required: ["sectionHeader", "targetSection", "position"] },
  getSection: { required: ["sectionHeader"] },
  listSections: {},
  appendListItem: { required: ["newItemContent"], optional: ITEM },
  replaceListItem: { ...BY_ITEM, required: ["newItemContent"] },
  deleteListItem: BY_ITEM,
  checkTask: BY_ITEM,
  uncheckTask: BY_ITEM,
  setTableCell: { ...ROW, required: ["column", "newCellContent"] },
  appendTableRow: { required: ["cells"], optional: ["sectionHeader", "tableIndex"] },
  replaceTableRow: { ...ROW, required: ["cells"] },
  deleteTableRow: ROW,
  setFrontMatter: { required: ["keyPath"], oneOf: [["newValue", "newValueText"]] },
  deleteFrontMatter: { required: ["keyPath"] },
};

const index = z.int().min(0).optional();

export const markdownInput = z
  .strictObject({
    markdownContent: z.string().optional().describe("The Markdown text. Or give filePath."),
    filePath: z
      .string()
      .optional()
      .describe("A file to edit in place of markdownContent. The answer then has a diff, not the whole text."),
    action: z.enum([
      "replaceSection",
      "insertBeforeSection",
      "insertAfterSection",
      "appendToSection",
      "deleteSection",
      "moveSection",
      "getSection",
      "listSections",
      "appendListItem",
      "replaceListItem",
      "deleteListItem",
      "checkTask",
      "uncheckTask",
      "setTableCell",
      "appendTableRow",
      "replaceTableRow",
      "deleteTableRow",
      "setFrontMatter",
      "deleteFrontMatter",
    ]),
    sectionHeader: z
      .string()
      .optional()
      .describe(
        "The exact header text of the section, its path 'A > B', or its anchor '#a'. For lists and tables: where to look; " +
          "absent, the whole document.",
      ),
    newSectionContent: z
      .string()
      .optional()
      .describe("The new Markdown content. For replaceSection, a heading at its start replaces the section's own one."),
    targetSection: z.string().optional().describe("For moveSection: the section to move to."),
    position: z
      .enum(["before", "after", "into"])
      .optional()
      .describe("For moveSection: beside targetSection, or as its last subsection. Heading levels follow."),
    listIndex: index.describe("Which list of the section, from 0."),
    itemIndex: index.describe("Which item of the list, from 0."),
    itemText: z.string().optional().describe("The exact text of the item's first paragraph."),
    newItemContent: z
      .string()
      .optional()
      .describe("The item without its marker; '[ ] ' or '[x] ' at its start makes a task."),
    tableIndex: index.describe("Which table of the section, from 0."),
    rowIndex: index.describe("Which row, from 0 after the header."),
    rowText: z.string().optional().describe("The text of the row's first cell."),
    column: z
      .union([z.string(), z.int().min(0)])
      .optional()
      .describe("The column's header, or its number from 0."),
    newCellContent: z.string().optional(),
    cells: z.array(z.string()).optional().describe("The cells of a row."),
    keyPath: z.string().optional().describe("For front matter: path to the key (e.g., 'author.name', '/a.b')."),
    newValue: z.any().optional().describe("For front matter: the new value."),
    newValueText: z.string().optional().describe("For front matter: in place of newValue, the value as YAML."),
    expectedHash: z.string().optional().describe("With filePath: refuse if the file's SHA-256 is another one."),
    dryRun: z.boolean().optional().describe("With filePath: answer the diff, write nothing."),
  })
  .superRefine((input, context) => {
    const shared = { content: "markdownContent", always: [] };
    checkFields(input, FIELDS[input.action] ?? {}, shared, context);
    const problem = input.newValue === undefined ? undefined : valueProblem(input.newValue);
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["newValue"], message: problem, input });
  });

export type MarkdownInput = z.output<typeof markdownInput>;

export const markdownOutput = z.object({
  modifiedMarkdownContent: z
    .string()
    .nullable()
    .describe("Null on errors, with filePath, and for actions that only read."),
  status: z.enum(["SUCCESS", "ERROR_SECTION_NOT_FOUND", "ERROR_PARSING", "ERROR_SERIALIZING"]),
  errorDetails: z.string().nullable(),
  errorCode: z.string().optional().describe("On errors: a finer code than status."),
  sectionContent: z.string().optional().describe("For getSection: the section with its heading and subsections."),
  sections: z
    .array(z.object({ path: z.string(), anchor: z.string(), level: z.int(), line: z.int() }))
    .optional()
    .describe("For listSections."),
  diff: z.string().optional().describe("With filePath: a unified diff of the change."),
  hash: z.string().optional().describe("With filePath: the file's SHA-256 now, for expectedHash."),
  written: z.boolean().optional().describe("With filePath: whether the file was written."),
});

export type MarkdownOutput = z.input<typeof markdownOutput>;
