/** Labels that are hidden together with their controls. */

import { rendered, token } from "../dom/dom.js";
import { flatParent, isInside } from "../dom/shadow.js";
import type { Naming } from "./named.js";

const isUnheard = (el: Element): boolean => token(el, "aria-hidden") === "true";

/**
 * Whether a label is hidden, by something that does not hide its control as well. Libraries hide the page by `aria-hidden` while a dialog is
 * open, and its controls keep their names.
 */
export function isHiddenAlone(names: Naming, label: Element, control: Element): boolean {
  if (!names.isHidden(label)) return false;
  if (isUnheard(label) || !rendered(label)) return true;
  let up = flatParent(label);
  for (; up && !isInside(control, up); up = flatParent(up)) if (isUnheard(up)) return true;
  return false;
}
