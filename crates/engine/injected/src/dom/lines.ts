/** The text of an editor, by lines. */
import {
  firstChild,
  firstElementChild,
  isElement,
  localName,
  nextSibling,
  nodeType,
  parentElement,
  textContent,
  textData,
} from "./dom.js";
import { BLOCKS, HIDDEN, NONE, SKIPPED, type Styles } from "./style.js";

/** Editors make their lines of these. */
const LINES = new Set(BLOCKS);

/** Controls, whose texts are not what they show. */
const CONTROLS = new Set(["select", "textarea"]);

/**
 * The text that an element shows, with a line break between its lines; all of it where the element itself is hidden. Takes no more of the
 * stack for more levels. `leaves`: the elements to leave out besides.
 */
export function textLines(top: Element, styles: Styles, leaves?: (el: Element) => boolean): string {
  if (firstElementChild(top) === null) return textContent(top) ?? "";
  const hidden = HIDDEN & ~styles.of(top);
  let out = "";
  const edge = (tag: string): void => {
    if (LINES.has(tag) && out !== "" && !out.endsWith("\n")) out += "\n";
  };
  let parent = top;
  let at = firstChild(top);
  while (at || parent !== top) {
    if (at === null) {
      edge(localName(parent));
      at = nextSibling(parent);
      parent = parentElement(parent) ?? top;
      continue;
    }
    if (isElement(at)) {
      const tag = localName(at);
      if (CONTROLS.has(tag) || styles.of(at, tag) & (NONE | SKIPPED) || leaves?.(at)) {
        at = nextSibling(at);
        continue;
      }
      edge(tag);
      if (tag === "br") out += "\n";
      parent = at;
      at = firstChild(at);
      continue;
    }
    if (nodeType(at) === 3 && !(styles.of(parent) & hidden)) out += textData(at as Text);
    at = nextSibling(at);
  }
  return out.replace(/\n+$/, "");
}
