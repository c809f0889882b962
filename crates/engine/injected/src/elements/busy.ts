/** Whether the page says that a part of it is not up to date. */

import { token } from "../dom/dom.js";
import { treeParent } from "../dom/shadow.js";

/** Whether an element or one around it is `aria-busy`. */
export function isBusy(el: Element): boolean {
  for (let up: Element | null = el; up; up = treeParent(up)) if (token(up, "aria-busy") === "true") return true;
  return false;
}
