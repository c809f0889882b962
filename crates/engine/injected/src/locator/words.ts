/** Comparing text of a page with the text that is looked for. */
import { clean } from "../dom/text.js";

/** Not a match. */
export const MISS = 9;

/** Text that is looked for, prepared once. */
export class Wanted {
  readonly text: string;
  readonly lower: string;
  /** Its longest word: what any text that matches must hold. */
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

  /** How well a text fits: 0 exactly, 1 but for case, 2 as a part; {@link MISS}. */
  fits(text: string): number {
    if (text === "") return MISS;
    const given = clean(text).replaceAll("\u00a0", " ");
    if (given === this.text) return 0;
    if (this.exact === true) return MISS;
    const lower = given.toLowerCase();
    // Asked for any part: no part is better than another.
    if (this.exact === false) return lower.includes(this.lower) ? 0 : MISS;
    if (lower === this.lower) return 1;
    return lower.includes(this.lower) ? 2 : MISS;
  }

  /** Whether a text, however it is broken up, can fit: cheap, and never wrongly false. */
  mayBeIn(text: string | null): boolean {
    return text?.toLowerCase().includes(this.word) === true;
  }

  /** The same for a text of which parts may be hidden. */
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

/** The best matches of a search: those of the lowest rank met. */
export class Best {
  rank = MISS;
  private found = new Set<Element>();

  /** The matches, in the order in which they came. */
  get elements(): Element[] {
    return [...this.found];
  }

  /** Takes a match; elements that are there already are not taken twice. */
  add(el: Element, rank: number): void {
    if (rank >= MISS || rank > this.rank) return;
    if (rank < this.rank) {
      this.rank = rank;
      this.found = new Set();
    }
    this.found.add(el);
  }
}
