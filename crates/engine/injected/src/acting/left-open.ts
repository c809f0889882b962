/** What a field has opened, and leaves open when a fill gives the focus to the next one. */

import { documentBody, isConnected, offsetWidth } from "../dom/dom.js";
import { focusedElement, giveFocus } from "../dom/focus.js";
import { flatContains } from "../dom/shadow.js";
import { button, middle } from "./synthetic.js";

/** Where pages put what opens over them: so many elements at the end of the body are looked at. */
const LAST = 20;

/** The field that got the focus last, and what was shown at the end of the body before that. */
let former: { field: WeakRef<Element>; before: WeakSet<Element> } | undefined;

function atTheEnd(): Element[] {
  const shown: Element[] = [];
  let el = documentBody()?.lastElementChild;
  for (let count = 0; el && count < LAST; el = el.previousElementSibling, count++)
    if (offsetWidth(el as HTMLElement) > 0) shown.push(el);
  return shown;
}

/**
 * Gives a field the focus. Some calendars close by no loss of the focus, but by the press with which a person goes to the next field: if
 * the field before has opened something that is still there, the page is told of one. There is no click.
 */
export function focusNext(field: Element): void {
  const now = focusedElement();
  const last = former?.field.deref() === now ? former : undefined;
  const shown = atTheEnd();
  const isOpen = now !== null && last && shown.some((el) => !last.before.has(el) && !flatContains(el, field));
  if (isOpen) button(field, "down", middle(field));
  former = { field: new WeakRef(field), before: new WeakSet(isOpen ? atTheEnd() : shown) };
  giveFocus(field);
  if (isOpen && isConnected(field)) button(field, "up", middle(field));
}
