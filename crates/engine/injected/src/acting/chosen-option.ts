/** Whether an option of a custom list is chosen, or only called selected because the arrow keys or a typed text are at it. */

import {
  firstChild,
  inputChecked,
  isElement,
  localName,
  nextSibling,
  nodeType,
  textContent,
  textData,
  token,
} from "../dom/dom.js";
import { insideOf, parentAround } from "../dom/shadow.js";
import { clean } from "../dom/text.js";
import { fieldBox } from "../elements/stand-in.js";
import { comboboxAround, isActive, isItsList, optionsIn, shown } from "./listbox.js";

/** What says whether an option, or the row in which its text stands, is chosen, and its states. */
function marked(option: Element, list: Element): { el: Element; selected: string; checked: string } | undefined {
  for (let el: Element | null = option; el && el !== list; el = parentAround(el)) {
    const [selected, checked] = [token(el, "aria-selected"), token(el, "aria-checked")];
    if (selected !== "" || checked !== "") return { el, selected, checked };
  }
  return undefined;
}

/** What an element that is chosen from showed before an option was searched by its text. */
interface Before {
  /** The texts of the options that its list called selected. */
  selected: Set<string>;
  /** The texts beside its field. Some fields complete there what is typed (FAST). */
  beside: Set<string>;
}

const before = new WeakMap<Element, Before>();

const textOf = (option: Element): string => clean(textContent(option) ?? "");

/** Remembers what a widget shows, and which options its list calls selected; none while it is closed. */
export function keepSelected(
  asked: Element,
  widget: Element,
  list: Element | null,
  offered?: ReadonlyMap<Element, string>,
): void {
  const isSelected = (option: Element): boolean => list !== null && marked(option, list)?.selected === "true";
  before.set(asked, {
    selected: new Set([...(offered?.keys() ?? [])].filter(isSelected).map(textOf)),
    beside: new Set(besideOf(widget, list)),
  });
}

/**
 * Whether an option is chosen; undefined if it does not say so. Lists of suggestions also call the option selected at which the arrow keys
 * are: that one is chosen if the widget shows it. So do they with one that is called what was typed to find it: it is chosen if it was
 * selected before. `typed`: the element that is chosen from, if what its field holds was typed, and shows no choice.
 */
export function isChosen(
  option: Element,
  list: Element,
  widget: Element,
  typed: Element | undefined,
): boolean | undefined {
  const mark = marked(option, list);
  // Some lists of several options show what is chosen by a box alone, and call none selected (Carbon).
  const [box, further] = mark?.checked ? [] : insideOf(option, "input[type=checkbox]");
  if (box && !further && (!mark || inputChecked(box as HTMLInputElement))) return inputChecked(box as HTMLInputElement);
  if (!mark) return undefined;
  if (mark.selected !== "true" && mark.checked !== "true") return false;
  if (displays(widget, option, list, typed)) return true;
  if (isActive(mark.el, widget)) return false;
  const known =
    !typed ||
    mark.checked === "true" ||
    token(list, "aria-multiselectable") === "true" ||
    before.get(typed)?.selected.has(textOf(option));
  return known ? true : undefined;
}

/**
 * Whether an option that is called selected may only be where the arrow keys are. A pointer over another option tells, as it takes that
 * along. Some lists highlight one without a word of it in `aria-activedescendant` (Choices, when it opens).
 */
export function mayBeActiveOnly(option: Element, list: Element, widget: Element, typed: Element | undefined): boolean {
  const mark = marked(option, list);
  if (mark?.selected !== "true" || mark.checked === "true") return false;
  if (isActive(mark.el, widget)) return true;
  if (isItsList(widget) || displays(widget, option, list, typed)) return false;
  return optionsIn(list).every((one) => one === mark.el || token(one, "aria-selected") !== "true");
}

/** Whether a widget, or the box that is drawn as its field, shows an option besides in its list. */
function displays(widget: Element, option: Element, list: Element, typed: Element | undefined): boolean {
  const beside = besideOf(widget, list);
  const name = textOf(option);
  // What is written beside the field can hold a word that was typed.
  if (typed && localName(widget) === "input")
    return beside.some((text) => clean(text) === name && before.get(typed)?.beside.has(text));
  return `${shown(widget)}\n${clean(beside.join(""))}`.includes(name);
}

/** The texts in the box of a widget, but for those of its list. */
function besideOf(widget: Element, list: Element | null): string[] {
  const box = fieldBox(widget) ?? comboboxAround(widget) ?? widget;
  return box === list ? [textContent(box) ?? ""] : [...textsBeside(box, list)];
}

/** The texts in an element, but for those in a list, in labels, and in what is not shown. */
function* textsBeside(el: Element, list: Element | null): Generator<string> {
  if (el === list || /^(?:script|style|label)$/.test(localName(el))) return;
  for (let child = firstChild(el); child; child = nextSibling(child))
    if (isElement(child)) yield* textsBeside(child, list);
    else if (nodeType(child) === 3) yield textData(child as Text);
}
