/**
 * The fields by which code editors get keys (Monaco, ACE, CodeMirror 5). A person cannot see them: what such an editor holds is in its
 * script, and it draws the lines in view by elements of its own.
 */
import { box, computedStyle, hasEditContext, localName, styleValue, token } from "../dom/dom.js";
import { drawn, larger } from "../dom/geometry.js";
import { flatParent } from "../dom/shadow.js";
import { isCut } from "./stand-in.js";

/** In CSS pixels: the sides of the largest field that cannot be seen, and the width of a transparent one. */
const POINT = 3;
const CARET = 30;
/** The least sides of a box that has lines. */
const WIDE = 60;
const HIGH = 14;
/** How many ancestors are looked at. */
const LEVELS = 4;

/** Whether keys go by this element to an editor that keeps its text itself. */
export const isEditorInput = (el: Element): boolean =>
  hasEditContext(el) || (localName(el) === "textarea" && isUnseen(el) && editorBox(el) !== undefined);

/** Whether a text area takes keys and cannot be seen. */
function isUnseen(area: Element): boolean {
  const { readOnly, tabIndex } = area as HTMLTextAreaElement;
  if (readOnly || tabIndex < 0 || token(area, "aria-hidden") === "true") return false;
  if (isCut(area)) return true;
  const style = computedStyle(area);
  // It goes with the caret, so that a list of the browser's comes up there.
  if (styleValue(style, "opacity") === "0") return box(area).width < CARET;
  // Under the lines that are drawn, where a screen reader finds it.
  return Number(styleValue(style, "z-index")) < 0 && /, 0\)$/.test(styleValue(style, "color"));
}

/** The box that a person clicks to edit, where the field by which an editor gets its keys cannot be seen. */
export const editorAround = (input: Element): Element | undefined =>
  isEditorInput(input) && (localName(input) === "textarea" || !larger(input, POINT)) ? editorBox(input) : undefined;

/** The box in which an editor draws its lines. */
export function editorBox(input: Element): Element | undefined {
  let up = flatParent(input);
  for (let level = 0; up && level < LEVELS && localName(up) !== "body"; level++, up = flatParent(up)) {
    const { width, height } = box(up);
    if (width >= WIDE && height >= HIGH && drawn(up)) return up;
  }
  return undefined;
}
