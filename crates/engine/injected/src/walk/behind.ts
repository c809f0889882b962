/**
 * Parts of the page that are hidden by `aria-hidden` because a modal dialog is open (Radix, MUI, cmdk). They are told like the page behind
 * a dialog that the browser itself makes modal: without the names and texts around them, their controls would say nothing.
 */
import {
  documentBody,
  firstElementChild,
  has,
  holds,
  nextElement,
  parentElement,
  queryScope,
  rendered,
  textContent,
  token,
} from "../dom/dom.js";
import { nearestAround } from "../dom/shadow.js";
import { escapesInert } from "../semantics/element-states.js";

const DIALOGS = "dialog[open],[role=dialog],[role=alertdialog]";
const HIDDEN = "[aria-hidden=true]";

/** The modal dialogs that are open, looked for when the first hidden part is met. */
export class Modals {
  private open: Element[] | null = null;

  /** Whether an element with `aria-hidden` is beside an open modal dialog, or beside what holds it. */
  hides(el: Element): boolean {
    this.open ??= [...queryScope(document, DIALOGS)].filter(isOpenModal);
    const parent = this.open.length > 0 ? parentElement(el) : null;
    return parent !== null && this.open.some((dialog) => dialog !== parent && holds(parent, dialog));
  }
}

/** Whether an element with `aria-hidden` can be a part of the page, as an icon is not. */
export const isPart = (el: Element): boolean => firstElementChild(el) !== null;

const isOpenModal = (el: Element): boolean =>
  rendered(el) &&
  nearestAround(el, HIDDEN) === null &&
  (token(el, "aria-modal") === "true" || escapesInert(el) || isAlone(el));

/** Whether nothing that shows or says something is left beside a dialog, nor beside what holds it. */
function isAlone(dialog: Element): boolean {
  const body = documentBody();
  let any = false;
  for (let up: Element | null = dialog; up && up !== body; up = parentElement(up)) {
    const parent = parentElement(up);
    for (let beside = parent && firstElementChild(parent); beside; beside = nextElement(beside)) {
      if (beside === up) continue;
      if (token(beside, "aria-hidden") === "true") any ||= isPart(beside);
      else if (!isSpared(beside)) return false;
    }
  }
  return any;
}

/** Whether what hides the page leaves an element out: messages that are read out, and what shows nothing. */
const isSpared = (el: Element): boolean =>
  has(el, "aria-live") ||
  has(el, "inert") ||
  !rendered(el) ||
  (firstElementChild(el) === null && (textContent(el) ?? "").trim() === "");
