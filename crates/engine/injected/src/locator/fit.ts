/** Which matches an action can be done to. A link or a button is often called as the field that it leads to. */

import { inputType, isContentEditable, labelControl, localName, token } from "../dom/dom.js";
import { checkedState } from "../semantics/element-states.js";
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
