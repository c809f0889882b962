// What texts are compared as: letters that look the same are one, and what is not seen is left out. The place of each is known.

/** A text as it is compared. */
export interface Normal {
  readonly text: string;
  /** Where in the text itself the one before a place of `text` ends, and the one after it begins. */
  readonly place: (at: number, side: "begin" | "end") => number;
}

/** Characters that are not drawn: joiners, soft hyphens, marks of direction, selectors of variants, tags. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}+/gu;
/** A character that can change, with its marks. That of a cut stays one, and not three dots. */
const ONE = /\P{M}?\p{M}+|[^\0-\x7f…]/gu;

/** One character with its marks, or a text in which no place counts: composed, without variants such as letters of full width. */
export const plainForm = (text: string): string => text.replace(UNSEEN, "").normalize("NFKC");

/** A part that is another one when it is compared. */
interface Change {
  /** In the text. */
  readonly from: number;
  readonly to: number;
  /** In what is compared. */
  readonly at: number;
  readonly end: number;
}

/** What single characters become. Texts have the same ones again and again. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;

function plainOne(one: string): string {
  let plain = known.get(one);
  if (plain === undefined) {
    plain = plainForm(one);
    // A character can have any number of marks.
    if (known.size < MOST_KNOWN && one.length < 9) known.set(one, plain);
  }
  return plain;
}

/** Whether a text is compared as it is. Most are. */
const isPlain = (text: string): boolean => {
  const uncut = text.replaceAll("…", "");
  return plainForm(uncut) === uncut;
};

/** A text as it is compared. */
export function normalOf(text: string): Normal {
  if (isPlain(text)) return { text, place: (at) => at };
  const changes: Change[] = [];
  let [normal, done] = ["", 0];
  for (const { 0: one, index: from } of text.matchAll(ONE)) {
    const plain = plainOne(one);
    if (plain === one) continue;
    normal += text.slice(done, from);
    done = from + one.length;
    changes.push({ from, to: done, at: normal.length, end: normal.length + plain.length });
    normal += plain;
  }
  return { text: normal + text.slice(done), place: (at, side) => placeOf(changes, at, side) };
}

function placeOf(changes: readonly Change[], at: number, side: "begin" | "end"): number {
  // The last change that begins before it. One that is left out at an edge belongs to what is outside.
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const change = changes[middle] as Change;
    if (side === "begin" ? change.at <= at : change.at < at) low = middle + 1;
    else high = middle;
  }
  const change = changes[low - 1];
  if (change === undefined) return at;
  if (at >= change.end) return change.to + at - change.end;
  return side === "begin" ? change.from : change.to;
}
