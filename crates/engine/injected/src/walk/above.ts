/** What the ancestors of an element that is not walked from the top mean for it. */
import { isSvg, localName, token } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import type { Styles } from "../dom/style.js";
import { isInert } from "../semantics/element-states.js";
import { foldsAway } from "../unseen/checks.js";
import type { Unseen } from "../unseen/unseen.js";
import { cursors, M_DISABLED, M_DOUBT, M_FOLDED, M_INERT, M_SVG, M_UNSEEN } from "./modes.js";

/** What an element that hides all that is in it means for that. */
export const unseenIn = (root: Element): number => (foldsAway(root) ? M_UNSEEN | M_FOLDED : M_UNSEEN);

/** The bits of modes.ts for an element where a walk begins. */
export function modeAbove(el: Element, styles: Styles, unseen: Unseen | null): number {
  const parent = flatParent(el);
  let mode = 0;
  if (parent) mode |= cursors(styles.of(parent));
  if (parent && isInert(parent)) mode |= M_INERT;
  for (let up = parent; up; up = flatParent(up)) {
    if (token(up, "aria-disabled") === "true") mode |= M_DISABLED;
    if (unseen?.isDoubtful(up)) mode |= M_DOUBT;
  }
  const hider = parent && unseen?.hiderOf(parent);
  if (hider) mode |= unseenIn(hider);
  if (isSvg(el) && localName(el) !== "svg") mode |= M_SVG;
  return mode;
}
