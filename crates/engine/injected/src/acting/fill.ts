/** `fill`: gives a field a value, with trusted events where possible, and answers how it was done. */

import {
  find,
  has,
  inputType,
  isContentEditable,
  isElement,
  labelControl,
  localName,
  queryScope,
  textContent,
  token,
} from "../dom/dom.js";
import { giveFocus } from "../dom/focus.js";
import { drawn } from "../dom/geometry.js";
import { DOC, elementOf } from "../dom/registry.js";
import { secret } from "../dom/secret.js";
import { shadowOf } from "../dom/shadow.js";
import { isBusy } from "../elements/busy.js";
import { editorBox, isEditorInput } from "../elements/editor-input.js";
import { innerBox, noteChecking } from "../elements/inner-box.js";
import { placesOf } from "../elements/places.js";
import { isForForms } from "../elements/stand-in.js";
import { refused, resolve } from "../elements/target.js";
import { keptFrom } from "../elements/veil.js";
import type { Checked, Refusal } from "../protocol.js";
import { drawnBox } from "../semantics/drawn-box.js";
import { checkedState, disabledState } from "../semantics/element-states.js";
import { editingHost } from "../semantics/role.js";
import { whenSettled } from "../watching/settled.js";
import { answered } from "./answered.js";
import { bareBoxOf, keptBy } from "./bare-list.js";
import { noteLines } from "./code-editor.js";
import { unusable } from "./disabled.js";
import { fillTyped } from "./fill-formatted.js";
import type { Became, BecomesArgs, FillArgs, Filled, IsEditor, IsList, NeedsClick, Slider } from "./fill-protocol.js";
import { fillSelect } from "./fill-select.js";
import { fillEditable, typeInto } from "./insert.js";
import { comboboxAround, openerOf, suggestedBy, widgetOf } from "./listbox.js";
import { place } from "./selection.js";
import { noteAsText, slide, sliderOf } from "./slider.js";

/** The share of a call's time that an editor may take for its lines. The rest is for what follows. */
const TIME_SHARE = 0.7;

/** `fill`. */
export function fill({
  target,
  value: given = "",
  options,
  check: wanted,
  waitMs = 0,
  plain = false,
}: FillArgs): Filled | NeedsClick | IsEditor | IsList | Slider | Refusal | Promise<Filled | IsList | Refusal> {
  const el = resolve(target);
  if (refused(el)) return el;
  const field = fieldOf(el);
  noteChecking(undefined);
  // One of what a text field suggests is its text.
  const suggested = options?.length === 1 && field && suggestedBy(field) ? options[0] : undefined;
  const value = suggested ?? given;
  if (options && suggested === undefined && (!field || localName(field) !== "select")) {
    if (!widgetOf(el) && !bareBoxOf(el))
      return { state: "kind", is: "not a native select", next: "click it, then click one of its options" };
    if (options.length > 0) return { state: "list" };
    const is = "a list of the page's own, which only its own controls empty";
    return { state: "kind", is, next: "open it, then click the options that are chosen, or what removes them" };
  }
  if (!field) {
    if (wanted === undefined && (widgetOf(el) || bareBoxOf(el))) return { state: "list" };
    if (isEditorInput(el) && wanted === undefined) {
      if (editorBox(el)) return editor(el);
      // It draws no lines by which its new text could be checked.
      const next = "press Control+A in it, then type the text";
      return { state: "kind", is: "an editor that keeps its text itself", next };
    }
    const byKeys = target.role === "slider" || target.role === "spinbutton";
    // The bar between two panes is moved by its keys as well.
    const slides = byKeys || target.role === "separator";
    const slider = slides && wanted === undefined ? sliderOf(el) : undefined;
    if (slider) return unusable(el) ?? slide(el, slider, value);
    if (byKeys)
      return {
        state: "kind",
        is: `a ${target.role} without a text field`,
        next: "press its arrow keys, Home or End, or drag it",
      };
    const opens = !/^(?:|false)$/.test(token(el, "aria-haspopup"));
    return {
      state: "kind",
      is: "not a field that takes a value",
      ...(opens && { next: "click it, then choose in what opens" }),
    };
  }
  const tag = localName(field);
  const role = field === el ? target.role : token(field, "role");
  const type = tag === "input" ? inputType(field as HTMLInputElement) : "";
  if (type === "file") return { state: "kind", is: "a file input", next: "give it files with upload_file_by_uid" };
  if (type === "hidden") return { state: "kind", is: "a hidden input" };
  if (type === "button" || type === "submit" || type === "reset" || type === "image")
    return { state: "kind", is: "a button" };
  if (isEditorInput(field) && wanted === undefined) return unusable(field) ?? keptFrom(field) ?? editor(field);
  const checked = checkedState(field, tag, role);
  const shown = (checked === undefined && drawn(field)) || placesOf(field).length > 0;
  const isText = wanted === undefined && value !== "" && tag === "input";
  if (isText && (shown ? isSearch(field) : opensFrom(field))) return { state: "list" };
  if (!shown) return { state: "hidden" };
  const off = unusable(field);
  if (off) return off;
  if (token(field, "aria-readonly") === "true") return { state: "readonly" };
  if (checked !== undefined) {
    noteChecking(el);
    return check(checked, role === "radio" || type === "radio", wanted === undefined ? value : String(wanted));
  }
  if (wanted !== undefined) return { state: "kind", is: "not something that is checked or unchecked" };
  const kept = keptFrom(field);
  if (kept) return kept;
  if (tag === "select") return fillSelect(field as HTMLSelectElement, options ?? value, waitMs);
  if (tag === "input" || tag === "textarea") {
    const input = field as HTMLInputElement | HTMLTextAreaElement;
    if (isChosenFrom(field)) return { state: "list" };
    if (has(field, "readonly")) return { state: "readonly" };
    const typed = tag === "input" ? fillTyped(input as HTMLInputElement, type, value, plain) : undefined;
    if (typed) return typed;
    if (type === "number" && value.trim() !== "" && !/^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(value.trim()))
      return { state: "value", why: "a number is expected, such as 12.5" };
    const wanted = type === "number" ? value.trim() : value;
    return typeInto(input, wanted, secret(field), target, plain);
  }
  const byItsKeys = role === "spinbutton" ? fillSegment(field as HTMLElement, value) : undefined;
  if (byItsKeys) return byItsKeys;
  const limitMs = waitMs > 0 ? waitMs * TIME_SHARE : Number.POSITIVE_INFINITY;
  return fillEditable(field as HTMLElement, value, limitMs, plain);
}

/**
 * Gives a spin button that can be edited a number: its page keeps the value, and hears of it by keys alone (segments of dates and times).
 * Undefined where it does not tell its value as a number, or is given something else.
 */
function fillSegment(field: HTMLElement, value: string): Slider | Refusal | Promise<Filled> | undefined {
  const slider = sliderOf(field);
  if (!slider || value.trim() === "" || !Number.isFinite(Number(value))) return undefined;
  const answer = slide(field, slider, value);
  if (answer.state !== "slider") return answer;
  // An empty one may tell the value at which its arrow keys would begin, which is not reached without a key.
  if (/\d/.test(textContent(field) ?? "")) {
    noteAsText(field, value);
    return answer;
  }
  giveFocus(field);
  return place(field, "all").then(() => ({
    state: "filled",
    kind: "editable",
    method: "insert",
    changed: true,
    rest: value.trim(),
  }));
}

/** What is about to be given to it is compared with what it draws now. */
function editor(input: Element): IsEditor {
  noteLines(input);
  return { state: "editor" };
}

const YES = new Set(["true", "on", "checked", "1", "yes"]);
const NO = new Set(["false", "off", "unchecked", "0", "no"]);

function check(checked: Checked, radio: boolean, value: string): NeedsClick | Refusal {
  const word = value.trim().toLowerCase();
  if (!YES.has(word) && !NO.has(word)) return { state: "value", why: "true or false is expected" };
  const wanted = YES.has(word);
  if (radio && !wanted)
    return { state: "kind", is: "a radio button, which cannot be switched off; choose another one of its group" };
  return { state: "click", checked, wanted };
}

/** `becomes`: pages often set a state a moment after the click, as when their server has answered, or take it back. */
export async function becomes({ target, wanted, definite, timeoutMs }: BecomesArgs): Promise<Became | Refusal> {
  await answered();
  let last: Became | Refusal = { state: "gone" };
  const look = (): { done: Became | Refusal } | { watched: Element[] } => {
    const el = target.doc === DOC ? elementOf(target.id) : undefined;
    const field = el && fieldOf(el);
    if (!field) {
      last = { state: "gone" };
      return { done: last };
    }
    const checked = checkedState(field, localName(field), field === el ? target.role : token(field, "role"));
    last = { state: "became", pending: disabledState(field) || isBusy(field) };
    if (checked !== undefined) last.checked = checked;
    const ends = checked === undefined || checked === String(wanted) || (definite && checked !== "mixed");
    // A mixed one may need a second click.
    if (!definite || checked === String(wanted)) noteChecking(undefined);
    return ends ? { done: last } : { watched: [] };
  };
  return (await whenSettled(timeoutMs, look)) ?? last;
}

/** Whether filling it chooses an option of a custom list. */
export function isList(el: Element): boolean {
  const field = fieldOf(el);
  if (!field) return widgetOf(el) !== null || bareBoxOf(el) !== undefined;
  return isChosenFrom(field) || isSearch(field);
}

/** Whether a text field only searches a list without roles, whose value the page keeps in a select. */
function isSearch(field: Element): boolean {
  const box = localName(field) === "input" ? bareBoxOf(field) : undefined;
  const kept = box && keptBy(box);
  return kept !== undefined && localName(kept) === "select";
}

/** Whether a field that is not drawn is that of a combobox around it, which a person opens. */
function opensFrom(field: Element): boolean {
  const widget = comboboxAround(field) && widgetOf(field);
  return widget ? openerOf(widget) !== null : false;
}

/** Whether the value of a text field is chosen from its list alone: it takes no keys. */
const isChosenFrom = (field: Element): boolean =>
  (has(field, "readonly") || token(field, "inputmode") === "none") && opensList(field);

/** Whether a text field opens a list, and no calendar. */
const opensList = (field: Element): boolean =>
  localName(field) === "input" &&
  widgetOf(field) !== null &&
  /^(?:true|listbox|tree)?$/.test(token(field, "aria-haspopup"));

/** The field that an element is, labels, or contains; null if there is none, or more than one. */
export function fieldOf(el: Element): Element | null {
  const tag = localName(el);
  if (tag === "label") {
    const control = labelControl(el as HTMLLabelElement);
    if (control) return control;
  }
  if (tag === "input" || tag === "select" || tag === "textarea") return el;
  if (editingHost(el) || isContentEditable(el as HTMLElement)) return el;
  if (checkedState(el, tag, token(el, "role")) !== undefined || drawnBox(el) !== undefined) return el;
  const inside = fieldsIn(el);
  return inside.length === 1 ? (inside[0] as Element) : (innerBox(el) ?? null);
}

const FIELDS =
  "input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image]),textarea,select,[contenteditable]:not([contenteditable=false i])";

function fieldsIn(el: Element): Element[] {
  const found: Element[] = [];
  const look = (scope: Node): void => {
    found.push(...queryScope(scope, FIELDS));
    for (const inner of queryScope(scope, "*")) {
      if (found.length > 1) return;
      const root = shadowOf(inner);
      if (root) look(root);
    }
  };
  const root = shadowOf(el);
  if (root) look(root);
  if (isElement(el) && find(el, "*")) look(el);
  return found.filter((field) => drawn(field) && !isForForms(field));
}
