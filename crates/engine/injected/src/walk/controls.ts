/** How a walk shows form controls and their labels. */

import {
  attribute,
  computedStyle,
  findAll,
  firstElementChild,
  has,
  holds,
  inputType,
  labelControl,
  localName,
  nodeType,
  parentElement,
  queryScope,
  rendered,
  styleValue,
  textContent,
  token,
} from "../dom/dom.js";
import { secret } from "../dom/secret.js";
import { scopeOf } from "../dom/shadow.js";
import { HIDDEN, NONE } from "../dom/style.js";
import { A_LABEL, isOperated, readAttributes } from "./attributes.js";
import { hidesText } from "./groups.js";
import { leaf } from "./leaves.js";
import { M_COMBOBOX, M_NAMED } from "./modes.js";
import type { Pass } from "./pass.js";
import { LEAVES } from "./vocabulary.js";

/** What a label can belong to, and only shows a value. */
const READ = new Set(["output", "progress", "meter"]);

/** A label. It gets no line: it names its control, and stands for it only if the control is not drawn. */
export function label(walk: Pass, el: Element, depth: number, below: number, style: number, bits: number): void {
  const control = labelControl(el as HTMLLabelElement);
  const tag = "label";
  const read = control ? readRole(walk, control) : "";
  if (!control || (read !== "" && !LEAVES.has(read))) {
    // Many pages give all labels the cursor of what is clicked: it counts as that of what is around.
    walk.shown(el, tag, "generic", style, bits, depth, below, below);
    return;
  }
  const controlTag = localName(control);
  const named = walk.names.of(control, controlTag, walk.roles.of(control, controlTag));
  // A press on the label opens the picker of a colour that is not drawn, and none of a date.
  const box = controlTag === "input" && /^(?:checkbox|radio|color)$/.test(inputType(control as HTMLInputElement));
  const isDrawn = drawn(walk, control, el) && !isValueHolder(walk, control);
  const file = controlTag === "input" && inputType(control as HTMLInputElement) === "file";
  // An attribute of the control often repeats its label.
  const repeats = named.source === "author" && !named.unseen && !(bits & A_LABEL);
  const isLabel = named.source === "label" || (repeats && walk.names.content(el, tag, control) === named.name);
  // An attribute, of the label or of its control, can give another name than the words that are seen.
  const isOther = bits & A_LABEL || (!isLabel && !isDrawn);
  const inName = isOther && hidesText(walk, el, tag, named.name, control) ? below : below | M_NAMED;
  if (!isDrawn && box && !walk.standIns.has(control)) {
    // The control is not drawn. The user sees and clicks the label.
    walk.standIns.add(control);
    field(walk, control, controlTag, walk.roles.of(control, controlTag), "i", depth, below, readAttributes(control));
    walk.through(el, tag, style, depth, inName);
    return;
  }
  const at = walk.lines.list.length;
  walk.through(el, tag, style, depth, (isDrawn || file || box) && isLabel ? inName : below);
  // Its value is in no name. Where it can be operated, or texts are shown, it has a line already.
  if (read !== "" && holds(el, control) && !walk.lines.list.some((l, i) => i >= at && l.el === control))
    leaf(walk, control, controlTag, read, readAttributes(control), depth, below, below, false, false);
}

/**
 * The role of what only shows a value, "none" if it gets no line; empty for a control. Only a progress bar and the like has its label in
 * its line: an output shows what it says, and a component the fields in it.
 */
function readRole(walk: Pass, control: Element): string {
  const tag = localName(control);
  const isComponent = tag.includes("-");
  if (!isComponent && !READ.has(tag)) return "";
  if (walk.names.isHidden(control)) return "none";
  const role = walk.roles.of(control, tag);
  return isComponent && isOperated(control, tag, role, readAttributes(control)) ? "" : role;
}

/** Whether the control of a label is drawn. For a control beside its label, its own style is enough to tell. */
function drawn(walk: Pass, control: HTMLElement, label: Element): boolean {
  if (walk.styles.of(control) & (NONE | HIDDEN)) return false;
  const parent = parentElement(control);
  return parent === label || parent === parentElement(label) || rendered(control);
}

/**
 * Whether a field only holds the value of a widget beside it: it can be neither seen nor focused, and is not meant to be. Some
 * libraries draw what has `hidden`, for the browser's messages about its value.
 */
export function isValueHolder(walk: Pass, el: Element): boolean {
  if (attribute(el, "tabindex") !== "-1" || !(token(el, "aria-hidden") === "true" || has(el, "hidden"))) return false;
  // Files are uploaded to their field, visible or not.
  if (localName(el) === "input" && inputType(el as HTMLInputElement) === "file") return false;
  if (!walk.larger(el, 2)) return true;
  const style = computedStyle(el);
  return styleValue(style, "opacity") === "0" && styleValue(style, "pointer-events") === "none";
}

/** A native or custom field. */
export function field(
  walk: Pass,
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

/** More text than this in an edited document is walked; less of it is shown as the value. */
const LONG_VALUE = 200;

/** A field that takes text. `host`: an editable element, which may hold a whole document. */
export function textField(
  walk: Pass,
  el: Element,
  tag: string,
  role: string,
  host: boolean,
  bits: number,
  depth: number,
  mode: number,
  below: number,
): void {
  field(walk, el, tag, role, "i", depth, mode, bits);
  const at = walk.lines.list.length - 1;
  const all = host && walk.more.everything === true;
  const long = all || (host && (textContent(el)?.length ?? 0) > LONG_VALUE);
  const inValue = role === "combobox" && !host && !(below & M_NAMED) ? M_NAMED | M_COMBOBOX : M_NAMED;
  walk.children(el, tag, depth + 1, long ? below : below | inValue, false);
  if (long) walk.lines.flush(depth + 1);
  if (all) walk.lines.once(at, walk.lines.list[at]?.rest ?? "");
}

/** The options of a list box. */
export function options(walk: Pass, select: Element, depth: number, mode: number): void {
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

/** An element that is not drawn. Its file inputs are listed. */
export function notDrawn(walk: Pass, el: Element, tag: string, depth: number, mode: number): void {
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
