/** What a person cannot see of what is read: it is left out and counted, or marked. */

import { attribute, hostOf, localName, nodeType, textData } from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { eachChild, scopeOf } from "../dom/shadow.js";
import { NONE, type Styles } from "../dom/style.js";
import { blank } from "../dom/text.js";
import { isProse } from "../unseen/formula.js";
import { isLong, Unseen } from "../unseen/unseen.js";
import { IGNORED } from "../walk/vocabulary.js";
import { fieldText } from "./fields.js";

const FIELDS = new Set("input select textarea".split(" "));
/** How deep words are looked for in what is left out. */
const DEEPEST = 400;

/** Puts the mark around a text. The text cannot end it. */
export function marked(text: string): string {
  const words = text.trim();
  const lead = text.length - text.trimStart().length;
  if (words === "") return text;
  return `${text.slice(0, lead)}{unseen: ${words.replaceAll("}", "\\}")}}${text.slice(lead + words.length)}`;
}

/** What a person sees, for one reading. */
export class Sight {
  private readonly unseen = new Unseen();
  /** What was left out: elements with all that is in them, or with their own text. */
  private readonly noted = new Set<Element>();

  /** `shows`: what cannot be seen is read too, and marked. */
  constructor(
    private readonly styles: Styles,
    readonly shows: boolean,
  ) {}

  /** Whether an element is read at which the reading begins, which may stand in something that hides it. */
  begins(top: Element): boolean {
    const around: Node[] = [];
    for (let scope = scopeOf(top); ; scope = scopeOf(hostOf(scope as ShadowRoot))) {
      around.unshift(scope);
      if (nodeType(scope) !== 11) break;
    }
    for (const scope of around) this.unseen.enter(scope);
    if (!this.unseen.isInside(top)) return true;
    this.note(top);
    return this.shows;
  }

  /** Takes in a shadow tree before its content is come to. */
  add(root: Node): void {
    this.unseen.enter(root);
  }

  /** Comes to an element. Whether it is read. */
  enters(el: Element): boolean {
    if (!this.hidesAll(el)) return true;
    this.leave(el);
    return this.shows;
  }

  /** Whether an element hides all that is in it. */
  hidesAll(el: Element): boolean {
    const { roots } = this.unseen;
    return roots.size > 0 && roots.has(el);
  }

  /** Whether an element that is read stands in one that hides it. */
  isVeiled(el: Element): boolean {
    return this.shows && this.unseen.isInside(el);
  }

  /** A text as it is written: marked if it is not seen and read all the same. */
  written(text: string, seen: boolean): string {
    return seen ? text : this.shows ? marked(text) : "";
  }

  /** Whether a person sees a text of an element. If not, it is noted. */
  sees(el: Element, text: string): boolean {
    return this.judge(el, () => this.unseen.hidesText(el, text));
  }

  /** The same, for a text that stands for an element and is not drawn. A long one can be an order. */
  seesLabel(el: Element, label: string): boolean {
    return this.judge(el, () => isLong(label));
  }

  /** The same, for the source of a formula. `drawn`: what is drawn of it. */
  seesSource(el: Element, source: string, drawn: () => string): boolean {
    return this.judge(el, () => isProse(source) && isProse(source, drawn()));
  }

  /** The same, for what a field shows. */
  seesField(el: Element, tag: string): boolean {
    return this.judge(el, () => {
      const value = fieldText(el, tag);
      return this.unseen.hidesField(el, value || (attribute(el, "placeholder") ?? ""), value === "");
    });
  }

  /** The same, for a text that stands for a picture. */
  seesPicture(el: Element, label: string): boolean {
    return this.judge(el, () => isLong(label) && !larger(el, 3));
  }

  /** What is veiled was noted with what hides it. */
  private judge(el: Element, hides: () => boolean): boolean {
    if (this.isVeiled(el)) return false;
    if (!hides()) return true;
    this.note(el);
    return false;
  }

  /** Whether a text counts when the main part of a page is looked for. */
  weighs(el: Element, text: string): boolean {
    return !this.unseen.hidesDoubtful(el, text);
  }

  /** How many texts a person cannot see. */
  get count(): number {
    return this.noted.size;
  }

  private note(el: Element): void {
    this.noted.add(this.unseen.hiderOf(el) ?? el);
  }

  private leave(root: Element): void {
    if (this.holdsWords(root, localName(root), 0)) this.note(root);
  }

  /** Whether there is something to read in an element. The words of a frame are not in this document. */
  private holdsWords(el: Element, tag: string, level: number): boolean {
    if (IGNORED.has(tag) || level > DEEPEST || this.styles.of(el, tag) & NONE) return false;
    if (tag === "iframe" || tag === "frame") return larger(el, 2);
    if (FIELDS.has(tag)) return !blank(fieldText(el, tag));
    let found = false;
    eachChild(el, tag, (child) => {
      if (found) return;
      const type = nodeType(child);
      if (type === 3) found = !blank(textData(child as Text));
      else if (type === 1) found = this.holdsWords(child as Element, localName(child as Element), level + 1);
    });
    return found;
  }
}
