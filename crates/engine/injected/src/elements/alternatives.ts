/** What keys choose among: arrows and letters move the choice on in groups of radio buttons, lists and tabs. */

import { inputType, localName, nearest, queryScope, selectOptions, token } from "../dom/dom.js";
import { scopeOf } from "../dom/shadow.js";

/** Items with their groups, where the choice may follow the focus. */
const GROUPS = new Map([
  ["radio", ["[role=radiogroup]", "[role=radio]"]],
  ["tab", ["[role=tablist]", "[role=tab]"]],
  ["option", ["[role=listbox]", "[role=option]"]],
  ["menuitemradio", ["[role=menu],[role=group]", "[role=menuitemradio]"]],
]);

/** All that a key may choose where an element has the focus. */
export function alternatives(el: Element): Element[] {
  const tag = localName(el);
  const role = token(el, "role");
  if (tag === "select") return Array.from(selectOptions(el as HTMLSelectElement));
  if (tag === "input" && inputType(el as HTMLInputElement) === "radio") return radios(el as HTMLInputElement);
  if (role === "listbox" || role === "tablist") {
    const item = role === "listbox" ? "[role=option]" : "[role=tab]";
    return Array.from(queryScope(el, item));
  }
  const [around, items] = GROUPS.get(role) ?? [];
  const group = around === undefined ? null : nearest(el, around);
  return group && items !== undefined ? Array.from(queryScope(group, items)) : [];
}

function radios(radio: HTMLInputElement): Element[] {
  const all = Array.from(queryScope(scopeOf(radio), "input[type=radio]")) as HTMLInputElement[];
  return all.filter((other) => other === radio || (other.name === radio.name && other.form === radio.form));
}
