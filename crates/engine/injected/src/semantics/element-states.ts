/** States of an element that the lines of a walk, the ARIA states and the actions have in common. */

import {
  areaValue,
  attribute,
  chosenIndex,
  computedStyle,
  firstElementChild,
  has,
  holds,
  inputChecked,
  inputType,
  inputValue,
  is,
  labelControl,
  localName,
  selectOptions,
  styleValue,
  token,
} from "../dom/dom.js";
import { drawnText } from "../dom/drawn-text.js";
import { textLines } from "../dom/lines.js";
import { secret } from "../dom/secret.js";
import { nearestAround, parentAround, shadowOf } from "../dom/shadow.js";
import { HIDDEN, NONE, Styles } from "../dom/style.js";
import { clean } from "../dom/text.js";
import type { States } from "../protocol.js";
import { drawnBox } from "./drawn-box.js";
import { referred } from "./name.js";
import { editingHost } from "./role.js";

/** What stands for the value of a password field. */
const MASK = "••••";

const CHECKABLE = new Set("checkbox menuitemcheckbox menuitemradio radio switch".split(" "));
const MIXABLE = new Set("checkbox menuitemcheckbox".split(" "));
/** Roles that support `aria-selected`. */
export const SELECTABLE = new Set("option tab row gridcell treeitem columnheader rowheader".split(" "));

/** The roles of what a combobox opens. It can be in the combobox, and its texts are no value. */
export const POPUPS = new Set("dialog grid listbox menu tree".split(" "));
const isPopup = (el: Element): boolean => POPUPS.has(token(el, "role"));

/** The label in a combobox that names it. After a label, inside or not, many refer to the value as well. */
function labelWithin(el: Element): Element | undefined {
  const [first] = referred(el, "aria-labelledby");
  return first && first !== el && holds(el, first) ? first : undefined;
}

/** Whether an element in a combobox is the label of a field in that, which has a line with it. */
export function namesField(el: Element, inner: Element, styles: Styles): boolean {
  const control = localName(inner) === "label" ? labelControl(inner as HTMLLabelElement) : null;
  return control !== null && holds(el, control) && !(styles.of(control) & (HIDDEN | NONE));
}

/** The value of a tristate attribute; undefined for any other value. */
export function tristate(el: Element, name: string): "true" | "false" | "mixed" | undefined {
  const value = token(el, name);
  return value === "true" || value === "false" || value === "mixed" ? value : undefined;
}

/** Whether the element is checked; undefined if it cannot be. */
export function checkedState(el: Element, tag: string, role: string): "true" | "false" | "mixed" | undefined {
  if (tag === "input") {
    const type = inputType(el as HTMLInputElement);
    if (type === "checkbox" || type === "radio") {
      if ((el as HTMLInputElement).indeterminate && type === "checkbox") return "mixed";
      const own = inputChecked(el as HTMLInputElement) ? "true" : "false";
      return drawnState(el as HTMLInputElement, own) ?? own;
    }
  }
  if (tag === "option") return undefined;
  // Some authors give a checkbox the state of a button.
  const value = token(el, "aria-checked") || (CHECKABLE.has(role) ? token(el, "aria-pressed") : "");
  if (!CHECKABLE.has(role)) return role === "treeitem" || role === "option" ? tristate(el, "aria-checked") : undefined;
  if (value === "" && role === "checkbox") return drawnBox(el) ?? "false";
  // Radio buttons and switches have no mixed state.
  return value === "true" || (value === "mixed" && MIXABLE.has(role)) ? value : "false";
}

/**
 * What the box shows that a page draws over a native one, where the author says so. `aria-checked` of a native box counts for nothing:
 * it may be a leftover. But where the box itself is not drawn, and a page that prevents its clicks has never let it move, only the author
 * knows what is shown.
 */
function drawnState(el: HTMLInputElement, own: string): "true" | "false" | undefined {
  const said = tristate(el, "aria-checked");
  if (said === undefined || said === "mixed" || said === own || inputChecked(el) !== el.defaultChecked)
    return undefined;
  return styleValue(computedStyle(el), "opacity") === "0" ? said : undefined;
}

/** Whether an option, tab, row or the like is selected; undefined if that does not apply. */
export function selectedState(el: Element, tag: string, role: string): boolean | undefined {
  if (tag === "option") return (el as HTMLOptionElement).selected;
  const value = SELECTABLE.has(role) ? token(el, "aria-selected") : "";
  return value === "true"
    ? true
    : value === "false" && role !== "row" && role !== "gridcell" && role !== "columnheader" && role !== "rowheader"
      ? false
      : undefined;
}

/**
 * Whether the element is disabled, by itself, by its fieldset, or by `aria-disabled` on an ancestor. Browsers go by the light
 * tree for fieldsets, and by the flat tree for ARIA.
 */
export function disabledState(el: Element): boolean {
  return is(el, ":disabled") || nearestAround(el, '[aria-disabled="true" i]') !== null;
}

const optionText = (option: HTMLOptionElement | undefined): string => (option ? option.label || option.text : "");

/** The value that a field shows; undefined if it has none. `styles`: those of the walk, if it is one. */
export function shownValue(el: Element, tag: string, role: string, styles?: Styles): string | undefined {
  switch (tag) {
    case "input": {
      const input = el as HTMLInputElement;
      if (secret(el)) return inputValue(input) === "" ? "" : MASK;
      switch (inputType(input)) {
        case "checkbox":
        case "radio":
        case "button":
        case "submit":
        case "reset":
        case "image":
        case "hidden":
          return undefined;
        case "file":
          return Array.from(input.files ?? [], (file) => file.name).join(", ");
        default:
          return inputValue(input);
      }
    }
    case "textarea":
      return areaValue(el as HTMLTextAreaElement);
    case "select": {
      const select = el as HTMLSelectElement;
      const all = selectOptions(select);
      if (!select.multiple) return optionText(all[chosenIndex(select)]);
      const chosen: string[] = [];
      for (const option of all) if (option.selected) chosen.push(optionText(option));
      return chosen.join(", ");
    }
    case "meter":
    case "progress":
      return undefined;
  }
  // Options in a slot of a component are in its list, which may not be shown.
  if (role === "combobox" && shadowOf(el, tag) && has(firstElementChild(el) ?? el, "role"))
    return clean(drawnText(el, (inner) => token(inner, "role") === "option"));
  const host = editingHost(el);
  if (role === "combobox" && !host) {
    const label = labelWithin(el);
    const known = styles ?? new Styles();
    return textLines(el, known, (inner) => inner === label || isPopup(inner) || namesField(el, inner, known));
  }
  if (host || role === "textbox" || role === "searchbox") return textLines(el, styles ?? new Styles());
  return attribute(el, "aria-valuetext") ?? undefined;
}

/** Whether the value is invalid: the author says so, or the browser does after user input. */
export function invalidState(el: Element): States["invalid"] {
  const value = token(el, "aria-invalid");
  if (value === "grammar" || value === "spelling") return value;
  if (value !== "") return value === "false" ? undefined : "true";
  return !has(el, "aria-invalid") && is(el, ":user-invalid") ? "true" : undefined;
}

/** The value of `aria-current`. */
export function currentState(el: Element): States["current"] {
  const value = token(el, "aria-current");
  switch (value) {
    case "":
    case "false":
      return undefined;
    case "page":
    case "step":
    case "location":
    case "date":
    case "time":
      return value;
    default:
      return "true";
  }
}

/** How a column or a row is sorted: the value of `aria-sort`, which only headers have. */
export function sortState(el: Element, role: string): States["sort"] {
  if (role !== "columnheader" && role !== "rowheader") return undefined;
  const value = token(el, "aria-sort");
  return value === "ascending" || value === "descending" || value === "other" ? value : undefined;
}

/** Whether what is inert around an element leaves it out: a modal dialog is inert only by its own attribute. */
export const escapesInert = (el: Element): boolean => localName(el) === "dialog" && is(el, ":modal");

/** Whether the element is inert, by itself or by an ancestor. */
export function isInert(el: Element): boolean {
  for (let up: Element | null = el; up; up = parentAround(up)) {
    if (has(up, "inert")) return true;
    if (escapesInert(up)) return false;
  }
  return false;
}
