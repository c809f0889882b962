// How an edit of Markdown fails.

export type MarkdownFaultCode =
  | "SECTION_NOT_FOUND"
  | "AMBIGUOUS_SECTION"
  | "LIST_NOT_FOUND"
  | "AMBIGUOUS_LIST"
  | "ITEM_NOT_FOUND"
  | "AMBIGUOUS_ITEM"
  | "NO_TASK"
  | "TABLE_NOT_FOUND"
  | "AMBIGUOUS_TABLE"
  | "CELL_NOT_FOUND"
  | "KEY_NOT_FOUND"
  | "FRONT_MATTER"
  | "TOO_LARGE"
  | "TIMEOUT"
  | "BREAKS_STRUCTURE"
  | "INVALID_CONTENT"
  | "FILE_NOT_READ"
  | "FILE_NOT_WRITTEN"
  | "FILE_CHANGED";

export type MarkdownStatus = "SUCCESS" | "ERROR_SECTION_NOT_FOUND" | "ERROR_PARSING" | "ERROR_SERIALIZING";

const PARSING: readonly MarkdownFaultCode[] = ["FRONT_MATTER", "TOO_LARGE", "TIMEOUT", "FILE_NOT_READ"];
const SERIALIZING: readonly MarkdownFaultCode[] = [
  "BREAKS_STRUCTURE",
  "INVALID_CONTENT",
  "FILE_NOT_WRITTEN",
  "FILE_CHANGED",
];

/** An edit that failed. The message says what was tried and the next step; text of the document is quoted. */
export class MarkdownFault extends Error {
  constructor(
    readonly code: MarkdownFaultCode,
    message: string,
  ) {
    super(message);
    this.name = "MarkdownFault";
  }

  /** What is not found, of whatever kind, has the status of a section that is not found. */
  get status(): Exclude<MarkdownStatus, "SUCCESS"> {
    if (PARSING.includes(this.code)) return "ERROR_PARSING";
    return SERIALIZING.includes(this.code) ? "ERROR_SERIALIZING" : "ERROR_SECTION_NOT_FOUND";
  }
}
