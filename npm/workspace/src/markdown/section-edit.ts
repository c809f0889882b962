// Edits of whole sections.

import type { Heading } from "mdast";
import { quoted } from "../files/quote.js";
import { MarkdownDocument, parse, parseInside, range } from "./document.js";
import { MarkdownFault } from "./fault.js";
import { type Section, SectionFinder } from "./sections.js";
import { type Inside, isOutsideSame, type Replacement, replaced } from "./verify.js";

/** Where a section is moved to. */
export type Position = "before" | "after" | "into";

/** New content: with the line breaks of the document, without blank lines around it. */
interface Content {
  text: string;
  headings: { depth: number; title: string; isFirst: boolean }[];
}

/** Replaces what a section has, or the whole section if the content begins with a heading of its level. */
export function replaceSection(document: MarkdownDocument, section: Section, content: string): string {
  const { text, headings } = prepared(document, content, section.end);
  const { depth } = section.heading;
  const isWhole = headings[0]?.isFirst === true && headings[0].depth === depth;
  refuseLevels(headings.slice(isWhole ? 1 : 0), depth);
  if (isWhole) {
    const end = contentEnd(document, section.start, section.end);
    return applied(document, { start: section.start, end, text: text + gap(document, end, section.end) });
  }
  const from = section.heading.end;
  const end = contentEnd(document, from, section.end);
  if (end <= from) return text === "" ? document.text : applied(document, after(document, from, section.end, text));
  if (text === "") return applied(document, { start: from, end, text: "" });
  const start = contentStart(document, from, end);
  const lead =
    document.text.slice(from, start).split("\n").length < 3 && needsBlank(document, start, from) ? document.eol : "";
  return applied(document, { start, end, text: lead + text + gap(document, end, section.end) });
}

/** Adds content at the end of a section: before its first subsection, unless it begins with a heading itself. */
export function appendToSection(document: MarkdownDocument, section: Section, content: string): string {
  const { text, headings } = prepared(document, content, section.children[0]?.start ?? section.end);
  refuseLevels(headings, section.heading.depth);
  refuseNothing(text);
  const isSubsection = headings[0]?.isFirst === true;
  const limit = isSubsection ? section.end : (section.children[0]?.start ?? section.end);
  const end = contentEnd(document, section.heading.end, limit);
  return applied(document, after(document, end, limit, text));
}

/** Adds content before a section's heading. */
export function insertBefore(document: MarkdownDocument, section: Section, content: string): string {
  const { text } = prepared(document, content, section.start);
  refuseNothing(text);
  return applied(document, before(document, section.start, text));
}

/** Adds content after a section and its subsections. */
export function insertAfter(document: MarkdownDocument, section: Section, content: string): string {
  const { text } = prepared(document, content, section.end);
  refuseNothing(text);
  const end = contentEnd(document, section.heading.end, section.end);
  return applied(document, after(document, end, section.end, text));
}

/** Removes a section with its subsections. */
export function deleteSection(document: MarkdownDocument, section: Section): string {
  const { text, eol } = document;
  const { start, end } = section;
  if (end < text.length) return applied(document, { start, end, text: "" });
  const kept = contentEnd(document, 0, start);
  const tail = text.endsWith("\n") && kept > 0 ? eol : "";
  return applied(document, { start: kept, end, text: tail });
}

/** Moves a section with its subsections. Its level becomes that of its new place. */
export function moveSection(document: MarkdownDocument, section: Section, target: Section, position: Position): string {
  for (let at: Section | undefined = target; at; at = at.parent) {
    if (at === section) throw new MarkdownFault("BREAKS_STRUCTURE", "A section cannot be moved into itself");
  }
  const depth = target.heading.depth + (position === "into" ? 1 : 0);
  const moved = withLevel(document, section, depth);
  const left = new MarkdownDocument(deleteSection(document, section));
  const removed = document.text.length - left.text.length;
  // The blank lines before a last section go with it: its start is not where the text gets shorter.
  const place = target.start < section.start ? target.start : target.start - removed;
  const again = new SectionFinder(left).sections.find(({ start }) => start === place);
  if (!again)
    throw new MarkdownFault("BREAKS_STRUCTURE", "The target section is not the same once the section is taken out");
  if (position === "before") return applied(left, before(left, again.start, moved));
  const end = contentEnd(left, again.heading.end, again.end);
  return applied(left, after(left, end, again.end, moved));
}

/** A section's text with all its headings moved by as many levels as its own. */
function withLevel(document: MarkdownDocument, section: Section, depth: number): string {
  const { text } = document;
  const end = contentEnd(document, section.start, section.end);
  const source = text.slice(section.start, end);
  const by = depth - section.heading.depth;
  if (by === 0) return source;
  const headings = parse(source).children.filter((node) => node.type === "heading");
  let result = source;
  for (const heading of headings.reverse()) {
    const level = heading.depth + by;
    if (level < 1 || level > 6) {
      throw new MarkdownFault("BREAKS_STRUCTURE", `A heading would get the level ${level}: levels go from 1 to 6`);
    }
    result = replaced(result, { ...headingAt(result, heading, level) });
  }
  return result;
}

function headingAt(source: string, heading: Heading, level: number): Replacement {
  const { start, end } = range(heading);
  const marks = /^#{1,6}/.exec(source.slice(start, end))?.[0];
  if (marks !== undefined) return { start, end: start + marks.length, text: "#".repeat(level) };
  const written = source.slice(start, end);
  const underline = /[=-]+[ \t]*$/.exec(written)?.[0] ?? "";
  if (level <= 2) {
    const line = (level === 1 ? "=" : "-").repeat(Math.max(3, underline.trim().length));
    return { start: end - underline.length, end, text: line };
  }
  const title = written
    .slice(0, written.length - underline.length)
    .trim()
    .replace(/\s*\r?\n\s*/g, " ");
  return { start, end, text: `${"#".repeat(level)} ${title}` };
}

// Content

/**
 * Reads new content: its line breaks become those of the document.
 *
 * @param limit where what follows the content begins
 */
function prepared(document: MarkdownDocument, content: string, limit: number): Content {
  const text = content
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd()
    .replaceAll("\n", document.eol);
  const { children } = parseInside(text);
  if (document.text.slice(limit).trim() !== "") refuseOpen(text, document.eol);
  const headings = children.flatMap((node, index) => {
    if (node.type !== "heading") return [];
    const { start, end } = range(node);
    return [{ depth: node.depth, title: text.slice(start, end), isFirst: index === 0 }];
  });
  return { text, headings };
}

/** Refuses content that goes on into a heading behind it. */
function refuseOpen(text: string, eol: string): void {
  const last = parseInside(`${text}${eol}${eol}# End`).children.at(-1);
  if (last?.type !== "heading" || range(last).start !== text.length + 2 * eol.length) throw changesOthers();
}

function refuseLevels(headings: Content["headings"], depth: number): void {
  const wrong = headings.find((heading) => heading.depth <= depth);
  if (!wrong) return;
  throw new MarkdownFault(
    "BREAKS_STRUCTURE",
    `The new content has the heading ${quoted(wrong.title, 100)} of level ${wrong.depth}: it would end the section, whose level is ` +
      `${depth}. Use levels from ${depth + 1}, or insertBefore and insertAfter for sections beside it`,
  );
}

function refuseNothing(text: string): void {
  if (text === "") throw new MarkdownFault("INVALID_CONTENT", "The new content is empty: there is nothing to add");
}

// Places

/** The end of what is in a range, without the white space at its end. */
function contentEnd({ text }: MarkdownDocument, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}

/** The start of the first line in a range that is not blank. */
function contentStart({ text }: MarkdownDocument, from: number, end: number): number {
  const blank = /^(?:[ \t]*\r?\n)*/.exec(text.slice(from, end))?.[0] ?? "";
  return from + blank.length;
}

/** Whether there is no blank line between a heading and what follows it. */
function needsBlank({ text }: MarkdownDocument, start: number, from: number): boolean {
  // A section that had its content directly under its heading keeps that.
  return text.slice(from, start) === "";
}

/** The line break that is missing for a blank line between new content and what follows it. */
function gap({ text, eol }: MarkdownDocument, end: number, limit: number): string {
  if (limit >= text.length) return "";
  const rest = text.slice(end, limit);
  if (/^[ \t]*\r?\n[ \t]*\r?\n/.test(rest)) return "";
  const next = text.slice(limit, limit + 4);
  // The end of a directive needs none.
  return next.startsWith(":::") ? "" : eol;
}

/** Content after a place, with a blank line before it, and one behind it if something follows. */
function after(document: MarkdownDocument, at: number, limit: number, content: string): Replacement {
  const { eol } = document;
  return { start: at, end: at, text: eol + eol + content + gap(document, at, limit) };
}

/** Content before a heading, with a blank line behind it, and one before it if something is there. */
function before({ text, eol }: MarkdownDocument, at: number, content: string): Replacement {
  const above = text.slice(0, at);
  const lead = at === 0 || /(?:^|\n)[ \t]*\r?\n$/.test(above) ? "" : eol;
  return { start: at, end: at, text: lead + content + eol + eol };
}

/**
 * Applies an edit, if all blocks beside it stay as they are.
 *
 * @param inside the block that the edit is a part of, if it may be at its end
 * @throws {MarkdownFault} `BREAKS_STRUCTURE`
 */
export function applied(document: MarkdownDocument, edit: Replacement, inside?: Inside): string {
  const text = replaced(document.text, edit);
  if (isOutsideSame(document, new MarkdownDocument(text), edit, inside)) return text;
  throw changesOthers();
}

function changesOthers(): MarkdownFault {
  return new MarkdownFault(
    "BREAKS_STRUCTURE",
    "The new content would change blocks beside it: look for a code fence, an HTML comment or a directive that is not closed, or " +
      "indented text that continues a list. Nothing is changed",
  );
}
