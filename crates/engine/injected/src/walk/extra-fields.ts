/** What a walk says of an element only where it is asked for. */
import { attribute, attributeNames, box } from "../dom/dom.js";
import { line } from "../dom/text.js";

/** Attributes that say something to a person who writes code or tests; `value` is never among them. */
const TOLD = new Set(
  "id class name title alt for rel target lang dir autocomplete pattern maxlength minlength min max step accept action method tabindex contenteditable part slot".split(
    " ",
  ),
);
const DATA = /^data-[a-z][a-z0-9-]*$/;
const LONGEST = 100;

/** Properties for the attributes. */
export function furtherAttributes(el: Element): string {
  let out = "";
  for (const name of attributeNames(el)) {
    if (!TOLD.has(name) && !DATA.test(name)) continue;
    const value = line(attribute(el, name) ?? "", LONGEST);
    if (value) out += `\t${name}=${value}`;
  }
  return out;
}

/** The property for the box. */
export function boundsOf(el: Element): string {
  const { left, top, width, height } = box(el);
  return `\tbounds=${[left, top, width, height].map(Math.round).join(",")}`;
}
