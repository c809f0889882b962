// Finds secrets that are spelled: each letter, or a few, stands by itself, as in one box for each character of a code.

/** What stands between pieces, and counts in no secret. */
const APART = "\\s\"'|<>=,:()[\\]{}*`~#\\\\";
/** An underscore is Markdown around a piece, and a part of a UID inside. */
const PIECE = new RegExp(`[^${APART}_](?:[^${APART}]*[^${APART}_])?`, "gu");
const BETWEEN = new RegExp(`[${APART}_]`, "gu");

/** Longer pieces are words. */
const LONGEST_PIECE = 3;
/** Shorter secrets are spelled by the numbers of pages. */
const SHORTEST = 6;
/** How far one piece may be from the next one, in characters: what else is said of a field stands between. */
const MOST_BETWEEN = 300;
/** A page that repeats beginnings of a secret for ever is given up. */
const MOST_STEPS = 1_000_000;

/** A short piece of a text that stands by itself. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly letters: string;
}

/** The short pieces of a text, in order. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const { 0: letters, index: from } of text.matchAll(PIECE)) {
    // A character has one or two units.
    if (letters.length <= 2 * LONGEST_PIECE && [...letters].length <= LONGEST_PIECE)
      pieces.push({ from, to: from + letters.length, letters: letters.toLowerCase() });
  }
  return pieces;
}

/** What pieces spell together if they spell a secret; undefined if it is too short. */
export function spellingOf(secret: string): string | undefined {
  const letters = secret.toLowerCase().replace(BETWEEN, "");
  return [...letters].length < SHORTEST ? undefined : letters;
}

/** The pieces that spell a secret one after another, and those between them that could. */
export function spelledIn(pieces: readonly Piece[], spelling: string): Piece[] {
  const found: Piece[] = [];
  let steps = 0;
  for (let first = 0; first < pieces.length && steps < MOST_STEPS; first++) {
    let last = first;
    let [spelled, end] = [0, pieces[first]?.from ?? 0];
    for (let at = first; at < pieces.length && spelled < spelling.length; at++) {
      const piece = pieces[at] as Piece;
      steps++;
      if (piece.from - end > MOST_BETWEEN) break;
      if (spelling.startsWith(piece.letters, spelled)) {
        last = at;
        spelled += piece.letters.length;
        end = piece.to;
      } else if (at === first) break;
    }
    if (spelled < spelling.length) continue;
    // Which of two equal letters is the one of the secret is not known.
    found.push(...pieces.slice(first, last + 1).filter(({ letters }) => spelling.includes(letters)));
  }
  return found;
}
