// What a parser gets and gives. Parsers run in a thread of their own.

import type { Result } from "../../search/provider.js";
import type { Kind } from "../detect.js";

/** A document to parse. */
export interface Job {
  /** `results`: an HTML page of search results. `pdfPages`: a PDF document whose pages are kept apart. */
  kind: Kind | "results" | "pdfPages";
  /** Its text; for the binary kinds, its bytes. */
  content: string | Uint8Array;
  /** Where it was found. */
  url: string;
  /** The most characters of text to give. */
  maxLength: number;
  /** Whether the content is only the document's first part. */
  truncated: boolean;
}

/** A parsed document. */
export interface Parsed {
  title?: string;
  text: string;
  metadata: Record<string, unknown>;
  /** What is missing, as one clause, if something is. */
  missing?: string;
  /** Whether the page shows next to nothing and has scripts that may show more. */
  needsScript?: boolean;
  /** What a page of search results leads to. */
  results?: Result[];
  /** The text of each page of a document, if they are to be kept apart. */
  pages?: string[];
}

/** Why a document cannot be parsed. */
export type ParseFailure = "damaged" | "encrypted" | "bomb";

/** A document cannot be parsed. The message is one clause about the document, in words of ours. */
export class ParseError extends Error {
  override readonly name = "ParseError";

  constructor(
    readonly failure: ParseFailure,
    message: string,
  ) {
    super(message);
  }
}

/** What the thread answers. */
export type Outcome = { parsed: Parsed } | { failure: ParseFailure | "failed"; message: string };
