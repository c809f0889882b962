/** Custom lists: the element that opens one, the list that belongs to it, and its options. */

import {
  attribute,
  byId,
  has,
  inputList,
  inputType,
  isConnected,
  isContentEditable,
  localName,
  queryScope,
  rendered,
  renderedText,
  textContent,
  token,
} from "../dom/dom.js";
import { drawnText } from "../dom/drawn-text.js";
import { focusedElement } from "../dom/focus.js";
import { drawn, takesNone } from "../dom/geometry.js";
import { flatContains, flatParent, parentAround, scopeOf, scopes } from "../dom/shadow.js";
import { clean, line } from "../dom/text.js";
import { held } from "../dom/values.js";
import { placesOf } from "../elements/places.js";
import { rowsIn } from "../elements/stand-in.js";
import type { View } from "../locator/view.js";
import { disabledState } from "../semantics/element-states.js";

/** What opens a list, or is one. */
export const COMBOBOX = "[role=combobox],[aria-haspopup=listbox]";
export const WIDGET = `${COMBOBOX},[role=listbox]`;
/** Fluent UI's list of several options is a menu of checkboxes. */
const OPTIONS = "[role=option],[role=menuitemradio],[role=menuitemcheckbox],[role=treeitem]";
/** How many ancestors of a field are searched: of a hidden one for a visible one, of any for its combobox. */
export const MAX_LEVELS = 3;
/** Types of inputs that take text. */
const TEXT_TYPES = new Set("email search tel text url".split(" "));

export const all = (scope: Node, selector: string): Element[] => Array.from(queryScope(scope, selector));

/** What a page draws for selects whose options it does not show when they are chosen by script. */
const drawnFor = new WeakMap<Element, Element>();

export const noteDrawnFor = (select: Element, widget: Element): void => {
  drawnFor.set(select, widget);
};

/** The widget that an element is, labels, or contains as the only one; null for native fields. */
export function widgetOf(el: Element): Element | null {
  const own = (candidate: Element): boolean => {
    const tag = localName(candidate);
    // Native fields are filled. A text field with a `datalist` is native too.
    if (tag === "select" || (tag === "input" && has(candidate, "list"))) return false;
    return tag !== "input" || inputType(candidate as HTMLInputElement) !== "hidden";
  };
  const isWidget = (candidate: Element): boolean =>
    token(candidate, "role") === "combobox" ||
    token(candidate, "role") === "listbox" ||
    token(candidate, "aria-haspopup") === "listbox" ||
    comboboxAround(candidate) !== undefined;
  const instead = drawnFor.get(el);
  if (instead && isConnected(instead)) return instead;
  if (isWidget(el)) {
    if (!own(el)) return null;
    // Before ARIA 1.2, the combobox contained the field. An input that is out of the pointer's reach or hidden from screen readers is not
    // that: it holds the value for forms (RSuite).
    const isInner = (input: Element): boolean =>
      drawn(input) && token(input, "aria-hidden") !== "true" && !takesNone(input);
    const [inner] = localName(el) === "input" ? [] : all(el, "input").filter(isInner);
    return token(el, "role") === "combobox" && inner ? inner : el;
  }
  const inside = all(el, WIDGET).filter((candidate) => own(candidate) && placesOf(candidate).length > 0);
  const [only] = inside;
  if (only && inside.length === 1) return only;
  const id = attribute(el, "id");
  if (localName(el) !== "label" || !id) return null;
  // The browser does not know labels that name a widget by `aria-labelledby`.
  const named = all(scopeOf(el), WIDGET).filter((candidate) =>
    (attribute(candidate, "aria-labelledby") ?? "").split(/\s+/).includes(id),
  );
  return named[0] && named.length === 1 ? named[0] : null;
}

/** The combobox that holds a text field. Before ARIA 1.2, the field was no combobox itself. */
export function comboboxAround(field: Element): Element | undefined {
  if (localName(field) !== "input" || !TEXT_TYPES.has(inputType(field as HTMLInputElement))) return undefined;
  let up = parentAround(field);
  for (let level = 0; up && level < MAX_LEVELS; level++, up = parentAround(up))
    if (token(up, "role") === "combobox") return up;
  return undefined;
}

/** The options that a text field suggests, if it has a `datalist`. */
export function suggestedBy(el: Element): HTMLOptionElement[] | undefined {
  if (localName(el) !== "input" || !has(el, "list")) return undefined;
  const list = inputList(el as HTMLInputElement);
  return list ? all(list, "option").filter((option) => option instanceof HTMLOptionElement) : undefined;
}

/** Whether an option is called so, by its value or by its label. */
export const isCalled = (option: HTMLOptionElement, name: string): boolean =>
  [option.value, option.label].some((one) => clean(one).toLowerCase() === clean(name).toLowerCase());

/** The element to click to open the list: the widget, or a visible ancestor of a hidden field. */
export function openerOf(widget: Element): Element | null {
  if (placesOf(widget).length > 0) return widget;
  if (localName(widget) !== "input") return null;
  let up = flatParent(widget);
  for (let level = 0; up && level < MAX_LEVELS; level++, up = flatParent(up)) if (drawn(up)) return up;
  return null;
}

/** Whether a widget is the list itself. A field holds no options: as a `listbox`, it opens a list (PrimeReact's tree). */
export const isItsList = (widget: Element): boolean =>
  token(widget, "role") === "listbox" && localName(widget) !== "input";

/** A widget, and the combobox that holds it: both say what the list is. */
export function sources(widget: Element): Element[] {
  const around = comboboxAround(widget);
  return around ? [widget, around] : [widget];
}

/** The elements that a widget says to be its list, shown or not. */
export function listsOf(widget: Element): Element[] {
  if (isItsList(widget)) return [widget];
  const found: Element[] = [];
  for (const source of sources(widget)) {
    for (const name of ["aria-controls", "aria-owns"]) {
      for (const id of (attribute(source, name) ?? "").split(/\s+/)) {
        const scope = id === "" ? undefined : [scopeOf(source), document].find((one) => byId(one, id));
        if (scope) found.push(...calledSo(scope, id));
      }
    }
  }
  return found;
}

/** The elements of an id. Some pages draw a list anew and keep the old one: of several, those that are rendered. */
function calledSo(scope: Node, id: string): Element[] {
  const same = all(scope, `#${CSS.escape(id)}`);
  const shown = same.length > 1 ? same.filter((one) => rendered(one)) : same;
  return shown.length > 0 ? shown : same;
}

/** The options of a list, including those in its shadow tree and its slots. */
export const optionsIn = (list: Element): Element[] => optionsOf(list).filter((option) => drawn(option));

/** The options of a list, and of the page without one, drawn or not. */
export function optionsOf(list: Element | null): Element[] {
  const inside = (option: Element): boolean => {
    if (list === null) return true;
    for (let up: Element | null = option; up; up = parentAround(up)) if (up === list) return true;
    return false;
  };
  const found = scopes().flatMap((scope) => all(scope, OPTIONS));
  return found.filter((option) => inside(option));
}

export function nameOf(view: View, option: Element): string {
  const tag = localName(option);
  return view.names.of(option, tag, view.roles.of(option, tag)).name || view.names.content(option, tag);
}

/**
 * The first match by label, by label without regard to case, or by value, which is often not shown; else the only option of which one line
 * is called so: others may describe it.
 */
export function match(names: ReadonlyMap<Element, string>, wanted: string): Element | undefined {
  const exact = clean(wanted);
  const options = [...names];
  const of = (fits: (name: string, option: Element) => boolean): Element | undefined =>
    options.find(([option, name]) => fits(clean(name), option))?.[0];
  return (
    of((name) => name === exact) ??
    of((name) => name.toLowerCase() === exact.toLowerCase()) ??
    // A name can hold that of an icon.
    of((_, option) => clean(textContent(option) ?? "").toLowerCase() === exact.toLowerCase()) ??
    // Or words for screen readers, such as that it is not selected (UI5).
    of((_, option) => clean(drawnText(option)).toLowerCase() === exact.toLowerCase()) ??
    of((_, option) => attribute(option, "data-value") === wanted || attribute(option, "value") === wanted) ??
    onlyByLine(options, exact.toLowerCase())
  );
}

/** The only option that shows a line of this text, if there is one. A part of a line can be marked for being what was typed. */
function onlyByLine(options: readonly [Element, string][], wanted: string): Element | undefined {
  if (wanted === "") return undefined;
  const shows = ([option]: [Element, string]): boolean =>
    clean(textContent(option) ?? "")
      .toLowerCase()
      .includes(wanted) &&
    renderedText(option)
      .split("\n")
      .some((text) => clean(text).toLowerCase() === wanted);
  const found = options.filter(shows);
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** The text that the closed widget shows. */
export function shown(widget: Element): string {
  const text = localName(widget) === "input" ? held(widget as HTMLInputElement) : (textContent(widget) ?? "");
  return line(text, 200);
}

/** The enabled options, with their names; the rows of a list whose options are not drawn. */
export function choosable(view: View, list: Element): Map<Element, string> {
  const options = optionsIn(list);
  if (options.length === 0) return rowsIn(list);
  return new Map(options.filter((option) => !disabledState(option)).map((option) => [option, nameOf(view, option)]));
}

/** Whether the arrow keys are at an option. `focused`: what has the focus may say so, too. */
export function isActive(option: Element, widget: Element, focused = true): boolean {
  const id = attribute(option, "id");
  if (!id) return false;
  const around = [
    ...sources(widget),
    ...all(widget, "[aria-activedescendant]"),
    focused ? focusedElement() : null,
    parentAround(widget),
  ];
  return around.some((el) => el && attribute(el, "aria-activedescendant") === id);
}

/** Whether the element takes typed text. */
function isWritable(el: Element): boolean {
  if (has(el, "readonly") || token(el, "aria-readonly") === "true" || disabledState(el)) return false;
  // Its letters look for options by their first one (Vuetify).
  if (token(el, "inputmode") === "none") return false;
  if (localName(el) === "input") return TEXT_TYPES.has(inputType(el as HTMLInputElement));
  return isContentEditable(el as HTMLElement);
}

/** What had the focus before the list was opened, by the element that is chosen from. */
const focusedBefore = new WeakMap<Element, Element | null>();

/**
 * The field that narrows the list: the widget, or the input that got the focus when the list was opened. A page may open a list without
 * a focus, which stays in another field then. `asked`: the element that is chosen from, which is, names or holds the widget.
 */
export function fieldOf(widget: Element, opened: boolean, asked: Element): Element | null {
  const active = focusedElement();
  // What has the focus while the list is open already may be the field to search it.
  const isOpen = sources(widget).some((source) => token(source, "aria-expanded") === "true");
  if (!opened) focusedBefore.set(asked, isOpen ? null : active);
  if (isWritable(widget)) return widget;
  if (!opened || !active || active === widget || localName(active) !== "input" || !isWritable(active)) return null;
  const isLeft = active === focusedBefore.get(asked) && !sources(widget).some((source) => flatContains(source, active));
  return isLeft ? null : active;
}
