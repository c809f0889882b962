/** Accessible descriptions (accname-1.2, html-aam, svg-aam). */

import { attribute, find, holds, isSvg, localName, textContent } from "../dom/dom.js";
import { clean, line } from "../dom/text.js";
import { isLong } from "../unseen/unseen.js";
import { type Names, referred } from "./name.js";
import { Met, type Named } from "./named.js";

/** A description. */
export interface Described {
  /** Empty if it would repeat the name. */
  text: string;
  /** Whether a person cannot see it, and it is long enough to be an order. */
  unseen: boolean;
}

/** The accessible description of an element. */
export function description(names: Names, el: Element, named: Named, length: number): Described {
  const way = { met: new Met(), referenced: true, hidden: false, own: el };
  let [text, unseen] = names.watched(() => names.references(el, "aria-describedby", way, false));
  if (!clean(text)) {
    text = attribute(el, "aria-description") ?? "";
    unseen = true;
  }
  if (!clean(text)) {
    text = native(names, el, named);
    unseen = isSvg(el);
  }
  // A title is seen by those who rest the pointer on it.
  if (!clean(text) && named.source !== "title") {
    text = attribute(el, "title") ?? "";
    unseen = true;
  }
  const found = line(text, length);
  return found === named.name ? { text: "", unseen: false } : { text: found, unseen: unseen && isLong(found) };
}

/** Whether what describes an element is all inside of it, and no reader of the page misses it there. */
export function isDescribedWithin(names: Names, el: Element): boolean {
  const targets = referred(el, "aria-describedby");
  return targets.length > 0 && targets.every((target) => holds(el, target) && !names.isHidden(target));
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
