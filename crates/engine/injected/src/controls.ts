/** How a walk shows form controls and their labels. */
import { readAttributes } from "./attributes.js";
import {
  attribute,
  computedStyle,
  findAll,
  firstElementChild,
  inputType,
  labelControl,
  localName,
  nodeType,
  parentElement,
  queryScope,
  rendered,
  styleValue,
  token,
} from "./dom.js";
import { M_NAMED, M_POINTER } from "./modes.js";
import { secret } from "./secret.js";
import { scopeOf } from "./shadow.js";
import { HIDDEN, NONE } from "./style.js";
import type { Walk } from "./walk.js";

/** A label is shown by its control, which it names. */
export function label(
  walk: Walk,
  el: Element,
  depth: number,
  below: number,
  style: number,
  bits: number,
  pointer: boolean,
): void {
  const control = labelControl(el as HTMLLabelElement);
  const tag = "label";
  if (!control) {
    walk.shown(el, tag, "generic", style, bits, depth, below & ~M_POINTER, below, pointer && !(below & M_POINTER));
    return;
  }
  const controlTag = localName(control);
  const named = walk.names.of(control, controlTag, walk.roles.of(control, controlTag));
  const box =
    controlTag === "input" &&
    (inputType(control as HTMLInputElement) === "checkbox" || inputType(control as HTMLInputElement) === "radio");
  const seen = drawn(walk, control, el);
  const file = controlTag === "input" && inputType(control as HTMLInputElement) === "file";
  if (!seen && box && !walk.standIns.has(control)) {
    // The real control is not drawn: the label is what a person sees and clicks.
    walk.standIns.add(control);
    field(walk, control, controlTag, walk.roles.of(control, controlTag), "i", depth, below, readAttributes(control));
    walk.through(el, tag, style, depth, below | M_NAMED);
    return;
  }
  walk.through(el, tag, style, depth, (seen || file || box) && named.source === "label" ? below | M_NAMED : below);
}

/** Whether the control of a label is there to be seen; next to a visible label its own style decides. */
function drawn(walk: Walk, control: HTMLElement, label: Element): boolean {
  if (walk.styles.of(control) & (NONE | HIDDEN)) return false;
  const parent = parentElement(control);
  return parent === label || parent === parentElement(label) || rendered(control);
}

/** Whether a field only carries the value of a widget beside it: out of reach for eyes, keys and assistive technology. */
export function carrier(walk: Walk, el: Element): boolean {
  if (token(el, "aria-hidden") !== "true" || attribute(el, "tabindex") !== "-1") return false;
  // Files are put into their field, whoever sees it.
  if (localName(el) === "input" && inputType(el as HTMLInputElement) === "file") return false;
  if (!walk.larger(el, 2)) return true;
  const style = computedStyle(el);
  return styleValue(style, "opacity") === "0" && styleValue(style, "pointer-events") === "none";
}

/** A native or custom field. */
export function field(
  walk: Walk,
  el: Element,
  tag: string,
  role: string,
  flags: string,
  depth: number,
  mode: number,
  bits: number,
): void {
  if (walk.standIns.has(el) && walk.lines.list.some((l) => l.el === el)) return;
  walk.lines.flush(depth);
  const named = walk.names.of(el, tag, role);
  walk.lines.add(el, tag, role, secret(el) ? `${flags}p` : flags, named, depth, mode, bits, true);
}

export function options(walk: Walk, select: Element, depth: number, mode: number): void {
  for (const option of findAll(select, "option")) {
    if (walk.styles.of(option) & NONE) continue;
    walk.lines.add(
      option,
      "option",
      "option",
      "i",
      walk.names.of(option, "option", "option"),
      depth,
      mode,
      readAttributes(option),
      true,
    );
  }
}

/** What is listed although it is not drawn: file inputs. */
export function pruned(walk: Walk, el: Element, tag: string, depth: number, mode: number): void {
  if (tag === "input") {
    if (inputType(el as HTMLInputElement) === "file")
      field(walk, el, tag, "button", "ih", depth, mode, readAttributes(el));
    return;
  }
  if (!firstElementChild(el) || walk.only) return;
  const scope = scopeOf(el);
  let any = walk.scopesWithFiles.get(scope);
  if (any === undefined) {
    any = nodeType(scope) !== 1 && queryScope(scope, "input[type=file]").length > 0;
    walk.scopesWithFiles.set(scope, any);
  }
  if (any)
    for (const input of findAll(el, "input[type=file]"))
      field(walk, input, "input", "button", "ih", depth, mode, readAttributes(input));
}
