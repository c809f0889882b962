/** The widget that a page draws for a native select which it keeps for forms. */

import { localName, nextElement } from "../dom/dom.js";
import { drawnText } from "../dom/drawn-text.js";
import { drawn } from "../dom/geometry.js";
import { clean } from "../dom/text.js";
import { held } from "../dom/values.js";
import { isForForms } from "../elements/stand-in.js";
import { all, COMBOBOX, listsOf } from "./listbox.js";

/** The combobox in what follows a select that neither the pointer nor the keyboard gets to. */
function comboboxFor(select: Element): { box: Element; combobox: Element } | undefined {
  const box = isForForms(select) ? nextElement(select) : null;
  if (!box || !drawn(box)) return undefined;
  const [combobox, other] = all(box, COMBOBOX);
  return combobox && !other ? { box, combobox } : undefined;
}

/** What a widget shows, without its list. */
function textOf(box: Element, combobox: Element): string {
  const lists = listsOf(combobox);
  const written = localName(combobox) === "input" ? held(combobox) : "";
  return clean(`${drawnText(box, (el) => lists.includes(el))} ${written}`).toLowerCase();
}

/** What draws a select. */
export interface Widget {
  combobox: Element;
  /** Whether it shows a label. Not each hears of the choice of a script. */
  shows(label: string): boolean;
}

export function widgetFor(select: Element): Widget | undefined {
  const found = comboboxFor(select);
  if (!found) return undefined;
  const { box, combobox } = found;
  return { combobox, shows: (label) => textOf(box, combobox).includes(clean(label).toLowerCase()) };
}
