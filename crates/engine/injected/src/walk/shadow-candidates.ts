/** Elements that may have a closed shadow root. A walk collects them on its way. */
import {
  childElementCount,
  firstChild,
  firstElementChild,
  hasContent,
  is,
  localName,
  nextElement,
  nodeType,
  textData,
} from "../dom/dom.js";
import { larger } from "../dom/geometry.js";
import { shadowOf } from "../dom/shadow.js";
import { INLINE, NONE, type Styles } from "../dom/style.js";
import { IGNORED } from "./vocabulary.js";

/** Most candidates of one walk. */
const MAX_CANDIDATES = 500;

/** The signature of each element when the engine asked for its root. */
const asked = new WeakMap<Element, string>();

/** Changes when it is worth asking again: the element was upgraded, or its children changed. */
const signature = (el: Element): string => `${is(el, ":defined") ? "d" : "u"}${childElementCount(el)}`;

/** Notes that the engine asked for the root of this element. */
const noteAsked = (el: Element): void => {
  asked.set(el, signature(el));
};

/** The candidates that the engine has not asked for yet. */
let found: Element[] = [];

/** Keeps the candidates of a walk until the engine asks for them. */
export const keepCandidates = (list: Element[]): void => {
  found = list;
};

/** The kept candidates. */
export const keptCandidates = (): Element[] => found;

/** Answers the kept candidates, once. */
export function takeCandidates(): Element[] {
  const list = found;
  found = [];
  for (const el of list) noteAsked(el);
  return list;
}

/** The candidates of one walk. */
export class Candidates {
  readonly list: Element[] = [];

  constructor(private styles: Styles) {}

  /** Whether an element can be a candidate. Cheaper than reading its style. */
  static worth(el: Element, tag: string): boolean {
    if (tag.includes("-")) return true;
    return firstElementChild(el) === null ? !hasContent(el) : childElementCount(el) <= 3;
  }

  /** Adds an element that can host a shadow root, if it may have one. */
  consider(el: Element, tag: string, style: number): void {
    if (this.list.length >= MAX_CANDIDATES) return;
    if (!tag.includes("-") && (style & (INLINE | NONE) || !this.suspicious(el))) return;
    if (shadowOf(el, tag)) return;
    const before = asked.get(el);
    if (before === undefined || before !== signature(el)) this.list.push(el);
  }

  /** Whether the element has a box although nothing in it is drawn. */
  private suspicious(el: Element): boolean {
    const inner = firstElementChild(el);
    if (inner === null) return !hasContent(el) && larger(el, 1);
    if (childElementCount(el) > 3) return false;
    let any = false;
    for (let child: Element | null = inner; child; child = nextElement(child)) {
      if (IGNORED.has(localName(child))) continue;
      if (!(this.styles.of(child) & NONE)) return false;
      any = true;
    }
    if (!any) return false;
    const first = firstChild(el);
    if (first && nodeType(first) === 3 && textData(first as Text).trim() !== "") return false;
    return larger(el, 1);
  }
}
