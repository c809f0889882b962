// Where a document can be parsed in parts.
//
// The parser takes seconds for a megabyte. A heading that begins a line after a blank one ends every block before it, except of a
// few that this scanner follows: fenced code, HTML, container directives, front matter. Where it cannot tell, it cuts no more:
// the rest is parsed as a whole. So a part always has the blocks that it has in the whole document.

const HEADING = /^#{1,6}(?:[ \t]|$)/;
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const ITEM_FENCE = /^ *(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(`{3,}|~{3,})/;
const DIRECTIVE = /^( {0,3})(:{3,})[A-Za-z]/;

/** HTML blocks that do not end at a blank line, and what ends them. */
const HTML: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![A-Za-z]/, />/],
];

/** What is open at a line. */
type Open =
  | { kind: "fence"; mark: string; isNested: boolean; isIndented: boolean }
  | { kind: "html"; end: RegExp }
  | { kind: "matter"; mark: string };

/** A line that may be a heading, or the underline of one. */
const HEADING_LIKE = /^[ >\t*+\-\d.)\]:]*#/;
const UNDERLINE = /^[ >\t*+\-\d.)]*(?:=+|-+)[ \t]*$/;

/** The parts of a document. */
export interface Cuts {
  /** Their offsets, beginning with 0. Each part but the first begins with a heading of the document. */
  starts: number[];
  /** The parts that have no other heading, by their offset. */
  plain: Set<number>;
}

/** Finds the parts of a document. */
export function findCuts(text: string): Cuts {
  const cuts = [0];
  const plain = new Set<number>();
  // A carriage return alone ends a line too.
  if (/\r(?!\n)/.test(text)) return { starts: cuts, plain };
  const scanner = new Scanner(text);
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end > at && text[end - 1] === "\r" ? end - 1 : end);
    const isCut = scanner.take(line, at);
    if (isCut && at > 0) {
      cuts.push(at);
      plain.add(at);
    } else if (scanner.mayBeHeading) {
      plain.delete(cuts.at(-1) ?? 0);
    }
    if (scanner.isLost) {
      plain.delete(cuts.at(-1) ?? 0);
      break;
    }
    at = end + 1;
  }
  return { starts: cuts, plain };
}

/** Follows what is open, line by line. */
class Scanner {
  isLost = false;
  /** Whether the last line may have been a heading. */
  mayBeHeading = false;
  #open: Open | undefined;
  #directive: number | undefined;
  #isAfterBlank = true;
  #isInHtml = false;

  constructor(readonly text: string) {}

  /** Takes a line. Returns whether it begins a part. */
  take(line: string, at: number): boolean {
    const isBlank = /^[ \t]*$/.test(line);
    const isAfterBlank = this.#isAfterBlank;
    this.#isAfterBlank = isBlank;
    const wasOpen = this.#open !== undefined;
    this.mayBeHeading = HEADING_LIKE.test(line) || (!isAfterBlank && UNDERLINE.test(line));
    if (at === 0 && /^(?:---|\+\+\+)[ \t]*$/.test(line) && this.#hasMatter(line.trim())) {
      this.#open = { kind: "matter", mark: line.trim() };
      return false;
    }
    if (this.#open) {
      this.#inside(this.#open, line, isBlank);
      // Code that is surely code, HTML and front matter have no headings. Code in a list may end without its fence.
      const isSure = wasOpen && this.#open !== undefined && !(this.#open.kind === "fence" && this.#open.isNested);
      if (isSure) this.mayBeHeading = false;
      if (this.#open || this.isLost) return false;
    } else if (isBlank) {
      this.#isInHtml = false;
    } else {
      this.#begin(line);
    }
    const isFree = !this.#open && !this.isLost && this.#directive === undefined && !this.#isInHtml;
    return isFree && isAfterBlank && HEADING.test(line);
  }

  #hasMatter(mark: string): boolean {
    const end = mark === "---" ? /\n---[ \t]*(?:\r?\n|$)/ : /\n\+\+\+[ \t]*(?:\r?\n|$)/;
    return end.test(this.text);
  }

  #inside(open: Open, line: string, isBlank: boolean): void {
    if (open.kind === "matter") {
      if (line.trimEnd() === open.mark) this.#open = undefined;
    } else if (open.kind === "html") {
      if (open.end.test(line)) this.#open = undefined;
    } else {
      this.#insideFence(open, line, isBlank);
    }
  }

  #insideFence(open: Extract<Open, { kind: "fence" }>, line: string, isBlank: boolean): void {
    const isFlush = !isBlank && !/^[ \t]/.test(line);
    if ((open.isNested || open.isIndented) && isFlush) {
      // A list item has ended, and its code with it. If this may be no item, the code goes on.
      this.#open = undefined;
      if (open.isIndented) this.isLost = true;
      else this.#begin(line);
      return;
    }
    const close = /^([ \t]*)(`{3,}|~{3,})[ \t]*$/.exec(line);
    if (!close?.[2]?.startsWith(open.mark)) return;
    if ((close[1] ?? "").length > 3 || close[1]?.includes("\t")) {
      // Deeper than a fence of the document may be, but not than one of an item.
      if (open.isNested || open.isIndented) this.isLost = !open.isNested;
      else return;
    }
    this.#open = undefined;
  }

  #begin(line: string): void {
    const fence = FENCE.exec(line);
    if (fence) {
      if (this.#isInHtml) this.isLost = true;
      this.#open = { kind: "fence", mark: fence[2] ?? "", isNested: false, isIndented: fence[1] !== "" };
      return;
    }
    const item = ITEM_FENCE.exec(line)?.[1];
    if (item !== undefined) {
      this.#open = { kind: "fence", mark: item, isNested: true, isIndented: false };
      return;
    }
    this.#beginHtml(line);
    if (this.#open) return;
    this.#followDirective(line);
  }

  #beginHtml(line: string): void {
    for (const [start, end] of HTML) {
      const found = start.exec(line)?.[0];
      if (found === undefined) continue;
      // `<!-->` is a whole comment.
      const rest = line.slice(found.trimStart() === "<!--" ? found.length - 2 : found.length);
      if (end.test(rest)) return;
      // In another block of HTML, it begins none.
      if (line.startsWith(" ") || this.#isInHtml) this.isLost = true;
      this.#open = { kind: "html", end };
      return;
    }
    if (/^ {0,3}</.test(line)) this.#isInHtml = true;
  }

  #followDirective(line: string): void {
    const begun = DIRECTIVE.exec(line);
    if (begun) {
      if (this.#directive !== undefined || this.#isInHtml || begun[1] !== "") this.isLost = true;
      this.#directive = begun[2]?.length ?? 3;
    } else if (this.#directive !== undefined) {
      const close = /^ {0,3}(:{3,})[ \t]*$/.exec(line)?.[1];
      if (close !== undefined && close.length >= this.#directive) this.#directive = undefined;
    }
  }
}
