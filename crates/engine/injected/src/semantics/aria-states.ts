/** The states and properties of an element that its role supports (wai-aria 1.3, html-aam). */

import { attribute, has, inputType, inputValue, is, localName, nearest, token } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import type { States } from "../protocol.js";
import {
  checkedState,
  currentState,
  disabledState,
  invalidState,
  selectedState,
  sortState,
  tristate,
} from "./element-states.js";
import { shownOf } from "./held-field.js";
import { firstSummary, type Roles } from "./role.js";

const list = (words: string): Set<string> => new Set(words.split(" "));

const EXPANDABLE = list(
  "application button checkbox columnheader combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio row rowheader switch tab treeitem",
);
const REQUIRABLE = list(
  "checkbox columnheader combobox gridcell listbox radio radiogroup rowheader searchbox spinbutton switch textbox tree treegrid",
);
const READABLE = list(
  "checkbox columnheader combobox grid gridcell listbox menuitemcheckbox menuitemradio radiogroup rowheader searchbox slider spinbutton switch textbox treegrid",
);
const OPENING = list(
  "application button columnheader combobox gridcell link menuitem menuitemcheckbox menuitemradio rowheader searchbox slider tab textbox treeitem",
);
const MULTISELECTABLE = list("grid listbox tablist tree treegrid");
const LEVELLED = list("comment heading listitem row tablist treeitem");
const RANGES = list("meter progressbar scrollbar separator slider spinbutton");
const VALUED = list("combobox searchbox textbox");
/** The default orientation of each role; empty if it has none. */
const ORIENTED: Record<string, "horizontal" | "vertical" | ""> = {
  combobox: "",
  listbox: "vertical",
  menu: "vertical",
  menubar: "horizontal",
  radiogroup: "",
  scrollbar: "vertical",
  separator: "horizontal",
  slider: "horizontal",
  tablist: "horizontal",
  toolbar: "horizontal",
  tree: "vertical",
  treegrid: "",
};

/** The states of an element. */
export function statesOf(el: Element, tag: string, role: string, roles: Roles, focused: boolean): States {
  const found: States = {};
  const checked = checkedState(el, tag, role);
  if (checked !== undefined) found.checked = checked;
  const pressed = role === "button" ? tristate(el, "aria-pressed") : undefined;
  if (pressed) found.pressed = pressed;
  const selected = selectedState(el, tag, role);
  if (selected !== undefined) found.selected = selected;
  const open = expandedState(el, tag, role);
  if (open !== undefined) found.expanded = open;
  if (disabledState(el)) found.disabled = true;
  if (REQUIRABLE.has(role) && (is(el, ":required") || token(el, "aria-required") === "true")) found.required = true;
  if (isReadonly(el, tag, role)) found.readonly = true;
  if (tag === "textarea" || ((role === "textbox" || role === "searchbox") && token(el, "aria-multiline") === "true"))
    found.multiline = true;
  if (isMultiselectable(el, tag, role)) found.multiselectable = true;
  if ((tag === "dialog" && is(el, ":modal")) || (isDialog(role) && token(el, "aria-modal") === "true"))
    found.modal = true;
  if (token(el, "aria-busy") === "true") found.busy = true;
  if (focused) found.focused = true;
  const invalid = invalidState(el);
  if (invalid) found.invalid = invalid;
  const current = currentState(el);
  if (current) found.current = current;
  const sort = sortState(el, role);
  if (sort) found.sort = sort;
  const popup = popupState(el, tag, role);
  if (popup) found.haspopup = popup;
  const orientation = orientationState(el, tag, role);
  if (orientation) found.orientation = orientation;
  const level = levelOf(el, tag, role, roles);
  if (level !== undefined) found.level = level;
  if (RANGES.has(role)) Object.assign(found, rangeOf(el, tag, role));
  const value = VALUED.has(role) ? shownOf(el, tag, role) : undefined;
  if (value !== undefined) found.value = value;
  return found;
}

const isDialog = (role: string): boolean => role === "dialog" || role === "alertdialog";

function expandedState(el: Element, tag: string, role: string): boolean | undefined {
  if (tag === "summary") {
    const details = nearest(el, "details");
    return details && firstSummary(details) === el ? has(details, "open") : undefined;
  }
  const value = EXPANDABLE.has(role) ? token(el, "aria-expanded") : "";
  return value === "true" ? true : value === "false" ? false : undefined;
}

function isReadonly(el: Element, tag: string, role: string): boolean {
  if (tag === "input" || tag === "textarea") return is(el, ":read-only") && has(el, "readonly");
  return READABLE.has(role) && token(el, "aria-readonly") === "true";
}

function isMultiselectable(el: Element, tag: string, role: string): boolean {
  if (tag === "select") return has(el, "multiple");
  return MULTISELECTABLE.has(role) && token(el, "aria-multiselectable") === "true";
}

function popupState(el: Element, tag: string, role: string): States["haspopup"] {
  if (!OPENING.has(role)) return undefined;
  const value = token(el, "aria-haspopup");
  switch (value) {
    case "true":
      return "menu";
    case "menu":
    case "listbox":
    case "tree":
    case "grid":
    case "dialog":
      return value;
  }
  if (role !== "combobox" || has(el, "aria-haspopup")) return undefined;
  return tag === "select" ? "menu" : "listbox";
}

function orientationState(el: Element, tag: string, role: string): States["orientation"] {
  const initial = ORIENTED[role];
  if (initial === undefined || (role === "combobox" && tag === "select")) return undefined;
  const value = token(el, "aria-orientation");
  return value === "horizontal" || value === "vertical" ? value : initial || undefined;
}

function levelOf(el: Element, tag: string, role: string, roles: Roles): number | undefined {
  if (!LEVELLED.has(role)) return undefined;
  const stated = Number.parseInt(attribute(el, "aria-level") ?? "", 10);
  if (stated >= 1) return stated;
  if (role === "heading") return /^h[1-6]$/.test(tag) ? Number(tag[1]) : 2;
  if (role !== "treeitem") return undefined;
  let level = 1;
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const above = roles.of(up, localName(up));
    if (above === "group") level++;
    else if (above === "tree") return level;
  }
  return undefined;
}

type Range = Pick<States, "valuemin" | "valuemax" | "valuenow" | "valuetext">;

function rangeOf(el: Element, tag: string, role: string): Range {
  // A separator without focus has no value.
  if (role === "separator" && !(Number.parseInt(attribute(el, "tabindex") ?? "", 10) >= 0)) return {};
  const range: Range =
    tag === "input" || tag === "progress" || tag === "meter" ? ownRange(el, tag) : ariaRange(el, role);
  const text = attribute(el, "aria-valuetext");
  if (text) range.valuetext = text;
  return range;
}

/** The range of a native element. */
function ownRange(el: Element, tag: string): Range {
  if (tag === "progress") {
    const { position, max, value } = el as HTMLProgressElement;
    return { valuemin: 0, valuemax: max, ...(position < 0 ? {} : { valuenow: value }) };
  }
  if (tag === "meter") {
    const { min, max, value } = el as HTMLMeterElement;
    return { valuemin: min, valuemax: max, valuenow: value };
  }
  const slider = inputType(el as HTMLInputElement) === "range";
  return numbers({
    valuemin: attribute(el, "min") ?? (slider ? "0" : null),
    valuemax: attribute(el, "max") ?? (slider ? "100" : null),
    valuenow: inputValue(el as HTMLInputElement),
  });
}

function ariaRange(el: Element, role: string): Range {
  const bounded = role !== "spinbutton";
  const range = numbers({
    valuemin: attribute(el, "aria-valuemin") ?? (bounded ? "0" : null),
    valuemax: attribute(el, "aria-valuemax") ?? (bounded ? "100" : null),
    valuenow: attribute(el, "aria-valuenow"),
  });
  const { valuemin, valuemax } = range;
  if (range.valuenow === undefined && (role === "slider" || role === "scrollbar" || role === "separator"))
    if (valuemin !== undefined && valuemax !== undefined) range.valuenow = (valuemin + valuemax) / 2;
  return range;
}

function numbers(given: Record<"valuemin" | "valuemax" | "valuenow", string | null>): Range {
  const found: Range = {};
  for (const key of ["valuemin", "valuemax", "valuenow"] as const) {
    const value = Number.parseFloat(given[key] ?? "");
    if (Number.isFinite(value)) found[key] = value;
  }
  return found;
}
