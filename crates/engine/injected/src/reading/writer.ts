/**
 * Writes Markdown or plain text from runs of text and blocks.
 *
 * Text is collected in `run` until a block begins or ends. Four control characters stand in it for what whitespace cannot
 * say, because whitespace is collapsed only when the run ends. Text of the page has no control characters.
 */

import { cut, shown } from "../dom/text.js";

/** A line break that is shown. */
export const BREAK = "\u0004";
/** A space that is shown beside others. */
const SPACE = "\u0005";
/** The edge of a block inside of something that is one line. */
const EDGE = "\u0006";
/** Around the number of a link. */
const LINK_BEGIN = "\u0002";
const LINK_END = "\u0003";

/** Most lines and UTF-16 units of one document. */
const MOST_LINES = 400_000;
const MOST_UNITS = 8_000_000;

/** The longest address of a link. Longer ones hold data, not a place. */
const ADDRESS_LENGTH = 1_000;

// Control characters but for the line break and the tab, and characters that mark a place to hyphenate.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const UNSHOWN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad]/g;
const LONE = /\p{Surrogate}/gu;
// What Markdown gives a meaning inside of a line.
const MARKED = /[\\`*[\]]|<(?=[a-z/!?])/gi;
// And at the beginning of a line.
const LEADING = /^(?:#{1,6}(?= |$)|>|[-+](?= |$)|~~~|-{3,}$|={3,}$|\||: )/;
const NUMBERED = /^(\d{1,9})([.)])(?= |$)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for line breaks
const AROUND_BREAK = / *([\u0004\u0006]) */g;
const COLLAPSED = /[ \t\n\r\f\u00a0\u2028\u2029]+/g;

/** A place in the nesting of lists and quotations. */
interface Place {
  prefix: string;
  pending: string | null;
  outer: string;
}

/** The output of one document. */
export class Writer {
  readonly lines: string[] = [];
  readonly links: string[] = [];
  /** The text that is not written yet, or the part of it since {@link reworked} began. */
  private run = "";
  /** The parts before that, outermost first. A long run is never searched as a whole: it can have thousands of links. */
  private held: string[] = [];
  /** The last character that was added. */
  last = "";
  /** How many runs were written. It tells whether a block began or ended in between. */
  flushed = 0;
  frames = 0;
  /** Whether the document has more than the limits allow. */
  cut = false;
  /** Whether a blank line comes before the next block. */
  gap = false;
  /** Above 0: no block begins or ends. */
  private inline = 0;
  /** Above 0: text is code, in which Markdown has no meaning. */
  private raw = 0;
  private prefix = "";
  /** What stands before the first line of an item; null once it is written. */
  private pending: string | null = null;
  /** What stands before a blank line before that. */
  private outer = "";
  /** The link whose reference is not written yet: where it leads, and how many parts of the run are before it. */
  private linked: { to: string; level: number } | null = null;
  /** The marks around what is being added. */
  private readonly marks = new Set<string>();
  private deferred: [number, string][] = [];
  private readonly numbers = new Map<string, number>();
  private units = 0;

  constructor(readonly plain: boolean) {}

  /** Whether what is added is part of one line. */
  get isInline(): boolean {
    return this.inline > 0;
  }

  /** Text of the page, of which Markdown reads nothing as its own. */
  escaped(data: string): string {
    const text = data.replace(UNSHOWN, "").replace(LONE, "\ufffd");
    return this.plain || this.raw > 0 ? text : text.replace(MARKED, "\\$&");
  }

  /** Adds text of the page. `kept`: which whitespace is shown as it is. */
  text(data: string, kept: "none" | "breaks" | "all" = "none"): void {
    let text = this.escaped(data);
    if (kept !== "none") text = text.replace(/\r\n?|\n|\u2028|\u2029/g, BREAK);
    if (kept === "all") text = (this.raw > 0 ? text : text.replace(/\t/g, "  ")).replace(/ /g, SPACE);
    this.mark(text);
  }

  /** Adds what is ours. */
  mark(text: string): void {
    if (text === "") return;
    this.run += text;
    this.last = text.slice(-1);
  }

  /** The edge of a block. */
  edge(): void {
    if (this.inline > 0) this.mark(EDGE);
    else this.flush();
  }

  /** Replaces what `inside` adds, unless blocks are in it. `always`: then it is what `inside` adds after the last of them. */
  reworked(inside: () => void, replace: (added: string) => string, always = false): void {
    const { flushed } = this;
    this.held.push(this.run);
    this.run = "";
    inside();
    const added = this.run;
    this.run = this.held.pop() ?? "";
    this.run += always || flushed === this.flushed ? replace(added) : added;
  }

  /** Puts marks around what `inside` adds, unless it is empty or holds blocks. */
  around(mark: string, inside: () => void): void {
    if (this.plain || this.marks.has(mark)) {
      inside();
      return;
    }
    this.marks.add(mark);
    this.reworked(inside, (added) => {
      const [lead, core, tail] = parts(added);
      return core === "" || core.includes(BREAK) || core.includes(EDGE) ? added : `${lead}${mark}${core}${mark}${tail}`;
    });
    this.marks.delete(mark);
  }

  /** Adds code, in which Markdown has no meaning. */
  code(inside: () => void): void {
    this.raw++;
    this.reworked(inside, (added) => {
      const content = added.trim();
      if (this.plain || this.raw > 1 || content === "") return added;
      let fence = "`";
      while (content.includes(fence)) fence += "`";
      const pad = content.startsWith("`") || content.endsWith("`") ? " " : "";
      return `${fence}${pad}${content}${pad}${fence}`;
    });
    this.raw--;
  }

  /** Adds what `inside` adds as a link. The reference is on the first text, if blocks are in it. */
  link(address: string, inside: () => void): void {
    if (this.plain || this.linked || this.raw > 0) {
      inside();
      return;
    }
    this.reworked(
      () => {
        this.linked = { to: address, level: this.held.length };
        inside();
      },
      (added) => this.referred(added),
      true,
    );
    this.linked = null;
  }

  /** The text of the link with its reference, if it has any text. */
  private referred(text: string): string {
    const [lead, core, tail] = parts(text);
    if (core === "" || !this.linked) return text;
    const number = this.number(this.linked.to);
    this.linked = null;
    return `${lead}[${core}]${LINK_BEGIN}${number}${LINK_END}${tail}`;
  }

  private number(address: string): number {
    const cleaned = address.replace(UNSHOWN, "").replace(LONE, "\ufffd").replace(/\s/g, "%20");
    const short = cleaned.length > ADDRESS_LENGTH ? `${cleaned.slice(0, ADDRESS_LENGTH)}…` : cleaned;
    let number = this.numbers.get(short);
    if (number === undefined) {
      number = this.links.push(short) - 1;
      this.numbers.set(short, number);
    }
    return number;
  }

  /** What `inside` adds to a run of its own. */
  private apart(inside: () => void): string {
    const { run, held, linked } = this;
    this.run = "";
    this.held = [];
    // A link around the line is one of its text.
    this.linked = linked && { to: linked.to, level: 0 };
    this.inline++;
    inside();
    this.inline--;
    const text = this.raw > 0 ? this.run : this.referred(this.run);
    this.run = run;
    this.held = held;
    this.linked = this.linked && linked;
    return text;
  }

  /** What `inside` adds, as one line. `between`: what stands for a line break. */
  captured(between: string, inside: () => void): string {
    return settle(this.apart(inside))
      .replace(/^\n+|\n+$/g, "")
      .replace(/\n+/g, between);
  }

  /** What `inside` adds, with its line breaks and spaces. */
  verbatim(inside: () => void): string {
    this.raw++;
    const added = this.apart(inside);
    this.raw--;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for line breaks
    const text = added.replace(/\u0006*\u0004|\u0004\u0006+|\u0006+/g, "\n").replaceAll(SPACE, " ");
    return text.replace(/^\n+/, "").trimEnd();
  }

  /** Writes the run as a paragraph. */
  flush(): void {
    if (this.inline > 0) return;
    this.flushed++;
    const { held, linked } = this;
    const level = linked?.level ?? 0;
    const before = held.slice(0, level).join("");
    const text = settle(before + this.referred(held.slice(level).join("") + this.run)).replace(/^\n+|\n+$/g, "");
    this.run = "";
    held.fill("");
    if (text.trim() !== "") this.block(text.split("\n").map((line) => this.guarded(line)));
    this.deferredFrames();
  }

  /** A line of the page that must not look like the beginning of a block. */
  private guarded(line: string): string {
    if (this.plain) return line;
    return line.replace(LEADING, "\\$&").replace(NUMBERED, "$1\\$2");
  }

  /** Writes a heading. */
  heading(level: number, text: string): void {
    if (text === "") return;
    this.space();
    this.put(String(level), `\t${text}`);
    this.gap = true;
    this.deferredFrames();
  }

  /** Writes lines that belong together. */
  block(lines: readonly string[]): void {
    this.space();
    for (const line of lines) this.put(" ", line);
    this.gap = true;
  }

  /** Writes a line for a frame. */
  frame(id: number, title: string): void {
    this.frames++;
    if (this.inline > 0) {
      this.deferred.push([id, title]);
      return;
    }
    this.space();
    this.put("f", `\t${id}\t${title}`);
    this.gap = true;
  }

  private deferredFrames(): void {
    const { deferred } = this;
    if (deferred.length === 0 || this.inline > 0) return;
    this.deferred = [];
    this.frames -= deferred.length;
    for (const [id, title] of deferred) this.frame(id, title);
  }

  /** Writes what `inside` writes behind a marker: the first line behind `marker`, the others behind `rest`. */
  within(marker: string, rest: string, inside: () => void): void {
    if (this.inline > 0) {
      this.edge();
      inside();
      this.edge();
      return;
    }
    this.flush();
    const place: Place = { prefix: this.prefix, pending: this.pending, outer: this.outer };
    if (this.pending === null) this.outer = this.prefix;
    this.pending = (this.pending ?? this.prefix) + marker;
    this.prefix += rest;
    inside();
    this.flush();
    // What was not written does not stand before what follows.
    if (this.pending !== null) {
      this.pending = place.pending;
      this.outer = place.outer;
    }
    this.prefix = place.prefix;
  }

  private space(): void {
    if (this.gap && this.lines.length > 0) {
      const before = (this.pending === null ? this.prefix : this.outer).trimEnd();
      this.lines.push(` ${before}`);
    }
    this.gap = false;
  }

  private put(kind: string, text: string): void {
    const before = this.pending ?? this.prefix;
    this.pending = null;
    if (this.lines.length >= MOST_LINES || this.units >= MOST_UNITS) {
      this.cut = true;
      return;
    }
    let written = text;
    if (kind === " " && text.length > MOST_UNITS - this.units) {
      this.cut = true;
      written = cut(text, MOST_UNITS - this.units);
    }
    // Here, and not at each text: the characters can be spread over many.
    const line = kind + before + shown(written);
    this.units += line.length;
    this.lines.push(line);
  }
}

/** The blank beginning of a text, the text, and its blank end. */
function parts(text: string): [string, string, string] {
  const blank = (at: number): boolean => {
    const c = text.charAt(at);
    return c === BREAK || c === SPACE || c === EDGE || /\s/.test(c);
  };
  let from = 0;
  let to = text.length;
  while (from < to && blank(from)) from++;
  while (to > from && blank(to - 1)) to--;
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

/** A run as it is shown: whitespace collapsed, line breaks where they are. */
function settle(run: string): string {
  return (
    run
      .replace(COLLAPSED, " ")
      .replace(AROUND_BREAK, "$1")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they stand for line breaks
      .replace(/\u0006*\u0004\u0006*|\u0006+/g, "\n")
      .replaceAll(SPACE, " ")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}
