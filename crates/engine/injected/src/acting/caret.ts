/** `caret`: places the caret for typing. `held`: what a field holds. */
import { has, isContentEditable, localName, nodeType, rootOf } from "../dom/dom.js";
import { secret } from "../dom/secret.js";
import { clean, cut } from "../dom/text.js";
import { held as heldBy } from "../dom/values.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import type { Filled } from "./fill-protocol.js";

/** Longest value in an answer. */
const MAX_VALUE = 200;
const setInputRange = HTMLInputElement.prototype.setSelectionRange;
const setAreaRange = HTMLTextAreaElement.prototype.setSelectionRange;

/** The rendered text, with paragraphs separated. */
const readText = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")?.get as (
  this: HTMLElement,
) => string;
const bare = (text: string): string => clean(text).replace(/\s/g, "");

type Field = HTMLInputElement | HTMLTextAreaElement;

export const isField = (el: Element): el is Field => localName(el) === "input" || localName(el) === "textarea";

/** `caret`: places the caret at the end of the focused element; with `all`, selects its content. */
export function caret({ target, all }: { target: Expected; all?: boolean }): { state: "done" } | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  if (isField(el)) {
    if (has(el, "readonly")) return { state: "readonly" };
    const end = heldBy(el).length;
    try {
      (localName(el) === "input" ? setInputRange : setAreaRange).call(el, all ? 0 : end, end);
    } catch {
      // Fields of some types (number, email) do not let scripts move the caret.
    }
  } else if (isContentEditable(el as HTMLElement)) {
    selectionIn(el)?.selectAllChildren(el);
    if (!all) selectionIn(el)?.collapseToEnd();
  }
  return { state: "done" };
}

/** `held`. With `wanted`, the value is answered only if it differs in more than whitespace. */
export function held({ target, wanted }: { target: Expected; wanted?: string }): Filled | Refusal {
  const el = resolve(target);
  if (refused(el)) return el;
  const answer: Filled = { state: "filled", kind: "text", method: "insert", changed: true };
  let text: string | undefined;
  if (isField(el)) {
    if (!secret(el)) text = heldBy(el);
  } else if (isContentEditable(el as HTMLElement)) text = readText.call(el as HTMLElement);
  if (text !== undefined && (wanted === undefined || bare(text) !== bare(wanted)))
    answer.now = cut(clean(text), MAX_VALUE);
  return answer;
}

/** The selection in the tree of the element. Chromium has one for each shadow tree, Firefox one for all. */
export function selectionIn(el: Element): Selection | null {
  const root = rootOf(el) as ShadowRoot & { getSelection?: () => Selection | null };
  return (nodeType(root) === 11 && root.getSelection?.()) || getSelection();
}
