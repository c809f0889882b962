/** Compares page text with the wanted text. */
import { clean } from "../dom/text.js";

/** The rank of no match. */
export const MISS = 9;

const MARK = /^[*\s]+|[*:\s]+$/g;
/** The most characters of marks. */
const MARKS = 4;

/** The wanted text, prepared for comparing. */
export class Wanted {
  readonly text: string;
  readonly lower: string;
  /** Its longest word, which every matching text contains. */
  readonly word: string;

  /** `exact`: see `Step`. */
  constructor(
    text: string,
    private readonly exact: boolean | undefined,
  ) {
    this.text = clean(text).replaceAll("\u00a0", " ");
    this.lower = this.text.toLowerCase();
    this.word = this.lower.split(" ").reduce((longest, word) => (word.length > longest.length ? word : longest), "");
  }

  /** The rank of a text: 0 for an exact match, 1 for a match in another case or with the marks of a label, 2 for a partial match, or {@link MISS}. */
  fits(text: string): number {
    if (text === "") return MISS;
    const given = clean(text).replaceAll("\u00a0", " ");
    if (given === this.text) return 0;
    if (this.exact === true) return MISS;
    const lower = given.toLowerCase();
    // With `exact: false`, all matches are equally good.
    if (this.exact === false) return lower.includes(this.lower) ? 0 : MISS;
    if (lower === this.lower || this.isMarked(lower)) return 1;
    return lower.includes(this.lower) ? 2 : MISS;
  }

  /** Whether a text is the wanted one with the marks of a label: the star of a required field, or a colon. */
  private isMarked(lower: string): boolean {
    const more = lower.length - this.lower.length;
    return more > 0 && more <= MARKS && lower.replace(MARK, "") === this.lower;
  }

  /** Whether a text with other whitespace may fit. Cheap, and never wrongly false. */
  mayBeIn(text: string | null): boolean {
    return text?.toLowerCase().includes(this.word) === true;
  }

  /** The same for a text with parts that may be hidden. */
  mayRemainOf(text: string): boolean {
    const lower = text.toLowerCase();
    if (lower.includes(this.word)) return true;
    let at = 0;
    for (const char of this.word) {
      at = lower.indexOf(char, at) + 1;
      if (at === 0) return false;
    }
    return true;
  }
}

/** The best matches of a search: those with the lowest rank. */
export class Best {
  rank = MISS;
  private found = new Set<Element>();

  /** `only`: which matches count; all without it. */
  constructor(private readonly only?: (el: Element) => boolean) {}

  /** The matches, in the order in which they were added. */
  get elements(): Element[] {
    return [...this.found];
  }

  /** Adds a match, once per element. */
  add(el: Element, rank: number): void {
    if (rank >= MISS || rank > this.rank || this.only?.(el) === false) return;
    if (rank < this.rank) {
      this.rank = rank;
      this.found = new Set();
    }
    this.found.add(el);
  }

  /** Leaves out a match. */
  drop(el: Element): void {
    this.found.delete(el);
  }
}
