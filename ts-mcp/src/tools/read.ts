// The tool that reads a page as text. Files of it are written by save_page.

import type { PageHeading, ReadPageReport } from "@uipilot/core";
import * as z from "zod/v4";
import type { Answer } from "../answer.ts";
import { counted } from "../counted.ts";
import { isPdf, readPdfPage, sizeText } from "../pdf-text.ts";
import { brief } from "../quote.ts";
import { masker } from "../secrets/mask.ts";
import { defineTool, type ToolContext } from "./define.ts";
import { uid } from "./fields.ts";
import { framesLeftOut } from "./snapshot.ts";

/** The most bytes of an outline. */
const MOST_OUTLINE = 16_000;

const schema = z.strictObject({
  uid: uid.optional().describe("Only this element"),
  content: z.enum(["main", "all"]).optional().describe("Default main: without navigation and the like"),
  format: z.enum(["markdown", "text"]).optional(),
  links: z.enum(["references", "inline", "none"]).optional(),
  outline: z.boolean().optional().describe("Only the headings, with their sizes"),
  section: z.string().min(1).optional().describe("A heading: its number in the outline, or its text. Of a PDF: a page"),
  includeUnseen: z.boolean().optional().describe("Also text that a person cannot see, marked unseen"),
  cursor: z.string().optional(),
});

export const readPage = defineTool({
  name: "read_page",
  title: "Read the page",
  description:
    "The words of the page or of a UID as Markdown, with lists, tables and links, for reading and not for acting; also of a PDF. save_page with a .md file saves all of it.",
  effect: "reads",
  schema,
  example: { section: "History" },
  handler: async (wanted, context): Promise<Answer> => {
    const { session, signal } = context;
    if (wanted.cursor?.startsWith("pdf")) return readPdfPage(wanted, context);
    const report = await (await session()).readPage({ ...wanted, signal });
    // Firefox shows a PDF with a script, whose buttons were read.
    if (isPdf(report) && wanted.uid === undefined) return readPdfPage(wanted, context);
    if (report.outline !== undefined) return outlined(report, report.outline);
    const pageText = masker.piece(report.text, wanted.cursor !== undefined, report.cursor !== undefined);
    return { summary: summary(report, wanted), effects: report.effects, pageText };
  },
});

/** The whole text of the page, for a file. `left`: lines about what it lacks. */
export async function wholeText(
  {
    uid,
    content = "all",
    includeUnseen = false,
  }: {
    uid?: string | undefined;
    content?: "main" | "all" | undefined;
    includeUnseen?: boolean | undefined;
  },
  context: ToolContext,
): Promise<{ text: string; what: string; left: string[]; effects: ReadPageReport["effects"] }> {
  const report = await (await context.session()).readPage({
    ...(uid === undefined ? {} : { uid }),
    content,
    includeUnseen,
    maxBytes: 0,
    signal: context.signal,
  });
  const { effects } = report;
  if (isPdf(report) && uid === undefined) {
    const { pageText = "", summary } = await readPdfPage({}, context, Number.POSITIVE_INFINITY);
    return { text: pageText, what: summary, left: [], effects };
  }
  const part = report.main ? "its main part" : uid === undefined ? "all of it" : "one element of it";
  return {
    text: report.text,
    what: `Saved the text of the page as Markdown, ${part}.${cutText(report)}`,
    left: [framesLeftOut(report), unseenText(report)].filter((line) => line !== ""),
    effects,
  };
}

function summary(report: ReadPageReport, { uid, section, cursor, content }: z.output<typeof schema>): string {
  const { url, title, main, text, totalBytes, changed } = report;
  const lines = [`${brief(title, 120)} ${brief(url, 300)}: ${partText(report, uid)}, ${sizeText(totalBytes)}.`];
  if (report.section !== undefined) lines.push(`Section ${headingText(report.section)}.`);
  if (cursor !== undefined) lines.push("This goes on with the text that was read before.");
  if (changed) lines.push("The page has changed since then: read it again for what it shows now.");
  if (main && cursor === undefined && section === undefined && content === undefined) {
    lines.push('Navigation and the like is left out; content "all" has it.');
  }
  if (text === "") lines.push("There is no text.");
  if (report.cursor !== undefined) lines.push(`This is a part of it: cursor ${brief(report.cursor)} goes on.`);
  lines.push(cutText(report).trim(), framesLeftOut(report), unseenText(report));
  return lines.filter((line) => line !== "").join("\n");
}

function partText({ main }: ReadPageReport, uid: string | undefined): string {
  return uid !== undefined ? `the element ${brief(uid, 40)}` : main ? "its main part" : "all of its text";
}

function cutText({ cut }: ReadPageReport): string {
  return cut ? " It has more text than is read of one document." : "";
}

/** What was left out because a person cannot see it. */
function unseenText({ unseenLeftOut: count }: ReadPageReport): string {
  if (count === 0) return "";
  const texts = count === 1 ? "1 text that nobody can see is" : `${count} texts that nobody can see are`;
  return `${texts} left out; includeUnseen has ${count === 1 ? "it" : "them"}.`;
}

function headingText({ number, level, text }: PageHeading): string {
  return `${number}, level ${level}: ${brief(text, 200)}`;
}

/** The headings, each with its number and the size of its section. */
function outlined(report: ReadPageReport, headings: readonly PageHeading[]): Answer {
  const { url, title, totalBytes, effects } = report;
  const lines: string[] = [];
  let bytes = 0;
  for (const { number, level, text, bytes: size } of headings) {
    const line = `${"  ".repeat(level - 1)}${number}. ${brief(text, 200)} (${sizeText(size)})`;
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > MOST_OUTLINE) break;
    lines.push(line);
  }
  const more = headings.length - lines.length;
  const head = `${brief(title, 120)} ${brief(url, 300)}: ${counted(headings.length, "heading")}, ${sizeText(totalBytes)} of text.`;
  const step = headings.length === 0 ? "Read it without the outline." : "section reads one of them.";
  const rest = more > 0 ? `${more} further headings do not fit here; section takes their numbers and texts, too.` : "";
  const lacks = [framesLeftOut(report), unseenText(report)];
  const summary = [head, step, rest, ...lacks].filter((line) => line !== "").join("\n");
  return { summary, effects, ...(lines.length === 0 ? {} : { pageText: lines.join("\n") }) };
}
