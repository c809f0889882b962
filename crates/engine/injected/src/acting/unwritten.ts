/** Whether keys that went to what is no field have written something there. */

import { nextFrame } from "../dom/builtins.js";
import { hasEditContext, isContentEditable, localName, textContent } from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";
import { held } from "../dom/values.js";

type Field = HTMLInputElement | HTMLTextAreaElement;

export const isField = (el: Element): el is Field => localName(el) === "input" || localName(el) === "textarea";

/** Whether the browser puts typed text there. */
export const takesText = (el: Element): boolean =>
  isField(el) || isContentEditable(el as HTMLElement) || hasEditContext(el);

/** What a field held before it got the focus, and before keys were pressed in it. */
const unfocused = new WeakMap<Element, string>();
const untyped = new WeakMap<Element, string>();
/** Fields in which the page writes a mask when they get the focus. */
const masked = new WeakSet<Element>();

/** Notes what a field holds that is about to get the focus. */
export function noteUnfocused(el: Element): void {
  if (isField(el) && focusedElement() !== el) unfocused.set(el, held(el));
}

/**
 * Whether the page has written into an empty field as it got the focus, now or before: a mask. The caret belongs where the page puts it,
 * as behind the mask there is no place for a character.
 */
export function isMasked(field: Field): boolean {
  if (unfocused.get(field) === "" && held(field) !== "") masked.add(field);
  unfocused.delete(field);
  return masked.has(field);
}

/** Notes what a field holds before keys are pressed in it. */
export const noteUntyped = (field: Field): void => {
  untyped.set(field, held(field));
};

/** Whether a field holds what was noted. It is noted for one time. */
export function tookNothing(field: Field): boolean {
  const was = untyped.get(field);
  untyped.delete(field);
  return was === held(field);
}

/** The text of what is no field, from before keys are pressed in it. */
const before = new WeakMap<Element, string>();

/** Elements of which a part that is not seen from here may get the keys. */
const INNER = new Set(["select", "iframe", "frame", "object", "embed"]);

/** Whether keys may write into an element. A component can have a field in a closed shadow tree. */
const isWritable = (el: Element): boolean => takesText(el) || INNER.has(localName(el)) || localName(el).includes("-");

/** Notes the text of an element that is no field, before keys are pressed in it. Answers whether it is none. */
export function noteText(el: Element): boolean {
  if (isWritable(el) || isWritable(focusedElement() ?? el)) return false;
  before.set(el, textContent(el) ?? "");
  return true;
}

/** Forgets it: the keys went elsewhere. */
export const forgetText = (el: Element): void => {
  before.delete(el);
};

/** Whether the text of an element is as it was noted. It is noted for one time. */
export async function unwritten(el: Element): Promise<boolean> {
  const was = before.get(el);
  before.delete(el);
  if (was === undefined || textContent(el) !== was) return false;
  // A page may write in the next frame what its listeners heard.
  await nextFrame();
  return textContent(el) === was;
}
