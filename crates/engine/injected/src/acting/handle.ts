/** The handle of an item or row, at which a drag of it begins: many pages listen nowhere else. */

import { isElement, localName, token } from "../dom/dom.js";
import { visibleRects } from "../dom/geometry.js";
import { eachChild } from "../dom/shadow.js";
import { GRAB, read } from "../dom/style.js";

const DRAGGED = new Set(["listitem", "row"]);
/** An item with more elements is not searched. */
const MOST = 400;

/** The only handle in what has this role and is none itself; undefined if there is none, or several. */
export function handleOf(item: Element, role: string): Element | undefined {
  if (!DRAGGED.has(role) || token(item, "draggable") === "true" || read(item) & GRAB) return undefined;
  const found: Element[] = [];
  let count = 0;
  const search = (around: Element): void =>
    eachChild(around, localName(around), (child) => {
      if (!isElement(child) || ++count > MOST || found.length > 1) return;
      // An item in the item has a handle of its own.
      if (localName(child) === "li" || token(child, "role") === role) return;
      if (!(read(child) & GRAB)) search(child);
      else if (visibleRects(child).length > 0) found.push(child);
    });
  search(item);
  return count <= MOST && found.length === 1 ? found[0] : undefined;
}
