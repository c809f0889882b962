/** The walk: one pass over the flat tree, with one line for each thing that a user could name. */

import {
  assignedNodes,
  documentBody,
  documentElement,
  documentTitle,
  findAll,
  firstChild,
  firstElementChild,
  has,
  hasAny,
  inputType,
  localName,
  nextElement,
  nextSibling,
  nodeType,
  textContent,
  textData,
  token,
} from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";
import { larger } from "../dom/geometry.js";
import { canHost, shadowOf } from "../dom/shadow.js";
import { CONTENTS, HIDDEN, INLINE, NONE, read, SKIPPED, Styles } from "../dom/style.js";
import { blank, line, NAME_LENGTH } from "../dom/text.js";
import { slidWithin } from "../elements/stand-in.js";
import type { Called } from "../protocol.js";
import { isDrawnBox } from "../semantics/drawn-box.js";
import { escapesInert, POPUPS } from "../semantics/element-states.js";
import { Pseudos } from "../semantics/generated-text.js";
import { Names } from "../semantics/name.js";
import { editingHost, firstSummary, Roles, WIDGETS } from "../semantics/role.js";
import { lastUnseen, type Unseen } from "../unseen/unseen.js";
import { modeAbove, unseenIn } from "./above.js";
import {
  A_DISABLED,
  A_EDITABLE,
  A_GRAB,
  A_HIDDEN_ARIA,
  A_INERT,
  A_LABEL,
  A_POPOVER,
  A_ROLE,
  A_TABINDEX,
  A_TITLE,
  isOperated,
  readAttributes,
} from "./attributes.js";
import { isPart, Modals } from "./behind.js";
import { field, isValueHolder, label, notDrawn, options, textField } from "./controls.js";
import { seenText } from "./deep.js";
import { frame } from "./frame-owner.js";
import { container, containerName, generic, namesParent, operated } from "./groups.js";
import { counted } from "./handles.js";
import { leaf, namedLine } from "./leaves.js";
import type { Line } from "./line.js";
import { CERTAIN, type Detail, Lines } from "./lines.js";
import {
  cursors,
  hasCode,
  M_CODE,
  M_COMBOBOX,
  M_CROSSHAIR,
  M_CURSORS,
  M_DISABLED,
  M_DOUBT,
  M_GRAB,
  M_INERT,
  M_ITEM,
  M_MONTH,
  M_NAMED,
  M_SVG,
  M_TREE,
  M_UNHEARD,
  M_UNSEEN,
} from "./modes.js";
import { isDay, isMonth } from "./month.js";
import { isPictureOnly, isTitledIcon } from "./nested.js";
import type { Pass } from "./pass.js";
import { type Before, type Notes, OUTDATED, type Place, shift, UNUSABLE } from "./record.js";
import { Candidates } from "./shadow-candidates.js";
import { CONTAINERS, DEEP_CONTROLS, DEPENDENT, IGNORED, LEAVES, LINE_NAMED, PHRASES, QUIET } from "./vocabulary.js";

/** Deepest level that is followed. A level takes five calls, and the stack is about 1 MB. */
const DEEPEST = 400;

/** How many small children of one parent are not noted. */
const FEW = 24;
/** How many styles are read again in a walk that reuses lines. */
const CHECKS = 60;

const NOTHING: Node[] = [];

/** One pass over a document or a part of it. */
export class Walk implements Pass {
  readonly styles: Styles;
  readonly names: Names;
  readonly roles: Roles;
  readonly candidates: Candidates;
  readonly lines: Lines;
  /** The lines of frame owners. */
  readonly owners: Line[] = [];
  /** Controls that are shown where their labels are. */
  readonly standIns = new Set<Element>();
  /** Tree scopes, with whether they have file inputs. */
  readonly scopesWithFiles = new Map<Node, boolean>();
  handled: Element | null = null;
  /** Whether the document has more levels than are followed. */
  deep = false;
  private readonly modals = new Modals();
  private level = 0;
  /** How many children of the same parent were visited before. */
  private nth = 0;
  private bottom = false;
  /** How many more places are checked before they are reused. */
  private checks = CHECKS;
  /** What a person cannot see; null if that does not matter. */
  private unseen: Unseen | null = null;
  /** Whether there may be anything of that. */
  private wary = false;
  /** The modes in which text is not shown. */
  private wordless: number;

  /**
   * `only`: stop as soon as the line of this element is certain. `notes`: collects what the next walk needs; holds the
   * notes of the walk `before`, if there is one.
   */
  constructor(
    readonly only: Element | null,
    readonly more: Detail = {},
    private notes: Notes | null = null,
    private before: Before | null = null,
  ) {
    this.styles = new Styles(notes?.styles);
    this.candidates = new Candidates(this.styles);
    this.names = new Names(this.styles, new Pseudos(), only !== null);
    this.roles = new Roles(
      (el) => this.names.hasName(el),
      (el) => this.names.authored(el),
      false,
      notes?.referring,
    );
    this.names.roles = this.roles;
    this.names.notes = notes;
    this.wordless = M_NAMED | M_UNHEARD | (more.unseen === true ? 0 : M_UNSEEN);
    if (only !== null) this.respect(lastUnseen());
    this.lines = new Lines(only, this.names, focusedElement(), more, notes?.values);
  }

  /** Leaves out or marks what a person cannot see. */
  respect(unseen: Unseen | null): void {
    this.unseen = unseen;
    this.wary = unseen?.any === true;
    this.names.respect(unseen, this.wary, this.more.unseen === true);
  }

  /** Walks the whole document. */
  all(): void {
    const top = documentElement(document);
    if (!top) return;
    this.lines.title(top, line(documentTitle(document), NAME_LENGTH));
    this.visit(documentBody() ?? top, 1, 0);
    this.lines.flush(1);
  }

  /** Walks an element and its content. */
  part(top: Element): void {
    const above = modeAbove(top, this.styles, this.unseen);
    this.visit(top, 0, above);
    this.lines.flush(0);
  }

  /** Role and name of one element, exactly as a walk shows them, and whether it marks them. */
  describe(el: Element): Called {
    if (el === documentElement(document)) return { role: "document", name: line(documentTitle(document), NAME_LENGTH) };
    // An element that is hidden now keeps its role and name.
    this.styles.seeHiddenIn(el);
    try {
      this.visit(el, 0, modeAbove(el, this.styles, this.unseen) & (M_CURSORS | M_SVG));
    } catch (reason) {
      if (reason !== CERTAIN) throw reason;
    }
    const first = this.lines.list.find((l) => l.el === el);
    if (first === undefined) return { role: "generic", name: "" };
    const { role, name, flags } = first;
    return flags.includes("u") ? { role, name, unseen: true } : { role, name };
  }

  /** Walks the content of an element. `silent`: its text is not shown. */
  children(el: Element, tag: string, depth: number, mode: number, silent: boolean): void {
    if (this.bottom) return;
    const wordless = silent || (mode & this.wordless) !== 0;
    if (this.level >= DEEPEST) {
      this.flattened(el, depth, mode, wordless);
      return;
    }
    this.level++;
    const { nth } = this;
    this.nth = 0;
    this.inside(el, tag, depth, mode, wordless);
    this.nth = nth;
    this.level--;
  }

  private inside(el: Element, tag: string, depth: number, mode: number, wordless: boolean): void {
    if (tag === "details" && !has(el, "open")) {
      const summary = firstSummary(el);
      if (summary) this.visit(summary, depth, mode);
    } else {
      const root = shadowOf(el, tag);
      if (!root && tag !== "slot" && (wordless || firstElementChild(el) === null)) {
        // Each text node that is touched costs a wrapper.
        if (wordless)
          for (let child = firstElementChild(el); child; child = nextElement(child)) this.visit(child, depth, mode);
        else this.say(el, textContent(el) ?? "", depth, mode);
        return;
      }
      if (root !== null && this.unseen !== null) {
        this.unseen.enter(root);
        this.respect(this.unseen);
      }
      const assigned = tag === "slot" ? assignedNodes(el as HTMLSlotElement) : NOTHING;
      let at = 0;
      for (
        let child: Node | null = assigned[0] ?? firstChild(root ?? el);
        child;
        child = assigned.length > 0 ? (assigned[++at] ?? null) : nextSibling(child)
      ) {
        const type = nodeType(child);
        if (type === 1) this.visit(child as Element, depth, mode);
        else if (type === 3 && !wordless) this.say(el, textData(child as Text), depth, mode);
      }
    }
  }

  /** Adds a text of an element to the run, unless a person cannot see it. */
  private say(el: Element, text: string, depth: number, mode: number): void {
    const { unseen, lines } = this;
    if (!this.wary || unseen === null || mode & M_UNSEEN || !unseen.hides(el, text, (mode & M_DOUBT) !== 0)) {
      lines.run += text;
      return;
    }
    this.leave(el);
    if (this.more.unseen)
      lines.apart(depth, () => {
        lines.run = text;
      });
  }

  /** Content below the deepest level: its controls as a flat list, and its text. */
  private flattened(el: Element, depth: number, mode: number, wordless: boolean): void {
    this.bottom = true;
    this.deep = true;
    for (const inner of findAll(el, DEEP_CONTROLS)) this.visit(inner, depth, mode);
    this.bottom = false;
    const unseen = this.more.unseen ? null : this.unseen;
    if (!wordless) this.say(el, seenText(el, this.styles, unseen, this), depth, mode);
  }

  private visit(el: Element, depth: number, mode: number): void {
    const tag = localName(el);
    if (IGNORED.has(tag)) return;
    if (tag === "br") {
      if (this.lines.run !== "") this.lines.run += " ";
      return;
    }
    const { notes, lines } = this;
    if (notes === null) {
      this.look(el, tag, depth, mode);
      return;
    }
    const { run } = lines;
    const nth = this.nth++;
    if (this.before !== null) {
      const place = notes.places.get(el);
      if (place !== undefined) {
        if (place.mode === mode && blank(run)) {
          this.reuse(el, place, depth);
          return;
        }
        place.mode = UNUSABLE;
      }
    }
    const at = lines.list.length;
    this.look(el, tag, depth, mode);
    const count = lines.list.length - at;
    // Walking a few small elements again is as fast as finding their places.
    if (count < 2 && nth < FEW) return;
    // An element that shares a line of text with its surroundings cannot be reused alone.
    if (blank(run) && blank(lines.run) && !DEPENDENT.has(tag))
      notes.add(el, mode, depth, lines.list[at] ?? null, count);
  }

  /** Adds the lines of an unchanged element. */
  private reuse(el: Element, place: Place, depth: number): void {
    const { first, count } = place;
    if (first !== null) {
      // A style sheet can change an element without any event. The styles of larger parts are checked.
      if (count > 4 && this.checks-- > 0 && read(el) !== this.notes?.styles.get(el)) throw OUTDATED;
      const { list } = this.lines;
      const { lines, owners } = this.before as Before;
      const by = shift(place, depth);
      const end = first.at + count;
      for (let i = 0; i < owners.length; i++) {
        const owner = owners[i] as Line;
        if (owner.at >= first.at && owner.at < end) this.owners.push(owner);
      }
      for (let i = first.at; i < end; i++) {
        const line = lines[i] as Line;
        if (by !== 0) line.depth += by;
        list.push(line);
      }
      this.lines.run = "";
    }
    place.lead += depth - place.depth;
    place.depth = depth;
  }

  leave(el: Element): void {
    if (this.only === null) this.unseen?.leaveText(el);
  }

  /** Whether the element has at least this many pixels in both directions. */
  larger(el: Element, size: number): boolean {
    const answer = larger(el, size);
    this.notes?.sizes.set(el, { size, larger: answer });
    return answer;
  }

  private look(el: Element, tag: string, depth: number, mode: number): void {
    const bits = hasAny(el) ? readAttributes(el) : 0;
    if (mode & M_SVG) {
      if (mode & M_NAMED && isPictureOnly(el, tag, bits, mode, 0)) return;
      if (tag === "foreignObject") mode &= ~M_SVG;
    }
    if (bits & A_POPOVER || tag === "dialog") this.notes?.shownByState.add(el);
    if (mode & M_INERT && escapesInert(el)) mode &= ~M_INERT;
    const style = this.styles.of(el, tag);
    if (style & NONE && this.only !== el) {
      notDrawn(this, el, tag, depth, mode);
      return;
    }
    if (tag === "svg") {
      if (mode & M_NAMED && isPictureOnly(el, tag, bits, mode, style)) return;
      mode |= M_SVG;
    }
    // With includeAll, parts that are hidden from screen readers have lines like any other.
    const isUnheard = (bits & A_HIDDEN_ARIA) !== 0 && !this.more.everything && token(el, "aria-hidden") === "true";
    if (isUnheard && !(mode & M_CODE && hasCode(el)) && !this.isBehind(el, mode)) mode |= M_UNHEARD;
    if (bits & A_INERT) mode |= M_INERT;
    const { unseen } = this;
    if (this.wary && unseen !== null) {
      if (unseen.hasDoubts && unseen.isDoubtful(el)) mode |= M_DOUBT;
      if (!(mode & M_UNSEEN) && unseen.roots.size > 0 && unseen.roots.has(el)) {
        mode |= unseenIn(el);
        const named = (mode & (M_NAMED | M_UNHEARD)) !== 0;
        if (this.only === null && !named) unseen.leave(el);
        if (this.more.unseen && !named) {
          this.lines.apart(depth, () => this.looked(el, tag, style, bits, depth, mode));
          return;
        }
      }
    }
    this.looked(el, tag, style, bits, depth, mode);
  }

  /** Whether an open dialog is why an element has `aria-hidden`. */
  private isBehind(el: Element, mode: number): boolean {
    if (mode & (M_NAMED | M_UNHEARD | M_SVG) || !isPart(el)) return false;
    const behind = this.modals.hides(el);
    this.notes?.unheard.set(el, behind);
    return behind;
  }

  private looked(el: Element, tag: string, style: number, bits: number, depth: number, mode: number): void {
    if (bits & A_DISABLED && token(el, "aria-disabled") === "true") mode |= M_DISABLED;
    if (canHost(tag) && this.only === null) {
      this.candidates.consider(el, tag, style);
      this.notes?.addHost(el);
    }
    const role = this.roles.of(el, tag, (bits & A_ROLE) !== 0);
    if (this.before !== null) {
      const was = this.notes?.roles.get(el);
      if (was !== undefined && was !== role) this.before.forget(el);
    }
    if (mode & M_COMBOBOX && POPUPS.has(role)) mode &= ~(M_COMBOBOX | M_NAMED);
    const below =
      (mode & ~M_CURSORS) |
      cursors(style) |
      (role === "code" && bits & A_ROLE ? M_CODE : role === "listitem" ? M_ITEM : role === "treeitem" ? M_TREE : 0) |
      (tag === "table" && isMonth(el, this.styles) ? M_MONTH : 0);

    if (style & HIDDEN) {
      if (tag === "input" && inputType(el as HTMLInputElement) === "file")
        field(this, el, tag, role, "ih", depth, mode, bits);
      else if (tag === "input" && slidWithin(el)) field(this, el, tag, role, "i", depth, mode, bits);
      else if (tag !== "iframe") this.children(el, tag, depth, below, true);
      return;
    }
    if (tag === "input" || tag === "select" || tag === "textarea") {
      if (tag === "input" && inputType(el as HTMLInputElement) === "hidden") return;
      if (bits & A_TABINDEX && isValueHolder(this, el)) return;
      const hidden =
        tag === "input" && inputType(el as HTMLInputElement) === "file" && !this.only && !this.larger(el, 2);
      field(this, el, tag, role, hidden ? "ih" : "i", depth, mode, bits);
      if (tag === "select" && role === "listbox") options(this, el, depth + 1, mode);
      return;
    }
    if (tag === "label" && role === "generic") {
      label(this, el, depth, below, style, bits);
      return;
    }
    this.shown(el, tag, role, style, bits, depth, mode, below);
  }

  /** Walks an element that is not a native field. */
  shown(
    el: Element,
    tag: string,
    role: string,
    style: number,
    bits: number,
    depth: number,
    mode: number,
    below: number,
  ): void {
    const body = tag === "body" || tag === "html";
    const sure = isOperated(el, tag, role, bits) && !body;
    // The cursor counts where it begins.
    const own = sure || body ? 0 : counted(this, el, cursors(style) & ~mode, mode);
    const byCursor = own !== 0 || (!sure && (bits & A_TITLE) !== 0 && isTitledIcon(this, el, style, mode));
    if (own & (M_GRAB | M_CROSSHAIR)) bits |= A_GRAB;
    // Nothing else tells what is drawn as a box in a tree.
    const isBox =
      role === "generic" && (sure || own !== 0 || (mode & M_TREE) !== 0 || this.only === el) && isDrawnBox(el);
    if (isBox) role = "checkbox";
    const host = (bits & A_EDITABLE) !== 0 && editingHost(el);
    // What a picture drawn by script or a film shows has no elements. It can only be looked at, and pressed somewhere.
    const bySight = (tag === "canvas" || tag === "video") && this.larger(el, 10);
    const interactive = sure || byCursor || bySight || isBox || ((mode & M_MONTH) !== 0 && tag === "td" && isDay(el));

    if ((tag === "caption" || tag === "legend" || tag === "figcaption") && !interactive && namesParent(this, el)) {
      this.through(el, tag, style, depth, below | M_NAMED);
      return;
    }
    if (mode & this.wordless && !interactive && !host && tag !== "iframe") {
      this.through(el, tag, style, depth, below);
      return;
    }
    if (host && !WIDGETS.has(role) && role !== "textbox") role = "textbox";
    if (host || role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton") {
      textField(this, el, tag, role, host, bits, depth, mode, below);
      return;
    }
    if (tag === "iframe" || tag === "frame" || tag === "object" || tag === "embed") {
      if (frame(this, el, tag, role, depth, mode, bits)) return;
    }
    const media = tag === "video" || tag === "audio" || tag === "canvas";
    // Whether the author's attributes give the element its role or name.
    const explicit = role !== "none" && ((bits & A_LABEL) !== 0 || ((bits & A_ROLE) !== 0 && role !== "generic"));
    if (LINE_NAMED.has(role)) {
      namedLine(this, el, tag, role, style, bits, depth, mode, below, interactive);
      return;
    }
    if (LEAVES.has(role) || media) {
      leaf(this, el, tag, role, bits, depth, mode, below, interactive, explicit);
      return;
    }
    if (interactive && !CONTAINERS.has(role)) {
      if (operated(this, el, tag, role, style, bits, depth, mode, below, byCursor)) return;
    }
    const named = containerName(this, el, tag, role, bits);
    const labelled = bits & A_LABEL && named.source === "author";
    if (role === "generic" || role === "none") {
      if (!labelled && !interactive) {
        generic(this, el, tag, style, bits, depth, mode, below);
        return;
      }
    } else if (PHRASES.has(role) && style & INLINE && !explicit && !interactive) {
      this.children(el, tag, depth, below, false);
      return;
    } else if (QUIET.has(role) && !labelled && named.name === "" && !(bits & A_ROLE) && !interactive) {
      this.through(el, tag, style, depth, below);
      return;
    }
    container(this, el, tag, role, style, bits, depth, mode, below, named, interactive);
  }

  /** Walks the content of an element without a line for the element itself. */
  through(el: Element, tag: string, style: number, depth: number, below: number): void {
    if (style & SKIPPED) return;
    const block = !(style & (INLINE | CONTENTS));
    if (block) this.lines.flush(depth);
    this.children(el, tag, depth, below, false);
    if (block) this.lines.flush(depth);
  }
}
