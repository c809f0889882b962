// Marks page content in answers, so that a client can tell it from our words. The marks hold a number that is drawn once for
// each process. A page cannot guess it, and is never asked to show it: should a page have learnt it from someone, it is
// taken out of all that the page says.

import { randomBytes } from "./random.ts";

/** Where the number stood in a text of the page. */
const REMOVED = "…";

/** The marks of one process. */
export class Fence {
  #drawn: string | undefined;

  /** `number`: for tests; it has to be one that occurs nowhere else. */
  constructor(number?: string) {
    this.#drawn = number;
  }

  /** Drawn with the first answer: a server that starts has no need of it. */
  get #number(): string {
    this.#drawn ??= drawn();
    return this.#drawn;
  }

  /** Page content between its marks. */
  around(content: string): string {
    return `<page-${this.#number}>\n${this.without(content)}\n</page-${this.#number}>`;
  }

  /** A text without the number. */
  without(text: string): string {
    return text.includes(this.#number) ? text.replaceAll(this.#number, REMOVED) : text;
  }
}

/** Nine digits: three tokens for most models, and a guess is right once in 900 million times. */
function drawn(): string {
  // 48 bits, so that the remainder favours no number by more than a millionth.
  return String(100_000_000 + (randomBytes(6).readUIntBE(0, 6) % 900_000_000));
}

/** Lines of ours at the beginning and the end of what the engine writes. No line of the page begins like them. */
const HEAD = /^(?:Since snapshot|Nothing |The |There |Snapshot |\d+ found)/;
const TAIL = /^(?:\((?!continued inside)|… \d+ |Nothing |The )/;

/** The parts of a text of the engine: our words before and after the content of the page. */
export interface Parts {
  head: string;
  content: string;
  tail: string;
}

/** Separates our words from the content of the page in a text of the engine. */
export function parts(text: string): Parts {
  const lines = text.trimEnd().split("\n");
  let from = 0;
  while (from < lines.length && HEAD.test(lines[from] as string)) from++;
  let to = lines.length;
  while (to > from && TAIL.test(lines[to - 1] as string)) to--;
  const joined = (start: number, end: number): string => lines.slice(start, end).join("\n");
  return { head: joined(0, from), content: joined(from, to), tail: joined(to, lines.length) };
}
