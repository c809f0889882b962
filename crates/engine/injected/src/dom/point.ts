/** Which element is at a point of the viewport. */
import { rootOf } from "./dom.js";
import { areaAt } from "./image-map.js";
import { shadowOf } from "./shadow.js";

const documentPoint = Document.prototype.elementFromPoint;
const shadowPoint = (ShadowRoot.prototype as unknown as DocumentOrShadowRoot).elementFromPoint;

/** The innermost element at a point, through open and adopted shadow roots. Areas are in front of their images. */
export function deepest(x: number, y: number): Element | null {
  let el = documentPoint.call(document, x, y);
  for (let root = el && shadowOf(el); el && root; root = shadowOf(el)) {
    const inner: Element | null = (shadowPoint ?? documentPoint).call(root as unknown as Document, x, y);
    if (!inner || inner === el || rootOf(inner) !== root) break;
    el = inner;
  }
  return el && (areaAt(el, x, y) ?? el);
}
