// The text of a PDF that the page shows, page by page. The browser hands out the file; @uipilot/workspace has the parser.

import { createHash } from "node:crypto";
import type { PageFileReport, ReadPageReport } from "@uipilot/core";
import type * as Pdf from "@uipilot/workspace/pdf";
import type { Answer } from "./answer.ts";
import { ToolError } from "./error.ts";
import { brief, pageLines } from "./quote.ts";
import { masker } from "./secrets/mask.ts";
import type { ToolContext } from "./tools/define.ts";

/** The most bytes of an answer. */
const MOST = 18_000;
/** The most pages of an outline. */
const MOST_LISTED = 500;
/** The time for a document, in milliseconds. */
const PARSING_MS = 20_000;

/** What a caller wants of a PDF. */
export interface PdfWish {
  outline?: boolean | undefined;
  section?: string | undefined;
  cursor?: string | undefined;
  format?: "markdown" | "text" | undefined;
}

/** Whether the page shows a PDF. */
export const isPdf = ({ contentType }: ReadPageReport): boolean => contentType === "application/pdf";

/** A size as people write it. */
export function sizeText(bytes: number): string {
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(1)} kB`;
}

/** Reads the PDF that the selected page shows. */
export async function readPdfPage(
  wish: PdfWish,
  { session, signal }: Pick<ToolContext, "session" | "signal">,
  most = MOST,
): Promise<Answer> {
  const file = await (await session()).pageFile({ signal });
  const mark = createHash("sha256").update(file.data).digest("hex").slice(0, 12);
  const { pages, missing } = await parse(file, signal);
  const texts = pages.map((text, index) => pageText(text, index + 1));
  const head = `The PDF ${brief(file.url, 300)} has ${pages.length} page(s).${missing === undefined ? "" : ` But ${missing}.`}`;
  if (wish.outline === true) {
    const lines = texts.map((text, index) => `${index + 1}. Page ${index + 1} (${sizeText(Buffer.byteLength(text))})`);
    const more = lines.length > MOST_LISTED ? ` The first ${MOST_LISTED} are listed.` : "";
    return { summary: `${head}\nsection reads one of them.${more}`, lines: lines.slice(0, MOST_LISTED).join("\n") };
  }
  const only = wish.section === undefined ? undefined : pageNumber(wish.section, pages.length);
  // Masked before it is cut: of a secret that is cut, nobody recognises the rest.
  const whole = masker.text(only === undefined ? texts.join("\n\n") : (texts[only - 1] ?? ""));
  const from = wish.cursor === undefined ? { mark, at: 0 } : readCursor(wish.cursor, whole.length);
  const notes = [head];
  if (only !== undefined) notes.push(`This is page ${only}.`);
  if (from.mark !== mark) notes.push("The file has changed since it was read: this is the place in the new one.");
  const end = endOf(whole, from.at, most);
  if (end < whole.length) {
    const step = only === undefined ? `cursor "pdf${mark}:${end}" goes on` : "read it without section to go on";
    notes.push(`This is a part of it: ${step}.`);
  }
  return { summary: notes.join("\n"), pageText: whole.slice(from.at, end).trim() };
}

async function parse(file: PageFileReport, signal: AbortSignal): Promise<Pdf.PdfText> {
  const { readPdf } = await load();
  try {
    return await readPdf(file.data, { signal, timeoutMs: PARSING_MS });
  } catch (error) {
    signal.throwIfAborted();
    const { name, message } = error as Error;
    if (name === "DeadlinePassed")
      throw new ToolError(
        "TIMEOUT",
        `reading the PDF took more than ${PARSING_MS / 1_000} s`,
        "look at a screenshot of it",
      );
    if (name !== "ParseError") throw error;
    throw new ToolError(
      "UNSUPPORTED",
      `the PDF ${brief(file.url)} cannot be read: ${message}`,
      "look at a screenshot of it",
    );
  }
}

async function load(): Promise<typeof Pdf> {
  try {
    return await import("@uipilot/workspace/pdf");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new ToolError(
      "UNSUPPORTED",
      "PDF files are read by the package @uipilot/workspace, which is not installed",
      "install it beside uipilot-mcp, or look at a screenshot of the page",
    );
  }
}

/** A page under its heading. No line of the page looks like a heading of ours. */
function pageText(text: string, number: number): string {
  const shown = pageLines(text).replace(/^(?=\s*#)/gm, "\\");
  return `## Page ${number}\n\n${shown === "" ? "(no text)" : shown}`;
}

function pageNumber(section: string, count: number): number {
  const number = Number(/^(?:page\s+)?(\d+)$/i.exec(section.trim())?.[1]);
  if (number >= 1 && number <= count) return number;
  throw new ToolError(
    "ELEMENT_NOT_FOUND",
    `the PDF has the pages 1 to ${count}, and no ${brief(section, 60)}`,
    "give the number of a page as section",
  );
}

function readCursor(cursor: string, length: number): { mark: string; at: number } {
  const parts = /^pdf([0-9a-f]{12}):(\d{1,9})$/.exec(cursor);
  if (parts === null)
    throw new ToolError("INVALID_INPUT", `${brief(cursor, 60)} is not a cursor of a PDF`, "read the page again");
  return { mark: parts[1] ?? "", at: Math.min(Number(parts[2]), length) };
}

/** Where a piece ends: at a line, or else at a blank, so that it has at most this many bytes. */
function endOf(text: string, from: number, most: number): number {
  let end = from;
  let bytes = 0;
  for (const character of text.slice(from, from + Math.min(most, text.length))) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    end += character.length;
  }
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf("\n", end);
  if (line > from + (end - from) / 2) return line;
  const blank = text.lastIndexOf(" ", end);
  return blank > from + (end - from) / 2 ? blank : end;
}
