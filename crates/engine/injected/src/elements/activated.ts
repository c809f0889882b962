/**
 * `activated`: what a press on an element would activate: itself, what it stands in, what it labels, and what is inside of it at the
 * point that would be pressed, as a link that fills a row; and the options that would be chosen of it.
 */

import { isList } from "../acting/fill.js";
import { reached } from "../acting/prepare.js";
import { isElement, labelControl, localName } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import type { Refusal } from "../protocol.js";
import { Walk } from "../walk/walk.js";
import { alternatives, isWritten } from "./alternatives.js";
import { chosen, namesOf } from "./chosen.js";
import type { Activated, ActivatedArgs, Part } from "./secret-protocol.js";
import { refused, resolve } from "./target.js";
import { shownText, wholeName } from "./whole-name.js";

/** How far up a control is looked for. */
const MOST = 30;
/** How far up from what is reached inside of it. */
const MOST_INSIDE = 1_000;
const CONTROL = /^(?:button|link|menuitem.*|option|tab|checkbox|radio|switch|treeitem|gridcell|combobox)$/;
/** Roles of controls whose content is what a person reads on them. */
const SHOWS = /^(?:button|link|menuitem.*|option|tab|checkbox|radio|switch)$/;

export function activated({ target, value, values, byKey }: ActivatedArgs): Activated | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const parts: Part[] = [];
  if (byKey) {
    if (isWritten(el)) push(el);
    const choices = alternatives(el);
    for (const choice of choices) push(choice);
    const options = choices.filter((choice) => part(choice).role === "option");
    for (const name of namesOf(options, [])) note({ role: "option", name });
    return { state: "activated", origin: self.origin, parts, unknown: false };
  }
  note({ role: target.role, ...wholeName(el, target) });
  noteShown(el, target.role);
  const isChoice = target.role === "listbox" && (value !== undefined || values !== undefined);
  // Scrolls, as the press does. What is chosen of a list is pressed itself.
  const inner = isChoice ? undefined : reached(el);
  const insides: Element[] = [];
  let up: Element | null = inner === el ? null : (inner ?? null);
  // What is reached may also serve the element from beside it, as the label of a control.
  for (; up && up !== el && insides.length < MOST_INSIDE; up = flatParent(up)) insides.push(up);
  labelled(el);
  up = flatParent(el);
  for (let level = 0; up && level < MOST; level++, up = flatParent(up)) add(up);
  for (const inside of insides) add(inside);
  const filled = value !== undefined && isList(el) ? [value] : undefined;
  const { options, names, unknown } = chosen(el, value, values ?? filled);
  for (const option of options) push(option);
  for (const name of names) note({ role: "option", name });
  return { state: "activated", origin: self.origin, parts, unknown };

  function add(up: Element): void {
    if (!labelled(up)) push(up, CONTROL);
  }

  /** Adds what a press on a label activates, whatever role the label has. */
  function labelled(label: Element): boolean {
    const control = localName(label) === "label" ? labelControl(label as HTMLLabelElement) : null;
    if (control && isElement(control)) push(control);
    return control !== null;
  }

  function push(control: Element, roles?: RegExp): void {
    const found = part(control);
    if (roles?.test(found.role) === false) return;
    note(found);
    noteShown(control, found.role);
  }

  /** A button that a label names is what it shows, too. */
  function noteShown(control: Element, role: string): void {
    const name = SHOWS.test(role) ? shownText(control) : "";
    if (name !== "" && !parts.some((known) => known.role === role && known.name === name)) note({ role, name });
  }

  function note(part: Part): void {
    const same = (known: Part): boolean => known.role === part.role && known.name === part.name;
    if (!parts.some((known) => same(known) && known.bare === part.bare)) parts.push(part);
  }
}

function part(el: Element): Part {
  const shown = new Walk(el).describe(el);
  return { role: shown.role, ...wholeName(el, shown) };
}
