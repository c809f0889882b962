/** Controls in what is pressed as a whole and has their words in its name: the cross of a chip, the pencil of a tab. */

import { attribute, find, is, nearest, parentElement, textContent, token } from "../dom/dom.js";
import { POINTER } from "../dom/style.js";
import { blank } from "../dom/text.js";
import { WIDGETS } from "../semantics/role.js";
import { A_HANDLER, A_ROLE, A_TABINDEX } from "./attributes.js";
import { M_NAMED, M_POINTER } from "./modes.js";
import type { Pass } from "./pass.js";

/** What takes each press in it for itself: icons in it only look like more. */
const NATIVE = "a,button,summary,label";
const OPERATED = "[role],[tabindex],[onclick]";
/** Beyond this, words are those of something else. */
const WHOLE = `td,${OPERATED}`;
/** The sides of the largest icon, in CSS pixels. Pictures and cells are larger. */
const ICON = 40;

/** Whether a drawing, or a part of one, is no more than a picture in what has a name. Groups and links in it may be. */
export function isPictureOnly(el: Element, tag: string, bits: number, mode: number, style: number): boolean {
  if (!(mode & M_NAMED) || bits & (A_TABINDEX | A_HANDLER)) return false;
  if (bits & A_ROLE && WIDGETS.has(token(el, "role"))) return false;
  if (tag !== "svg") return tag !== "a" && tag !== "g" && tag !== "foreignObject";
  // The cross of a chip that is a button only for the keyboard says by its cursor where one presses.
  if (style & POINTER && !(mode & M_POINTER) && besideWords(el)) return false;
  return find(el, OPERATED) === null;
}

/**
 * Whether an icon with a title of its own is beside the words of what is pressed. It has the cursor of that, and no other sign that a
 * press on it does something else.
 */
export function isTitledIcon(walk: Pass, el: Element, style: number, mode: number): boolean {
  if (!(style & POINTER && mode & M_POINTER) || !blank(textContent(el) ?? "")) return false;
  const worded = blank(attribute(el, "title") ?? "") ? undefined : besideWords(el);
  return (
    worded !== undefined && (walk.styles.of(worded) & POINTER) !== 0 && walk.larger(el, 1) && !walk.larger(el, ICON)
  );
}

/** What is around an icon, or around a wrapper of icons, and has words; nothing takes each press in it for itself. */
function besideWords(el: Element): Element | undefined {
  if (nearest(el, NATIVE)) return undefined;
  let around = parentElement(el);
  if (around && blank(textContent(around) ?? "") && !is(around, WHOLE)) around = parentElement(around);
  return around && !blank(textContent(around) ?? "") ? around : undefined;
}
