/** Where a user points to reach an element, and which elements may be hit instead. */

import { labelControl, localName, nearest } from "../dom/dom.js";
import { drawn, standsBehindLabel } from "../dom/geometry.js";
import type { ActionKind } from "../protocol.js";
import { layersOver } from "./layers.js";
import { boxOfCut, fieldBox, rowOf } from "./stand-in.js";

/** The elements that a user points at: the element itself, or what is drawn in its place if it has no box of its own. */
export function placesOf(el: Element): Element[] {
  const places: Element[] = [];
  const behind = standsBehindLabel(el);
  if (!behind && drawn(el)) return [boxOfCut(el) ?? el];
  const row = rowOf(el);
  if (row) return [row];
  if (behind) {
    // A click on a label that is elsewhere is a second way only, of which not every page takes notice.
    const drawnAs = fieldBox(el);
    if (drawnAs) places.push(drawnAs);
    for (const label of labelsOf(el)) if (drawn(label)) places.push(label);
    if (drawn(el)) places.push(el);
  }
  return places;
}

const labelsOf = (el: Element): Element[] => Array.from((el as HTMLInputElement).labels ?? []);

/** The elements that may be hit instead: labels, the labelled control, the select of an option, the layers of a canvas, stand-ins. */
export function acceptable(el: Element, action: ActionKind): Set<Element> {
  const accepted = new Set<Element>([el]);
  const tag = localName(el);
  if (tag === "option") {
    const select = nearest(el, "select");
    if (select) accepted.add(select);
  }
  for (const layer of layersOver(el)) accepted.add(layer);
  const drawnAs = fieldBox(el);
  if (drawnAs) accepted.add(drawnAs);
  if (action !== "click") {
    for (const place of placesOf(el)) accepted.add(place);
    return accepted;
  }
  for (const label of labelsOf(el)) accepted.add(label);
  const row = rowOf(el);
  if (row) accepted.add(row);
  if (tag === "label") {
    const control = labelControl(el as HTMLLabelElement);
    if (control) accepted.add(control);
  }
  return accepted;
}
