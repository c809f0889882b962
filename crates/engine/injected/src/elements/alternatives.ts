/**
 * What keys change where an element has the focus: its value, or the choice in groups of radio buttons, lists and tabs, which
 * arrows and letters move on.
 */

import { listsOf } from "../acting/listbox.js";
import { inputType, is, isContentEditable, localName, queryScope, selectOptions, token } from "../dom/dom.js";
import { flatContains, flatParent, scopeOf, scopes } from "../dom/shadow.js";

/** Items with their groups, where the choice may follow the focus. */
const GROUPS = new Map([
  ["radio", ["[role=radiogroup]", "[role=radio]"]],
  ["tab", ["[role=tablist]", "[role=tab]"]],
  ["option", ["[role=listbox]", "[role=option]"]],
  ["menuitemradio", ["[role=menu],[role=group]", "[role=menuitemradio]"]],
]);

/** Inputs whose value is not what a key writes or moves. */
const PRESSED = /^(?:button|submit|reset|image|checkbox|radio|file|hidden)$/;
/** What pages make of other elements, and give a value. */
const VALUED = /^(?:textbox|searchbox|spinbutton|slider|combobox|listbox)$/;

/** Whether keys may change the value of the element that has the focus. */
export function isWritten(el: Element): boolean {
  const tag = localName(el);
  if (tag === "input") return !PRESSED.test(inputType(el as HTMLInputElement));
  return (
    tag === "select" || tag === "textarea" || isContentEditable(el as HTMLElement) || VALUED.test(token(el, "role"))
  );
}

/** All that a key may choose where an element has the focus. */
export function alternatives(el: Element): Element[] {
  const tag = localName(el);
  const role = token(el, "role");
  if (tag === "select") return Array.from(selectOptions(el as HTMLSelectElement));
  if (tag === "input" && inputType(el as HTMLInputElement) === "radio") return radios(el as HTMLInputElement);
  if (role === "listbox") return itemsIn(el, "[role=option]");
  if (role === "tablist") return itemsIn(el, "[role=tab]");
  // In a field, letters are its text, and do not choose.
  if (role === "combobox" && tag !== "input") return listsOf(el).flatMap((list) => itemsIn(list, "[role=option]"));
  const [around, items] = GROUPS.get(role) ?? [];
  if (around === undefined || items === undefined) return [];
  let group: Element | null = el;
  while (group && !is(group, around)) group = flatParent(group);
  return group ? itemsIn(group, items) : [];
}

/** What stands in a group, also by slots and in shadow trees. */
const itemsIn = (group: Element, items: string): Element[] =>
  scopes().flatMap((scope) => Array.from(queryScope(scope, items)).filter((item) => flatContains(group, item)));

function radios(radio: HTMLInputElement): Element[] {
  const all = Array.from(queryScope(scopeOf(radio), "input[type=radio]")) as HTMLInputElement[];
  return all.filter((other) => other === radio || (other.name === radio.name && other.form === radio.form));
}
