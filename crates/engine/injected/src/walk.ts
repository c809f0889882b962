/** The walk: one pass over the flat tree that gives one line for everything a person could name. */

import {
  A_ARIA,
  A_DESCRIBED,
  A_DISABLED,
  A_DRAGGABLE,
  A_EDITABLE,
  A_HANDLER,
  A_HIDDEN_ARIA,
  A_ID,
  A_INERT,
  A_LABEL,
  A_ROLE,
  A_TABINDEX,
  A_TITLE,
  isOperated,
  readAttributes,
} from "./attributes.js";
import { Candidates } from "./candidates.js";
import {
  assignedNodes,
  attribute,
  documentBody,
  documentElement,
  documentTitle,
  findAll,
  firstChild,
  firstElementChild,
  has,
  hasAny,
  inputType,
  isSvg,
  labelControl,
  localName,
  nextSibling,
  nodeType,
  parentElement,
  queryScope,
  rendered,
  textContent,
  textData,
  token,
} from "./dom.js";
import { focusedElement } from "./focus.js";
import { larger } from "./geometry.js";
import { type Named, Names } from "./name.js";
import { Pseudos } from "./pseudo.js";
import { DOC, numberOf } from "./registry.js";
import { editingHost, firstSummary, Roles, WIDGETS } from "./role.js";
import { secret } from "./secret.js";
import { canHost, flatParent, scopeOf, shadowOf } from "./shadow.js";
import { Addresses, states, tail } from "./states.js";
import { CONTENTS, HIDDEN, INLINE, NONE, POINTER, SKIPPED, Styles } from "./style.js";
import { line, NAME_LENGTH, TEXT_LENGTH } from "./text.js";
import { CONTAINERS, IGNORED, KEPT_EMPTY, LEAVES, LINE_NAMED, PHRASES, QUIET, WRAPPERS } from "./vocabulary.js";

/** What is known from the ancestors. */
const M_NAMED = 1; // the text is already in a name above
const M_UNHEARD = 2; // aria-hidden
const M_INERT = 4;
const M_POINTER = 8; // cursor: pointer above
const M_SVG = 16;
const M_DISABLED = 32; // aria-disabled

/** Levels of elements that are followed one by one: five calls each, and the stack of a page is about 1 MB. */
const DEEPEST = 400;
const DEEP_CONTROLS = "a[href],button,input,select,textarea,summary,[role],[tabindex],[onclick],[contenteditable]";

interface Line {
  depth: number;
  el: Element | null;
  role: string;
  flags: string;
  name: string;
  rest: string;
  interactive: boolean;
}

const NOTHING: Node[] = [];

/** Thrown to end the look at one element as soon as its line is certain. */
const CERTAIN = Symbol();

/** One pass over a document or a part of it. */
export class Walk {
  readonly styles = new Styles();
  readonly names: Names;
  readonly roles: Roles;
  readonly candidates = new Candidates(this.styles);
  frames = 0;
  private addresses = new Addresses();
  private lines: Line[] = [];
  private run = "";
  private level = 0;
  private bottom = false;
  /** The line being added may be taken away again. */
  private tentative = false;
  private focused: Element | null;
  private standIns = new Set<Element>();
  private scopesWithFiles = new Map<Node, boolean>();

  /** `only`: stop as soon as the line of this element is certain. */
  constructor(private only: Element | null) {
    this.names = new Names(this.styles, new Pseudos(), only !== null);
    this.roles = new Roles((el) => this.names.hasName(el));
    this.names.roles = this.roles;
    this.focused = focusedElement();
  }

  /** Walks from `root` (the whole document where absent) and gives the lines. */
  from(root: Element | null): string {
    const top = root ?? documentElement(document);
    if (top) {
      if (top === documentElement(document)) {
        this.lines.push({
          depth: 0,
          el: top,
          role: "document",
          flags: "",
          name: line(documentTitle(document), NAME_LENGTH),
          rest: "",
          interactive: false,
        });
        this.visit(documentBody() ?? top, 1, 0);
        this.flush(1);
      } else {
        const above = this.above(top);
        this.visit(top, 0, above);
        this.flush(0);
      }
    }
    let out = "";
    for (const l of this.lines)
      out += `\n${l.depth}\t${l.el ? numberOf(l.el) : ""}\t${l.role}\t${l.flags}\t${l.name}${l.rest}`;
    return out;
  }

  /** Role and name of one element exactly as a walk would show it. */
  describe(el: Element): { role: string; name: string } {
    if (el === documentElement(document)) return { role: "document", name: line(documentTitle(document), NAME_LENGTH) };
    // An element that is hidden just now has not become another one.
    this.styles.seeHiddenIn(el);
    try {
      this.visit(el, 0, this.above(el) & M_POINTER);
    } catch (reason) {
      if (reason !== CERTAIN) throw reason;
    }
    const first = this.lines.find((l) => l.el === el);
    return first ? { role: first.role, name: first.name } : { role: "generic", name: "" };
  }

  private above(el: Element): number {
    const parent = flatParent(el);
    let mode = 0;
    if (parent && this.styles.of(parent) & POINTER) mode |= M_POINTER;
    for (let up = parent; up; up = flatParent(up)) {
      if (has(up, "inert")) mode |= M_INERT;
      if (token(up, "aria-disabled") === "true") mode |= M_DISABLED;
    }
    if (isSvg(el) && localName(el) !== "svg") mode |= M_SVG;
    return mode;
  }

  private push(l: Line): void {
    this.lines.push(l);
    if (l.el !== this.only && !this.tentative) this.decided();
  }

  /** A line that stays below the element in question: that one is not shown by its text alone. */
  private decided(): void {
    if (this.only) throw CERTAIN;
  }

  private flush(depth: number): void {
    if (this.run === "") return;
    const text = line(this.run, TEXT_LENGTH);
    this.run = "";
    if (text) this.push({ depth, el: null, role: "text", flags: "", name: text, rest: "", interactive: false });
  }

  private children(el: Element, tag: string, depth: number, mode: number, silent: boolean): void {
    if (this.bottom) return;
    const wordless = silent || (mode & (M_NAMED | M_UNHEARD)) !== 0;
    if (this.level >= DEEPEST) {
      this.rest(el, depth, mode, wordless);
      return;
    }
    this.level++;
    if (tag === "details" && !has(el, "open")) {
      const summary = firstSummary(el);
      if (summary) this.visit(summary, depth, mode);
    } else {
      const root = shadowOf(el, tag);
      const assigned = tag === "slot" ? assignedNodes(el as HTMLSlotElement) : NOTHING;
      let at = 0;
      for (
        let child: Node | null = assigned[0] ?? firstChild(root ?? el);
        child;
        child = assigned.length > 0 ? (assigned[++at] ?? null) : nextSibling(child)
      ) {
        const type = nodeType(child);
        if (type === 1) this.visit(child as Element, depth, mode);
        else if (type === 3 && !wordless) this.run += textData(child as Text);
      }
    }
    this.level--;
  }

  /** What lies below the deepest level that the stack has room for: controls one after the other, and the text. */
  private rest(el: Element, depth: number, mode: number, wordless: boolean): void {
    this.bottom = true;
    for (const inner of findAll(el, DEEP_CONTROLS)) this.visit(inner, depth, mode);
    this.bottom = false;
    if (!wordless) this.run += textContent(el) ?? "";
  }

  private visit(el: Element, depth: number, mode: number): void {
    const tag = localName(el);
    if (IGNORED.has(tag)) return;
    if (tag === "br") {
      if (this.run !== "") this.run += " ";
      return;
    }
    const bits = hasAny(el) ? readAttributes(el) : 0;
    if (mode & M_SVG) {
      if (mode & M_NAMED && !(bits & (A_TABINDEX | A_HANDLER)) && tag !== "a" && tag !== "g" && tag !== "foreignObject")
        return;
      if (tag === "foreignObject") mode &= ~M_SVG;
    }
    const style = this.styles.of(el);
    if (style & NONE && this.only !== el) {
      this.pruned(el, tag, depth, mode);
      return;
    }
    if (tag === "svg") {
      if (mode & M_NAMED && !(bits & (A_TABINDEX | A_HANDLER))) return;
      mode |= M_SVG;
    }
    if (bits & A_HIDDEN_ARIA && token(el, "aria-hidden") === "true") mode |= M_UNHEARD;
    if (bits & A_INERT) mode |= M_INERT;
    if (bits & A_DISABLED && token(el, "aria-disabled") === "true") mode |= M_DISABLED;
    if (canHost(tag) && this.only === null) this.candidates.consider(el, tag, style);
    const role = this.roles.of(el, tag);
    const pointer = (style & POINTER) !== 0;
    const below = (mode & ~M_POINTER) | (pointer ? M_POINTER : 0);

    if (style & HIDDEN) {
      if (tag === "input" && inputType(el as HTMLInputElement) === "file")
        this.field(el, tag, role, "ih", depth, mode, bits);
      else if (tag !== "iframe") this.children(el, tag, depth, below, true);
      return;
    }
    if (tag === "input" || tag === "select" || tag === "textarea") {
      if (tag === "input" && inputType(el as HTMLInputElement) === "hidden") return;
      const hidden = tag === "input" && inputType(el as HTMLInputElement) === "file" && !this.only && !larger(el, 2);
      this.field(el, tag, role, hidden ? "ih" : "i", depth, mode, bits);
      if (tag === "select" && role === "listbox") this.options(el, depth + 1, mode);
      return;
    }
    if (tag === "label" && role === "generic") {
      this.label(el, depth, below, style, bits, pointer);
      return;
    }
    this.shown(el, tag, role, style, bits, depth, mode, below, pointer);
  }

  /** Everything that is not a native field. */
  private shown(
    el: Element,
    tag: string,
    role: string,
    style: number,
    bits: number,
    depth: number,
    mode: number,
    below: number,
    pointer: boolean,
  ): void {
    const body = tag === "body" || tag === "html";
    const sure = isOperated(el, tag, role, bits) && !body;
    const byCursor = !sure && pointer && !(mode & M_POINTER) && !body;
    const host = (bits & A_EDITABLE) !== 0 && editingHost(el);
    const interactive = sure || byCursor;

    if ((tag === "caption" || tag === "legend" || tag === "figcaption") && !interactive && this.namesParent(el)) {
      this.through(el, tag, style, depth, below | M_NAMED);
      return;
    }
    if (mode & (M_NAMED | M_UNHEARD) && !interactive && !host && tag !== "iframe") {
      this.through(el, tag, style, depth, below);
      return;
    }
    if (host && !WIDGETS.has(role) && role !== "textbox") role = "textbox";
    if (host || role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton") {
      this.field(el, tag, role, "i", depth, mode, bits);
      const value = host ? textContent(el) : null;
      // Short content is shown as the value; a longer document is walked.
      this.children(el, tag, depth + 1, value !== null && value.length > 200 ? below : below | M_NAMED, false);
      if (value !== null && value.length > 200) this.flush(depth + 1);
      return;
    }
    if (tag === "iframe" || tag === "frame" || tag === "object" || tag === "embed") {
      if (this.frame(el, tag, role, depth, mode, bits)) return;
    }
    const media = tag === "video" || tag === "audio" || tag === "canvas";
    const explicit =
      (bits & (A_ROLE | A_LABEL)) !== 0 &&
      role !== "none" &&
      !(role === "generic" && !(bits & A_LABEL)) &&
      !(bits & A_ROLE && !(bits & A_LABEL) && role === this.bare(role));
    if (LINE_NAMED.has(role)) {
      this.flush(depth);
      const named = this.names.of(el, tag, role);
      if (role === "heading" && named.name === "" && firstElementChild(el) === null) return;
      const whole = named.source !== "content" || !named.name.endsWith("…");
      this.emit(el, tag, role, interactive ? "i" : "", named, depth, mode, bits, interactive);
      this.children(el, tag, depth + 1, whole && named.name ? below | M_NAMED : below, SKIPPED === (style & SKIPPED));
      this.flush(depth + 1);
      return;
    }
    if (LEAVES.has(role) || media) {
      const named = this.names.of(el, tag, role);
      const math = role === "math";
      if (role === "separator" && !interactive && !explicit) return;
      if (role === "img" && named.name === "" && !interactive) {
        if (tag === "svg" || firstElementChild(el)) this.children(el, tag, depth, below, false);
        return;
      }
      this.flush(depth);
      const text =
        math && named.name === "" ? { name: this.names.content(el, tag), source: "content" as const } : named;
      this.emit(
        el,
        tag,
        media && role === "generic" ? tag : role,
        interactive ? "i" : "",
        text,
        depth,
        mode,
        bits,
        interactive,
      );
      if (!math) this.children(el, tag, depth + 1, below | M_NAMED, false);
      return;
    }
    if (interactive && !CONTAINERS.has(role)) {
      if (this.operated(el, tag, role, style, bits, depth, mode, below, byCursor)) return;
    }
    const named =
      role === "generic" || role === "none" || role === "paragraph" || role === "listitem"
        ? bits & (A_LABEL | A_TITLE)
          ? this.names.of(el, tag, role)
          : NO_NAME
        : this.ownName(el, tag, role, bits);
    const labelled = bits & A_LABEL && named.source === "author";
    if (role === "generic" || role === "none") {
      if (!labelled && !interactive) {
        this.generic(el, tag, style, bits, depth, mode, below);
        return;
      }
    } else if (PHRASES.has(role) && style & INLINE && !explicit && !interactive) {
      this.children(el, tag, depth, below, false);
      return;
    } else if (QUIET.has(role) && !labelled && named.name === "" && !(bits & A_ROLE) && !interactive) {
      this.through(el, tag, style, depth, below);
      return;
    }
    this.container(el, tag, role, style, bits, depth, mode, below, named, interactive);
  }

  /** Whether a caption's text is already shown as the name of what it belongs to. */
  private namesParent(el: Element): boolean {
    const parent = parentElement(el);
    if (!parent) return false;
    const tag = localName(parent);
    const role = this.roles.of(parent, tag);
    if (role === "generic" || role === "none") return false;
    return this.names.of(parent, tag, role).source === "native";
  }

  /** Whether an author's role says nothing. */
  private bare(role: string): string {
    return role === "generic" || role === "none" ? role : "";
  }

  private ownName(el: Element, tag: string, role: string, bits: number): Named {
    if (bits & (A_LABEL | A_TITLE) || tag === "fieldset" || tag === "table" || tag === "figure") {
      const named = this.names.of(el, tag, role);
      return named.source === "content" ? NO_NAME : named;
    }
    return NO_NAME;
  }

  /** A line with its children below; by its text alone where that is all there is. */
  private container(
    el: Element,
    tag: string,
    role: string,
    style: number,
    bits: number,
    depth: number,
    mode: number,
    below: number,
    named: Named,
    interactive: boolean,
  ): void {
    this.flush(depth);
    const at = this.lines.length;
    this.tentative = !(named.name !== "" || interactive || bits & (A_ROLE | A_LABEL) || KEPT_EMPTY.has(role));
    this.emit(el, tag, role, interactive ? "i" : "", named, depth, mode, bits, interactive);
    this.tentative = false;
    const own = this.lines[at] as Line;
    if (this.only === el && (CONTAINERS.has(role) || named.name !== "")) throw CERTAIN;
    if (!(style & SKIPPED)) this.children(el, tag, depth + 1, below, false);
    if (this.lines.length > at + 1 || CONTAINERS.has(role) || named.name !== "") {
      this.flush(depth + 1);
      // An empty landmark or list says nothing.
      if (named.name !== "" || interactive || bits & (A_ROLE | A_LABEL)) return;
      if (this.lines.length === at + 1) {
        if (!(bits & A_ID && larger(el, 10))) this.lines.pop();
        else if (this.only !== el) this.decided();
      } else if (WRAPPERS.has(role) && this.only === null) this.unwrap(at, depth);
      return;
    }
    const text = line(this.run, TEXT_LENGTH);
    this.run = "";
    if (text) {
      own.name = text;
      own.flags += "t";
    } else if (!interactive && !KEPT_EMPTY.has(role) && !(bits & A_ROLE) && !(bits & A_ID && larger(el, 10))) {
      this.lines.pop();
      return;
    }
    if (this.only !== el) this.decided();
  }

  /** Takes the line of a wrapper away when all it holds is one control. */
  private unwrap(at: number, depth: number): void {
    const inner = this.lines[at + 1] as Line;
    if (!inner.interactive) return;
    for (let i = at + 2; i < this.lines.length; i++) if ((this.lines[i] as Line).depth <= depth + 1) return;
    this.lines.splice(at, 1);
    for (let i = at; i < this.lines.length; i++) (this.lines[i] as Line).depth--;
  }

  /** Clickable without a role of its own: short text becomes its name. False to treat it as a container. */
  private operated(
    el: Element,
    tag: string,
    role: string,
    style: number,
    bits: number,
    depth: number,
    mode: number,
    below: number,
    byCursor: boolean,
  ): boolean {
    let named = this.names.of(el, tag, role);
    if (named.source !== "author" && named.source !== "content" && named.source !== "native") {
      const text = this.names.content(el, tag);
      if (text) named = { name: text, source: "content" };
    }
    if (named.name.endsWith("…") && named.source === "content") named = NO_NAME;
    this.flush(depth);
    const at = this.lines.length;
    const shown = role === "none" ? "generic" : role;
    this.emit(el, tag, shown, "i", named, depth, mode, bits, true);
    if (this.only === el) throw CERTAIN;
    if (!(style & SKIPPED)) this.children(el, tag, depth + 1, named.name ? below | M_NAMED : below, false);
    this.flush(depth + 1);
    // A pointer cursor around a single control is that control's.
    const inner = this.lines[at + 1];
    if (byCursor && shown === "generic" && inner && (named.name === "" || inner.name === named.name))
      this.unwrap(at, depth);
    return true;
  }

  /** Elements without meaning: folded, unless a block is shown by its text. */
  private generic(
    el: Element,
    tag: string,
    style: number,
    bits: number,
    depth: number,
    mode: number,
    below: number,
  ): void {
    if (style & (INLINE | CONTENTS) || mode & M_SVG) {
      if (!(style & SKIPPED)) this.children(el, tag, depth, below, false);
      if (mode & M_SVG && this.run !== "") this.run += " ";
      return;
    }
    this.flush(depth);
    const at = this.lines.length;
    if (!(style & SKIPPED)) this.children(el, tag, depth, below, false);
    if (this.lines.length > at) {
      this.flush(depth);
      return;
    }
    const text = this.run === "" ? "" : line(this.run, TEXT_LENGTH);
    this.run = "";
    if (text) this.emit(el, tag, "text", "t", { name: text, source: "content" }, depth, mode, bits, false);
    else if (bits & A_ID && larger(el, 10)) {
      this.emit(el, tag, "generic", "", NO_NAME, depth, mode, bits, false);
      const own = this.lines[this.lines.length - 1];
      if (own) own.rest += `\tid=${line(attribute(el, "id") ?? "", 60)}`;
    }
  }

  /** Children without a line for the element itself. */
  private through(el: Element, tag: string, style: number, depth: number, below: number): void {
    if (style & SKIPPED) return;
    const block = !(style & (INLINE | CONTENTS));
    if (block) this.flush(depth);
    this.children(el, tag, depth, below, false);
    if (block) this.flush(depth);
  }

  /** A label is shown by its control, which it names. */
  private label(el: Element, depth: number, below: number, style: number, bits: number, pointer: boolean): void {
    const control = labelControl(el as HTMLLabelElement);
    const tag = "label";
    if (!control) {
      this.shown(el, tag, "generic", style, bits, depth, below & ~M_POINTER, below, pointer && !(below & M_POINTER));
      return;
    }
    const controlTag = localName(control);
    const named = this.names.of(control, controlTag, this.roles.of(control, controlTag));
    const box =
      controlTag === "input" &&
      (inputType(control as HTMLInputElement) === "checkbox" || inputType(control as HTMLInputElement) === "radio");
    const drawn = this.drawn(control, el);
    const file = controlTag === "input" && inputType(control as HTMLInputElement) === "file";
    if (!drawn && box && !this.standIns.has(control)) {
      // The real control is not drawn: the label is what a person sees and clicks.
      this.standIns.add(control);
      this.field(control, controlTag, this.roles.of(control, controlTag), "i", depth, below, readAttributes(control));
      this.through(el, tag, style, depth, below | M_NAMED);
      return;
    }
    this.through(el, tag, style, depth, (drawn || file || box) && named.source === "label" ? below | M_NAMED : below);
  }

  /** Whether the control of a label is there to be seen; next to a visible label its own style decides. */
  private drawn(control: HTMLElement, label: Element): boolean {
    if (this.styles.of(control) & (NONE | HIDDEN)) return false;
    const parent = parentElement(control);
    return parent === label || parent === parentElement(label) || rendered(control);
  }

  /** A native or custom field. */
  private field(
    el: Element,
    tag: string,
    role: string,
    flags: string,
    depth: number,
    mode: number,
    bits: number,
  ): void {
    if (this.standIns.has(el) && this.lines.some((l) => l.el === el)) return;
    this.flush(depth);
    const named = this.names.of(el, tag, role);
    this.emit(el, tag, role, secret(el) ? `${flags}p` : flags, named, depth, mode, bits, true);
  }

  private options(select: Element, depth: number, mode: number): void {
    for (const option of findAll(select, "option")) {
      if (this.styles.of(option) & NONE) continue;
      this.emit(
        option,
        "option",
        "option",
        "i",
        this.names.of(option, "option", "option"),
        depth,
        mode,
        readAttributes(option),
        true,
      );
    }
  }

  /** A frame owner. False when it is to be treated as any element. */
  private frame(el: Element, tag: string, role: string, depth: number, mode: number, bits: number): boolean {
    const owner = tag === "iframe" || tag === "frame" || (el as HTMLObjectElement).contentWindow != null;
    if (!owner && tag === "object" && firstElementChild(el)) return false;
    // Pixels that count visits are nothing to see.
    if (!this.only && !larger(el, 2)) return true;
    this.flush(depth);
    if (owner) this.frames++;
    const named = this.names.of(el, tag, role);
    this.emit(
      el,
      tag,
      bits & A_ROLE && role !== "generic" && role !== "none" ? role : owner ? "iframe" : tag,
      owner ? "f" : "",
      named,
      depth,
      mode,
      bits,
      false,
    );
    return true;
  }

  /** What is listed although it is not drawn: file inputs. */
  private pruned(el: Element, tag: string, depth: number, mode: number): void {
    if (tag === "input") {
      if (inputType(el as HTMLInputElement) === "file")
        this.field(el, tag, "button", "ih", depth, mode, readAttributes(el));
      return;
    }
    if (!firstElementChild(el) || this.only) return;
    const scope = scopeOf(el);
    let any = this.scopesWithFiles.get(scope);
    if (any === undefined) {
      any = nodeType(scope) !== 1 && queryScope(scope, "input[type=file]").length > 0;
      this.scopesWithFiles.set(scope, any);
    }
    if (any)
      for (const input of findAll(el, "input[type=file]"))
        this.field(input, "input", "button", "ih", depth, mode, readAttributes(input));
  }

  private emit(
    el: Element,
    tag: string,
    role: string,
    flags: string,
    named: Named,
    depth: number,
    mode: number,
    bits: number,
    interactive: boolean,
  ): void {
    const draggable = bits & A_DRAGGABLE && token(el, "draggable") === "true";
    let rest = "";
    if (!this.only) {
      if (
        interactive ||
        bits ||
        role === "heading" ||
        el === this.focused ||
        role === "progressbar" ||
        role === "meter" ||
        role === "dialog"
      ) {
        rest = states({
          el,
          tag,
          role,
          named,
          aria: (bits & (A_ARIA | A_ROLE)) !== 0,
          names: this.names,
          focused: this.focused,
          inert: (mode & M_INERT) !== 0 || (bits & A_INERT) !== 0,
          refused: interactive && (mode & M_DISABLED) !== 0,
          interactive,
        });
        if (draggable) rest += "\tdraggable";
      }
      rest += tail(el, tag, role, named, this.names, (bits & (A_TITLE | A_DESCRIBED)) !== 0, this.addresses);
    }
    const byText = named.source === "content" && !flags.includes("t") ? "t" : "";
    this.push({ depth, el, role, flags: flags + byText, name: named.name, rest, interactive });
  }
}

const NO_NAME: Named = { name: "", source: "none" };

/** First line of a walk. */
export function header(walk: Walk): string {
  const fields = [
    DOC,
    line(location.href, 2000),
    line(documentTitle(document), NAME_LENGTH),
    innerWidth,
    innerHeight,
    Math.round(scrollX),
    Math.round(scrollY),
    walk.frames,
    walk.candidates.list.length,
  ];
  return fields.join("\t");
}
