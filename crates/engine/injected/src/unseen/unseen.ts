/**
 * What a person cannot see of a document. A walk leaves such text out, or marks it.
 *
 * - `roots` hide all that is in them: transparent, clipped, without size, outside of the page, behind something opaque.
 * - `texts` are elements whose style makes each text in them suspect: tiny, moved away, of a colour that may be that of its
 *   ground. The walk looks at each of these texts (ink.ts).
 *
 * Both are found before the walk, from what style sheets and attributes declare (suspects.ts, palette.ts). Most pages declare
 * little of that, and then nothing else is asked for its style.
 *
 * A style sheet of another origin cannot be read. The walk looks at each long text then, and at what is around it. Short ones
 * are looked at now and then, since a long text can be cut into many; after the first that is not seen, all are.
 *
 * A walk during a call is hurried: it reads small style sheets only, looks at so few elements that it hardly takes
 * longer, and treats the rest as sheets that cannot be read. What it owes is done in the next idle moment ({@link Unseen.finish}).
 * Most documents are walked ahead in an idle moment, where nothing is hurried.
 */
import {
  animationsIn,
  box,
  drawnBox,
  everyElement,
  findAll,
  hasContent,
  holds,
  isConnected,
  isSvg,
  localName,
  nearest,
  nodeType,
  opaque,
  parentElement,
  rendered,
  textContent,
} from "../dom/dom.js";
import { flatParent, nearestAround, scopeOf } from "../dom/shadow.js";
import { blank } from "../dom/text.js";
import { fadesAway, hidesAll } from "./checks.js";
import { Ink } from "./ink.js";
import { Palette } from "./palette.js";
import {
  addChanged,
  addSuspects,
  type Budget,
  hurriedBudget,
  type Rules,
  type Suspects,
  wholeBudget,
} from "./suspects.js";

/** A shorter text is left in names, and looked at only where there is a reason. */
export const SHORT = 24;
/** On a page whose style is not all known, of shorter texts one is looked at after so many characters. */
const SAMPLE = 400;
/** How many texts of such a page are looked at. An answer shows about as many; of further ones, one in ten is. */
const LOOKS = 120;
/** In a hurried walk: how many elements are looked at; more by one for so many elements of the document. */
const HURRIED_LOOKS = 12;
const LOOK_EVERY = 400;
/** One in so many further texts. */
const SHARE = 10;
const HURRIED_SHARE = 50;
/** What a larger document owes is not done, since that would delay its own scripts. */
const MAX_ELEMENTS = 20_000;
/** Words that carry an order: at least so many characters, and words. */
const LONG = 30;
const WORDS = 5;

/** Whether a text is long enough to tell a reader to do something. */
export const isLong = (text: string): boolean =>
  text.length >= LONG &&
  (text.trim().split(/\s+/).length >= WORDS || /[\u0e00-\u0e7f\u3040-\u9fff\uac00-\ud7af]/.test(text));

/** What cannot be seen of a document. */
export class Unseen {
  roots = new Set<Element>();
  private texts = new Set<Element>();
  /** Whether all style sheets could be read. */
  private complete = true;
  private wholes = new Map<Element, boolean>();
  private asked = new Map<Element, boolean>();
  private inks = new Map<Element, boolean>();
  private doubts = new Map<Element, boolean>();
  private ink = new Ink();
  private palette = new Palette();
  private skipped = 0;
  private looks = 0;
  /** Whether a text was found that cannot be seen, on a page whose style is not all known. */
  private alarmed = false;
  /** The elements whose text was left out. */
  private left = new Set<Element>();
  private rules = new Map<Node, Rules>();
  private budget: Budget;
  private size: number;
  /** How many suspects may still be looked at. */
  private spare: number;
  /** Whether something was left for later. */
  private owes = false;
  /** The elements that have changed sides since the last walk. */
  private late = new Set<Element>();
  /** The elements that are pale, which can be in each other. */
  private pale = new Set<Element>();
  /** The elements whose first line has a style of its own. */
  private lines = new Set<Element>();

  /** `known`: what an earlier walk found, which a hurried one looks at first. */
  constructor(
    private hurried = false,
    private known: Unseen | null = null,
  ) {
    // What that one knew from others is in what it found.
    if (known !== null) known.known = null;
    this.size = hurried ? everyElement(document).length : 0;
    this.budget = hurried ? hurriedBudget(this.size) : wholeBudget();
    this.spare = hurried ? this.most() : Number.POSITIVE_INFINITY;
  }

  private most(): number {
    return this.hurried ? HURRIED_LOOKS + this.size / LOOK_EVERY : LOOKS;
  }

  /** Takes in a document or shadow root before the walk comes to it. */
  enter(scope: Node): void {
    if (this.rules.has(scope)) return;
    const found = noSuspects();
    this.find(scope, found);
    this.take(found);
  }

  private find(scope: Node, found: Suspects): void {
    const { known } = this;
    if (known !== null) {
      const here = (el: Element): boolean => isConnected(el) && scopeOf(el) === scope;
      for (const el of known.roots) if (here(el)) found.whole.add(el);
      for (const el of known.texts) if (here(el)) found.texts.add(el);
      this.spare += found.whole.size + found.texts.size;
    }
    if (!this.hurried) this.budget = wholeBudget();
    this.rules.set(scope, addSuspects(scope, found, this.palette, this.budget));
    if (!found.complete) this.complete = false;
    if (found.later) this.owes = true;
    // What an animation makes of an element is in no rule. Asking for all of them takes time, also where there are none.
    const asks = nodeType(scope) !== 1 && (found.animated || !this.hurried);
    for (const { effect } of asks ? animationsIn(scope) : []) {
      const target = (effect as KeyframeEffect | null)?.target;
      if (!target) continue;
      found.whole.add(target);
      found.texts.add(target);
    }
  }

  private take({ whole, texts, lines, pale }: Suspects): void {
    for (const el of whole) {
      // What has no box hides nothing, and neither does what is empty.
      if (!(drawnBox(el) || isFolded(el)) || !(hasContent(el) || localName(el) === "iframe")) continue;
      if (this.isSpent()) return;
      if (hidesAll(el, (part) => this.roots.add(part))) this.roots.add(el);
    }
    for (const el of pale) this.pale.add(el);
    for (const el of this.pale.size > 1 ? pale : []) if (fadesAway(el, this.pale)) this.roots.add(el);
    for (const el of lines) {
      if (!hasContent(el)) continue;
      this.lines.add(el);
      if (this.isSpent()) return;
      if (this.ink.missesLine(el)) this.roots.add(el);
    }
    for (const el of texts) {
      if (!hasContent(el)) continue;
      if (this.isSpent()) return;
      if (this.ink.missing(el) || this.ink.distorted(el)) this.texts.add(el);
    }
  }

  /** Whether no further suspect is looked at now. */
  private isSpent(): boolean {
    if (--this.spare >= 0) return false;
    this.owes = true;
    this.complete = false;
    return true;
  }

  /** Whether a hurried walk has left something for later. */
  get isOwing(): boolean {
    return this.owes && this.size <= MAX_ELEMENTS;
  }

  /** The count for an answer. A plus sign says that not every text was looked at. */
  told(): string {
    const isPartial = this.owes && (this.known === null || this.known.owes);
    return `${this.count()}${isPartial ? "+" : ""}`;
  }

  /** Does what a hurried walk has left. */
  finish(): void {
    if (!this.owes) return;
    this.owes = false;
    this.hurried = false;
    this.spare = Number.POSITIVE_INFINITY;
    this.complete = true;
    this.looks = 0;
    const scopes = [...this.rules.keys()].filter((scope) => nodeType(scope) === 9 || isConnected(scope));
    this.rules.clear();
    for (const el of this.again([], scopes)) this.late.add(el);
  }

  /** The elements that have changed sides since the last walk. */
  takeLate(): Element[] {
    const late = [...this.late].filter(isConnected);
    this.late.clear();
    return late;
  }

  /** Whether there may be anything. */
  get any(): boolean {
    return this.roots.size > 0 || this.texts.size > 0 || !this.complete;
  }

  /** Whether there are elements of which each text is looked at. */
  get hasDoubts(): boolean {
    return this.texts.size > 0;
  }

  /** Whether each text in an element is looked at. */
  isDoubtful(el: Element): boolean {
    return this.texts.has(el);
  }

  /** Whether a text that an element holds itself cannot be seen. `doubtful`: each text there is looked at. */
  hides(el: Element, text: string, doubtful: boolean): boolean {
    if (!doubtful && !this.alarmed) {
      if (this.complete) return false;
      if (text.length < SHORT) {
        this.skipped += text.length;
        if (this.skipped < SAMPLE) return false;
        this.skipped = 0;
      }
    }
    if (this.complete) return !blank(text) && this.hasNoInk(el);
    const share = this.hurried ? HURRIED_SHARE : SHARE;
    if (!doubtful && ++this.looks > this.most() * (this.alarmed ? 4 : 1) && this.looks % share !== 0) return false;
    if (blank(text)) return false;
    const hidden = this.hasNoInk(el) || this.isDropped(el);
    if (hidden) this.alarmed = true;
    return hidden;
  }

  /** The same, for a text of which nothing is known but that no element around it hides all. */
  hidesText(el: Element, text: string): boolean {
    return this.any && this.hides(el, text, this.isInDoubt(el));
  }

  /** The same, but for texts that are looked at by chance only. */
  hidesDoubtful(el: Element, text: string): boolean {
    return this.isInDoubt(el) && this.hides(el, text, true);
  }

  /** The same, for a text whose ancestors the walk has not passed. `exact`: short ones are looked at in a hurried walk, too. */
  hidesPart(el: Element, text: string, exact: boolean): boolean {
    if (!exact && this.hurried && !this.alarmed && text.length < SHORT) return false;
    return (this.roots.size > 0 && this.isInside(el)) || this.hides(el, text, this.isInDoubt(el));
  }

  /**
   * Whether a person cannot see the words of a field, of which each long one is looked at. `suggested`: they are what the page
   * suggests to write.
   */
  hidesField(el: Element, words: string, suggested: boolean): boolean {
    if (!isLong(words)) return false;
    return (
      this.isInside(el) ||
      hidesAll(el) ||
      (suggested ? this.ink.missing(el, "::placeholder") || this.ink.distorted(el, "::placeholder") : this.hasNoInk(el))
    );
  }

  /** Whether a person cannot see words that a style sheet generates, of which each long text is looked at. */
  hidesGenerated(el: Element, words: string, part: "::before" | "::after"): boolean {
    return words.length >= SHORT && this.ink.missesGenerated(el, part);
  }

  /** The same as {@link isInside}, where style sheets are unknown. What is around is asked if the box gives a reason. */
  private isDropped(el: Element): boolean {
    const { left, right, top, bottom } = box(el);
    const odd = right - left < 3 || bottom - top < 3 || right + scrollX <= 0 || bottom + scrollY <= 0 || left > 5_000;
    if (!odd && opaque(el)) return this.isInside(el);
    return this.above(el, this.asked, (up) => {
      const hides = this.roots.has(up) || hidesAll(up);
      if (hides) this.roots.add(up);
      return hides;
    });
  }

  private hasNoInk(el: Element): boolean {
    let missing = this.inks.get(el);
    if (missing === undefined) {
      missing = this.ink.missing(el) || this.ink.distorted(el);
      this.inks.set(el, missing);
    }
    return missing;
  }

  /** Whether an element is one that hides all, or inside of one. */
  isInside(el: Element): boolean {
    if (this.roots.size === 0) return false;
    return this.above(el, this.wholes, (up) => this.roots.has(up));
  }

  private isInDoubt(el: Element): boolean {
    if (this.texts.size === 0) return false;
    // Without shadow trees, asking the browser for each is quicker than remembering.
    if (this.rules.size > 1 || this.texts.size > 6) return this.above(el, this.doubts, (up) => this.texts.has(up));
    for (const one of this.texts) if (holds(one, el)) return true;
    return false;
  }

  /** Whether something holds for an element or one around it. */
  private above(el: Element, known: Map<Element, boolean>, holds: (up: Element) => boolean): boolean {
    const passed: Element[] = [];
    let found = false;
    for (let up: Element | null = el; up; up = flatParent(up)) {
      const before = known.get(up);
      found = before ?? holds(up);
      if (before === undefined) passed.push(up);
      if (before !== undefined || found) break;
    }
    for (const one of passed) known.set(one, found);
    return found;
  }

  /** Notes a root whose text the walk leaves out. */
  leave(root: Element): void {
    if (!this.left.has(root) && hasWords(root)) this.left.add(root);
  }

  /** Notes an element whose own text the walk leaves out. */
  leaveText(el: Element): void {
    this.left.add(this.hiderOf(el) ?? el);
  }

  /** The nearest element that hides all that is in it, an element itself or one around it. */
  hiderOf(el: Element): Element | null {
    for (let up: Element | null = this.isInside(el) ? el : null; up; up = flatParent(up))
      if (this.roots.has(up)) return up;
    return null;
  }

  /** How many texts are left out now. */
  count(): number {
    if (this.left.size === 0) return 0;
    let count = 0;
    for (const el of this.left) {
      const parent = flatParent(el);
      if (!isConnected(el) || !rendered(el)) this.left.delete(el);
      else if (parent === null || !this.isInside(parent)) count++;
    }
    return count;
  }

  /**
   * Looks again at what was found, and at elements that have changed, with all in them. Answers the elements that have changed
   * sides, which have to be walked again. A changed style sheet needs another `Unseen`.
   */
  again(changed: Iterable<Element>, scopes: readonly Node[] = []): Set<Element> {
    const { roots, texts } = this;
    const inks = [...this.inks].filter(([, missing]) => missing);
    this.roots = new Set();
    this.texts = new Set();
    for (const memo of [this.wholes, this.asked, this.inks, this.doubts]) memo.clear();
    this.ink = new Ink();
    const found = noSuspects();
    for (const scope of scopes) this.find(scope, found);
    for (const el of changed) {
      if (!isConnected(el)) continue;
      found.whole.add(el);
      found.texts.add(el);
      const rules = this.rules.get(scopeOf(el));
      if (rules) addChanged(el, found, this.palette, rules);
    }
    for (const el of roots) if (isConnected(el)) found.whole.add(el);
    for (const el of texts) if (isConnected(el)) found.texts.add(el);
    for (const el of this.lines) if (isConnected(el)) found.lines.add(el);
    for (const el of this.pale) if (isConnected(el)) found.pale.add(el);
    this.lines.clear();
    this.pale.clear();
    this.take(found);
    const turned = new Set<Element>();
    const differ = (one: Set<Element>, other: Set<Element>): void => {
      for (const el of one) if (!other.has(el) && isConnected(el)) turned.add(el);
    };
    differ(roots, this.roots);
    differ(this.roots, roots);
    differ(texts, this.texts);
    differ(this.texts, texts);
    for (const [el] of inks) if (isConnected(el) && !this.hasNoInk(el)) turned.add(el);
    for (const el of this.left) if (turned.has(el) || !(this.isInside(el) || this.hasNoInk(el))) this.left.delete(el);
    return turned;
  }
}

const noSuspects = (): Suspects => ({
  whole: new Set(),
  texts: new Set(),
  lines: new Set(),
  pale: new Set(),
  complete: true,
  later: false,
  animated: false,
});

/** Whether an element is in a closed `details`, whose content has no boxes, and is read. */
const isFolded = (el: Element): boolean => nearestAround(el, "details:not([open])") !== null;

const CONTROLS = "button,a[href],label,select,textarea";

/** Whether a drawing has words. What it only defines is not drawn. */
const drawsWords = (el: Element): boolean =>
  [el, ...findAll(el, "text,foreignObject")].some(
    (one) => /^(?:text|foreignObject)$/.test(localName(one)) && rendered(one) && words(one) > 0,
  );

/** Whether an element has text besides the names of controls. */
function hasWords(el: Element): boolean {
  if (isSvg(el)) return nearest(el, CONTROLS) === null && drawsWords(el);
  if (localName(el) === "label" || nearest(el, `${CONTROLS},svg`) !== null) return false;
  let length = words(el);
  if (length === 0) return false;
  for (const inner of findAll(el, `${CONTROLS},script,style,noscript,template`)) {
    const outer = parentElement(inner);
    if (outer === null || nearest(outer, CONTROLS) === null) length -= words(inner);
  }
  return length > 0;
}

const words = (el: Element): number => (textContent(el) ?? "").replace(/\s+/g, "").length;

let latest: Unseen | null = null;

/** What the last walk of the document found. */
export const lastUnseen = (): Unseen | null => latest;

/** Remembers what a walk found. */
export function keepUnseen(found: Unseen): void {
  latest = found;
}
