/** The value of a combobox of the page's own, which may hold a field. */

import { findAll, has, inputType, localName, token } from "../dom/dom.js";
import { textLines } from "../dom/lines.js";
import { shadowOf } from "../dom/shadow.js";
import { HIDDEN, NONE, SKIPPED, Styles } from "../dom/style.js";
import { namesField, POPUPS, shownValue } from "./element-states.js";

/** The value that an element shows: {@link shownValue}, or what stands beside the field of a combobox. */
export const shownOf = (el: Element, tag: string, role: string, styles = new Styles()): string | undefined =>
  besideField(el, tag, role, styles) ?? shownValue(el, tag, role, styles);

const TYPED = new Set("email search tel text url".split(" "));

/**
 * The text of a combobox around a field that has a line of its own, without the signs beside the field: its buttons, and keys that lead to
 * it. What else stands there was chosen. Undefined for any other element.
 */
function besideField(el: Element, tag: string, role: string, styles: Styles): string | undefined {
  if (role !== "combobox" || tag === "input" || tag === "select" || tag === "textarea" || shadowOf(el, tag))
    return undefined;
  const isField = (input: Element): boolean =>
    TYPED.has(inputType(input as HTMLInputElement)) &&
    !has(input, "readonly") &&
    token(input, "aria-hidden") !== "true" &&
    !(styles.of(input) & (HIDDEN | NONE | SKIPPED));
  if (![...findAll(el, "input")].some(isField)) return undefined;
  return textLines(el, styles, (inner) => isBeside(inner) || namesField(el, inner, styles));
}

function isBeside(el: Element): boolean {
  const [tag, role] = [localName(el), token(el, "role")];
  return tag === "button" || tag === "kbd" || role === "button" || POPUPS.has(role);
}
