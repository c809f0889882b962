/** Which element is at a point of the viewport. */
import { computedStyle, firstChild, localName, nextSibling, nodeType, rootOf, styleValue } from "./dom.js";
import { areaAt } from "./image-map.js";
import { flatParent, shadowOf, slotOf } from "./shadow.js";

const documentPoint = Document.prototype.elementFromPoint;
const shadowPoint = (ShadowRoot.prototype as unknown as DocumentOrShadowRoot).elementFromPoint;

/** The innermost element at a point, through open and adopted shadow roots. Areas are in front of their images. */
export function deepest(x: number, y: number): Element | null {
  let el = documentPoint.call(document, x, y);
  for (let root = el && shadowOf(el); el && root; root = shadowOf(el)) {
    const inner: Element | null = (shadowPoint ?? documentPoint).call(root as unknown as Document, x, y);
    if (!inner || inner === el || rootOf(inner) !== root) {
      el = aroundText(el, x, y) ?? el;
      break;
    }
    el = inner;
  }
  return el && (areaAt(el, x, y) ?? el);
}

/**
 * The element that a slotted text of a host is drawn in, if that text is at the point. Chromium names the host there, although the
 * press goes to what is around the slot.
 */
function aroundText(host: Element, x: number, y: number): Element | null {
  for (let child: Node | null = firstChild(host); child; child = nextSibling(child)) {
    const slot = nodeType(child) === 3 && isDrawnAt(child, x, y) ? slotOf(child as Text) : null;
    if (!slot || styleValue(computedStyle(slot), "pointer-events") === "none") continue;
    let around: Element | null = slot;
    // A slot has no box.
    while (around && localName(around) === "slot") around = flatParent(around);
    return around;
  }
  return null;
}

function isDrawnAt(text: Node, x: number, y: number): boolean {
  const range = new Range();
  range.selectNodeContents(text);
  return Array.from(range.getClientRects()).some(
    ({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom,
  );
}
