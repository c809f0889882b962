/** A shade over the whole page whose box is no dialog by its role: the notifications and tours of some pages. */

import {
  animationsIn,
  box,
  computedStyle,
  firstElementChild,
  holds,
  rootOf,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { deepest } from "../dom/point.js";
import { flatParent } from "../dom/shadow.js";
import { isBackdrop } from "./backdrop.js";
import { isBusy } from "./layers.js";

/** Shares of the sides of the window at which boxes are looked for. */
const SHARES = [0.08, 0.22, 0.36, 0.5, 0.64, 0.78, 0.92];
/** The least share of the sides of the window that a shade covers, and the most that its box does. */
const WHOLE = 0.95;
/** How far a box that lies free is from most sides of the window, in CSS pixels. */
const GAP = 4;

/**
 * The box in front of the shade that is hit: it lies free, has words and controls, and holds neither. A shade without one is a page that loads,
 * and so may be one that moves, shows a picture, or has the cursor of that.
 */
export function boxOnShade(hit: Element, target: Element, controlsIn: (el: Element) => Element[]): Element | undefined {
  const style = computedStyle(hit);
  if (firstElementChild(hit) !== null || isBusy(style) || styleValue(style, "background-image") !== "none")
    return undefined;
  const { left, top, right, bottom } = box(hit);
  if (left > 1 || top > 1 || right < innerWidth * WHOLE || bottom < innerHeight * WHOLE) return undefined;
  if (animationsIn(rootOf(hit)).some((animation) => (animation.effect as KeyframeEffect | null)?.target === hit))
    return undefined;
  const seen = new Set<Element>([hit]);
  for (const x of SHARES)
    for (const y of SHARES) {
      const front = deepest(x * innerWidth, y * innerHeight);
      if (!front || seen.has(front)) continue;
      seen.add(front);
      let found: Element | undefined;
      for (let el: Element | null = front; el && !holds(el, hit) && !holds(el, target); el = flatParent(el))
        if (isFree(el) && /\S/.test(textContent(el) ?? "") && controlsIn(el).length > 0) found = el;
      if (found && isBackdrop(hit, found, target, controlsIn)) return found;
    }
  return undefined;
}

/** Whether an element is lifted out of the page and lies free in the window, as bars and panels of a page do not. */
function isFree(el: Element): boolean {
  if (!/^(?:absolute|fixed)$/.test(styleValue(computedStyle(el), "position"))) return false;
  const { left, top, right, bottom } = box(el);
  const sides = [left, top, innerWidth - right, innerHeight - bottom];
  return (
    right - left < innerWidth * WHOLE &&
    bottom - top < innerHeight * WHOLE &&
    sides.filter((side) => side < GAP).length < 2
  );
}
