// The text of PDF documents, page by page, for servers that have their bytes already.

import { Deadline } from "./deadline.js";
import { Parsers } from "./fetch/parse/index.js";

/** How a document is read. */
export interface PdfOptions {
  signal: AbortSignal;
  /** The time for it, in milliseconds. */
  timeoutMs: number;
}

/** The text of a document. */
export interface PdfText {
  /** The text of each page; empty for one that is a picture or cannot be read. */
  pages: string[];
  title?: string;
  /** What is missing, as one clause, if something is. */
  missing?: string;
}

/** The most characters of a document. */
const MOST = 8_000_000;

/**
 * Reads a PDF document, in a thread that is ended at the deadline whatever the document does.
 *
 * @throws `ParseError`, whose `failure` says whether it is damaged, encrypted or too large
 */
export async function readPdf(content: Uint8Array, { signal, timeoutMs }: PdfOptions): Promise<PdfText> {
  const parsers = new Parsers();
  const deadline = new Deadline(timeoutMs, signal);
  try {
    const job = { kind: "pdfPages", content, url: "", maxLength: MOST, truncated: false } as const;
    const { pages = [], title, missing } = await parsers.parse(job, deadline);
    return { pages, ...(title === undefined ? {} : { title }), ...(missing === undefined ? {} : { missing }) };
  } finally {
    deadline.end();
    await parsers.close();
  }
}
