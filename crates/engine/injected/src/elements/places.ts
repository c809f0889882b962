/** Where a user points to reach an element, and which elements may be hit instead. */

import { labelControl, localName, nearest } from "../dom/dom.js";
import { drawn, standsBehindLabel } from "../dom/geometry.js";
import type { ActionKind } from "../protocol.js";
import { layersOver } from "./layers.js";

/** The elements that a user points at: the element itself, or the labels of a control that is hidden behind them. */
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

/** The elements that may be hit instead: labels, the labelled control, the select of an option, the layers of a canvas. */
export function acceptable(el: Element, action: ActionKind): Set<Element> {
  const accepted = new Set<Element>([el]);
  const tag = localName(el);
  if (tag === "option") {
    const select = nearest(el, "select");
    if (select) accepted.add(select);
  }
  for (const layer of layersOver(el)) accepted.add(layer);
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
