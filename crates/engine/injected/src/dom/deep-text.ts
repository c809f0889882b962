/** The text of what is too deep to be followed. */
import { firstChild, isElement, localName, nextSibling, nodeType, parentElement, textData } from "./dom.js";
import { HIDDEN, NONE, SKIPPED, type Styles } from "./style.js";

/**
 * The text that an element shows, without structure and without shadow trees. Takes no more of the stack for more levels.
 * `skips`: elements that are left out; `put`: what stands for a text.
 */
export function deepText(
  top: Element,
  styles: Styles,
  skips: (el: Element, tag: string) => boolean,
  put: (parent: Element, text: string) => string,
): string {
  const parts: string[] = [];
  let parent = top;
  let at = firstChild(top);
  while (at || parent !== top) {
    if (at === null) {
      at = nextSibling(parent);
      parent = parentElement(parent) ?? top;
      continue;
    }
    if (isElement(at)) {
      const tag = localName(at);
      if (!(styles.of(at, tag) & (NONE | SKIPPED)) && !skips(at, tag)) {
        parent = at;
        at = firstChild(at);
        continue;
      }
    } else if (nodeType(at) === 3 && !(styles.of(parent) & HIDDEN)) parts.push(put(parent, textData(at as Text)));
    at = nextSibling(at);
  }
  return parts.join("");
}
