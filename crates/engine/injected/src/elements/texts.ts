/** `texts`: what the frame draws as text, with its boxes, for what a picture must not show. Scrolls and changes nothing. */

import {
  attribute,
  box,
  chosenIndex,
  computedStyle,
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
import { Pseudos } from "../semantics/generated-text.js";
import { contentBox } from "./boxes.js";
import type { Texts, TextsArgs } from "./secret-protocol.js";

/** More texts than a person could read in a picture. The engine hides the whole frame then. */
const MOST = 50_000;

const rangeBox = Range.prototype.getBoundingClientRect;
const selectContents = Range.prototype.selectNodeContents;

export function texts({ owners, whole }: TextsArgs): Texts {
  const far = 1e7;
  const area: Rect = whole ? [-far, -far, far, far] : [0, 0, innerWidth, innerHeight];
  const answer: Texts = {
    texts: [],
    owners: owners.map((id) => contentBox(elementOf(id) as HTMLElement | undefined, area)),
    cut: false,
  };
  const range = document.createRange();
  const add = (text: string | null, { left, top, right, bottom }: DOMRect): void => {
    if (left >= area[2] || right <= area[0] || top >= area[3] || bottom <= area[1]) return;
    if (right <= left || bottom <= top) return;
    if (answer.texts.length >= MOST) answer.cut = true;
    else answer.texts.push([text, left, top, right, bottom]);
  };
  const pseudos = new Pseudos();
  const look = (node: Node): void => {
    if (answer.cut) return;
    if (nodeType(node) === 3) {
      const text = textData(node as CharacterData);
      if (text.trim() === "") return;
      selectContents.call(range, node);
      add(text, rangeBox.call(range));
      return;
    }
    if (!isElement(node)) {
      for (let child = firstChild(node); child; child = nextSibling(child)) look(child);
      return;
    }
    const shown = fieldText(node);
    if (shown !== undefined) {
      add(shown, box(node));
      return;
    }
    // Of what a style sheet or an attribute draws, only the element's own box is known.
    const drawn = (text: string): void => {
      if (text.trim() !== "") add(text, box(node));
    };
    const tag = localName(node);
    const generated = pseudos.may(node);
    if (generated) drawn(pseudos.before(node));
    if (tag === "optgroup") drawn(attribute(node, "label") ?? "");
    if (tag === "img" && (node as HTMLImageElement).naturalWidth === 0) drawn(attribute(node, "alt") ?? "");
    if (tag === "li") {
      const { top, right, bottom } = box(node);
      // A marker stands before the element, as far as its words are long.
      add(markerText(node), new DOMRect(0, top, right, bottom - top));
    }
    eachChild(node, tag, look);
    if (generated) drawn(pseudos.text(node, "::after"));
  };
  look(document);
  return answer;
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
