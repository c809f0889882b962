/** What a person points at to reach an element, and what may be hit in its place. */

import { attribute, labelControl, localName, nearest, queryScope, rootOf } from "../dom/dom.js";
import { drawn, standsBehindLabel } from "../dom/geometry.js";
import type { ActionKind } from "../protocol.js";
/** What a person would point at to reach the element: itself, or the labels of a control that is only there for them. */
export function placesOf(el: Element): Element[] {
  const places: Element[] = [];
  const behind = standsBehindLabel(el);
  if (!behind && drawn(el)) return [el];
  if (behind) {
    for (const label of labelsOf(el)) if (drawn(label)) places.push(label);
    if (drawn(el)) places.push(el);
  }
  return places;
}

const labelsOf = (el: Element): Element[] => Array.from((el as HTMLInputElement).labels ?? []);

/** What may be hit in place of the element: its labels, or the control it labels. */
export function acceptable(el: Element, action: ActionKind): Set<Element> {
  const accepted = new Set<Element>([el]);
  const tag = localName(el);
  if (tag === "option") {
    const select = nearest(el, "select");
    if (select) accepted.add(select);
  } else if (tag === "area") {
    const map = nearest(el, "map");
    const name = map && attribute(map, "name");
    if (name)
      for (const image of queryScope(rootOf(el), "img[usemap]"))
        if (attribute(image, "usemap") === `#${name}`) accepted.add(image);
  }
  if (action !== "click") {
    for (const place of placesOf(el)) accepted.add(place);
    return accepted;
  }
  for (const label of labelsOf(el)) accepted.add(label);
  if (tag === "label") {
    const control = labelControl(el as HTMLLabelElement);
    if (control) accepted.add(control);
  }
  return accepted;
}
