/** `upload`: finds the file input that a target is, labels, or contains, or says that a click may open a chooser. */

import { has, inputType, labelControl, localName } from "../dom/dom.js";
import { numberOf } from "../dom/registry.js";
import { insideOf, nearestAround } from "../dom/shadow.js";
import { beginUpload } from "../elements/file-input.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal, UploadTarget } from "../protocol.js";
import { disabledState } from "../semantics/element-states.js";
import { disabled } from "./disabled.js";

const isFile = (el: Element | null): el is HTMLInputElement =>
  el !== null && localName(el) === "input" && inputType(el as HTMLInputElement) === "file";

function inputOf(el: Element): HTMLInputElement | null {
  if (isFile(el)) return el;
  // A click reaches the labels around it through slots and shadow roots. What a label stands for is in its own tree.
  const label = nearestAround(el, "label");
  const control = label && labelControl(label as HTMLLabelElement);
  if (isFile(control)) return control;
  const inside = insideOf(el, "input[type=file]").filter(isFile);
  return inside.length === 1 ? (inside[0] as HTMLInputElement) : null;
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
