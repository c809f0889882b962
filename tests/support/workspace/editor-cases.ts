/** Calls of the two editors. */

import { expect } from "vitest";
import type { Case, Cases, Default } from "./case.ts";

const MARKDOWN = `---
title: Notes
draft: true
---
# One

## Two

Old.

## Three

- [ ] first
- [x] second

| ID | State |
|---|---|
| A | open |
| B | done |
`;

const YAML = "server:\n  port: 8080 # public\nhosts: [a]\n";

const edited = (action: string, args: object, from: string, to: string): Case => ({
  args: { markdownContent: MARKDOWN, action, ...args },
  status: "SUCCESS",
  answer: { modifiedMarkdownContent: MARKDOWN.replace(from, to) },
});
const refused = (action: string, args: object, status: string, errorCode: string, text = MARKDOWN): Case => ({
  args: { markdownContent: text, action, ...args },
  status,
  answer: { modifiedMarkdownContent: null, errorCode },
});
const NOT_FOUND = "ERROR_SECTION_NOT_FOUND";
const TWO = "## Two\n\nOld.\n\n";
const HELLO = { newSectionContent: "## New\n\nHello.\n" };
const two = { sectionHeader: "Two" };

const MARKDOWN_CASES: readonly Case[] = [
  edited("replaceSection", { ...two, newSectionContent: "New." }, "Old.", "New."),
  edited("insertBeforeSection", { ...two, ...HELLO }, "## Two", "## New\n\nHello.\n\n## Two"),
  edited("insertAfterSection", { ...two, ...HELLO }, "## Three", "## New\n\nHello.\n\n## Three"),
  edited("appendToSection", { ...two, newSectionContent: "More." }, "Old.\n", "Old.\n\nMore.\n"),
  edited("deleteSection", two, TWO, ""),
  {
    args: {
      markdownContent: MARKDOWN,
      action: "moveSection",
      sectionHeader: "Three",
      targetSection: "Two",
      position: "before",
    },
    status: "SUCCESS",
    answer: { modifiedMarkdownContent: expect.stringMatching(/# One\n\n## Three\n[^#]*\n## Two\n\nOld\.\n$/) },
  },
  {
    args: { markdownContent: MARKDOWN, action: "moveSection", ...two, targetSection: "Three", position: "after" },
    status: "SUCCESS",
    answer: { modifiedMarkdownContent: expect.stringMatching(/# One\n\n## Three\n[^#]*\n## Two\n\nOld\.\n$/) },
  },
  {
    args: { markdownContent: MARKDOWN, action: "moveSection", ...two, targetSection: "Three", position: "into" },
    status: "SUCCESS",
    answer: { modifiedMarkdownContent: expect.stringMatching(/## Three\n[^#]*\n### Two\n\nOld\.\n$/) },
  },
  {
    args: { markdownContent: MARKDOWN, action: "getSection", ...two },
    status: "SUCCESS",
    answer: { modifiedMarkdownContent: null, sectionContent: expect.stringMatching(/^## Two\n\nOld\.\n/) },
  },
  {
    args: { markdownContent: MARKDOWN, action: "listSections" },
    status: "SUCCESS",
    answer: {
      sections: [
        { path: "One", anchor: "#one", level: 1, line: 5 },
        { path: "One > Two", anchor: "#two", level: 2, line: 7 },
        { path: "One > Three", anchor: "#three", level: 2, line: 11 },
      ],
    },
  },
  edited("appendListItem", { newItemContent: "[x] third" }, "[x] second", "[x] second\n- [x] third"),
  edited("replaceListItem", { itemText: "first", newItemContent: "new" }, "first", "new"),
  edited("deleteListItem", { sectionHeader: "Three", listIndex: 0, itemIndex: 0 }, "- [ ] first\n", ""),
  edited("checkTask", { itemText: "first" }, "[ ] first", "[x] first"),
  edited("uncheckTask", { itemIndex: 1 }, "[x] second", "[ ] second"),
  edited(
    "setTableCell",
    { sectionHeader: "Three", tableIndex: 0, rowIndex: 0, column: "State", newCellContent: "shut" },
    "| A | open |",
    "| A | shut |",
  ),
  edited("appendTableRow", { cells: ["C", "new"] }, "| B | done |\n", "| B | done |\n| C  | new   |\n"),
  edited("replaceTableRow", { rowText: "A", cells: ["C", "new"] }, "| A | open |", "| C  | new   |"),
  edited("deleteTableRow", { rowText: "B" }, "| B | done |\n", ""),
  edited("setFrontMatter", { keyPath: "title", newValue: "Other" }, "title: Notes", "title: Other"),
  edited("setFrontMatter", { keyPath: "draft", newValueText: "no" }, "draft: true", "draft: no"),
  edited("deleteFrontMatter", { keyPath: "draft" }, "draft: true\n", ""),

  refused("replaceSection", { sectionHeader: "Four", newSectionContent: "x" }, NOT_FOUND, "SECTION_NOT_FOUND"),
  refused("deleteListItem", { itemText: "none" }, NOT_FOUND, "ITEM_NOT_FOUND"),
  refused("deleteTableRow", { rowText: "none" }, NOT_FOUND, "CELL_NOT_FOUND"),
  refused("deleteFrontMatter", { keyPath: "none" }, NOT_FOUND, "KEY_NOT_FOUND"),
  refused("setFrontMatter", { keyPath: "a", newValue: 1 }, "ERROR_PARSING", "FRONT_MATTER", "---\na: [\n---\n"),
  refused("insertBeforeSection", { ...two, newSectionContent: "```" }, "ERROR_SERIALIZING", "BREAKS_STRUCTURE"),

  {
    args: { filePath: "work/notes.md", action: "replaceSection", sectionHeader: "Old", newSectionContent: "New." },
    status: "SUCCESS",
    answer: { modifiedMarkdownContent: null, written: true, diff: expect.stringContaining("+New.") },
    files: { "work/notes.md": "# Notes\n\n## Old\n\nNew.\n" },
  },
  {
    args: {
      filePath: "work/notes.md",
      action: "deleteSection",
      sectionHeader: "Old",
      expectedHash: "0".repeat(64),
    },
    status: "ERROR_SERIALIZING",
    answer: { errorCode: "FILE_CHANGED" },
    files: { "work/notes.md": "# Notes\n\n## Old\n\nNew.\n" },
  },
];

const data = (action: string, args: object, to: string, textContent = YAML, format = "yaml"): Case => ({
  args: { textContent, format, action, ...args },
  status: "SUCCESS",
  answer: { modifiedTextContent: to },
});
const broken = (args: object, status: string, errorCode: string): Case => ({
  args: { textContent: YAML, format: "yaml", ...args },
  status,
  answer: { modifiedTextContent: null, errorCode },
});
const SCHEMA = { properties: { server: { properties: { port: { type: "string" } } } } };

const DATA_CASES: readonly Case[] = [
  data("modifyKeyValue", { keyPath: "server.port", newValue: 9090 }, YAML.replace("8080", "9090")),
  data("set", { keyPath: "server.host", newValue: "a" }, YAML.replace("public\n", "public\n  host: a\n")),
  data("append", { keyPath: "hosts", newValue: "b" }, YAML.replace("[a]", "[a, b]")),
  data("merge", { keyPath: "server", newValue: { port: 1 } }, YAML.replace("8080", "1")),
  data("delete", { keyPath: "hosts" }, YAML.replace("hosts: [a]\n", "")),
  data("move", { keyPath: "hosts", toPath: "names" }, YAML.replace("hosts", "names")),
  data(
    "modifyKeyValue",
    { keyPath: "/a", newValueText: "12345678901234567890" },
    '{"a": 12345678901234567890}',
    '{"a": 1}',
    "json",
  ),
  data("set", { keyPath: "a", newValue: 2 }, "{a: 2, /* kept */}", "{a: 1, /* kept */}", "json5"),
  {
    args: { textContent: YAML, format: "yaml", action: "set", keyPath: "server.port", newValue: 8080 },
    status: "SUCCESS",
    answer: { modifiedTextContent: YAML, notes: [expect.stringContaining("nothing is changed")] },
  },
  data("set", { keyPath: "a", newValue: 2, documentIndex: 1 }, "a: 1\n---\na: 2\n", "a: 1\n---\na: 1\n"),
  {
    args: { textContent: YAML, format: "yaml", action: "get", keyPath: "server.port" },
    status: "SUCCESS",
    answer: { modifiedTextContent: null, value: 8080, valueText: "8080" },
  },
  {
    args: { textContent: '{"a": 12345678901234567890}', format: "json", action: "get", keyPath: "a" },
    status: "SUCCESS",
    answer: { value: "12345678901234567890", numbersAsText: [""] },
  },
  {
    args: { textContent: YAML, format: "yaml", action: "validate", schema: SCHEMA },
    status: "SUCCESS",
    answer: { valid: false, validationErrors: [{ path: "/server/port", line: 2, column: 9, keyword: "type" }] },
  },
  broken({ action: "get", keyPath: "server.none" }, "ERROR_KEY_NOT_FOUND", "KEY_NOT_FOUND"),
  broken({ action: "append", keyPath: "server", newValue: 1 }, "ERROR_KEY_NOT_FOUND", "WRONG_TYPE"),
  broken({ textContent: "a: [", action: "delete", keyPath: "a" }, "ERROR_PARSING", "SYNTAX"),
  broken({ action: "validate", schema: { type: "nothing" } }, "ERROR_PARSING", "INVALID_SCHEMA"),
  broken(
    { action: "merge", keyPath: "server", newValue: { port: 1 }, schema: SCHEMA },
    "ERROR_SERIALIZING",
    "SCHEMA_VIOLATION",
  ),
  {
    args: { filePath: "work/settings.yaml", action: "modifyKeyValue", keyPath: "server.port", newValue: 9090 },
    status: "SUCCESS",
    answer: { modifiedTextContent: null, written: true, diff: expect.stringContaining("+  port: 9090 # public") },
    files: { "work/settings.yaml": "server:\n  port: 9090 # public\n" },
  },
  {
    args: { filePath: "work/settings.yaml", action: "delete", keyPath: "server", expectedHash: "0".repeat(64) },
    status: "ERROR_SERIALIZING",
    answer: { errorCode: "FILE_CHANGED" },
    files: { "work/settings.yaml": "server:\n  port: 9090 # public\n" },
  },
  {
    args: { filePath: "private/secret.yaml", action: "get", keyPath: "a" },
    status: "ERROR_PARSING",
    answer: { errorCode: "FILE_NOT_READ" },
  },
];

export const EDITOR_CASES: Cases = {
  markdownParserEditorTool: MARKDOWN_CASES,
  yamlJsonParserEditorTool: DATA_CASES,
};

/** Defaults that depend on the action, so that the schema says them in words. */
export const EDITOR_DEFAULTS: readonly Default[] = [
  {
    tool: "yamlJsonParserEditorTool",
    argument: "createMissing",
    value: true,
    other: false,
    args: { textContent: YAML, format: "yaml", action: "set", keyPath: "x.y", newValue: 1 },
  },
  {
    tool: "yamlJsonParserEditorTool",
    argument: "createMissing",
    value: false,
    other: true,
    args: { textContent: YAML, format: "yaml", action: "modifyKeyValue", keyPath: "x.y", newValue: 1 },
  },
  {
    tool: "yamlJsonParserEditorTool",
    argument: "overwrite",
    value: false,
    other: true,
    args: { textContent: "a: 1\nb: 2\n", format: "yaml", action: "move", keyPath: "a", toPath: "b" },
  },
  {
    tool: "yamlJsonParserEditorTool",
    argument: "dryRun",
    value: false,
    other: true,
    args: { filePath: "work/settings.yaml", action: "set", keyPath: "server.port", newValue: 1 },
    files: { "work/settings.yaml": YAML },
  },
  {
    tool: "markdownParserEditorTool",
    argument: "dryRun",
    value: false,
    other: true,
    args: { filePath: "work/notes.md", action: "replaceSection", sectionHeader: "Old", newSectionContent: "New." },
    files: { "work/notes.md": "# Notes\n\n## Old\n\nText.\n" },
  },
];
