/** Which matches an action can be done to. A link or a button is often called as the field that it leads to. */

import { inputType, isContentEditable, labelControl, localName, token } from "../dom/dom.js";
import { nearestAround } from "../dom/shadow.js";
import { checkedState } from "../semantics/element-states.js";
import { WIDGETS } from "../semantics/role.js";
import { isVisible } from "./found.js";
import type { Doing } from "./protocol.js";
import type { View } from "./view.js";

const WRITTEN = new Set("textbox searchbox combobox spinbutton slider".split(" "));
/** Inputs that hold no text. `image` and the like are buttons. */
const WORDLESS = new Set("button submit reset image checkbox radio file hidden".split(" "));

/** The only match that an action can be done to. All of them, if that are several or none: then the caller has to choose. */
export function fitting(view: View, found: Element[], doing: Doing | undefined): Element[] {
  if (found.length < 2 || doing === undefined || doing === "act") return found;
  const fit = found.filter((el) => fits(view, el, doing));
  return fit.length === 1 ? fit : found;
}

/**
 * Words inside a label that are no control stand for the control that it labels, if the action can be done to that: a label can show more
 * than the words that a person calls it by.
 */
export function labelled(view: View, found: Element[], doing: Doing | undefined): Element[] {
  if (doing === undefined || doing === "act") return found;
  return [...new Set(found.map((el) => controlOf(view, el, doing) ?? el))];
}

function controlOf(view: View, el: Element, doing: Doing): Element | null {
  const label = nearestAround(el, "label");
  const control = label && labelControl(label as HTMLLabelElement);
  if (!control || WIDGETS.has(view.roles.of(el, localName(el))) || !fits(view, control, doing)) return null;
  // A file input is used hidden.
  return doing === "upload" || isVisible(control) ? control : null;
}

function fits(view: View, match: Element, doing: Doing): boolean {
  // A label stands for its control.
  const el = (localName(match) === "label" && labelControl(match as HTMLLabelElement)) || match;
  const tag = localName(el);
  const role = view.roles.of(el, tag);
  const type = tag === "input" ? inputType(el as HTMLInputElement) : "";
  switch (doing) {
    case "type":
      if (tag === "input") return !WORDLESS.has(type);
      return WRITTEN.has(role) || isContentEditable(el as HTMLElement);
    case "select":
      return role === "combobox" || role === "listbox" || token(el, "aria-haspopup") === "listbox";
    case "check":
      return checkedState(el, tag, role) !== undefined;
    case "upload":
      return type === "file" || role === "button";
    default:
      return true;
  }
}
