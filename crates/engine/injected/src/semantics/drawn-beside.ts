/** Words that are drawn beside a control, and that its label for assistive technology repeats. */
import {
  firstElementChild,
  isElement,
  localName,
  nextElement,
  nextSibling,
  parentElement,
  previousSibling,
  rendered,
  textContent,
} from "../dom/dom.js";
import { shadowOf } from "../dom/shadow.js";
import { blank, clean } from "../dom/text.js";
import type { Unseen } from "../unseen/unseen.js";
import { holdsNoText } from "./embedded.js";

/** How many wrappers around a control alone are passed. */
const WRAPPERS = 2;
/** Elements that draw something else than their text, or only some of it. */
const REPLACED = new Set("object option optgroup svg math details".split(" "));

/** Whether a name is drawn, word by word, right before or after a control, or in one of its labels. */
export function isDrawnBeside(el: Element, name: string, labels: Element[], unseen: Unseen): boolean {
  if (labels.some((label) => isDrawn(label, name, unseen))) return true;
  let at: Element | null = el;
  for (let wrapper = 0; at && wrapper <= WRAPPERS; wrapper++) {
    const [before, after] = [beside(at, previousSibling), beside(at, nextSibling)];
    if ((before && isDrawn(before, name, unseen)) || (after && isDrawn(after, name, unseen))) return true;
    if (before || after) return false;
    at = parentElement(at);
  }
  return false;
}

/** The next sibling in a direction that has words, or is an element. */
function beside(el: Element, next: (of: Node) => Node | null): Node | null {
  let at = next(el);
  while (at && !isElement(at) && blank(textContent(at) ?? "")) at = next(at);
  return at;
}

/** Whether what a node draws is this text, in one element, where a person can see it. */
function isDrawn(node: Node, text: string, unseen: Unseen): boolean {
  if (clean(textContent(node) ?? "") !== text) return false;
  let el = isElement(node) ? node : parentElement(node);
  while (el) {
    const tag = localName(el);
    if (tag.includes("-") || shadowOf(el, tag) || holdsNoText(el) || REPLACED.has(tag)) return false;
    const inner: Element | null = isElement(node) ? firstElementChild(el) : null;
    if (!inner) break;
    if (nextElement(inner) || clean(textContent(inner) ?? "") !== text) return false;
    el = inner;
  }
  return el !== null && rendered(el) && !unseen.hidesPart(el, text, true) && !unseen.hidesField(el, text, false);
}
