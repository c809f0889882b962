/**
 * The fields by which code editors get keys (Monaco, ACE, CodeMirror 5). Nobody sees them: what such an editor holds is in its script, and
 * it draws the lines in view by elements of its own.
 */
import { box, computedStyle, hasEditContext, localName, styleValue, token } from "../dom/dom.js";
import { drawn, larger } from "../dom/geometry.js";
import { flatParent } from "../dom/shadow.js";

/** The sides of the largest field, in CSS pixels, that nobody sees, and of one that is transparent. */
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

/** Whether nobody sees a text area that takes keys. */
function isUnseen(area: Element): boolean {
  const { readOnly, tabIndex } = area as HTMLTextAreaElement;
  if (readOnly || tabIndex < 0 || token(area, "aria-hidden") === "true") return false;
  if (!larger(area, POINT) || isCut(area)) return true;
  const style = computedStyle(area);
  // It goes with the caret, so that a list of the browser's comes up there.
  if (styleValue(style, "opacity") === "0") return box(area).width < CARET;
  // Under the lines that are drawn, where a screen reader finds it.
  return Number(styleValue(style, "z-index")) < 0 && /, 0\)$/.test(styleValue(style, "color"));
}

/** Whether the box around it has no size, and cuts it off. */
function isCut(el: Element): boolean {
  const up = flatParent(el);
  return up !== null && !larger(up, POINT) && styleValue(computedStyle(up), "overflow-x") !== "visible";
}

/** The box that a person clicks to edit, where nobody sees the field by which an editor gets its keys. */
export const editorAround = (input: Element): Element | undefined =>
  localName(input) === "textarea" || hasEditContext(input)
    ? isEditorInput(input) && (localName(input) === "textarea" || !larger(input, POINT))
      ? editorBox(input)
      : undefined
    : undefined;

/** The box in which an editor draws its lines. */
export function editorBox(input: Element): Element | undefined {
  let up = flatParent(input);
  for (let level = 0; up && level < LEVELS && localName(up) !== "body"; level++, up = flatParent(up)) {
    const { width, height } = box(up);
    if (width >= WIDE && height >= HIGH && drawn(up)) return up;
  }
  return undefined;
}
