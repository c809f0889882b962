/** Describes an element that was found: as a walk shows it, with where it is. */

import { attribute, localName, nearest } from "../dom/dom.js";
import { around, rectsOf } from "../dom/geometry.js";
import { numberOf } from "../dom/registry.js";
import { flatParent } from "../dom/shadow.js";
import { line } from "../dom/text.js";
import { called } from "../elements/called.js";
import { placesOf } from "../elements/places.js";
import { isForForms } from "../elements/stand-in.js";
import { refused, resolve } from "../elements/target.js";
import { inertBeside } from "../elements/veil.js";
import type { Expected, Found, Prepared, Refusal } from "../protocol.js";
import { disabledState, isInert } from "../semantics/element-states.js";
import type { View } from "./view.js";

/** Roles of ancestors that tell where an element is. */
const PLACES = new Set(
  "dialog alertdialog form region navigation main banner contentinfo complementary search group row listitem list table grid article tabpanel menu listbox radiogroup toolbar treeitem figure".split(
    " ",
  ),
);
const NAMED_PLACES = 2;

/** Whether the element is visible, or its label instead. The options of a select that is there for forms only are not. */
export const isVisible = (el: Element): boolean => placesOf(el).length > 0 && !isOfForms(el);

function isOfForms(el: Element): boolean {
  const select = localName(el) === "option" ? nearest(el, "select") : null;
  return select !== null && isForForms(select);
}

/** Whether the element can be operated. */
export const isEnabled = (el: Element): boolean => !disabledState(el) && !isInert(el);

/** Whether an open dialog keeps the element from all input. That does not end by itself. */
export const isBehind = (el: Element): boolean => isInert(el) && inertBeside(el)?.transient === false;

/** `place`: where an element is now. Scrolls nothing, and checks nothing but visibility. */
export function place({ target }: { target: Expected }): Prepared | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const shown = placesOf(el)[0];
  if (!shown) return { state: "hidden" };
  const [left, top, right, bottom] = around(rectsOf(shown)).map(round) as [number, number, number, number];
  const rect: Prepared["rect"] = [left, top, round(right - left), round(bottom - top)];
  return { state: "ready", x: left, y: top, rect, page: rect, expects: "nothing" };
}

/** Describes an element. */
export function describe(view: View, el: Element): Found {
  const place = placesOf(el)[0];
  const [left, top, right, bottom] = place ? around(rectsOf(place)) : [0, 0, 0, 0];
  return {
    id: numberOf(el),
    ...called(el),
    visible: place !== undefined,
    enabled: isEnabled(el),
    ...(isBehind(el) && { behind: true }),
    ...(isInert(el) && !disabledState(el) && { inert: true }),
    rect: [round(left), round(top), round(right - left), round(bottom - top)],
    inside: placed(view, el),
    tag: tagOf(el),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

function tagOf(el: Element): string {
  const id = attribute(el, "id");
  const classes = (attribute(el, "class") ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 2);
  return line(`${localName(el)}${id ? `#${id}` : classes.map((name) => `.${name}`).join("")}`, 60);
}

/** The nearest named ancestors; rows and list items count by their text. */
function placed(view: View, el: Element): [string, string][] {
  const found: [string, string][] = [];
  for (let up = flatParent(el); up && found.length < NAMED_PLACES; up = flatParent(up)) {
    const tag = localName(up);
    const role = view.roles.of(up, tag);
    if (!PLACES.has(role)) continue;
    const { name } = view.names.of(up, tag, role);
    const text = name !== "" || (role !== "row" && role !== "listitem") ? name : view.names.content(up, tag);
    if (text !== "") found.push([role, line(text, 60)]);
  }
  return found;
}
