// Lines of a text: where they begin, and how they end.

/** The lines of a text, counted from 1. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** The line and column of an offset, both from 1. */
  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}

/** Where the line of an offset begins. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line of an offset ends, before its line break. */
export function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  if (newline < 0) return text.length;
  return newline > offset && text[newline - 1] === "\r" ? newline - 1 : newline;
}

/** Where the line after an offset begins, or the text's end. */
export function nextLine(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  return newline < 0 ? text.length : newline + 1;
}

/** Whether only white space (or a byte order mark) precedes an offset on its line. */
export function startsLine(text: string, offset: number): boolean {
  return /^\uFEFF?[ \t]*$/.test(text.slice(lineStart(text, offset), offset));
}

/** The line break that a text uses: that of its first line. */
export function lineBreak(text: string): "\r\n" | "\n" {
  const newline = text.indexOf("\n");
  return newline > 0 && text[newline - 1] === "\r" ? "\r\n" : "\n";
}

/** A replacement of a part of a text. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/**
 * Applies replacements, all in offsets of the original text.
 *
 * @returns undefined if two of them overlap
 */
export function applySplices(text: string, splices: readonly Splice[]): string | undefined {
  const ordered = splices
    .map((splice, order) => ({ ...splice, order }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: piece } of ordered) {
    if (start < at || end < start) return undefined;
    pieces.push(text.slice(at, start), piece);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}
