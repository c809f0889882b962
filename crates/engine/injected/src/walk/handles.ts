/**
 * Handles by which items of lists are pulled. An item that is one text has a line with a UID, by which it is dragged: its handle gets
 * none, and a drag of the item begins there (acting/handle.ts). Any other item, and a row, is dragged by the UID of its handle.
 */

import { findAll, holds, is, localName, textContent } from "../dom/dom.js";
import { flatParent } from "../dom/shadow.js";
import { GRAB, INLINE, POINTER } from "../dom/style.js";
import { blank } from "../dom/text.js";
import { M_GRAB, M_ITEM, M_PULLED } from "./modes.js";
import type { Pass } from "./pass.js";

/** Items with more elements are no single texts. */
const MOST = 12;
/** What has a line of its own in an item, or may have one. */
const APART =
  "a,button,input,select,textarea,img,svg,canvas,video,iframe,[role],[tabindex],[onclick],[contenteditable]";

/** Which cursors count where they begin: of `own`, those but of the handle of an item that is dragged by its own line. */
export function counted(walk: Pass, el: Element, own: number, mode: number): number {
  if (!(own & M_PULLED && mode & M_ITEM) || walk.more.everything) return own;
  let item = flatParent(el);
  while (item && walk.roles.of(item, localName(item)) !== "listitem") item = flatParent(item);
  if (!item || !isOneText(walk, item, el)) return own;
  if (own & M_GRAB) walk.handled = item;
  return own & ~M_PULLED;
}

/** Whether an item is shown by its text alone, but for its handle. */
function isOneText(walk: Pass, item: Element, handle: Element): boolean {
  const inside = findAll(item, "*");
  if (inside.length > MOST || blank(textContent(item) ?? "")) return false;
  for (const el of inside) {
    const isHandle = holds(handle, el);
    if ((!isHandle && is(el, APART)) || localName(el).includes("-")) return false;
    const style = walk.styles.of(el);
    if (!isHandle && style & (POINTER | GRAB) && !holds(el, handle)) return false;
    if (!(style & INLINE) && !blank(textContent(el) ?? "")) return false;
  }
  return true;
}
