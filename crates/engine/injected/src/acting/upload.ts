/** `upload`: finds the file input that a target is, labels, or contains. */

import { attribute, has, inputType, labelControl, localName, nearest, queryScope } from "../dom/dom.js";
import { numberOf } from "../dom/registry.js";
import { shadowOf } from "../dom/shadow.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal, UploadTarget } from "../protocol.js";
import { disabledState } from "../semantics/element-states.js";
import { disabled } from "./disabled.js";

const isFile = (el: Element | null): el is HTMLInputElement =>
  el !== null && localName(el) === "input" && inputType(el as HTMLInputElement) === "file";

function inputOf(el: Element): HTMLInputElement | null {
  if (isFile(el)) return el;
  const label = nearest(el, "label");
  const control = label && labelControl(label as HTMLLabelElement);
  if (isFile(control)) return control;
  for (const scope of [el, shadowOf(el)]) {
    const inside = scope ? queryScope(scope, "input[type=file]") : [];
    if (inside.length === 1 && isFile(inside[0] as Element)) return inside[0] as HTMLInputElement;
  }
  return null;
}

/** `upload`. The input may be hidden, as pages often hide it behind a button. */
export function upload({ target, count }: { target: Expected; count: number }): UploadTarget | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const input = inputOf(el);
  if (!input) return { state: "kind", is: "not a file input" };
  if (disabledState(input)) return disabled(input);
  const multiple = has(input, "multiple");
  if (count > 1 && !multiple) return { state: "kind", is: "a file input that takes one file only" };
  return {
    state: "files",
    id: numberOf(input),
    multiple,
    directory: has(input, "webkitdirectory") && attribute(input, "webkitdirectory") !== "false",
  };
}
