/** Where a user points to reach an element, and which elements may be hit instead. */

import { has, hostOf, inputType, labelControl, localName, nearest, nextElement, nodeType, rootOf } from "../dom/dom.js";
import { around, drawn, intersect, isAlike, rectsOf, standsBehindLabel, takesNone } from "../dom/geometry.js";
import type { ActionKind } from "../protocol.js";
import { editorAround } from "./editor-input.js";
import { handlesOf } from "./hit.js";
import { layersOver } from "./layers.js";
import { shapeOf } from "./shape-of.js";
import { boxOfCut, fieldBox, rowOf } from "./stand-in.js";

/** The elements that a user points at: the element itself, or what is drawn in its place if it has no box of its own. */
export function placesOf(el: Element): Element[] {
  const editor = editorAround(el);
  if (editor) return [editor];
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

/** The labels of a control; of a checkbox or radio button without one, the label that stands in for it. */
function labelsOf(el: Element): Element[] {
  const labels = Array.from((el as HTMLInputElement).labels ?? []);
  const next = labels.length === 0 && drawnOver(el);
  return next ? [next] : labels;
}

/**
 * The label of no control that follows a checkbox or radio button and is drawn over it: it shows the box, and its click bubbles to the
 * page's listener around both (Semantic UI).
 */
function drawnOver(el: Element): Element | undefined {
  const type = localName(el) === "input" ? inputType(el as HTMLInputElement) : "";
  if (type !== "checkbox" && type !== "radio") return undefined;
  const label = nextElement(el);
  if (!label || localName(label) !== "label" || has(label, "for") || labelControl(label as HTMLLabelElement))
    return undefined;
  const [left, top, right, bottom] = intersect(around(rectsOf(el)), around(rectsOf(label)));
  return right - left > 0 && bottom - top > 0 ? label : undefined;
}

/** The host that takes the pointer for a control in its shadow tree, of about its size, which lets that through (Ionic). */
function hostOver(el: Element): Element | undefined {
  const root = rootOf(el);
  if (nodeType(root) !== 11 || !takesNone(el)) return undefined;
  const host = hostOf(root as ShadowRoot);
  return !takesNone(host) && isAlike(around(rectsOf(host)), around(rectsOf(el))) ? host : undefined;
}

/** The elements that may be hit instead: labels, the labelled control, the select of an option, the layers of a canvas, labelled shapes, stand-ins, hosts. */
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
  const shape = shapeOf(el);
  if (shape) accepted.add(shape);
  const host = hostOver(el) ?? editorAround(el);
  if (host) accepted.add(host);
  if (action === "drag" || action === "pull") for (const handle of handlesOf(el)) accepted.add(handle);
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
