// PDF documents, through pdf.js.

import { getDocumentProxy } from "unpdf";
import { type Job, type Parsed, ParseError } from "./job.js";
import { compact, type Heading, headings, value } from "./metadata.js";
import { tidy } from "./text.js";

/** What is used of a document of pdf.js. */
interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<{
    getTextContent(): Promise<{ items: ({ str: string; hasEOL: boolean } | { type: string })[] }>;
    cleanup(): void;
  }>;
  getMetadata(): Promise<{ info: object }>;
  getOutline(): Promise<Chapter[] | null>;
}

interface Chapter {
  title: string;
  items: Chapter[];
}

/** Parses a document, page by page until there is enough text. `apart`: also gives the text of each page. */
export async function parsePdf({ content, maxLength }: Job, apart = false): Promise<Parsed> {
  let pdf: PdfDocument;
  try {
    const options = { verbosity: 0, disableFontFace: true, useSystemFonts: false };
    pdf = (await getDocumentProxy(content as Uint8Array, options)) as PdfDocument;
  } catch (error) {
    if ((error as Error).name === "PasswordException")
      throw new ParseError("encrypted", "it is protected by a password");
    throw new ParseError("damaged", "it is damaged: it cannot be opened as PDF");
  }
  const pages: string[] = [];
  const all: string[] = [];
  const unreadable: number[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages && length <= maxLength; number++) {
    try {
      const text = await pageText(pdf, number);
      length += text.length;
      all.push(text);
      if (text !== "") pages.push(text);
    } catch {
      unreadable.push(number);
      all.push("");
    }
  }
  const { title, metadata } = await about(pdf);
  const left = pdf.numPages - all.length;
  const missing =
    unreadable.length > 0
      ? `${unreadable.length} of its ${pdf.numPages} pages cannot be read`
      : pages.length === 0
        ? `its ${pdf.numPages} pages have no text; they may be pictures`
        : apart && left > 0
          ? `${left} of its ${pdf.numPages} pages are left out, because the others have so much text`
          : undefined;
  return {
    ...(title === undefined ? {} : { title }),
    text: tidy(pages.join("\n\n")),
    metadata,
    ...(apart ? { pages: all.map((page) => tidy(page)) } : {}),
    ...(missing === undefined ? {} : { missing }),
  };
}

async function pageText(pdf: PdfDocument, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return items
    .map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : ""))
    .join("")
    .trim();
}

async function about(pdf: PdfDocument): Promise<Pick<Parsed, "title" | "metadata">> {
  const info = await pdf.getMetadata().then(
    (found) => found.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const outline = await pdf.getOutline().catch(() => null);
  const title = value(info["Title"]);
  const metadata = compact({
    author: value(info["Author"]),
    published: date(info["CreationDate"]),
    modified: date(info["ModDate"]),
    language: value(info["Language"]),
    description: value(info["Subject"]),
    keywords: value(info["Keywords"]),
    pages: pdf.numPages,
    headings: headings(chapters(outline ?? [], 1)),
  });
  return { ...(title === undefined ? {} : { title }), metadata };
}

function* chapters(outline: Chapter[], level: number): Iterable<Heading> {
  for (const { title, items } of outline) {
    yield { level, text: title };
    if (level < 6) yield* chapters(items, level + 1);
  }
}

/** A date such as `D:20260131120000+01'00'` in ISO form. */
function date(text: unknown): string | undefined {
  const parts =
    typeof text === "string"
      ? /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/.exec(text)
      : null;
  if (parts === null) return undefined;
  const [, year, month = "01", day = "01", hour, minute = "00", second = "00", utc, offset, offsetMinutes = "00"] =
    parts;
  const time = hour === undefined ? "" : `T${hour}:${minute}:${second}`;
  const zone =
    hour === undefined ? "" : utc !== undefined ? "Z" : offset === undefined ? "" : `${offset}:${offsetMinutes}`;
  return `${year}-${month}-${day}${time}${zone}`;
}
