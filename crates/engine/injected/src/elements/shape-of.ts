/** The shape that a text of a drawing labels. Many diagrams keep the pointer from their labels, so that the shape gets it. */
import { computedStyle, find, findAll, isSvg, localName, parentElement, styleValue } from "../dom/dom.js";

const FORMS = "rect,circle,ellipse,path,polygon,polyline,image,use,foreignObject";

/** The outermost group around a text that takes no pointer in which it is the only text, beside something that may take it. */
export function shapeOf(text: Element): Element | null {
  if (localName(text) !== "text" || !isSvg(text)) return null;
  if (styleValue(computedStyle(text), "pointer-events") !== "none") return null;
  let shape: Element | null = null;
  for (let up = parentElement(text); up !== null && localName(up) === "g"; up = parentElement(up)) {
    if (findAll(up, "text").length > 1) break;
    if (find(up, FORMS)) shape = up;
  }
  return shape;
}
