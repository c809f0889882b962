// Sections by heading, path or anchor.

import GithubSlugger from "github-slugger";
import { Lines, lineStart } from "../data/lines.js";
import { quoted } from "../files/quote.js";
import type { MarkdownDocument, PlacedHeading } from "./document.js";
import { MarkdownFault } from "./fault.js";

/** A heading with all that follows it, up to the next heading of its level or above. */
export interface Section {
  heading: PlacedHeading;
  /** Where the heading's line begins. */
  start: number;
  /** Where the next section begins, or the scope ends. */
  end: number;
  parent: Section | undefined;
  /** Sections of lower levels inside, directly. */
  children: Section[];
  /** As GitHub makes it. */
  anchor: string;
}

/** The sections of a document, in order. */
export function sectionsOf(document: MarkdownDocument): Section[] {
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
  const open: Section[] = [];
  const close = (depth: number, at: number, scopeEnd: number) => {
    for (let last = open.at(-1); last; last = open.at(-1)) {
      if (last.heading.scopeEnd === scopeEnd && last.heading.depth < depth) return;
      // A section around a directive goes on after it.
      if (last.heading.scopeEnd > scopeEnd) return;
      last.end = Math.min(at, last.heading.scopeEnd);
      open.pop();
    }
  };
  for (const heading of document.headings()) {
    const anchor = slugger.slug(heading.text);
    if (heading.isNested) continue;
    const start = lineStart(document.text, heading.start);
    close(heading.depth, start, heading.scopeEnd);
    const parent = open.at(-1);
    const section: Section = { heading, start, end: heading.scopeEnd, parent, children: [], anchor };
    parent?.children.push(section);
    sections.push(section);
    open.push(section);
  }
  return sections;
}

/** Finds sections of one document. */
export class SectionFinder {
  readonly sections: readonly Section[];
  #lines: Lines | undefined;

  constructor(readonly document: MarkdownDocument) {
    this.sections = sectionsOf(document);
  }

  /**
   * Finds a section by the exact text of its heading, by a path `A > B`, or by an anchor `#a`.
   *
   * @throws {MarkdownFault} if there is none, or more than one
   */
  find(address: string): Section {
    const found = this.#candidates(address.trim());
    const [section] = found;
    if (!section) throw this.#notFound(address);
    if (found.length === 1) return section;
    throw new MarkdownFault(
      "AMBIGUOUS_SECTION",
      `${quoted(address)} names ${found.length} sections: ${this.#list(found)}. Name one by its path or its anchor`,
    );
  }

  /** The line of an offset, from 1. */
  line(offset: number): number {
    this.#lines ??= new Lines(this.document.text);
    return this.#lines.at(offset).line;
  }

  #candidates(address: string): readonly Section[] {
    const exact = this.sections.filter((section) => isCalled(section, address));
    if (exact.length > 0) return exact;
    const [, marks, title] = /^(#{1,6})[ \t]+(.+)$/.exec(address) ?? [];
    if (marks !== undefined && title !== undefined) {
      return this.sections.filter((section) => section.heading.depth === marks.length && isCalled(section, title));
    }
    if (/^#\S/.test(address)) {
      const anchor = decoded(address.slice(1)).toLowerCase();
      return this.sections.filter((section) => section.anchor === anchor);
    }
    const steps = address.split(" > ").map((step) => step.trim());
    return steps.length < 2 ? [] : this.sections.filter((section) => hasPath(section, steps));
  }

  #notFound(address: string): MarkdownFault {
    const { sections } = this;
    const near = sections.filter(({ heading }) => heading.text.toLowerCase().includes(address.trim().toLowerCase()));
    const shown = near.length > 0 ? near : sections;
    const hint = sections.length === 0 ? "The document has no headings" : `There are: ${this.#list(shown)}`;
    return new MarkdownFault("SECTION_NOT_FOUND", `No section is called ${quoted(address)}. ${hint}`);
  }

  #list(sections: readonly Section[]): string {
    const some = sections.slice(0, 20).map((section) => {
      return `${quoted(pathOf(section), 200)} (line ${this.line(section.heading.start)}, #${quoted(section.anchor, 100).slice(1, -1)})`;
    });
    return some.join(", ") + (sections.length > 20 ? `, and ${sections.length - 20} more` : "");
  }
}

function isCalled({ heading }: Section, title: string): boolean {
  return heading.text.trim() === title || heading.source.trim() === title;
}

function hasPath(section: Section, steps: readonly string[]): boolean {
  let at: Section | undefined = section;
  for (const step of [...steps].reverse()) {
    if (!at || !isCalled(at, step)) return false;
    at = at.parent;
  }
  return true;
}

/** The headings from the outermost section to a section. */
export function pathOf(section: Section): string {
  const steps: string[] = [];
  for (let at: Section | undefined = section; at; at = at.parent) steps.unshift(at.heading.text.trim());
  return steps.join(" > ");
}

function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}
