/**
 * Lists without roles: a box that the page draws in place of a field which it keeps for forms, and what it opens in it. Nothing but their
 * structure tells them (Semantic UI, Selectize).
 */

import {
  attribute,
  computedStyle,
  find,
  findAll,
  inputType,
  labelControl,
  localName,
  nextElement,
  parentElement,
  previousElement,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { drawnText } from "../dom/drawn-text.js";
import { drawn } from "../dom/geometry.js";
import { flatContains } from "../dom/shadow.js";
import { clean, line } from "../dom/text.js";
import { MAX_LEVELS, WIDGET } from "./listbox.js";

/** What says which value an option or a chosen one has. */
const VALUED = "[data-value]";
/** Descendants of the largest box that is looked at. */
const MOST = 5_000;

/** The field that a box stands for; undefined if it stands for none. */
export function keptBy(box: Element): Element | undefined {
  if (/^(?:input|select|textarea|label|form|fieldset|body)$/.test(localName(box)) || !drawn(box) || find(box, WIDGET))
    return undefined;
  if ([...findAll(box, "input,select,textarea")].filter((field) => drawn(field)).length > 1) return undefined;
  const before = previousElement(box);
  // Out of the keyboard's reach as well: else a page may only have hidden it for now.
  if (before && isKept(before) && attribute(before, "tabindex") === "-1") return before;
  const own = [...findAll(box, "input,select")].find((field) => parentElement(field) === box && isKept(field));
  return own && [...findAll(box, VALUED)].some((option) => floating(option, box)) ? own : undefined;
}

/** Whether a field keeps a value and is not drawn. */
function isKept(field: Element): boolean {
  const type = localName(field) === "input" ? inputType(field as HTMLInputElement) : localName(field);
  return type === "hidden" || ((type === "select" || type === "text") && !drawn(field));
}

/** What floats over the page in a box, and holds an element of it. */
function floating(el: Element, box: Element): Element | undefined {
  for (let up: Element | null = el; up && up !== box; up = parentElement(up))
    if (/^(?:absolute|fixed)$/.test(styleValue(computedStyle(up), "position"))) return up;
  return undefined;
}

/** The box without roles that an element is, is in, or is the label of. */
export function bareBoxOf(el: Element): Element | undefined {
  let up: Element | null = el;
  if (localName(el) === "label") up = labelControl(el as HTMLLabelElement) ?? nextElement(el);
  for (let level = 0; up && level <= MAX_LEVELS; level++, up = parentElement(up)) if (keptBy(up)) return up;
  return undefined;
}

/** What to click to open the list: what holds the field for text, which may move at the press, or the box. */
export function bareOpener(box: Element): Element {
  const input = [...findAll(box, "input")].find((one) => inputType(one as HTMLInputElement) !== "hidden" && drawn(one));
  return (input && parentElement(input)) ?? box;
}

/** The list that a box shows. */
export function bareListOf(box: Element): Element | null {
  if (findAll(box, "*").length > MOST) return null;
  for (const option of findAll(box, VALUED)) {
    const list = drawn(option) && floating(option, box);
    if (list) return list;
  }
  return null;
}

/** The options of a list without roles, with what they show. */
export const bareOptions = (list: Element): Map<Element, string> =>
  new Map(
    [...findAll(list, VALUED)]
      .filter((option) => drawn(option) && !find(option, VALUED))
      .map((option) => [option, clean(drawnText(option))]),
  );

/** What a box shows besides its list. */
export const bareText = (box: Element, list: Element | null): string =>
  line(
    drawnText(box, (el) => el === list),
    200,
  );

/** What a box shows as chosen by this name or value, which its list does not offer any more then. */
export function bareChosen(box: Element, list: Element | null, wanted: string): Element | undefined {
  const name = clean(wanted).toLowerCase();
  return [...findAll(box, VALUED)].find(
    (one) =>
      drawn(one) &&
      !(list && flatContains(list, one)) &&
      (attribute(one, "data-value") === wanted || ownText(one).toLowerCase() === name),
  );
}

/** The text of what is chosen, without those of the controls in it. */
const ownText = (chosen: Element): string =>
  clean(drawnText(chosen, (el) => /^(?:a|button)$/.test(localName(el)))) || clean(textContent(chosen) ?? "");
