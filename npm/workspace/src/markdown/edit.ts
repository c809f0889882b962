// One edit of a Markdown text.

import { MarkdownDocument } from "./document.js";
import { MarkdownFault } from "./fault.js";
import { editFrontMatter } from "./front-matter.js";
import { ListEdit, type Scope } from "./list-edit.js";
import type { MarkdownInput } from "./schema.js";
import {
  appendToSection,
  deleteSection,
  insertAfter,
  insertBefore,
  moveSection,
  replaceSection,
} from "./section-edit.js";
import { pathOf, SectionFinder } from "./sections.js";
import { TableEdit } from "./table-edit.js";

/** The largest text that is edited, in UTF-16 units. */
export const MAX_TEXT = 10_000_000;

/** How many sections a listing has. */
const MAX_SECTIONS = 2000;

/** What comes of an edit. */
export interface MarkdownResult {
  /** Undefined for actions that only read. */
  text?: string;
  sectionContent?: string;
  sections?: { path: string; anchor: string; level: number; line: number }[];
}

/**
 * Does what is asked for.
 *
 * @throws {MarkdownFault}
 */
export function editMarkdown(text: string, input: MarkdownInput): MarkdownResult {
  if (text.length > MAX_TEXT) {
    throw new MarkdownFault("TOO_LARGE", `The text has ${text.length} characters; at most ${MAX_TEXT} are edited`);
  }
  // The parser leaves out a byte order mark, and its offsets do not count it.
  const bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const document = new MarkdownDocument(text.slice(bom.length));
  const result = run(document, input);
  return result.text === undefined ? result : { text: bom + result.text };
}

function run(document: MarkdownDocument, input: MarkdownInput): MarkdownResult {
  const { action, keyPath = "", newValue, newValueText } = input;
  if (action === "setFrontMatter")
    return { text: editFrontMatter(document, { action: "set", keyPath, newValue, newValueText }) };
  if (action === "deleteFrontMatter") return { text: editFrontMatter(document, { action: "delete", keyPath }) };
  const finder = new SectionFinder(document);
  if (action === "listSections") return listed(finder);
  return sectionAction(document, finder, input) ?? { text: blockAction(document, finder, input) };
}

function listed(finder: SectionFinder): MarkdownResult {
  const sections = finder.sections.slice(0, MAX_SECTIONS).map((section) => ({
    path: pathOf(section),
    anchor: `#${section.anchor}`,
    level: section.heading.depth,
    line: finder.line(section.heading.start),
  }));
  return { sections };
}

function sectionAction(
  document: MarkdownDocument,
  finder: SectionFinder,
  input: MarkdownInput,
): MarkdownResult | undefined {
  const { action, sectionHeader = "", newSectionContent = "", targetSection = "", position = "after" } = input;
  const section = () => finder.find(sectionHeader);
  switch (action) {
    case "replaceSection":
      return { text: replaceSection(document, section(), newSectionContent) };
    case "insertBeforeSection":
      return { text: insertBefore(document, section(), newSectionContent) };
    case "insertAfterSection":
      return { text: insertAfter(document, section(), newSectionContent) };
    case "appendToSection":
      return { text: appendToSection(document, section(), newSectionContent) };
    case "deleteSection":
      return { text: deleteSection(document, section()) };
    case "moveSection":
      return { text: moveSection(document, section(), finder.find(targetSection), position) };
    case "getSection": {
      const { start, end } = section();
      return { sectionContent: document.text.slice(start, end) };
    }
    default:
      return undefined;
  }
}

function blockAction(document: MarkdownDocument, finder: SectionFinder, input: MarkdownInput): string {
  const { action, sectionHeader, newItemContent = "", newCellContent = "", cells = [], column = 0, tableIndex } = input;
  const scope: Scope =
    sectionHeader === undefined ? { start: 0, end: document.text.length } : finder.find(sectionHeader);
  const lists = new ListEdit(document, finder, scope);
  const tables = new TableEdit(document, finder, scope);
  switch (action) {
    case "appendListItem":
      return lists.append(input, newItemContent);
    case "replaceListItem":
      return lists.replace(input, newItemContent);
    case "deleteListItem":
      return lists.delete(input);
    case "checkTask":
      return lists.check(input, true);
    case "uncheckTask":
      return lists.check(input, false);
    case "setTableCell":
      return tables.setCell(input, column, newCellContent);
    case "appendTableRow":
      return tables.appendRow(tableIndex, cells);
    case "replaceTableRow":
      return tables.replaceRow(input, cells);
    default:
      return tables.deleteRow(input);
  }
}
