/**
 * `activated`: what a press on an element would activate: itself, what it stands in, and what is inside of it at the point that
 * would be pressed, as a link that fills a row.
 */

import { reached } from "../acting/prepare.js";
import { isElement, labelControl, localName } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import type { Expected, Refusal } from "../protocol.js";
import { Walk } from "../walk/walk.js";
import type { Activated } from "./secret-protocol.js";
import { refused, resolve } from "./target.js";

/** How far up a control is looked for. */
const MOST = 30;
/** How far up from what is reached inside of it. */
const MOST_INSIDE = 1_000;
const CONTROL = /^(?:button|link|menuitem.*|option|tab|checkbox|radio|switch|treeitem|gridcell|combobox)$/;

export function activated({ target }: { target: Expected }): Activated | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const parts: { role: string; name: string }[] = [{ role: target.role, name: target.name }];
  // Scrolls, as the press does.
  const inner = reached(el);
  const insides: Element[] = [];
  let up: Element | null = inner === el ? null : (inner ?? null);
  // What is reached may also serve the element from beside it, as the label of a control.
  for (; up && up !== el && insides.length < MOST_INSIDE; up = flatParent(up)) insides.push(up);
  up = flatParent(el);
  for (let level = 0; up && level < MOST; level++, up = flatParent(up)) add(up);
  for (const inside of insides) add(inside);
  return { state: "activated", origin: self.origin, parts };

  function add(up: Element): void {
    const control = localName(up) === "label" ? labelControl(up as HTMLLabelElement) : up;
    if (!control || !isElement(control)) return;
    const { role, name } = new Walk(control).describe(control);
    if (!CONTROL.test(role) || parts.some((known) => known.role === role && known.name === name)) return;
    parts.push({ role, name });
  }
}
