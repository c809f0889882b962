/** Controls inside the name of another element, where they count by their values. */
import {
  areaValue,
  attribute,
  byId,
  findAll,
  has,
  inputType,
  inputValue,
  is,
  localName,
  selectOptions,
  textContent,
} from "../dom/dom.js";
import { secret } from "../dom/secret.js";
import { scopeOf } from "../dom/shadow.js";
import { clean } from "../dom/text.js";

const CHOSEN = '[role=option][aria-selected="true" i]';

/**
 * The value of a control as a part of a name; undefined for any other element.
 */
export function embedded(el: Element, tag: string, role: string): string | undefined {
  switch (role) {
    case "textbox":
    case "searchbox":
      return typed(el, tag);
    case "combobox":
    case "listbox":
      return chosen(el, tag, role);
    case "slider":
    case "scrollbar":
    case "spinbutton":
    case "progressbar":
    case "meter":
      return ranged(el, tag, role);
    default:
      return undefined;
  }
}

function typed(el: Element, tag: string): string {
  if (secret(el)) return "";
  if (tag === "input") return inputValue(el as HTMLInputElement);
  if (tag === "textarea") return areaValue(el as HTMLTextAreaElement);
  return textContent(el) ?? "";
}

function chosen(el: Element, tag: string, role: string): string {
  if (tag === "select") {
    const labels: string[] = [];
    for (const option of selectOptions(el as HTMLSelectElement)) if (option.selected) labels.push(option.label);
    return labels.join(" ");
  }
  if (tag === "input") return secret(el) ? "" : inputValue(el as HTMLInputElement);
  const options = [...findAll(el, CHOSEN)];
  if (options.length === 0 && (has(el, "aria-owns") || has(el, "aria-controls")))
    for (const list of ownedOrControlled(el)) options.push(...(is(list, CHOSEN) ? [list] : findAll(list, CHOSEN)));
  if (options.length > 0) return options.map((option) => textContent(option) ?? "").join(" ");
  return role === "combobox" ? (textContent(el) ?? "") : "";
}

/** The elements that the control owns or controls by ids. */
function* ownedOrControlled(el: Element): Generator<Element> {
  const scope = scopeOf(el);
  for (const name of ["aria-owns", "aria-controls"]) {
    for (const id of (attribute(el, name) ?? "").trim().split(/\s+/)) {
      const found = id ? byId(scope, id) : null;
      if (found) yield found;
    }
  }
}

function ranged(el: Element, tag: string, role: string): string {
  const stated = attribute(el, "aria-valuetext") ?? attribute(el, "aria-valuenow");
  if (stated !== null) return stated;
  if (tag === "input" && (role !== "spinbutton" || inputType(el as HTMLInputElement) !== "password"))
    return secret(el) ? "" : inputValue(el as HTMLInputElement);
  if (tag === "progress" || tag === "meter") return has(el, "value") ? String((el as HTMLProgressElement).value) : "";
  return role === "spinbutton" ? (textContent(el) ?? "") : "";
}

/** Whether the content of the element is not shown as text. */
export const holdsNoText = (el: Element): boolean => {
  switch (localName(el)) {
    case "select":
    case "textarea":
    case "input":
    case "iframe":
    case "video":
    case "audio":
    case "canvas":
      return true;
    default:
      return false;
  }
};

/** Whether a field holds a value, which is drawn instead of what it suggests. */
export const holdsValue = (el: Element, tag: string): boolean =>
  (tag === "input" && inputValue(el as HTMLInputElement) !== "") ||
  (tag === "textarea" && areaValue(el as HTMLTextAreaElement) !== "");

/** Whether a value is what `aria-valuetext` says, which is not drawn. `value` can be cut. */
export function isStated(el: Element, tag: string, value: string): boolean {
  if (tag === "input" || tag === "textarea" || tag === "select") return false;
  const stated = attribute(el, "aria-valuetext");
  return stated !== null && clean(stated).startsWith(value.slice(0, 24));
}
