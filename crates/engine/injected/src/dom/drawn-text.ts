/** The text of an element as it is drawn, in the flat tree. */

import { computedStyle, isElement, localName, nodeType, styleValue, textData } from "./dom.js";
import { larger } from "./geometry.js";
import { eachChild } from "./shadow.js";

/** The sides of the largest box, in CSS pixels, in which nothing can be read. */
const POINT = 3;

/** The text, without words that are for screen readers alone. `leaves`: the elements to leave out besides. */
export function drawnText(el: Element, leaves: (el: Element) => boolean = () => false): string {
  let text = "";
  const visit = (node: Node): void => {
    if (nodeType(node) === 3) text += textData(node as Text);
    else if (isElement(node) && isDrawn(node) && !leaves(node)) eachChild(node, localName(node), visit);
  };
  eachChild(el, localName(el), visit);
  return text;
}

function isDrawn(el: Element): boolean {
  const style = computedStyle(el);
  if (/^(?:script|style)$/.test(localName(el)) || styleValue(style, "visibility") !== "visible") return false;
  // Clipped to nothing by the old property, which applies to what is out of the flow alone.
  const isCut = styleValue(style, "clip") !== "auto" && /^(?:absolute|fixed)$/.test(styleValue(style, "position"));
  return styleValue(style, "display") === "contents" || (!isCut && larger(el, POINT));
}
