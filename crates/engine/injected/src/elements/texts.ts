/** `texts`: what the frame draws as text, with its boxes, for what a picture must not show. Scrolls and changes nothing. */

import {
  attribute,
  box,
  chosenIndex,
  computedStyle,
  documentBody,
  documentElement,
  firstChild,
  has,
  inputType,
  isElement,
  localName,
  nextSibling,
  nodeType,
  selectOptions,
  styleValue,
  textContent,
  textData,
} from "../dom/dom.js";
import type { Rect } from "../dom/geometry.js";
import { elementOf } from "../dom/registry.js";
import { secret } from "../dom/secret.js";
import { eachChild } from "../dom/shadow.js";
import { held } from "../dom/values.js";
import type { OwnerBox } from "../protocol.js";
import { Pseudos } from "../semantics/generated-text.js";
import { borrowed, filtered, pictureWords, type Reach, reachOf, shadowed } from "./copies.js";
import { contentBox } from "./frame-place.js";
import type { Texts, TextsArgs } from "./secret-protocol.js";

/** More texts than a person could read in a picture. The engine hides the whole frame then. */
const MOST = 50_000;

const same: Reach = (rect) => rect;
const rangeBox = Range.prototype.getBoundingClientRect;
const selectContents = Range.prototype.selectNodeContents;

export function texts({ owners, whole }: TextsArgs): Texts {
  const far = 1e7;
  const area: Rect = whole ? [-far, -far, far, far] : [0, 0, innerWidth, innerHeight];
  const answer: Texts = {
    texts: [],
    owners: owners.map((id) => ownerBox(elementOf(id) as HTMLElement | undefined, area)),
    cut: false,
  };
  const range = document.createRange();
  const add = (text: string | null, drawn: DOMRect, reach: Reach): void => {
    if (drawn.right <= drawn.left || drawn.bottom <= drawn.top) return;
    const [left, top, right, bottom] = reach([drawn.left, drawn.top, drawn.right, drawn.bottom]);
    if (left >= area[2] || right <= area[0] || top >= area[3] || bottom <= area[1]) return;
    if (answer.texts.length >= MOST) answer.cut = true;
    else answer.texts.push([text, left, top, right, bottom]);
  };
  const pseudos = new Pseudos();
  /** What elements draw though they do not contain it. It comes last: a hidden text may go over several texts that follow each other. */
  const aside: (() => void)[] = [];
  const borrow = (el: Element, words: string, reach: Reach): void => {
    if (words.trim() === "") return;
    // What the root and the body have as a ground is drawn all over.
    const all = el === documentElement(document) || el === documentBody();
    aside.push(() =>
      add(words, all ? new DOMRect(area[0], area[1], area[2] - area[0], area[3] - area[1]) : box(el), reach),
    );
  };
  /** `reach`: of all that is in the element around it; `own`: of its texts. */
  const look = (node: Node, reach: Reach, own: Reach): void => {
    if (answer.cut) return;
    if (nodeType(node) === 3) {
      const text = textData(node as CharacterData);
      if (text.trim() === "") return;
      selectContents.call(range, node);
      add(text, rangeBox.call(range), own);
      return;
    }
    if (!isElement(node)) {
      for (let child = firstChild(node); child; child = nextSibling(child)) look(child, reach, own);
      return;
    }
    const tag = localName(node);
    const style = computedStyle(node);
    const inner = filtered(node, style, reach);
    const text = shadowed(node, style, inner);
    borrow(node, borrowed(node, tag, style), inner);
    for (const which of ["::before", "::after"]) {
      const part = computedStyle(node, which);
      if (styleValue(part, "content") !== "none") borrow(node, pictureWords(node, part), filtered(node, part, inner));
    }
    const shown = fieldText(node);
    if (shown !== undefined) {
      add(shown, box(node), text);
      return;
    }
    // Of what a style sheet or an attribute draws, only the element's own box is known.
    const drawn = (words: string, which?: string): void => {
      if (words.trim() === "") return;
      add(words, box(node), which === undefined ? text : shadowed(node, computedStyle(node, which), text));
    };
    const generated = pseudos.may(node);
    if (generated) drawn(pseudos.before(node), "::before");
    if (tag === "optgroup") drawn(attribute(node, "label") ?? "");
    if (tag === "img" && (node as HTMLImageElement).naturalWidth === 0) drawn(attribute(node, "alt") ?? "");
    if (tag === "li") {
      const { top, right, bottom } = box(node);
      // A marker stands before the element, as far as its words are long.
      add(markerText(node), new DOMRect(0, top, right, bottom - top), text);
    }
    eachChild(node, tag, (child) => look(child, inner, text));
    if (generated) drawn(pseudos.text(node, "::after"), "::after");
  };
  look(document, same, same);
  for (const one of aside) one();
  return answer;
}

/** The place of a frame. Where it is drawn more than once, it is known as a whole only. */
function ownerBox(owner: HTMLElement | undefined, area: Rect): OwnerBox | null {
  const placed = contentBox(owner, area, false);
  if (!owner || !placed) return null;
  const shown = reachOf(owner)(placed.shown);
  const more = shown.some((edge, at) => edge !== placed.shown[at]);
  return more ? { ...placed, exact: false, shown } : placed;
}

/** The words that a style gives the marker of a list item. */
function markerText(el: Element): string {
  const type = styleValue(computedStyle(el), "list-style-type");
  return /^["']/.test(type) ? type.slice(1, -1).replace(/\\(.)/g, "$1") : "";
}

/** What a field shows; nothing for another element. Null for a password field that shows its text now. */
function fieldText(el: Element): string | null | undefined {
  const tag = localName(el);
  if (tag === "textarea") return held(el) || placeholder(el);
  if (tag === "select") {
    const options = selectOptions(el as HTMLSelectElement);
    const chosen = options[chosenIndex(el as HTMLSelectElement)];
    return has(el, "multiple") ? undefined : ((chosen && textContent(chosen)) ?? "");
  }
  if (tag !== "input") return undefined;
  // A browser draws dots in place of the value.
  if (inputType(el as HTMLInputElement) === "password") return "";
  return secret(el) ? null : held(el) || placeholder(el);
}

const placeholder = (el: Element): string => attribute(el, "placeholder") ?? "";
