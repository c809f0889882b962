/** `label`: the controls that a label, `aria-label` or `aria-labelledby` names. */
import { listsOf } from "../acting/listbox.js";
import { attribute, byId, has, labelControl, localName, queryScope, textContent, token } from "../dom/dom.js";
import { scopeOf } from "../dom/shadow.js";
import { each, type View } from "./view.js";
import { Best, type Wanted } from "./words.js";

/** What people call by a label beside it. Anything else they call by what it shows, or by its name. */
const FIELDS = new Set("checkbox combobox listbox radio searchbox slider spinbutton switch textbox".split(" "));

/** Controls with a matching label. */
export function byLabel(view: View, wanted: Wanted): Best {
  const best = new Best(view.only);
  const take = (el: Element, text: string): void => {
    if (view.counts(el)) best.add(el, wanted.fits(text));
  };
  for (const scope of view.scopes) {
    each(queryScope(scope, "label"), (label) => {
      if (!wanted.mayRemainOf(textContent(label) ?? "")) return;
      const control = labelControl(label as HTMLLabelElement);
      if (!control) return;
      take(control, labelText(view, label, control));
      // An attribute of the label can give another name than the words that are seen.
      if (has(label, "aria-label") || has(label, "aria-labelledby")) take(control, view.text(label));
    });
    for (const el of queryScope(scope, "[aria-label]")) take(el, attribute(el, "aria-label") ?? "");
    for (const el of queryScope(scope, "[aria-labelledby]")) take(el, labelled(view, el, wanted));
  }
  // The open list of a field often has the label of the field. Who names that means the field.
  for (const el of best.elements) if (token(el, "role") === "combobox") for (const list of listsOf(el)) best.drop(list);
  return best;
}

/** The text of a label, without the value of its own control. */
function labelText(view: View, label: Element, control: Element): string {
  const role = view.roles.of(control, localName(control));
  const { name, source } = view.names.of(control, localName(control), role);
  return source === "label" ? name : view.text(label);
}

/** The text of the labels of an element; its whole name where it is no field, which can have more parts than what is seen of them. */
function labelled(view: View, el: Element, wanted: Wanted): string {
  const text = referenced(view, el);
  if (wanted.fits(text) > 1) return text;
  const tag = localName(el);
  const role = view.roles.of(el, tag);
  return FIELDS.has(role) ? text : view.names.of(el, tag, role).name || text;
}

function referenced(view: View, el: Element): string {
  const scope = scopeOf(el);
  const ids = (attribute(el, "aria-labelledby") ?? "").trim().split(/\s+/);
  return ids
    .map((id) => (id === "" ? null : byId(scope, id)))
    .map((target) => (target ? view.text(target) : ""))
    .join(" ");
}
