/** Properties of an element that a walk gives on request only. */
import { attribute, attributeNames, box } from "../dom/dom.js";
import { line } from "../dom/text.js";

/** Attributes that help to write code or tests. `value` is never included. */
const INCLUDED = new Set(
  "id class name title alt for rel target lang dir autocomplete pattern maxlength minlength min max step accept action method tabindex contenteditable part slot".split(
    " ",
  ),
);
const DATA = /^data-[a-z][a-z0-9-]*$/;
const LONGEST = 100;

/** The attributes as properties. */
export function furtherAttributes(el: Element): string {
  let out = "";
  for (const name of attributeNames(el)) {
    if (!INCLUDED.has(name) && !DATA.test(name)) continue;
    const value = line(attribute(el, name) ?? "", LONGEST);
    if (value) out += `\t${name}=${value}`;
  }
  return out;
}

/** The box as a property. */
export function boundsOf(el: Element): string {
  const { left, top, width, height } = box(el);
  return `\tbounds=${[left, top, width, height].map(Math.round).join(",")}`;
}
