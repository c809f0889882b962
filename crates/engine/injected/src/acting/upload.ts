/** `upload`: finds the file input that a target is, labels, contains, or is drawn for, or says that a click may open a chooser. */

import { has, inputType, labelControl, localName } from "../dom/dom.js";
import { around, rectsOf } from "../dom/geometry.js";
import { deepest } from "../dom/point.js";
import { numberOf } from "../dom/registry.js";
import { scrollIntoView } from "../dom/scrolling.js";
import { insideOf, nearestAround } from "../dom/shadow.js";
import { beginUpload, isFileInput, isUnseenFileInput } from "../elements/file-input.js";
import { placesOf } from "../elements/places.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal, UploadTarget } from "../protocol.js";
import { disabledState } from "../semantics/element-states.js";
import { disabled } from "./disabled.js";
import { pointOf } from "./prepare.js";
import { isInView } from "./reveal.js";

/** The file input that takes the press for an element, which is drawn for it. */
function inputOver(el: Element): HTMLInputElement | null {
  const [place] = placesOf(el);
  if (!place) return null;
  const middle = (): [number, number] => pointOf(around(rectsOf(place)), { x: 0.5, y: 0.5, share: true });
  if (!isInView(place, ...middle())) scrollIntoView(place, "nearest");
  const hit = deepest(...middle());
  return isUnseenFileInput(hit) ? hit : null;
}

function inputOf(el: Element): HTMLInputElement | null {
  if (isFileInput(el)) return el;
  // A click reaches the labels around it through slots and shadow roots. What a label stands for is in its own tree.
  const label = nearestAround(el, "label");
  const control = label && labelControl(label as HTMLLabelElement);
  if (isFileInput(control)) return control;
  const inside = insideOf(el, "input[type=file]").filter(isFileInput);
  return inside.length === 1 ? (inside[0] as HTMLInputElement) : inputOver(el);
}

/** Fields open no file chooser, and a click can change them. */
function isField(el: Element): boolean {
  const name = localName(el);
  if (name === "input") return !["button", "submit", "image"].includes(inputType(el as HTMLInputElement));
  return name === "select" || name === "textarea" || name === "option" || (el as HTMLElement).isContentEditable;
}

/** `upload`. The input may be hidden, as pages often hide it behind a button. */
export function upload({ target }: { target: Expected }): UploadTarget | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const input = inputOf(el);
  if (!input) return isField(el) ? { state: "kind", is: "not a file input" } : { state: "opener" };
  if (disabledState(input)) return disabled(input);
  return { state: "files", id: numberOf(input), multiple: has(input, "multiple"), folder: beginUpload(input) };
}
