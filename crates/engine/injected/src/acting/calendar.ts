/** The calendar that a field opens when a date is written in it. */

import { nextFrame } from "../dom/builtins.js";
import { dispatch, token } from "../dom/dom.js";
import { drawn } from "../dom/geometry.js";
import { scopes } from "../dom/shadow.js";
import { answered } from "./answered.js";
import { all } from "./listbox.js";

/** How many frames a page may take to draw a calendar that it has opened. */
const FRAMES = 8;

const ENTER: KeyboardEventInit = {
  key: "Enter",
  code: "Enter",
  keyCode: 13,
  bubbles: true,
  cancelable: true,
  composed: true,
  view: window,
};

/** Whether a field says that the dialog which it opens is open. */
const isDialogOpen = (field: Element): boolean =>
  token(field, "aria-haspopup") === "dialog" && token(field, "aria-expanded") === "true";

/**
 * Ends the entry of a date in a field whose calendar is open. Such a page takes the date when that closes, which covers what is
 * under it until then (Vaadin). It is told of the key with which a person would close it. No form is sent by that.
 */
export async function endDate(field: Element): Promise<void> {
  const isDrawn = (): boolean => scopes().some((scope) => all(scope, "[role=grid]").some(drawn));
  for (let frames = 0; frames < FRAMES && isDialogOpen(field) && !isDrawn(); frames++) await nextFrame();
  if (!isDialogOpen(field) || !isDrawn()) return;
  dispatch(field, new KeyboardEvent("keydown", ENTER));
  dispatch(field, new KeyboardEvent("keyup", ENTER));
  await answered();
}
