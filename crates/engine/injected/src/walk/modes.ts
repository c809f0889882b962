/** What the ancestors of an element mean for it, as bits. */

import { textContent } from "../dom/dom.js";
import { CROSSHAIR, GRAB, POINTER } from "../dom/style.js";

/** An ancestor has the text in its name. */
export const M_NAMED = 1;
/** `aria-hidden`. */
export const M_UNHEARD = 2;
/** `inert`. */
export const M_INERT = 4;
/** The parent has `cursor: pointer`. */
export const M_POINTER = 8;
/** In code with a role: what an editor draws there is for all but screen readers, which read it in a field. */
export const M_CODE = 2048;
/** In an item of a list, see handles.ts. */
export const M_ITEM = 4096;
/** In an item of a tree, in which boxes are drawn that say by their classes alone what they are. */
export const M_TREE = 16384;
/** In a month of a date picker, whose days are pressed. */
export const M_MONTH = 32768;
/** The parent has `cursor: grab` or `move`. */
export const M_GRAB = 512;
/** The parent has `cursor: crosshair`. */
export const M_CROSSHAIR = 1024;
/** Inside an SVG picture. */
export const M_SVG = 16;
/** `aria-disabled`. */
export const M_DISABLED = 32;
/** A person cannot see the content, see unseen/unseen.ts. */
export const M_UNSEEN = 64;
/** In a part of the page that is folded to nothing, as a closed section of an accordion is. */
export const M_FOLDED = 8192;
/** The style of an ancestor makes each text in it suspect. */
export const M_DOUBT = 128;
/** In a combobox that shows its value as text: what it opens is not in that value. */
export const M_COMBOBOX = 256;

/** What the cursor of a parent means for its children. */
export const cursors = (style: number): number =>
  (style & POINTER ? M_POINTER : 0) | (style & GRAB ? M_GRAB : 0) | (style & CROSSHAIR ? M_CROSSHAIR : 0);
export const M_PULLED = M_GRAB | M_CROSSHAIR;
export const M_CURSORS = M_POINTER | M_GRAB | M_CROSSHAIR;

/** Whether an element in code has more than the numbers of its lines. */
export const hasCode = (el: Element): boolean => /[^\d\s]/.test(textContent(el) ?? "");
