/** Which element an event is about, for a person. */

import { pathOf } from "../dom/builtins.js";
import {
  areaValue,
  attribute,
  inputType,
  inputValue,
  is,
  isContentEditable,
  isSvg,
  localName,
  renderedText,
} from "../dom/dom.js";
import { isAnElement, passed } from "../dom/path.js";
import { isPassword } from "./tell.js";

/** What a person means with a click on something inside of it. */
const CONTROL = [
  "a[href],area,button,input,select,textarea,summary,option,label",
  "[contenteditable],[onclick],[tabindex]",
  ...[
    "button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option treeitem",
    "combobox textbox searchbox slider spinbutton gridcell",
  ]
    .join(" ")
    .split(" ")
    .map((role) => `[role=${role}]`),
].join(",");
/** How far up a control is looked for. */
const MOST = 12;

/** Values of `autocomplete` whose fields are as secret as those of passwords. */
const SECRETS = /(?:^|\s)(?:one-time-code|cc-(?:number|csc|exp|exp-month|exp-year))(?:\s|$)/;

/** The control that an event is about, else the element itself. */
export function controlOf(event: Event): Element | undefined {
  const path = passed(event);
  const control = path.slice(0, MOST).find((el) => is(el, CONTROL));
  // A part of a drawing says nothing by itself.
  return control ?? path.find((el) => !isSvg(el) || localName(el) === "svg");
}

/** The element that an event is dispatched at. */
export const targetOf = (event: Event): Element | undefined => {
  const [first] = pathOf.call(event);
  return first !== undefined && isAnElement(first) ? first : undefined;
};

/** Whether a field is one whose value must not be told. */
export const isSecret = (el: Element): boolean =>
  isPassword(el) || SECRETS.test((attribute(el, "autocomplete") ?? "").toLowerCase());

/** Types of inputs that are not typed into. */
const NO_TEXT = new Set(["checkbox", "radio", "file", "button", "submit", "reset", "image", "hidden"]);

/** What a field holds; undefined for what is no field of text. */
export function textOf(el: Element): string | undefined {
  switch (localName(el)) {
    case "input":
      return NO_TEXT.has(inputType(el as HTMLInputElement)) ? undefined : inputValue(el as HTMLInputElement);
    case "textarea":
      return areaValue(el as HTMLTextAreaElement);
    default:
      return isContentEditable(el as HTMLElement) ? renderedText(el) : undefined;
  }
}

/** Whether keys go into a text here. `lines`: of several lines. */
export function isText(el: Element | undefined): { lines: boolean } | undefined {
  if (el === undefined) return undefined;
  const tag = localName(el);
  if (tag === "textarea") return { lines: true };
  if (tag === "input") {
    const type = inputType(el as HTMLInputElement);
    return NO_TEXT.has(type) || type === "range" || type === "color" ? undefined : { lines: false };
  }
  return isContentEditable(el as HTMLElement) ? { lines: true } : undefined;
}
