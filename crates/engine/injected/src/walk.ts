/** The walk: one pass over the flat tree that gives one line for everything a person could name. */
import { assignedNodes, attribute, attributeNames, childElementCount, firstChild, documentActive, documentBody, documentElement, documentTitle, firstElementChild, has, hasAny, findAll, inputType, isSvg, labelControl, localName, nextSibling, nodeType, parentElement, queryScope, shadowActive, textData, token } from "./dom.js";
import { Names, type Named } from "./name.js";
import type { Expected } from "./protocol.js";
import { Pseudos } from "./pseudo.js";
import { DOC, numberOf } from "./registry.js";
import { editingHost, firstSummary, Roles, WIDGETS } from "./role.js";
import { secret } from "./secret.js";
import { canHost, Candidates, flatParent, scopeOf, shadowOf } from "./shadow.js";
import { larger, states, tail } from "./states.js";
import { CONTENTS, HIDDEN, INLINE, NONE, POINTER, SKIPPED, Styles } from "./style.js";
import { line, NAME_LENGTH, TEXT_LENGTH } from "./text.js";

const words = (text: string): Set<string> => new Set(text.split(" "));

const IGNORED = words("script style template noscript head meta link title base param source track col colgroup datalist rp defs symbol clipPath mask filter linearGradient radialGradient pattern metadata wbr");

/** Shown with what is in them below, never by their text alone. */
const CONTAINERS = words("list table grid treegrid tree menu menubar tablist tabpanel toolbar radiogroup listbox group form search banner main navigation complementary contentinfo region dialog alertdialog application feed rowgroup document");
/** Shown only where something makes them worth a line: a name, or the author's own role. */
const QUIET = words("group form figure region rowgroup caption document address");
/** Inline meanings that a line of text does not need. */
const PHRASES = words("code deletion insertion emphasis strong subscript superscript time mark term");
/** Kept although empty: their place in the row says something. */
const KEPT_EMPTY = words("cell gridcell columnheader rowheader");
const LEAVES = words("slider progressbar meter scrollbar img math separator");
const LINE_NAMED = words("button link heading tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch treeitem tooltip");

// Attribute bits.
const A_ROLE = 1;
const A_ARIA = 2;
const A_TABINDEX = 4;
const A_EDITABLE = 8;
const A_DRAGGABLE = 16;
const A_INERT = 32;
const A_TITLE = 64;
const A_ID = 128;
const A_HANDLER = 256;
const A_HIDDEN_ARIA = 512;
const A_LABEL = 1024;
const A_DESCRIBED = 2048;

const ATTRIBUTES: ReadonlyMap<string, number> = new Map([
  ["role", A_ROLE],
  ["tabindex", A_TABINDEX],
  ["contenteditable", A_EDITABLE],
  ["draggable", A_DRAGGABLE],
  ["inert", A_INERT],
  ["title", A_TITLE],
  ["id", A_ID],
  ["aria-hidden", A_ARIA | A_HIDDEN_ARIA],
  ["aria-label", A_ARIA | A_LABEL],
  ["aria-labelledby", A_ARIA | A_LABEL],
  ["aria-describedby", A_ARIA | A_DESCRIBED],
  ["aria-description", A_ARIA | A_DESCRIBED],
  ...["onclick", "ondblclick", "onmousedown", "onmouseup", "onpointerdown", "onpointerup", "ontouchstart", "ontouchend", "oncontextmenu", "onauxclick", "ondrop", "ondragover"].map((name): [string, number] => [name, A_HANDLER]),
]);

/** What is known from the ancestors. */
const M_NAMED = 1; // the text is already in a name above
const M_UNHEARD = 2; // aria-hidden
const M_INERT = 4;
const M_POINTER = 8; // cursor: pointer above
const M_SVG = 16;

const DEEPEST = 1200;

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
  readonly candidates = new Candidates();
  frames = 0;
  private lines: Line[] = [];
  private run = "";
  private level = 0;
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
        this.lines.push({ depth: 0, el: top, role: "document", flags: "", name: line(documentTitle(document), NAME_LENGTH), rest: "", interactive: false });
        this.visit(documentBody() ?? top, 1, 0);
        this.flush(1);
      } else {
        const above = this.above(top);
        this.visit(top, 0, above);
        this.flush(0);
      }
    }
    let out = "";
    for (const l of this.lines) out += `\n${l.depth}\t${l.el ? numberOf(l.el) : ""}\t${l.role}\t${l.flags}\t${l.name}${l.rest}`;
    return out;
  }

  /** Role and name of one element exactly as a walk would show it. */
  describe(el: Element): { role: string; name: string } {
    if (el === documentElement(document)) return { role: "document", name: line(documentTitle(document), NAME_LENGTH) };
    // An element that is hidden just now has not become another one.
    this.styles.seeHidden = true;
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
    for (let up = parent; up; up = flatParent(up)) if (has(up, "inert")) mode |= M_INERT;
    if (isSvg(el) && localName(el) !== "svg") mode |= M_SVG;
    return mode;
  }

  private push(l: Line): void {
    this.lines.push(l);
    // Anything below the element in question decides that it is not shown by its text alone.
    if (this.only && this.lines.length > 1) throw CERTAIN;
  }

  private flush(depth: number): void {
    if (this.run === "") return;
    const text = line(this.run, TEXT_LENGTH);
    this.run = "";
    if (text) this.push({ depth, el: null, role: "text", flags: "", name: text, rest: "", interactive: false });
  }

  private children(el: Element, tag: string, depth: number, mode: number, silent: boolean): void {
    if (++this.level < DEEPEST) {
      if (tag === "details" && !has(el, "open")) {
        const summary = firstSummary(el);
        if (summary) this.visit(summary, depth, mode);
      } else {
        const wordless = silent || (mode & (M_NAMED | M_UNHEARD)) !== 0;
        const root = shadowOf(el, tag);
        const assigned = tag === "slot" ? assignedNodes(el as HTMLSlotElement) : NOTHING;
        if (assigned.length > 0) for (const child of assigned) this.child(child, depth, mode, wordless);
        else for (let child = firstChild(root ?? el); child; child = nextSibling(child)) this.child(child, depth, mode, wordless);
      }
    }
    this.level--;
  }

  private child(child: Node, depth: number, mode: number, wordless: boolean): void {
    const type = nodeType(child);
    if (type === 1) this.visit(child as Element, depth, mode);
    else if (type === 3 && !wordless) this.run += textData(child as Text);
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
      if (mode & M_NAMED && !(bits & (A_TABINDEX | A_HANDLER)) && tag !== "a" && tag !== "g" && tag !== "foreignObject") return;
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
    if (canHost(tag)) this.consider(el, tag, style);
    const role = this.roles.of(el, tag);
    const pointer = (style & POINTER) !== 0;
    const below = (mode & ~M_POINTER) | (pointer ? M_POINTER : 0);

    if (style & HIDDEN) {
      if (tag === "input" && inputType(el as HTMLInputElement) === "file") this.field(el, tag, role, "ih", depth, mode, bits);
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
  private shown(el: Element, tag: string, role: string, style: number, bits: number, depth: number, mode: number, below: number, pointer: boolean): void {
    const body = tag === "body" || tag === "html";
    const sure = isOperated(el, tag, role, bits) && !body;
    const byCursor = !sure && pointer && !(mode & M_POINTER) && !body;
    const host = (bits & A_EDITABLE) !== 0 && editingHost(el);
    const interactive = sure || byCursor;

    if (mode & (M_NAMED | M_UNHEARD) && !interactive && !host && tag !== "iframe") {
      this.through(el, tag, style, depth, below);
      return;
    }
    if (host && !WIDGETS.has(role) && role !== "textbox") role = "textbox";
    if (host || role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton") {
      this.field(el, tag, role, "i", depth, mode, bits);
      const value = host ? el.textContent : null;
      // Short content is shown as the value; a longer document is walked.
      this.children(el, tag, depth + 1, value !== null && value.length > 200 ? below : below | M_NAMED, false);
      if (value !== null && value.length > 200) this.flush(depth + 1);
      return;
    }
    if (tag === "iframe" || tag === "frame" || tag === "object" || tag === "embed") {
      if (this.frame(el, tag, role, depth, mode, bits)) return;
    }
    const media = tag === "video" || tag === "audio" || tag === "canvas";
    const explicit = (bits & (A_ROLE | A_LABEL)) !== 0 && role !== "none" && !(role === "generic" && !(bits & A_LABEL)) && !(bits & A_ROLE && !(bits & A_LABEL) && role === this.bare(role));
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
      const text = math && named.name === "" ? { name: this.names.content(el, tag), source: "content" as const } : named;
      this.emit(el, tag, media && role === "generic" ? tag : role, interactive ? "i" : "", text, depth, mode, bits, interactive);
      if (!math) this.children(el, tag, depth + 1, below | M_NAMED, false);
      return;
    }
    if (interactive && !CONTAINERS.has(role)) {
      if (this.operated(el, tag, role, style, bits, depth, mode, below, byCursor)) return;
    }
    const named = role === "generic" || role === "none" || role === "paragraph" || role === "listitem" ? (bits & (A_LABEL | A_TITLE) ? this.names.of(el, tag, role) : NO_NAME) : this.ownName(el, tag, role, bits);
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
  private container(el: Element, tag: string, role: string, style: number, bits: number, depth: number, mode: number, below: number, named: Named, interactive: boolean): void {
    this.flush(depth);
    const at = this.lines.length;
    this.emit(el, tag, role, interactive ? "i" : "", named, depth, mode, bits, interactive);
    const own = this.lines[at] as Line;
    if (this.only === el && (CONTAINERS.has(role) || named.name !== "")) throw CERTAIN;
    if (!(style & SKIPPED)) this.children(el, tag, depth + 1, below, false);
    if (this.lines.length > at + 1 || CONTAINERS.has(role) || named.name !== "") {
      this.flush(depth + 1);
      // An empty landmark or list says nothing.
      if (this.lines.length === at + 1 && named.name === "" && !interactive && !(bits & A_ROLE) && !(bits & A_ID && larger(el, 10))) this.lines.pop();
      return;
    }
    const text = line(this.run, TEXT_LENGTH);
    this.run = "";
    if (text) {
      own.name = text;
      own.flags += "t";
    } else if (!interactive && !KEPT_EMPTY.has(role) && !(bits & A_ROLE) && !(bits & A_ID && larger(el, 10))) this.lines.pop();
  }

  /** Clickable without a role of its own: short text becomes its name. False to treat it as a container. */
  private operated(el: Element, tag: string, role: string, style: number, bits: number, depth: number, mode: number, below: number, byCursor: boolean): boolean {
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
    if (byCursor && shown === "generic" && inner) {
      const direct = this.lines.slice(at + 1).filter((l) => l.depth === depth + 1);
      if (direct.length === 1 && inner.interactive && (named.name === "" || inner.name === named.name)) {
        this.lines.splice(at, 1);
        for (let i = at; i < this.lines.length; i++) (this.lines[i] as Line).depth--;
      }
    }
    return true;
  }

  /** Elements without meaning: folded, unless a block is shown by its text. */
  private generic(el: Element, tag: string, style: number, bits: number, depth: number, mode: number, below: number): void {
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
    const box = controlTag === "input" && (inputType(control as HTMLInputElement) === "checkbox" || inputType(control as HTMLInputElement) === "radio");
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
    return parent === label || parent === parentElement(label) || control.checkVisibility({ visibilityProperty: true });
  }

  /** A native or custom field. */
  private field(el: Element, tag: string, role: string, flags: string, depth: number, mode: number, bits: number): void {
    if (this.standIns.has(el) && this.lines.some((l) => l.el === el)) return;
    this.flush(depth);
    const named = this.names.of(el, tag, role);
    this.emit(el, tag, role, secret(el) ? `${flags}p` : flags, named, depth, mode, bits, true);
  }

  private options(select: Element, depth: number, mode: number): void {
    for (const option of findAll(select, "option")) {
      if (this.styles.of(option) & NONE) continue;
      this.emit(option, "option", "option", "i", this.names.of(option, "option", "option"), depth, mode, readAttributes(option), true);
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
    this.emit(el, tag, bits & A_ROLE && role !== "generic" && role !== "none" ? role : owner ? "iframe" : tag, owner ? "f" : "", named, depth, mode, bits, false);
    return true;
  }

  /** What is listed although it is not drawn: file inputs. */
  private pruned(el: Element, tag: string, depth: number, mode: number): void {
    if (tag === "input") {
      if (inputType(el as HTMLInputElement) === "file") this.field(el, tag, "button", "ih", depth, mode, readAttributes(el));
      return;
    }
    if (!firstElementChild(el) || this.only) return;
    const scope = scopeOf(el);
    let any = this.scopesWithFiles.get(scope);
    if (any === undefined) {
      any = nodeType(scope) !== 1 && queryScope(scope, "input[type=file]").length > 0;
      this.scopesWithFiles.set(scope, any);
    }
    if (any) for (const input of findAll(el, "input[type=file]")) this.field(input, "input", "button", "ih", depth, mode, readAttributes(input));
  }

  private consider(el: Element, tag: string, style: number): void {
    if (this.only || shadowOf(el, tag)) return;
    if (tag.includes("-")) this.candidates.consider(el, tag);
    else if (!(style & (INLINE | NONE))) {
      const first = firstChild(el);
      if (first === null ? larger(el, 1) : nodeType(first) === 1 && childElementCount(el) < 4 && this.unslotted(el)) this.candidates.consider(el, tag);
    }
  }

  /** Light children that are drawn nowhere: a closed root may have left them out. */
  private unslotted(el: Element): boolean {
    for (let child = firstElementChild(el); child; child = child.nextElementSibling) if (!IGNORED.has(localName(child)) && !(this.styles.of(child) & NONE)) return false;
    return larger(el, 1);
  }

  private emit(el: Element, tag: string, role: string, flags: string, named: Named, depth: number, mode: number, bits: number, interactive: boolean): void {
    const draggable = bits & A_DRAGGABLE && token(el, "draggable") === "true";
    let rest = "";
    if (!this.only) {
      if (interactive || bits || role === "heading" || el === this.focused || role === "progressbar" || role === "meter" || role === "dialog") {
        rest = states({ el, tag, role, named, aria: (bits & (A_ARIA | A_ROLE)) !== 0, names: this.names, focused: this.focused, inert: (mode & M_INERT) !== 0 || (bits & A_INERT) !== 0, interactive });
        if (draggable) rest += "\tdraggable";
      }
      rest += tail(el, tag, role, named, this.names, (bits & (A_TITLE | A_DESCRIBED)) !== 0);
    }
    const byText = named.source === "content" && !flags.includes("t") ? "t" : "";
    this.push({ depth, el, role, flags: flags + byText, name: named.name, rest, interactive });
  }
}

const NO_NAME: Named = { name: "", source: "none" };

function readAttributes(el: Element): number {
  let bits = 0;
  for (const name of attributeNames(el)) bits |= ATTRIBUTES.get(name) ?? (name.startsWith("aria-") ? A_ARIA : 0);
  return bits;
}

/** Whether a person operates the element, by what it is or what its attributes say. */
function isOperated(el: Element, tag: string, role: string, bits: number): boolean {
  if (WIDGETS.has(role) && role !== "gridcell") return true;
  if (bits === 0) return false;
  if (bits & A_HANDLER) return true;
  if (bits & A_DRAGGABLE && token(el, "draggable") === "true") return true;
  if (bits & A_TABINDEX && Number.parseInt(attribute(el, "tabindex") ?? "", 10) >= 0) return true;
  return (tag === "video" || tag === "audio") && has(el, "controls");
}

/** The focused element, inside shadow roots too; null when nothing in particular has focus. */
export function focusedElement(): Element | null {
  let el = documentActive(document);
  if (!el || el === documentBody() || el === documentElement(document)) return null;
  for (let root = shadowOf(el); root; root = shadowOf(el)) {
    const inner = shadowActive(root);
    if (!inner) break;
    el = inner;
  }
  return el;
}

/** Whether the element still means what it meant when it was shown. */
export function identify(el: Element, expected: Expected): { role: string; name: string } | undefined {
  const now = new Walk(el).describe(el);
  if (now.role !== expected.role) return now;
  // The title of a document is not what makes it that document.
  return now.name === expected.name || el === documentElement(document) ? undefined : now;
}

/** First line of a walk. */
export function header(walk: Walk): string {
  const fields = [DOC, line(location.href, 2000), line(documentTitle(document), NAME_LENGTH), innerWidth, innerHeight, Math.round(scrollX), Math.round(scrollY), walk.frames, walk.candidates.list.length];
  return fields.join("\t");
}

