/** What a page says about a control that is disabled: its description, required fields that are empty, texts to read. */

import { attribute, childElementCount, documentBody, has, is, isElement, localName } from "../dom/dom.js";
import { drawn } from "../dom/geometry.js";
import { eachChild, flatParent, insideOf, nearestAround } from "../dom/shadow.js";
import { line } from "../dom/text.js";
import type { Covered, Disabled } from "../elements/blocked-protocol.js";
import { called } from "../elements/called.js";
import { describeElement } from "../elements/hit.js";
import { refused, resolve } from "../elements/target.js";
import { inertBeside } from "../elements/veil.js";
import type { Expected, Refusal } from "../protocol.js";
import { description } from "../semantics/description.js";
import { disabledState, isInert } from "../semantics/element-states.js";
import { Walk } from "../walk/walk.js";
import { atEnd, scrolls } from "./scroll.js";

const GROUPS = "form,dialog,[role=dialog],[role=alertdialog],[role=form]";
const REQUIRED = ":is(input,select,textarea):required,[aria-required=true]";

/** How many fields and texts are named. */
const NAMED = 4;
/** The most elements that are asked whether they scroll. */
const MOST = 2_000;
const LENGTH = 120;
/** How many wrappers of a control alone may carry its tooltip. */
const WRAPPERS = 2;

/** `whyDisabled`: the same for an element that is known to be disabled. */
export function whyDisabled({ target }: { target: Expected }): Disabled | Refusal {
  const el = resolve(target);
  return refused(el) ? el : disabled(el);
}

/** The refusal for a control that takes no input: what is open keeps it from the control, or the control is inert or disabled. */
export function unusable(el: Element): Covered | Disabled | undefined {
  if (isInert(el)) return inertBeside(el) ?? disabled(el);
  return disabledState(el) ? disabled(el) : undefined;
}

/** The refusal for a control that is disabled. */
export function disabled(el: Element): Disabled {
  // What the page asks for around it is no reason.
  if (isInert(el)) return { state: "disabled", inert: true };
  const walk = new Walk(el);
  const tag = localName(el);
  const { role } = walk.describe(el);
  const says = description(walk.names, el, walk.names.of(el, tag, role), LENGTH).text || saidAround(walk, el);
  const group = nearestAround(el, GROUPS) ?? documentBody();
  if (!group) return { state: "disabled" };
  const fields = insideOf(group, REQUIRED).filter((field) => isEmpty(field) && drawn(field));
  const required = fields.slice(0, NAMED).map((field) => called(field));
  const unread = below(group).filter(
    (text) => scrolls(text, "y") && !atEnd(text) && localName(text) !== "textarea" && drawn(text),
  );
  return {
    state: "disabled",
    ...(says && { says }),
    ...(required.length > 0 && { required }),
    ...(unread.length > 0 && { unread: unread.slice(0, NAMED).map(describeElement) }),
  };
}

/**
 * What is said of a disabled control around it: by a wrapper of it alone, which carries the tooltip as the control itself gets no
 * pointer, or by a fieldset that is disabled with all that is in it.
 */
function saidAround(walk: Walk, el: Element): string {
  let wrappers = 0;
  for (let up = flatParent(el); up; up = flatParent(up)) {
    const wraps = wrappers < WRAPPERS && childElementCount(up) === 1 && !has(up, "role");
    wrappers = wraps ? wrappers + 1 : WRAPPERS;
    const label = wraps && /^(?:div|span)$/.test(localName(up)) ? attribute(up, "aria-label") : null;
    const tip = wraps ? line(attribute(up, "title") ?? label ?? "", LENGTH) : "";
    if (tip) return tip;
    if (localName(up) !== "fieldset" || !has(up, "disabled")) continue;
    const told = description(walk.names, up, walk.names.of(up, "fieldset", "group"), LENGTH).text;
    if (told) return told;
  }
  return "";
}

/** The first elements below another in the flat tree. */
function below(el: Element, found: Element[] = []): Element[] {
  eachChild(el, localName(el), (child) => {
    if (!isElement(child) || found.length >= MOST) return;
    found.push(child);
    below(child, found);
  });
  return found;
}

/** Whether a required field has no value. */
function isEmpty(field: Element): boolean {
  const { validity } = field as HTMLInputElement;
  if (validity)
    return validity.valueMissing || (is(field, "[aria-required=true]") && (field as HTMLInputElement).value === "");
  return (field.textContent ?? "").trim() === "";
}
