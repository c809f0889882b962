/** `activated`: what a press on an element would activate: itself, and what it stands in. */

import { isElement, labelControl, localName } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import type { Expected, Refusal } from "../protocol.js";
import { Walk } from "../walk/walk.js";
import type { Activated } from "./secret-protocol.js";
import { refused, resolve } from "./target.js";

/** How far up a control is looked for. */
const MOST = 30;
const CONTROL = /^(?:button|link|menuitem.*|option|tab|checkbox|radio|switch|treeitem|gridcell|combobox)$/;

export function activated({ target }: { target: Expected }): Activated | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const parts: { role: string; name: string }[] = [{ role: target.role, name: target.name }];
  let up: Element | null = flatParent(el);
  for (let level = 0; up && level < MOST; level++, up = flatParent(up)) {
    const control = localName(up) === "label" ? labelControl(up as HTMLLabelElement) : up;
    if (!control || !isElement(control)) continue;
    const { role, name } = new Walk(control).describe(control);
    if (CONTROL.test(role)) parts.push({ role, name });
  }
  return { state: "activated", origin: self.origin, parts };
}
