// Where a YAML text can be cut into pieces that are read one by one. A cut is only a guess, from the beginnings of lines:
// yaml-pieces.ts accepts a piece only if it reads as whole entries of a collection that is open there.

/** A part of a text, which begins with a line of its own. */
export interface Cut {
  start: number;
  end: number;
  /** Whether a document begins with it. Otherwise, it has further entries of a collection. */
  isDocument: boolean;
  /** The column of its entries. */
  column: number;
  /** What its first line begins. */
  kind: "map" | "seq";
}

/** A line that begins an item, or an entry with a plain or quoted key on the line. */
const ENTRY =
  /^(?:-(?=[ \t\r]|$)|(?:[^\s\-?:,[\]{}#&*!|>'"%@`][^#]{0,1000}?|"[^"\\]{0,1000}"|'[^']{0,1000}')[ \t]*:(?=[ \t\r]|$))/;
/** The head of a block scalar, at the end of a line. */
const BLOCK_SCALAR = /(?:^|[ \t])[|>][-+\d]{0,2}[ \t]*(?:#.*)?\r?$/;

const SPACE = 32;
const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const HASH = 35;
const DASH = 45;
const DOT = 46;
const PERCENT = 37;

/**
 * Cuts a part of a text.
 *
 * @param first what is at its beginning
 * @param size how long pieces are about, in UTF-16 units
 * @returns undefined if there are marks of documents other than `---`
 */
export function cutText(
  text: string,
  { start: from, end: to, ...first }: Cut,
  size: number,
): [Cut, ...Cut[]] | undefined {
  let piece: Cut = { ...first, start: from, end: to };
  const pieces: [Cut, ...Cut[]] = [piece];
  /** Whether the piece has a line with content. */
  let hasContent = !first.isDocument;
  /** Lines with a greater column are inside of a block scalar. */
  let scalarAbove = -1;
  let above = { column: -1, isDash: false };
  for (let start = from; start < to; ) {
    const newline = text.indexOf("\n", start);
    const next = newline < 0 || newline >= to ? to : newline + 1;
    const lineStart = start;
    start = next;
    let at = lineStart;
    while (text.charCodeAt(at) === SPACE) at += 1;
    const code = text.charCodeAt(at);
    // Blank lines, comments, and lines that only go on.
    if (Number.isNaN(code) || code === NEWLINE || code === HASH || code === TAB || code === RETURN) continue;
    const column = at - lineStart;
    if (scalarAbove >= 0 && column > scalarAbove) continue;
    scalarAbove = -1;
    const line = text.slice(at, newline < 0 ? to : newline);
    if (column === 0 && (code === PERCENT || (code === DOT && /^\.\.\.(?:\s|$)/.test(line)))) return undefined;
    if (column === 0 && code === DASH && /^---(?:\s|$)/.test(line)) {
      if (hasContent) {
        piece.end = lineStart;
        piece = { start: lineStart, end: to, isDocument: true, column: 0, kind: "map" };
        pieces.push(piece);
      }
      hasContent = /^---[ \t]+[^\s#]/.test(line);
      above = { column: -1, isDash: false };
      continue;
    }
    const isDash = code === DASH && /^-(?:\s|$)/.test(line);
    if (!hasContent) {
      hasContent = true;
      piece.column = column;
      piece.kind = isDash ? "seq" : "map";
    } else {
      const long = lineStart - piece.start - size;
      const isOutside = column < piece.column || (column === piece.column && piece.kind === "seq" && !isDash);
      // Longer pieces are cut further inside. The first entry of a collection belongs to what is before it.
      const isDue = long >= 0 && column <= piece.column + Math.floor((long * 8) / size);
      const isSibling = column < above.column || (column === above.column && (above.isDash || !isDash));
      if ((isOutside || (isDue && isSibling)) && ENTRY.test(line)) {
        piece.end = lineStart;
        piece = { start: lineStart, end: to, isDocument: false, column, kind: isDash ? "seq" : "map" };
        pieces.push(piece);
      }
    }
    if (BLOCK_SCALAR.test(line)) scalarAbove = column;
    above = { column, isDash };
  }
  return pieces;
}
