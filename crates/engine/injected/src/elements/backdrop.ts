/** Whether what covers a target is the backdrop of a dialog. A dialog can also be a small box among other things that cover the target. */

import { box, has, holds } from "../dom/dom.js";
import { around, intersect, type Rect, rectsOf, shownArea, surfaceOf, visibleRects } from "../dom/geometry.js";
import { flatParent } from "../dom/shadow.js";
import { takesClicks } from "./hit.js";
import { hasText } from "./stand-in.js";

/** The least share of the target that a backdrop covers. */
const MOST_OF = 0.5;

/**
 * Whether the hit element is a part of a dialog's backdrop: an element that shows nothing of its own, and is or is in a box over the dialog and
 * most of the target. That box stands beside the dialog or around it, and has no further control.
 *
 * @param controlsIn The visible controls of an element, with itself.
 */
export function isBackdrop(
  hit: Element,
  dialog: Element,
  target: Element,
  controlsIn: (el: Element) => Element[],
): boolean {
  if (hasText(hit)) return false;
  // What it shows is drawn by a pseudo-element, and can be anywhere.
  if (surfaceOf(plain(hit)) < 1) return true;
  const over = intersect(around(rectsOf(dialog)), shownArea());
  const rects = visibleRects(target);
  const under = rects.length > 0 ? around(rects) : undefined;
  for (let el: Element | null = hit; el && !holds(el, target); el = flatParent(el)) {
    // A backdrop may close its dialog when it is clicked.
    if (takesClicks(el) && !has(el, "onclick")) return false;
    const own = plain(el);
    if (share(over, own) < 1 || (under && share(under, own) < MOST_OF)) continue;
    return controlsIn(el).every(
      (control) => control === hit || holds(control, el) || holds(dialog, control) || holds(control, dialog),
    );
  }
  return false;
}

const plain = (el: Element): Rect => {
  const { left, top, right, bottom } = box(el);
  return [left, top, right, bottom];
};

/** The share of a box that is within another one. A pixel at its sides does not count. */
function share(rect: Rect, [left, top, right, bottom]: Rect): number {
  const within = surfaceOf(intersect(rect, [left - 1, top - 1, right + 1, bottom + 1]));
  return surfaceOf(rect) > 0 ? within / surfaceOf(rect) : 1;
}
