/** Accessible names (accname-1.2): from the author, from the native element, from the content. */

import {
  attribute,
  byId,
  find,
  firstElementChild,
  has,
  hasAny,
  holds,
  labelControl,
  localName,
  nodeType,
  queryScope,
  type Reference,
  referenced,
  textContent,
  textData,
  token,
} from "../dom/dom.js";
import { noteValue } from "../dom/note-value.js";
import { eachChild, flatParent, scopeOf, shadowOf } from "../dom/shadow.js";
import { ATOMIC, CONTENTS, HIDDEN, INLINE, NONE, SKIPPED, type Styles } from "../dom/style.js";
import { blank, clean, drawn, holdsControls, label, NAME_LENGTH } from "../dom/text.js";
import { isProse } from "../unseen/formula.js";
import { isLong, SHORT, type Unseen } from "../unseen/unseen.js";
import { wordsBeyondDay } from "./day-words.js";
import { isDrawnBeside } from "./drawn-beside.js";
import { embedded, holdsNoText, holdsValue, isStated } from "./embedded.js";
import type { Pseudos } from "./generated-text.js";
import { Met, type Named, type NameNotes, NO_NAME, type Way } from "./named.js";
import { native } from "./native-name.js";
import { NAMED_BY_CONTENT, type Roles, WIDGETS } from "./role.js";
import { captionOf, isWithin, SHOWS_LENGTH, sharesWord, wordsBeyond, wordsIn } from "./shown-words.js";

const LABELABLE = new Set("button input meter output progress select textarea".split(" "));
const SILENT = new Set("script style template noscript head link meta datalist".split(" "));
const BLOCKY = new Set("br hr".split(" "));
/** Widgets inside an item that are not a part of its name. */
const APART = new Set("menu menubar tree tablist radiogroup toolbar".split(" "));
/** Inline elements that separate words. */
const STANDING = new Set("img svg input select textarea".split(" "));

/** Collecting text stops at this length. */
const ENOUGH = 4000;
/** Deepest level that is followed; below it, `textContent` is taken. */
const DEEPEST = 100;

const NO_LABELS: Element[] = [];

/** Elements whose native name is the text of an attribute, which is not drawn. */
const ATTRIBUTES_ONLY = new Set("img area svg".split(" "));
/** The names of one walk. */
export class Names {
  private memo = new Map<Element, Named>();
  /** The labels of controls, by tree scope; filled on demand. */
  labelMaps: LabelMaps = new Map();
  private pending = new Set<Element>();
  private asking = new Set<Element>();
  private pruned = new Map<Element, boolean>();
  private depth = 0;
  roles!: Roles;
  /** What the names depend on; null if the next walk will not need it. */
  notes: NameNotes | null = null;
  /** What a person cannot see; null if that does not matter. */
  private unseen: Unseen | null = null;
  /** Whether there may be anything of that. */
  private wary = false;
  /** Whether it is marked only, and nothing is left out. */
  private showing = false;
  /** The part of the name that is being computed which cannot be seen. */
  private hiddenPart = "";
  /** Whether texts that cannot be seen are left out: of what is only read. */
  private leaving = false;
  /** Whether control characters are left out. Else they separate words. */
  bare = false;
  /** The elements whose names had control characters; null while they are not collected. */
  controlled: Set<Element> | null = null;
  private hadControls = false;
  /** Whether collecting text has stopped at its limit. */
  ended = false;

  constructor(
    readonly styles: Styles,
    private pseudos: Pseudos,
    /** Whether only one element is asked for. Then the labels of the document are not collected. */
    private single: boolean,
    private length: number = NAME_LENGTH,
  ) {}

  /** The accessible name of an element, cleaned and cut. */
  of(el: Element, tag: string, role: string): Named {
    const memo = this.memo.get(el);
    if (memo) return memo;
    if (this.pending.has(el)) return NO_NAME;
    this.pending.add(el);
    const { hadControls } = this;
    this.hadControls = false;
    const found = this.compute(el, tag, role);
    if (this.hadControls) this.controlled?.add(el);
    this.hadControls = hadControls;
    this.pending.delete(el);
    this.memo.set(el, found);
    return found;
  }

  /** Whether anything but its content names the element. */
  hasName(el: Element): boolean {
    return this.asked(
      el,
      (way) =>
        clean(this.author(el, way)) !== "" ||
        clean(native(this, el, localName(el), way)[0]) !== "" ||
        clean(attribute(el, "title") ?? "") !== "",
    );
  }

  /** Whether the author names the element. */
  authored(el: Element): boolean {
    return this.asked(el, (way) => clean(this.author(el, way)) !== "");
  }

  /** Guards against recursion: computing a name can ask for a role, which can ask for the name. */
  private asked(el: Element, question: (way: Way) => boolean): boolean {
    if (this.asking.has(el)) return false;
    this.asking.add(el);
    const answer = question({ met: new Met(el), referenced: false, hidden: false, own: el });
    this.asking.delete(el);
    return answer;
  }

  /** The name that the content of an element would give. `own`: a control in it that is not a part of its own name. */
  content(el: Element, tag: string, own = el): string {
    const { leaving } = this;
    this.leaving = true;
    const met = new Met(el);
    met.add(own);
    const text = this.inner(el, tag, { met, referenced: false, hidden: false, own });
    this.leaving = leaving;
    return this.cut(text);
  }

  private cut(text: string, keepOuter = false): string {
    if (this.controlled !== null && holdsControls(text)) this.hadControls = true;
    return label(this.bare ? drawn(text) : text, this.length, keepOuter);
  }

  /** Leaves out or marks what a person cannot see. `wary`: there may be something. `showing`: it is marked only. */
  respect(unseen: Unseen | null, wary: boolean, showing: boolean): void {
    this.unseen = unseen;
    this.wary = wary;
    this.showing = showing;
  }

  /** Computes a text. Answers it, and whether it comes from an element that cannot be seen. */
  watched(compute: () => string): [text: string, unseen: boolean] {
    const outer = this.hiddenPart;
    this.hiddenPart = "";
    const text = compute();
    const unseen = this.hiddenPart !== "";
    this.hiddenPart = outer;
    return [text, unseen];
  }

  /** A text inside an element, as far as it becomes a part of a name. `shown`: only if it can be seen. */
  private piece(el: Element, text: string, shown: boolean | undefined): string {
    if (!this.wary || this.unseen === null || !this.unseen.hidesPart(el, text, shown === true)) return text;
    if (shown) return "";
    if (this.leaving && !this.showing && text.length >= SHORT) {
      if (!this.single && !blank(text)) this.unseen.leaveText(el);
      return "";
    }
    this.hiddenPart += `${text} `;
    return text;
  }

  private compute(el: Element, tag: string, role: string): Named {
    if (this.unseen === null) return this.computed(el, tag, role);
    const { hiddenPart, leaving } = this;
    this.hiddenPart = "";
    this.leaving = role === "heading";
    const found = this.computed(el, tag, role);
    const { name } = found;
    let unseen = false;
    if (found.source === "author" && has(el, "aria-label") && this.hiddenPart === "") {
      const shows = this.contradicted(el, tag, role, name);
      if (shows !== "") {
        this.hiddenPart = hiddenPart;
        this.leaving = leaving;
        return { name, source: found.source, unseen: true, shows };
      }
      unseen = isLong(name) && isLong(this.addedTo(el, tag, role, name));
      if (unseen) unseen = !isDrawnBeside(el, name, this.labels(el), this.unseen);
    } else if (tag === "input" && found.source === "native" && this.unseen.hidesField(el, name, false)) unseen = true;
    else if (ATTRIBUTES_ONLY.has(tag) || found.source === "title") unseen = isLong(name);
    else if (tag === "math" && found.source === "native") unseen = isProse(name, this.shown(el, tag));
    else if (this.hiddenPart !== "") unseen = isLong(clean(this.hiddenPart));
    const shows = this.besides(el, tag, role, found);
    this.hiddenPart = hiddenPart;
    this.leaving = leaving;
    if (!unseen && shows === "") return found;
    return { name, source: found.source, ...(unseen && { unseen }), ...(shows !== "" && { shows }) };
  }

  /** Whether a person cannot see a text that a field holds, or suggests, and that is long enough to be an order. */
  hidesValue(el: Element, tag: string, text: string, suggested: boolean): boolean {
    const { unseen, hiddenPart } = this;
    if (unseen === null || !isLong(text)) return false;
    // What is suggested is drawn by the attribute of HTML, as long as there is no value.
    if (suggested && (!has(el, "placeholder") || holdsValue(el, tag))) return true;
    if (!suggested && isStated(el, tag, text)) return isLong(wordsBeyond(this.shown(el, tag), text));
    if (suggested || tag === "input" || tag === "textarea" || tag === "select")
      return unseen.hidesField(el, text, suggested);
    // What is edited in place has elements.
    if (!this.wary) return false;
    this.hiddenPart = "";
    this.inner(el, tag, { met: new Met(el), referenced: false, hidden: false, own: el });
    const hides = unseen.isInside(el) || isLong(clean(this.hiddenPart));
    this.hiddenPart = hiddenPart;
    return hides;
  }

  /** What an operated element shows, if its label, which only assistive technology reads, has no word of it. */
  private contradicted(el: Element, tag: string, role: string, name: string): string {
    if (!NAMED_BY_CONTENT.has(role) || !WIDGETS.has(role)) return "";
    const words = wordsIn(name);
    if (!shadowOf(el, tag)) {
      // Icons show no words, and most labels repeat one that is there. What is shown exactly is asked for only otherwise.
      const content = textContent(el) ?? "";
      if (blank(content)) return "";
      // A word that cannot be seen does not count.
      if (!this.wary) for (const word of wordsIn(content)) if (words.has(word)) return "";
    }
    const shown = this.shown(el, tag);
    if (wordsIn(shown).size === 0 || sharesWord(shown, name)) return "";
    return name.toLowerCase().includes(shown.toLowerCase()) ? "" : label(shown, SHOWS_LENGTH);
  }

  /** What an operated element shows, if words elsewhere name it and do not have all of that: those beside it are its label. */
  private besides(el: Element, tag: string, role: string, { name, source }: Named): string {
    if (this.single || (source !== "label" && source !== "author") || !NAMED_BY_CONTENT.has(role) || !WIDGETS.has(role))
      return "";
    // A part of what it shows can name it as well.
    const isPart = (by: Element): boolean => by !== el && holds(el, by);
    if (source === "author" && (has(el, "aria-label") || referred(el, "aria-labelledby").some(isPart))) return "";
    const shown = this.shown(el, tag);
    return isWithin(shown, name) ? "" : label(shown, SHOWS_LENGTH);
  }

  /** The words that a label has more than the element shows. */
  private addedTo(el: Element, tag: string, role: string, name: string): string {
    if (!NAMED_BY_CONTENT.has(role)) return name;
    const shown = this.shown(el, tag);
    return wordsBeyondDay(el, shown, name, wordsBeyond(shown, name));
  }

  /** The content of an element that can be seen. */
  private shown(el: Element, tag: string): string {
    if (tag === "input") return this.cut(captionOf(el as HTMLInputElement));
    if (firstElementChild(el) === null && !shadowOf(el, tag)) return this.cut(textContent(el) ?? "");
    return this.cut(this.inner(el, tag, { met: new Met(el), referenced: false, hidden: false, own: el, shown: true }));
  }

  private computed(el: Element, tag: string, role: string): Named {
    // An element whose author removed the role has no name.
    if (role === "none" && has(el, "role")) return NO_NAME;
    const way: Way = { met: new Met(el), referenced: false, hidden: false, own: el };
    let text = this.cut(this.author(el, way), true);
    if (text) return { name: text, source: "author" };
    const [given, source] = native(this, el, tag, way);
    text = this.cut(given);
    if (text) return { name: text, source };
    if (source === "final") return NO_NAME;
    if (source === "content" || NAMED_BY_CONTENT.has(role)) {
      way.met = new Met(el);
      text = this.cut(this.inner(el, tag, way));
      if (text) return { name: text, source: "content" };
    }
    // An empty `alt` marks a decorative picture.
    if (tag === "img" && attribute(el, "alt") === "") return NO_NAME;
    if (tag === "table") {
      text = this.cut(attribute(el, "summary") ?? "");
      if (text) return { name: text, source: "native" };
    }
    text = this.cut(attribute(el, "title") ?? "");
    if (text) return { name: text, source: "title" };
    if (tag === "input" || tag === "textarea" || role === "textbox" || role === "searchbox") {
      text = this.cut(attribute(el, "placeholder") || attribute(el, "aria-placeholder") || "");
      if (text) return { name: text, source: "placeholder" };
    }
    return NO_NAME;
  }

  private author(el: Element, way: Way): string {
    if (!way.referenced && has(el, "aria-labelledby")) {
      // A list may repeat an element, refer to its own element, and refer to an element inside another one.
      const text = this.references(el, "aria-labelledby", way, false);
      if (clean(text)) return text;
    }
    return attribute(el, "aria-label") ?? "";
  }

  /** The texts of the elements that an attribute refers to. `once`: leaves out elements that were met before. */
  references(el: Element, name: Reference, way: Way, once: boolean): string {
    const found: string[] = [];
    const list = this.referred(el, name);
    for (const target of list) {
      if (once && way.met.has(target)) continue;
      const met = once ? way.met : new Met();
      const hidden = this.isHidden(target);
      const text = this.text(target, { ...way, met, referenced: true, hidden, list }, true);
      if (hidden && this.unseen !== null) this.hiddenPart += `${text} `;
      found.push(text);
    }
    return found.join(" ");
  }

  private referred(el: Element, name: Reference): Element[] {
    if (this.notes !== null && has(el, name)) this.notes.referring.add(el);
    return referred(el, name);
  }

  /** Whether the element is hidden, visually or by `aria-hidden`, by itself or by an ancestor. */
  isHidden(el: Element): boolean {
    const style = this.styles.of(el);
    if (style & (HIDDEN | NONE) || (hasAny(el) && token(el, "aria-hidden") === "true")) return true;
    const parent = flatParent(el);
    return parent !== null && this.isPruned(parent);
  }

  /** Whether the element or an ancestor hides all that is inside. A descendant can override `visibility`. */
  private isPruned(el: Element): boolean {
    const passed: Element[] = [];
    let pruned = false;
    for (let up: Element | null = el; up; up = flatParent(up)) {
      const memo = this.pruned.get(up);
      pruned = memo ?? ((this.styles.of(up) & NONE) !== 0 || (hasAny(up) && token(up, "aria-hidden") === "true"));
      if (memo !== undefined || pruned) break;
      passed.push(up);
    }
    for (const one of passed) this.pruned.set(one, pruned);
    return pruned;
  }

  /** The same for an element that `aria-owns` moves elsewhere: `aria-hidden` of its DOM ancestors does not count. */
  private isOwnedHidden(el: Element): boolean {
    if (this.styles.of(el) & HIDDEN || token(el, "aria-hidden") === "true") return true;
    for (let up: Element | null = el; up; up = flatParent(up)) if (this.styles.of(up) & NONE) return true;
    return false;
  }

  /** The labels of a form control. */
  labels(el: Element): Element[] {
    // What elements of the page's own have for `labels` is not theirs to tell.
    if (this.single && !localName(el).includes("-")) return Array.from((el as HTMLInputElement).labels ?? []);
    const scope = scopeOf(el);
    let map = this.labelMaps.get(scope);
    if (!map) {
      map = labelsIn(scope);
      this.labelMaps.set(scope, map);
    }
    return map.get(el) ?? NO_LABELS;
  }

  /** The text alternative of an element during the computation of a name. `entry`: it is referenced, or a label. */
  text(el: Element, way: Way, entry: boolean): string {
    const tag = localName(el);
    if (SILENT.has(tag) && !(way.hidden && entry)) return "";
    const plain = !hasAny(el);
    const style = this.styles.of(el, tag);
    if (!way.hidden && !entry) {
      if (style & NONE || (!plain && (token(el, "aria-hidden") === "true" || has(el, "inert")))) return "";
    }
    if (tag === "br") return " ";
    if (!plain && !way.referenced && has(el, "aria-labelledby")) {
      const text = this.references(el, "aria-labelledby", way, true);
      if (clean(text)) {
        way.met.add(el);
        return text;
      }
    }
    if (way.met.has(el)) return "";
    way.met.add(el);
    const role = this.roles.of(el, tag, !plain);
    if (!entry && APART.has(role)) return "";
    // A hidden element can have visible descendants.
    if (style & HIDDEN && !way.hidden && !entry) return this.inner(el, tag, way);
    // A control inside the name of another element counts by its value.
    if (el !== way.own) {
      if (this.notes !== null) {
        noteValue(this.notes.values, el, tag);
        if (role === "combobox" || role === "listbox") this.notes.referring.add(el);
      }
      const value = embedded(el, tag, role);
      if (value !== undefined) return value;
    }
    if (!plain) {
      const label = attribute(el, "aria-label");
      // Assistive technology does not see slots.
      if (label && tag !== "slot" && clean(label)) return label;
    }
    if (role !== "none" && (entry || !LABELABLE.has(tag) || tag === "input")) {
      const [given] = native(this, el, tag, way);
      if (clean(given)) return given;
    }
    const inner = holdsNoText(el) ? "" : this.inner(el, tag, way);
    if (plain || role === "none" || clean(inner)) return inner;
    return attribute(el, "title") ?? inner;
  }

  /** The text inside an element, in the order of the flat tree. */
  private inner(el: Element, tag: string, way: Way): string {
    const style = way.hidden ? 0 : this.styles.of(el, tag);
    if (style & SKIPPED) return "";
    const generates = this.pseudos.may(el);
    let out = generates ? this.generated(el, this.pseudos.before(el), "::before", way.shown) : "";
    if (firstElementChild(el) === null && tag !== "slot" && !has(el, "aria-owns") && !shadowOf(el, tag)) {
      // `textContent` avoids a wrapper for each text node.
      if (!(style & HIDDEN)) out += this.piece(el, textContent(el) ?? "", way.shown);
      return generates ? out + this.generated(el, this.pseudos.text(el, "::after"), "::after", way.shown) : out;
    }
    if (this.depth >= DEEPEST) return textContent(el) ?? "";
    this.depth++;
    const treeitem = this.roles.of(el, tag) === "treeitem";
    const closed = tag === "details" && !has(el, "open");
    const shown = closed ? find(el, ":scope > summary") : null;
    eachChild(el, tag, (child) => {
      if (closed && child !== shown) return;
      if (out.length > ENOUGH) {
        this.ended = true;
        return;
      }
      const type = nodeType(child);
      if (type === 3) {
        if (!(style & HIDDEN)) out += this.piece(el, textData(child as Text), way.shown);
      } else if (type === 1) out += this.spaced(child as Element, way, treeitem);
    });
    if (has(el, "aria-owns")) {
      for (const owned of this.referred(el, "aria-owns"))
        if (!way.met.has(owned) && (way.hidden || !this.isOwnedHidden(owned)))
          out += ` ${this.spaced(owned, way, treeitem)}`;
    }
    this.depth--;
    return generates ? out + this.generated(el, this.pseudos.text(el, "::after"), "::after", way.shown) : out;
  }

  /** Words that a style sheet gives the element, of which long ones are looked at. `shown`: only if they can be seen. */
  private generated(el: Element, text: string, part: "::before" | "::after", shown: boolean | undefined): string {
    if (text === "") return text;
    this.notes?.generated.add(el);
    if (this.unseen?.hidesGenerated(el, text, part)) {
      if (shown) return "";
      this.hiddenPart += `${text} `;
    }
    return text;
  }

  private spaced(child: Element, way: Way, treeitem: boolean): string {
    const tag = localName(child);
    if (treeitem && this.roles.of(child, tag) === "group") return "";
    if (BLOCKY.has(tag)) return " ";
    const text = this.text(child, way, false);
    // The control that is being named separates the words around it.
    if (text === "") return child === way.own ? " " : "";
    const style = this.styles.of(child, tag);
    const inline = (style & INLINE && !(style & ATOMIC)) || style & CONTENTS || (style & NONE && way.hidden);
    return inline && !STANDING.has(tag) ? text : ` ${text} `;
  }
}

/** Form controls with their labels, by tree scope. */
export type LabelMaps = Map<Node, Map<Element, Element[]>>;

/** The labelled form controls of a tree scope. */
export function labelsIn(scope: Node): Map<Element, Element[]> {
  const map = new Map<Element, Element[]>();
  const query = nodeType(scope) === 1 ? [] : queryScope(scope, "label");
  for (const label of query) {
    const control = labelControl(label as HTMLLabelElement);
    if (!control) continue;
    const others = map.get(control);
    if (others) others.push(label);
    else map.set(control, [label]);
  }
  return map;
}

/** The elements that an attribute of ids refers to, or that script set in place of ids. */
export function referred(el: Element, name: Reference): Element[] {
  const ids = attribute(el, name);
  if (!ids) return ids === null ? [] : referenced(el, name);
  const scope = scopeOf(el);
  const found: Element[] = [];
  for (const id of ids.trim().split(/\s+/)) {
    const target = id ? byId(scope, id) : null;
    if (target) found.push(target);
  }
  return found;
}
