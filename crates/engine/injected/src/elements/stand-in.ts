/**
 * What a person points at in place of an element that libraries keep for the keyboard and for screen readers only: the box that is drawn
 * as a field, and the row that is drawn for an option.
 */

import {
  attribute,
  box,
  clientHeight,
  clientWidth,
  computedStyle,
  documentBody,
  drawnBox,
  findAll,
  firstChild,
  inputType,
  is,
  localName,
  nextSibling,
  nodeType,
  rendered,
  styleValue,
  textContent,
  textData,
  token,
} from "../dom/dom.js";
import { drawn, larger, takesNone } from "../dom/geometry.js";
import { flatContains, flatParent } from "../dom/shadow.js";
import { blank, clean } from "../dom/text.js";
import { isParked } from "./parked.js";

/** Fields that a person can reach, of which a box that is drawn as one has no second. */
const FIELDS =
  "select,textarea,[contenteditable],[role=checkbox],[role=switch],[role=radio],[role=slider],[role=combobox]," +
  "input:not([type=hidden]):not([aria-hidden=true])";
/** How many ancestors are looked at, and how many of them may be of no size besides (Element Plus' selects of several). */
const LEVELS = 2;
const SIZELESS = 2;
/** The sides of the largest box, in CSS pixels, that a person cannot see or press. */
const POINT = 3;
/** Descendants of the largest list that is looked at. */
const MOST = 5_000;

/** Whether an element is a field that opens a list, or a tree. */
const opens = (el: Element): boolean =>
  localName(el) === "input" &&
  (/^(?:combobox|listbox)$/.test(token(el, "role")) || /^(?:listbox|tree)$/.test(token(el, "aria-haspopup")));

/** Whether an element of no size around this one, or its own, cuts it off: it is for the keyboard and for screen readers only. */
export function isCut(el: Element): boolean {
  if (!larger(el, POINT)) return true;
  let up = flatParent(el);
  for (let level = 0; up && level < LEVELS; level++, up = flatParent(up))
    if (!larger(up, POINT) && styleValue(computedStyle(up), "overflow-x") !== "visible") return true;
  return false;
}

/** Whether a person can see nothing of a field that opens a list. */
const isAway = (el: Element): boolean => isCut(el) || isParked(el);

/** The box in which a person sees a field that opens a list and is cut off itself (PrimeReact), or put away (Tom Select). */
export const boxOfCut = (el: Element): Element | undefined => (opens(el) && isAway(el) ? fieldBox(el) : undefined);

/** Whether an element is a checkbox, a radio button or a switch without a box to speak of, which the keyboard reaches. */
function isBoxless(el: Element): boolean {
  if (localName(el) !== "input") return false;
  const type = inputType(el as HTMLInputElement);
  return (type === "checkbox" || type === "radio") && !larger(el, POINT) && rendered(el);
}

/**
 * The window in which a strip with the words of both states is slid, as its checkbox says, which is kept hidden in it (Bootstrap Switch).
 * Others that are hidden may only be shown while the pointer is over what is around them.
 */
export function slidWithin(el: Element): Element | undefined {
  if (localName(el) !== "input" || inputType(el as HTMLInputElement) !== "checkbox") return undefined;
  if (rendered(el) || !drawnBox(el)) return undefined;
  const strip = flatParent(el);
  const view = strip && flatParent(strip);
  if (!view || !drawn(view) || !alone(view, el)) return undefined;
  const style = computedStyle(view);
  const slides = styleValue(style, "overflow-x") === "hidden" && styleValue(style, "cursor") === "pointer";
  return slides && box(strip).width > box(view).width + POINT ? view : undefined;
}

/**
 * The box that is drawn as this field: its nearest drawn ancestor, unless that is the page or holds other fields. It is what a click hits where a text
 * is drawn over the field (Element Plus), where the field is under its own box (Shoelace) or lets the pointer through (Mantine), and
 * where a switch has no box (Element Plus).
 */
export function fieldBox(el: Element): Element | undefined {
  const boxless = isBoxless(el);
  if (!boxless && !opens(el)) return slidWithin(el);
  const unseen = boxless || isAway(el);
  let found: Element | undefined;
  let levels = 0;
  let sizeless = 0;
  for (let up = flatParent(el); up && levels < LEVELS && sizeless <= SIZELESS; up = flatParent(up)) {
    if (/^(?:label|body)$/.test(localName(up)) || token(up, "aria-busy") === "true" || !alone(up, el)) break;
    if (!larger(up, POINT)) {
      sizeless++;
      continue;
    }
    levels++;
    found = up;
    if (unseen) break;
  }
  const labels = Array.from((el as HTMLInputElement).labels ?? []);
  // A label in the box may be what is drawn.
  return boxless && found && labels.some((label) => flatContains(found as Element, label)) ? undefined : found;
}

/** Whether an element holds no field but this one. Before ARIA 1.2, the combobox was what holds the field. */
const alone = (outer: Element, el: Element): boolean =>
  (token(outer, "role") === "combobox" || !is(outer, FIELDS)) &&
  [...findAll(outer, FIELDS)].every((other) => other === el || !rendered(other) || isForForms(other));

/** Whether a select is there for forms only, as the page draws another one: neither the pointer nor the keyboard gets to it. */
export const isForForms = (other: Element): boolean =>
  localName(other) === "select" && attribute(other, "tabindex") === "-1" && (isCut(other) || takesNone(other));

/**
 * Where the rows of a list are drawn that is itself of no size: Ant Design keeps options for screen readers beside its rows. Undefined
 * if the list is drawn, or nothing is. A list that is only scaled to nothing is closed (Slim Select).
 */
export function drawnBeside(list: Element): Element | undefined {
  if (drawn(list) || !rendered(list) || (clientWidth(list) > POINT && clientHeight(list) > POINT)) return undefined;
  let up = flatParent(list);
  for (let level = 0; up && up !== documentBody() && level < LEVELS; level++, up = flatParent(up))
    if (drawn(up)) return up;
  return undefined;
}

/** The parts of a list that show a text of their own, with it. */
export function rowsIn(area: Element): Map<Element, string> {
  const rows = new Map<Element, string>();
  const parts = findAll(area, "*");
  if (parts.length > MOST) return rows;
  for (const part of parts) {
    if (!hasText(part) || !drawn(part) || withheld(part, area)) continue;
    rows.set(part, clean(textContent(part) ?? ""));
  }
  return rows;
}

/** Whether an element shows a text that is none of its parts'. */
export function hasText(el: Element): boolean {
  for (let child = firstChild(el); child; child = nextSibling(child))
    if (nodeType(child) === 3 && !blank(textData(child as Text))) return true;
  return false;
}

/** Whether a part is in the list of no size, or in an element with `aria-hidden`. */
function withheld(part: Element, area: Element): boolean {
  for (let up: Element | null = part; up && up !== area; up = flatParent(up))
    if (token(up, "aria-hidden") === "true" || token(up, "role") === "listbox") return true;
  return false;
}

/** The row that is drawn for an option of a list of no size. */
export function rowOf(option: Element): Element | undefined {
  if (token(option, "role") !== "option") return undefined;
  const name = clean(attribute(option, "aria-label") ?? textContent(option) ?? "");
  for (let list = flatParent(option); list; list = flatParent(list)) {
    if (token(list, "role") !== "listbox") continue;
    const area = drawnBeside(list);
    if (!area) return undefined;
    const same = [...rowsIn(area)].filter(([, text]) => text === name);
    return same.length === 1 ? same[0]?.[0] : undefined;
  }
  return undefined;
}
