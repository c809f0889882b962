/** What says by its cursor alone that a control which has a line is pressed: it gets none of its own. */

import {
  computedStyle,
  findAll,
  labelControl,
  localName,
  nearest,
  nextElement,
  parentElement,
  styleValue,
  textContent,
} from "../dom/dom.js";
import { around, intersect, rectsOf, surfaceOf, takesNone } from "../dom/geometry.js";
import { blank } from "../dom/text.js";
import type { Pass } from "./pass.js";

/** Whether an element in a label says no more than the name of what the label belongs to, which a press on it reaches. */
export function repeatsLabel(walk: Pass, el: Element, name: string): boolean {
  const label = nearest(el, "label");
  const control = label && labelControl(label as HTMLLabelElement);
  if (!control) return false;
  const tag = localName(control);
  return walk.names.of(control, tag, walk.roles.of(control, tag)).name === name;
}

/** The least share of a picture over which the box lies that it is drawn for. */
const MOST = 0.5;

/** Whether an element without text is the picture of a button, or what is drawn for the box that lies over it and takes each press. */
export function isPictureOf(el: Element): boolean {
  const button = nearest(el, "button");
  if (button) return blank(textContent(button) ?? "");
  const parent = parentElement(el);
  const boxes = parent ? [...findAll(parent, ":scope > input[type=checkbox],:scope > input[type=radio]")] : [];
  const [over] = boxes;
  if (boxes.length !== 1 || !over || takesNone(over)) return false;
  const style = computedStyle(over);
  if (styleValue(style, "position") === "static") return false;
  if (!(Number.parseInt(styleValue(style, "z-index"), 10) > 0 || nextElement(el) === over)) return false;
  const own = around(rectsOf(el));
  return surfaceOf(intersect(own, around(rectsOf(over)))) > surfaceOf(own) * MOST;
}
