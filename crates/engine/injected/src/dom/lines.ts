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
import { BLOCKS } from "./style.js";

/** Editors make their lines of these. */
const LINES = new Set(BLOCKS);

/** The text content of an element with a line break between its lines. Takes no more of the stack for more levels. */
export function textLines(top: Element): string {
  if (firstElementChild(top) === null) return textContent(top) ?? "";
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
      edge(tag);
      if (tag === "br") out += "\n";
      parent = at;
      at = firstChild(at);
      continue;
    }
    if (nodeType(at) === 3) out += textData(at as Text);
    at = nextSibling(at);
  }
  return out.replace(/\n+$/, "");
}
