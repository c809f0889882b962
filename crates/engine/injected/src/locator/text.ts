/** `text`: the innermost elements that show a text. */

import {
  documentBody,
  documentElement,
  firstChild,
  firstElementChild,
  inputType,
  inputValue,
  localName,
  nextElement,
  nextSibling,
  nodeType,
  queryScope,
  textContent,
} from "../dom/dom.js";
import { nearestAround } from "../dom/shadow.js";
import { isUnread, type View } from "./view.js";
import { Best, MISS, type Wanted } from "./words.js";

/** Controls that handle a click on their text. */
const OPERATED =
  "button,a[href],summary,[role=button],[role=link],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=option],[role=tab],[role=treeitem],[role=checkbox],[role=radio],[role=switch]";

/** Deepest level that is followed, since the stack is limited. */
const DEEPEST = 400;

/** Elements that show the text: a control if it is the whole text of it, else the innermost element. */
export function byText(view: View, wanted: Wanted): Best {
  const best = new Best(view.only);
  const take = (el: Element, rank: number): void => {
    const control = nearestAround(el, OPERATED);
    const whole = control && control !== el ? wanted.fits(view.text(control)) : MISS;
    const match = control && whole <= rank ? control : el;
    if (view.counts(match)) best.add(match, rank);
  };
  for (const scope of view.scopes) {
    const tops = nodeType(scope) === 9 ? [documentBody() ?? documentElement(document)] : children(scope);
    for (const top of tops) if (top) descend(view, top, wanted, take, 0);
    for (const input of queryScope(scope, "input[type=button],input[type=submit],input[type=reset]"))
      if (view.counts(input)) best.add(input, wanted.fits(inputLabel(input as HTMLInputElement)));
  }
  return best;
}

/** The child elements of a shadow root. */
function children(of: Node): Element[] {
  const found: Element[] = [];
  for (let child = firstChild(of); child; child = nextSibling(child))
    if (nodeType(child) === 1) found.push(child as unknown as Element);
  return found;
}

const inputLabel = (input: HTMLInputElement): string =>
  inputValue(input) || (inputType(input) === "submit" ? "Submit" : inputType(input) === "reset" ? "Reset" : "");

/** Descends where the text may be. Answers the rank of the best match inside. */
function descend(
  view: View,
  el: Element,
  wanted: Wanted,
  take: (el: Element, rank: number) => void,
  level: number,
): number {
  const tag = localName(el);
  if (isUnread(tag) || !wanted.mayBeIn(textContent(el))) return MISS;
  let inside = MISS;
  if (level < DEEPEST) {
    for (let child = firstElementChild(el); child; child = nextElement(child))
      inside = Math.min(inside, descend(view, child, wanted, take, level + 1));
  }
  // The match inside is more specific than this element.
  if (inside < MISS) return inside;
  const rank = wanted.fits(firstElementChild(el) === null ? (textContent(el) ?? "") : view.text(el));
  if (rank < MISS) take(el, rank);
  return rank;
}
