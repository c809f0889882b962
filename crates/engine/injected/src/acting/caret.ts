/** `caret`: places the caret for typing. `held`: what a field holds. */

import { has, isContentEditable, localName, renderedText, token } from "../dom/dom.js";
import { focusedElement } from "../dom/focus.js";
import { secret } from "../dom/secret.js";
import { clean, cut } from "../dom/text.js";
import { held as heldBy } from "../dom/values.js";
import { isEditorInput } from "../elements/editor-input.js";
import { refused, resolve } from "../elements/target.js";
import type { Expected, Refusal } from "../protocol.js";
import { keysGoTo } from "../watching/keys.js";
import { notAsGiven } from "./as-given.js";
import { heldByEditor } from "./code-editor.js";
import { fieldOf } from "./fill.js";
import type { Filled } from "./fill-protocol.js";
import { sameLines } from "./insert.js";
import { bare, place } from "./selection.js";
import { isField, isMasked, noteText, noteUntyped, tookNothing, unwritten } from "./unwritten.js";

/** Longest value in an answer. */
const MAX_VALUE = 200;
const setInputRange = HTMLInputElement.prototype.setSelectionRange;
const setAreaRange = HTMLTextAreaElement.prototype.setSelectionRange;

/** Where a text goes on: at its end, or in the first gap of a mask that shows its gaps, such as "(___) ___". */
function endOf(text: string): number {
  const gap = text.indexOf("_");
  const isMask = gap >= 0 && /^_+[^\p{L}\p{N}_]+_[^\p{L}\p{N}]*$/u.test(text.slice(gap));
  return isMask ? gap : text.length;
}

/**
 * `caret`: places the caret at the end of the focused element; with `all`, selects its content. `kept`: the page keeps the caret itself, and
 * it is where it was.
 */
export async function caret({
  target,
  all,
}: {
  target: Expected;
  all?: boolean;
}): Promise<{ state: "done"; kept?: true } | Refusal> {
  const el = resolve(target);
  if (refused(el)) return el;
  if (isEditorInput(el)) return { state: "done", kept: true };
  if (isField(el)) {
    if (has(el, "readonly")) return { state: "readonly" };
    noteUntyped(el);
    if (isMasked(el) && !all) return { state: "done" };
    const text = heldBy(el);
    const to = all ? text.length : endOf(text);
    try {
      (localName(el) === "input" ? setInputRange : setAreaRange).call(el, all ? 0 : to, to);
    } catch {
      // Fields of some types (number, email) do not let scripts move the caret.
    }
  } else if (isContentEditable(el as HTMLElement)) await place(el, all ? "all" : "end");
  else noteText(el);
  return { state: "done" };
}

/**
 * `held`. With `wanted`, the value is answered only if it differs in more than whitespace. Without `target`, it is what keys without
 * a target go to.
 */
export async function held({ target, wanted }: { target?: Expected; wanted?: string }): Promise<Filled | Refusal> {
  const el = target ? resolve(target) : keysGoTo();
  if (!el) return { state: "gone" };
  if (refused(el)) return el;
  const answer: Filled = { state: "filled", kind: "text", method: "insert", changed: true };
  // What was filled may be a label, or a box around the field.
  const field = (wanted !== undefined && fieldOf(el)) || el;
  if (isEditorInput(field)) return wanted === undefined ? answer : heldByEditor(field, wanted);
  let text: string | undefined;
  if (isField(field)) {
    if (!secret(field)) text = heldBy(field);
  } else if (isContentEditable(field as HTMLElement)) text = renderedText(field);
  if (await unwritten(el)) answer.unwritten = true;
  if (wanted === undefined && isField(field) && tookNothing(field)) answer.untaken = true;
  if (wanted !== undefined && isField(field) && token(field, "aria-expanded") === "true" && focusedElement() !== field)
    answer.open = true;
  if (text === undefined) return answer;
  if (wanted === undefined) answer.now = cut(clean(text), MAX_VALUE);
  else if (!(isField(field) ? bare(text) === bare(wanted) : sameLines(text, wanted)))
    notAsGiven(answer, field, wanted, text);
  return answer;
}
