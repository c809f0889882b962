// A Markdown document: its text, its parts, and their blocks with offsets of the whole text.

import type { Heading, Root, RootContent } from "mdast";
import { toString as textOf } from "mdast-util-to-string";
import remarkDirective from "remark-directive";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { lineBreak, lineStart } from "../data/lines.js";
import { findCuts } from "./cuts.js";

const PARSER = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkFrontmatter, ["yaml", "toml"])
  .use(remarkDirective)
  .freeze();

/** A heading without any character that may be markup. */
const PLAIN_HEADING = /^(#{1,6})[ \t]+((?:[\p{L}\p{N} ,.()'"/;?+=%$-]|:(?![\w:])|&(?![\w#]))*[\p{L}\p{N})?.])$/u;

/** A node of the tree, as far as edits need it. */
export type MarkdownNode = Root | RootContent;

/** A heading that a section can begin with, or that only counts for anchors. */
export interface PlacedHeading {
  depth: number;
  /** Its text, without markup. */
  text: string;
  /** As it is written. */
  source: string;
  start: number;
  end: number;
  /** Where the sections of its level and above can end at the latest: the end of the document or of the directive. */
  scopeEnd: number;
  /** Inside a list, a quotation or the like: it begins no section. */
  isNested: boolean;
}

/** A document without its byte order mark. */
export class MarkdownDocument {
  readonly cuts: readonly number[];
  readonly eol: "\r\n" | "\n";
  readonly #parts = new Map<number, Root>();

  readonly #plain: ReadonlySet<number>;

  constructor(readonly text: string) {
    const { starts, plain } = findCuts(text);
    this.cuts = starts;
    this.#plain = plain;
    this.eol = lineBreak(text);
  }

  /** Parses a range that begins at a cut and ends at a cut or the document's end. */
  blocks(from: number, to: number): RootContent[] {
    const children: RootContent[] = [];
    for (const [index, cut] of this.cuts.entries()) {
      if (cut >= from && cut < to) children.push(...this.#part(index).children);
    }
    return children;
  }

  /** The blocks of the parts that a range touches. */
  blocksAround(start: number, end: number): RootContent[] {
    return this.blocks(this.cutBefore(start), this.cutAfter(end));
  }

  /** The last cut at or before an offset. */
  cutBefore(offset: number): number {
    return this.cuts[this.#indexBefore(offset)] ?? 0;
  }

  /** The first cut at or after an offset, or the document's end. */
  cutAfter(offset: number): number {
    const index = this.#indexBefore(offset);
    return this.cuts[index] === offset ? offset : (this.cuts[index + 1] ?? this.text.length);
  }

  /** All headings, in order. */
  headings(): PlacedHeading[] {
    return this.cuts.flatMap((cut, index) => {
      const end = this.cuts[index + 1] ?? this.text.length;
      const only = this.#onlyHeading(cut, end);
      return only ? [only] : this.#headingsIn(this.#part(index).children, this.text.length, false);
    });
  }

  /** The heading of a part that has no other one: its line is all that is parsed, and not even that if its text is plain. */
  #onlyHeading(start: number, end: number): PlacedHeading | undefined {
    if (!this.#plain.has(start)) return undefined;
    const newline = this.text.indexOf("\n", start);
    const lineEnd = newline < 0 || newline > end ? end : newline;
    const source = this.text.slice(start, lineEnd).trimEnd();
    const [, marks = "", title = ""] = PLAIN_HEADING.exec(source) ?? [];
    if (marks === "" || /www\.|https?:/i.test(title)) {
      const [heading] = parse(source, start).children;
      return heading?.type === "heading" ? this.#heading(heading, this.text.length, false) : undefined;
    }
    const placed = { depth: marks.length, text: title, source: title, start, end: start + source.length };
    return { ...placed, scopeEnd: this.text.length, isNested: false };
  }

  #headingsIn(children: readonly MarkdownNode[], scopeEnd: number, isNested: boolean): PlacedHeading[] {
    const found: PlacedHeading[] = [];
    for (const node of children) {
      if (node.type === "heading") found.push(this.#heading(node, scopeEnd, isNested));
      else if (node.type === "containerDirective" && !isNested) {
        // The last line of a directive closes it.
        const { end } = range(node);
        found.push(...this.#headingsIn(node.children, lineStart(this.text, end), false));
      } else if ("children" in node) {
        found.push(...this.#headingsIn(node.children as MarkdownNode[], scopeEnd, true));
      }
    }
    return found;
  }

  #heading(node: Heading, scopeEnd: number, isNested: boolean): PlacedHeading {
    const { start, end } = range(node);
    const first = node.children[0];
    const last = node.children.at(-1);
    const source = first && last ? this.text.slice(range(first).start, range(last).end) : "";
    return { depth: node.depth, text: textOf(node), source, start, end, scopeEnd, isNested };
  }

  #part(index: number): Root {
    const start = this.cuts[index] ?? 0;
    let root = this.#parts.get(start);
    if (!root) {
      root = parse(this.text.slice(start, this.cuts[index + 1]), start);
      this.#parts.set(start, root);
    }
    return root;
  }

  #indexBefore(offset: number): number {
    let low = 0;
    let high = this.cuts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.cuts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The line that opens front matter at the beginning of a text. */
const OPENED = /^(?:---|\+\+\+)(?=[ \t]*(?:[\r\n]|$))/;

/** Whether a text begins with such a line, and no line closes it. */
function isUnclosed(text: string): boolean {
  const fence = OPENED.exec(text)?.[0];
  if (fence === undefined) return false;
  return !new RegExp(`[\\r\\n]${fence === "---" ? fence : "\\+{3}"}[ \\t]*(?:[\\r\\n]|$)`).test(text);
}

/** Parses a text, and moves all offsets. */
export function parse(text: string, offset = 0): Root {
  // Where nothing closes the front matter, its reader leaves the parser in disorder: lines that go on in a list become headings.
  if (isUnclosed(text)) return parse(`\n${text}`, offset - 1);
  const root = PARSER.parse(text);
  if (offset !== 0) shift(root, offset);
  return root;
}

/** Parses a text as it stands inside of a document: what looks like front matter is none there. */
export function parseInside(text: string): Root {
  return parse(`\n${text}`, -1);
}

function shift(root: Root, offset: number): void {
  const open: MarkdownNode[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    for (const point of [node.position?.start, node.position?.end]) {
      if (point?.offset !== undefined) point.offset += offset;
    }
    if ("children" in node) open.push(...(node.children as MarkdownNode[]));
  }
}

/** Where a node begins and ends. */
export function range(node: MarkdownNode): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}
