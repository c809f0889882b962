/** Reads the flat tree in its order and gives it to the writer. */

import { deepText } from "../dom/deep-text.js";
import {
  attribute,
  computedStyle,
  firstElementChild,
  has,
  hasAny,
  isElement,
  isSvg,
  linkHref,
  localName,
  nextElement,
  nodeType,
  parentElement,
  styleValue,
  textData,
  token,
} from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { numberOf } from "../dom/registry.js";
import { canHost, eachChild } from "../dom/shadow.js";
import { ATOMIC, CONTENTS, HIDDEN, INLINE, NONE, SKIPPED, type Styles } from "../dom/style.js";
import { line } from "../dom/text.js";
import { Candidates } from "../walk/shadow-candidates.js";
import { IGNORED } from "../walk/vocabulary.js";
import { field } from "./fields.js";
import { formula } from "./formula.js";
import { drawing, picture } from "./pictures.js";
import { marked, type Sight } from "./sight.js";
import { aria, isTable, table } from "./table.js";
import { BREAK, type Writer } from "./writer.js";

/** How deep elements are followed. What is deeper is read as text. */
const DEEPEST = 400;
const TITLE_LENGTH = 120;
/** What makes an element that is hidden from assistive technology more than decoration. */
const SUBSTANCE = new Set("h1 h2 h3 h4 h5 h6 p ul ol table article section main form".split(" "));
const LANGUAGE =
  /(?:^|[\s-])(?:language|lang|highlight-source|brush:|sourceCode)[-\s]?([a-z0-9+#.-]{1,20})(?:[\s;]|$)/i;
const CODE = new Set("code kbd samp tt".split(" "));
const AROUND: ReadonlyMap<string, string> = new Map([
  ["strong", "**"],
  ["b", "**"],
  ["em", "*"],
  ["i", "*"],
  ["del", "~~"],
  ["s", "~~"],
]);

/** Reads one document or a part of it. */
export class Reading {
  readonly candidates: Candidates;
  private level = 0;
  /** Whether hidden content is being passed, of which some may be visible. */
  private unseen = 0;
  private verbatim = 0;
  private readonly keeps = new WeakMap<Element, "none" | "breaks" | "all">();
  private lists = 0;

  /** `sight`: tells what a person cannot see. `dropped`: elements that are left out. */
  constructor(
    readonly writer: Writer,
    readonly styles: Styles,
    readonly sight: Sight,
    private readonly dropped: ReadonlySet<Element> = new Set(),
  ) {
    this.candidates = new Candidates(styles);
  }

  /** Reads an element with what is in it. */
  visit(el: Element): void {
    const tag = localName(el);
    if (IGNORED.has(tag) || this.dropped.has(el)) return;
    const { writer } = this;
    if (tag === "br") {
      if (this.unseen === 0) writer.mark(BREAK);
      return;
    }
    const style = this.styles.of(el, tag);
    if (style & NONE) return;
    if (canHost(tag)) this.candidates.consider(el, tag, style);
    if (hasAny(el) && token(el, "aria-hidden") === "true" && !substantial(el, style)) return;
    if (!this.sight.enters(el)) return;
    const { unseen } = this;
    this.unseen = style & HIDDEN ? 1 : 0;
    if (this.level >= DEEPEST) {
      if (this.unseen === 0) writer.text(this.deep(el));
    } else {
      this.level++;
      this.shown(el, tag, style, (style & SKIPPED) !== 0);
      this.level--;
    }
    this.unseen = unseen;
  }

  /** The text of an element that is not followed. */
  deep(el: Element): string {
    const { sight } = this;
    return deepText(
      el,
      this.styles,
      (inner, tag) => IGNORED.has(tag) || !sight.enters(inner),
      (parent, text) => sight.written(text, sight.sees(parent, text)),
    );
  }

  /** Reads a cell of a table, which is a line of its own already. */
  inCell(cell: Element): void {
    if (this.dropped.has(cell) || this.level >= DEEPEST) return;
    const { unseen, lists } = this;
    this.unseen = this.styles.of(cell) & HIDDEN ? 1 : 0;
    this.level++;
    if (this.sight.enters(cell)) this.children(cell);
    this.level--;
    this.unseen = unseen;
    this.lists = lists;
  }

  /** Reads what is in an element. */
  children(el: Element): void {
    eachChild(el, localName(el), (child) => this.node(el, child));
  }

  private node(parent: Element, child: Node): void {
    const type = nodeType(child);
    if (type === 1) this.visit(child as Element);
    else if (type === 3 && this.unseen === 0) {
      const data = textData(child as Text);
      this.say(this.sight.sees(parent, data), () =>
        this.writer.text(data, this.verbatim > 0 ? "all" : this.kept(parent, data)),
      );
    }
  }

  /** What is drawn of an element, as text. */
  drawn(el: Element): string {
    const { sight } = this;
    const skips = (inner: Element, tag: string): boolean => IGNORED.has(tag) || sight.hidesAll(inner);
    return deepText(el, this.styles, skips, (parent, text) => (sight.weighs(parent, text) ? text : ""));
  }

  /** Writes words of the page, unless a person cannot see them: then they are left out, or marked. */
  say(seen: boolean, write: () => void): void {
    if (seen) write();
    else if (this.sight.shows) this.writer.reworked(write, marked);
  }

  /** Which whitespace of a text is shown. Only text that has some is asked for. */
  private kept(parent: Element, data: string): "none" | "breaks" | "all" {
    if (!/\S/.test(data) || !/\n|\S {2}|\t/.test(data)) return "none";
    let kept = this.keeps.get(parent);
    if (kept === undefined) {
      const space = styleValue(computedStyle(parent), "white-space");
      kept = /^(?:pre|pre-wrap|break-spaces)$/.test(space) ? "all" : space === "pre-line" ? "breaks" : "none";
      this.keeps.set(parent, kept);
    }
    return kept;
  }

  private shown(el: Element, tag: string, style: number, empty: boolean): void {
    const { writer } = this;
    if (this.unseen > 0) {
      if (!empty) this.children(el);
      return;
    }
    if (tag === "input" || tag === "select" || tag === "textarea" || tag === "meter" || tag === "progress") {
      this.say(this.sight.seesField(el, tag), () => field(writer, el, tag));
      return;
    }
    if (tag === "iframe" || tag === "frame" || ((tag === "object" || tag === "embed") && this.embeds(el))) {
      if (larger(el, 2)) {
        writer.edge();
        // What is in it says nothing of it.
        if (this.sight.isVeiled(el)) writer.text("{unseen: this frame}");
        writer.edge();
        const title = line(attribute(el, "title") ?? attribute(el, "name") ?? "", TITLE_LENGTH);
        writer.frame(numberOf(el), this.sight.written(title, this.sight.seesLabel(el, title)));
      }
      return;
    }
    if (picture(this, el, tag)) return;
    if (tag === "math") {
      formula(this, el);
      return;
    }
    if (empty) return;
    if (isSvg(el)) {
      drawing(this, el, tag);
      return;
    }
    if (tag === "a" && has(el, "href")) {
      this.block(style, () => this.link(el));
      return;
    }
    const level = headingLevel(el, tag);
    if (level > 0) this.heading(el, level);
    else if (tag === "ul" || tag === "ol" || tag === "menu") this.list(el, tag);
    else if (tag === "li") this.block(0, () => this.item(el, "- "));
    else if (tag === "dl") this.block(0, () => this.children(el));
    else if (tag === "dt") this.line(el, "**");
    else if (tag === "dd") this.tight(() => writer.within(": ", "  ", () => this.children(el)));
    else if (tag === "blockquote") this.quotation(el);
    else if (tag === "pre") this.pre(el);
    else if (tag === "hr") this.rule();
    else if (tag === "details") this.details(el);
    else if (tag === "table" && (writer.isInline || isTable(el, this.styles))) table(this, el);
    else if (hasAny(el) && aria(this, el)) return;
    else if (CODE.has(tag)) writer.code(() => this.children(el));
    else if (AROUND.has(tag)) this.emphasis(el, AROUND.get(tag) as string, style);
    else if (tag === "sup") this.raised(el);
    else if (tag === "rt") {
      writer.mark("(");
      this.children(el);
      writer.mark(")");
    } else if (tag === "q") {
      writer.mark("“");
      this.children(el);
      writer.mark("”");
    } else if (tag === "fieldset" || tag === "figure") this.block(0, () => this.children(el));
    else this.block(tag === "td" || tag === "th" ? 0 : style, () => this.children(el));
  }

  /** Whether an element shows a document of its own. */
  private embeds(el: Element): boolean {
    return (el as HTMLObjectElement).contentWindow != null;
  }

  /** Reads something that is a block, or that stands apart in its line. */
  block(style: number, inside: () => void): void {
    const { writer } = this;
    if (style & CONTENTS) inside();
    else if (style & ATOMIC) {
      writer.mark(" ");
      inside();
      writer.mark(" ");
    } else if (style & INLINE) inside();
    else {
      writer.edge();
      inside();
      writer.edge();
    }
  }

  private link(el: Element): void {
    const address = addressOf(el);
    const { writer } = this;
    const inside = (): void =>
      writer.reworked(
        () => this.children(el),
        (added) => {
          if (added.trim() !== "") return added;
          // A link with a picture that has no name has one itself.
          const label = attribute(el, "aria-label") ?? attribute(el, "title") ?? "";
          const named = writer.escaped(line(label, TITLE_LENGTH));
          return this.sight.written(named, this.sight.seesLabel(el, label)) || added;
        },
      );
    if (address === "") inside();
    else writer.link(address, inside);
  }

  private heading(el: Element, level: number): void {
    const { writer } = this;
    writer.edge();
    const text = writer.captured(" ", () => this.children(el));
    if (writer.isInline) writer.mark(text);
    else writer.heading(Math.min(level, 6), text);
    writer.edge();
  }

  /** A line of its own that is emphasized. */
  private line(el: Element, mark: string): void {
    const { writer } = this;
    writer.edge();
    const text = writer.captured(" ", () => writer.around(mark, () => this.children(el)));
    if (writer.isInline) writer.mark(text);
    else if (text !== "") writer.block([text]);
    writer.edge();
  }

  /** Without a blank line before it. */
  private tight(inside: () => void): void {
    this.writer.edge();
    this.writer.gap = false;
    inside();
    this.writer.gap = true;
  }

  private list(el: Element, tag: string): void {
    const { writer } = this;
    writer.edge();
    // A list in an item stands directly below its text.
    if (this.lists > 0) writer.gap = false;
    const reversed = tag === "ol" && has(el, "reversed");
    const start = Number.parseInt(attribute(el, "start") ?? "", 10);
    let number = Number.isFinite(start) ? start : 1;
    this.lists++;
    eachChild(el, tag, (child) => {
      if (!isElement(child)) this.node(el, child);
      else if (localName(child) !== "li") this.visit(child);
      else {
        const value = Number.parseInt(attribute(child, "value") ?? "", 10);
        if (Number.isFinite(value)) number = value;
        const marker = tag === "ol" ? `${number}. ` : "- ";
        if (this.styles.of(child) & (NONE | HIDDEN)) this.visit(child);
        else this.counted(child, marker);
        number += reversed ? -1 : 1;
      }
    });
    this.lists--;
    writer.edge();
    writer.gap = true;
  }

  /** An item of a list, with what every element is checked for. */
  private counted(el: Element, marker: string): void {
    this.marker = marker;
    this.visit(el);
    this.marker = "";
  }
  private marker = "";

  private item(el: Element, fallback: string): void {
    const marker = this.marker || fallback;
    this.marker = "";
    const { length } = this.writer.lines;
    this.writer.within(marker, " ".repeat(marker.length), () => this.children(el));
    if (this.writer.lines.length > length) this.writer.gap = false;
  }

  private quotation(el: Element): void {
    this.writer.edge();
    this.writer.within("> ", "> ", () => this.children(el));
    this.writer.gap = true;
  }

  private rule(): void {
    this.writer.edge();
    if (!this.writer.isInline) this.writer.block(["---"]);
  }

  private pre(el: Element): void {
    const { writer } = this;
    if (writer.isInline) {
      writer.edge();
      writer.code(() => this.children(el));
      writer.edge();
      return;
    }
    writer.flush();
    this.verbatim++;
    const code = writer.verbatim(() => this.children(el));
    this.verbatim--;
    if (code === "") return;
    if (writer.plain) {
      writer.block(code.split("\n"));
      return;
    }
    let fence = "```";
    while (code.includes(fence)) fence += "`";
    writer.block([fence + languageOf(el), ...code.split("\n"), fence]);
  }

  private details(el: Element): void {
    const { writer } = this;
    writer.edge();
    const mark = has(el, "open") ? "▾ " : "▸ ";
    let any = false;
    eachChild(el, "details", (child) => {
      if (!any && isElement(child) && localName(child) === "summary") {
        any = true;
        const text = writer.captured(" ", () => this.visit(child));
        if (writer.isInline) writer.mark(mark + text);
        else writer.block([mark + text]);
      } else this.node(el, child);
    });
    writer.edge();
  }

  private emphasis(el: Element, mark: string, style: number): void {
    this.block(style, () => this.writer.around(mark, () => this.children(el)));
  }

  /** Without a sign, 10² would read as 102. */
  private raised(el: Element): void {
    const { writer } = this;
    const letter = /[\p{L}\p{N})]/u.test(writer.last);
    writer.reworked(
      () => this.children(el),
      (added) => (letter && /^[-+−]?[\p{L}\p{N}]{1,4}$/u.test(added) ? `^${added}` : added),
    );
  }
}

/** The level of a heading; 0 if the element is none. */
function headingLevel(el: Element, tag: string): number {
  const role = hasAny(el) ? token(el, "role") : "";
  if (role === "heading") return Number.parseInt(attribute(el, "aria-level") ?? "", 10) || 2;
  if (role !== "" && role !== "none") return 0;
  return tag.length === 2 && tag >= "h1" && tag <= "h6" ? Number(tag[1]) : 0;
}

/** Whether something that is hidden from assistive technology has to be read: people see it, and it is no decoration. */
function substantial(el: Element, style: number): boolean {
  if (style & INLINE) return false;
  const look = (at: Element, level: number): boolean => {
    if (SUBSTANCE.has(localName(at)) || level > DEEPEST) return true;
    for (let child = firstElementChild(at); child; child = nextElement(child)) if (look(child, level + 1)) return true;
    return false;
  };
  return look(el, 0);
}

/** The language of code, as highlighters write it in classes. */
function languageOf(el: Element): string {
  const inner = firstElementChild(el);
  for (const of of [inner && localName(inner) === "code" ? inner : null, el, parentElement(el)]) {
    const found = of && LANGUAGE.exec(attribute(of, "class") ?? "");
    if (found) return found[1] ?? "";
  }
  return "";
}

/** Where a link leads: the fragment inside of the document, the path on its origin, else the whole address; empty if it leads nowhere. */
function addressOf(el: Element): string {
  const written = (attribute(el, "href") ?? "").trim();
  if (written === "" || written === "#") return "";
  if (written.startsWith("#")) return written;
  const whole = linkHref(el as HTMLAnchorElement);
  if (/^\s*(?:javascript|data|blob):/i.test(whole)) return "";
  const { origin } = location;
  return origin !== "null" && whole.startsWith(`${origin}/`) ? whole.slice(origin.length) : whole;
}
