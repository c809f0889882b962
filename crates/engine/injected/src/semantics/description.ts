/** Accessible descriptions (accname-1.2, html-aam, svg-aam). */

import { attribute, find, isSvg, localName, textContent } from "../dom/dom.js";
import { clean, line } from "../dom/text.js";
import type { Names } from "./name.js";
import { Met, type Named } from "./named.js";

/** The accessible description of an element; empty if it would repeat the name. */
export function description(names: Names, el: Element, named: Named, length: number): string {
  let text = names.references(
    el,
    "aria-describedby",
    { met: new Met(), referenced: true, hidden: false, own: el },
    false,
  );
  if (!clean(text)) text = attribute(el, "aria-description") ?? "";
  if (!clean(text)) text = native(names, el, named);
  if (!clean(text) && named.source !== "title") text = attribute(el, "title") ?? "";
  const found = line(text, length);
  return found === named.name ? "" : found;
}

/** A native description, of an SVG `desc` or a table caption that is not the name. */
function native(names: Names, el: Element, named: Named): string {
  if (isSvg(el)) {
    const desc = find(el, ":scope > desc");
    return desc ? (textContent(desc) ?? "") : "";
  }
  if (localName(el) === "table" && named.source === "author") {
    const caption = find(el, ":scope > caption");
    if (caption && !names.isHidden(caption)) return names.content(caption, "caption");
  }
  return "";
}
