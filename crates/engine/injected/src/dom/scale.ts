/** How much larger than its own lengths say an element is drawn. */
import { box, offsetHeight, offsetWidth } from "./dom.js";

/** Layout lengths are whole pixels, so a small difference is rounding. */
const ratio = (drawn: number, own: number): number => (own > 0 && Math.abs(drawn - own) >= 1 ? drawn / own : 1);

/** The scale of an element, across and down, by `transform` and `zoom` on it and around it. */
export function scaleOf(el: Element): [across: number, down: number] {
  const { width, height } = box(el);
  return [ratio(width, offsetWidth(el as HTMLElement)), ratio(height, offsetHeight(el as HTMLElement))];
}
