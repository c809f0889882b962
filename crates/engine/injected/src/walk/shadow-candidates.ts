/** Elements that may have a closed shadow root, found while a walk passes them. */
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

/** More are never asked for in one go. */
const MOST = 500;

/** What each element looked like when the protocol was asked for its root. */
const asked = new WeakMap<Element, string>();

/** What about an element would make it worth asking again: it was upgraded, or its children changed. */
const signature = (el: Element): string => `${is(el, ":defined") ? "d" : "u"}${childElementCount(el)}`;

/** Notes that the protocol was asked for the root of this element. */
const noteAsked = (el: Element): void => {
  asked.set(el, signature(el));
};

/** What the last walk found and nobody has asked for yet. */
let found: Element[] = [];

/** Keeps a walk's candidates, so that asking for them does not walk again. */
export const keepCandidates = (list: Element[]): void => {
  found = list;
};

/** What is kept and was not handed out. */
export const keptCandidates = (): Element[] => found;

/** Hands the kept candidates out, once. */
export function takeCandidates(): Element[] {
  const list = found;
  found = [];
  for (const el of list) noteAsked(el);
  return list;
}

/** One walk's candidates. */
export class Candidates {
  readonly list: Element[] = [];

  constructor(private styles: Styles) {}

  /** Whether an element can be one: asked before its style, which costs more. */
  static worth(el: Element, tag: string): boolean {
    if (tag.includes("-")) return true;
    return firstElementChild(el) === null ? !hasContent(el) : childElementCount(el) <= 3;
  }

  /** Takes note of an element that can host a shadow root, if there is reason to. */
  consider(el: Element, tag: string, style: number): void {
    if (this.list.length >= MOST || shadowOf(el, tag)) return;
    const before = asked.get(el);
    if (before !== undefined && before === signature(el)) return;
    if (tag.includes("-") || (!(style & (INLINE | NONE)) && this.suspicious(el))) this.list.push(el);
  }

  /** Drawn with a box, though there is nothing in it, or nothing of it is drawn. */
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
